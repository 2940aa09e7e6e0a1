"""What a language model writes, told while it writes it: sentences that nothing has checked yet."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TypeVar

import anyio
from pydantic_core import from_json

from paperatlas.core.audience import heard_by
from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.events import Writing

__all__ = ["as_written", "sentences_in"]

T = TypeVar("T")

_PAUSE = 0.08
"""Seconds between two looks at what is written: a person reads no faster, and each look reads all of it."""
_SENTENCES = ("statements", "summary")
"""What the forms call the list of sentences that a model is asked for."""


async def as_written(work: Callable[[], Awaitable[T]]) -> AsyncGenerator[Writing | T]:
    """What is written while the work is under way, then what it gives. Raises what it raises."""
    # A task of its own, and no task group: none may be open while an event is handed out.
    said: asyncio.Queue[str | None] = asyncio.Queue()
    looked, latest = 0.0, ""

    def hears(reply: str) -> None:
        nonlocal looked, latest
        latest = reply
        if (now := time.monotonic()) - looked >= _PAUSE:
            looked = now
            said.put_nowait(reply)

    async def heard() -> T:
        try:
            with heard_by(hears):
                return await work()
        finally:
            said.put_nowait(latest)
            said.put_nowait(None)

    task = asyncio.ensure_future(heard())
    told = ""
    try:
        while (reply := await said.get()) is not None:
            text = " ".join(sentences_in(reply))
            if text and text != told:
                told = text
                yield Writing(text=text)
        yield await task
    finally:
        if not task.done():
            task.cancel()
            with anyio.CancelScope(shield=True), suppress(asyncio.CancelledError, PaperAtlasError):
                await task


def sentences_in(reply: str) -> Iterator[str]:
    """The sentences of a reply in form that is not whole yet, the last one as far as it goes."""
    start = reply.find("{")
    try:
        value: Any = from_json(reply[start:], allow_partial="trailing-strings") if start >= 0 else None
    except ValueError:  # prose or thoughts around it
        return
    if not isinstance(value, Mapping) or value.get("answerable") is False:
        return
    listed: list[Any] = next((value[name] for name in _SENTENCES if isinstance(value.get(name), list)), [])
    for each in listed:
        if isinstance(each, Mapping) and isinstance(text := each.get("text"), str) and text.strip():
            yield " ".join(text.split())
