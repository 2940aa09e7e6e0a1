"""An `LLM` for plain code, which may itself run inside an event loop."""

import asyncio
import threading
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel

from paperatlas.core.ports import LLM, Completion, Message

__all__ = ["BlockingLLM"]

T = TypeVar("T", bound=BaseModel)


class BlockingLLM:
    """Waits for completions in an event loop of its own.

    A model's connections belong to the loop they were made in, so it must be asked here alone and by nobody else. The loop
    runs in a daemon thread from the first call on; it ends with the process.
    """

    def __init__(self, llm: LLM) -> None:
        self.model = llm.model
        self._llm = llm
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def complete_all(self, prompts: Sequence[Sequence[Message]], *, output: type[T]) -> list[Completion[T]]:
        """The completions of all prompts, asked at once, in their order; errors as of `LLM.complete`."""
        return self._wait(self._gathered(prompts, output))

    def close(self) -> None:
        """End the loop. The next call would start another."""
        with self._lock:
            loop, self._loop = self._loop, None
        if loop:
            loop.call_soon_threadsafe(loop.stop)

    async def _gathered(self, prompts: Sequence[Sequence[Message]], output: type[T]) -> list[Completion[T]]:
        tasks = [asyncio.ensure_future(self._llm.complete(prompt, output=output)) for prompt in prompts]
        try:
            return await asyncio.gather(*tasks)
        finally:
            for task in tasks:  # one failed: what the others would still cost is not wanted
                task.cancel()

    def _wait(self, work: Coroutine[Any, Any, list[Completion[T]]]) -> list[Completion[T]]:
        future = asyncio.run_coroutine_threadsafe(work, self._running())
        try:
            return future.result()
        except BaseException:  # Ctrl-C too
            future.cancel()
            raise

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=_run, args=(self._loop,), daemon=True).start()
            return self._loop


def _run(loop: asyncio.AbstractEventLoop) -> None:
    try:
        loop.run_forever()
    finally:
        loop.close()
