"""From the agents' asynchronous stream to a plain iterator, also where an event loop runs already, as in a notebook."""

import queue
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TypeVar

from anyio.from_thread import start_blocking_portal

__all__ = ["iterate"]

T = TypeVar("T")


def iterate(start: Callable[[], AsyncIterator[T]]) -> Iterator[T]:
    """The items of an asynchronous stream, each as soon as it is there. Ends the stream when it is no longer iterated."""
    items: queue.SimpleQueue[tuple[T] | None] = queue.SimpleQueue()

    async def pump() -> None:
        # One task runs the whole stream: its cancel scopes may not be left in another task than they were entered in.
        try:
            async for item in start():
                items.put((item,))
        finally:
            items.put(None)

    with start_blocking_portal() as portal:
        pumping = portal.start_task_soon(pump)
        try:
            while item := items.get():
                yield item[0]
            pumping.result()
        finally:
            pumping.cancel()
