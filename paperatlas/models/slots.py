"""A limit to how much is under way at once, over all threads and event loops of a process."""

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager

__all__ = ["Slots"]


class Slots:
    """First come, first served. The limiters of event loops hold within one of them, and each question has its own."""

    def __init__(self, most: int) -> None:
        self._lock = threading.Lock()
        self._free = most
        self._waiting: deque[Future[None]] = deque()

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Waits for a slot, and holds it."""
        await self._take()
        try:
            yield
        finally:
            self._give()

    async def _take(self) -> None:
        turn: Future[None] = Future()
        with self._lock:
            if self._free > 0:
                self._free -= 1
                return
            self._waiting.append(turn)
        try:
            await asyncio.wrap_future(turn)
        except asyncio.CancelledError:
            if not turn.cancel():  # it had come at that moment
                self._give()
            raise

    def _give(self) -> None:
        with self._lock:
            while self._waiting:
                turn = self._waiting.popleft()
                if turn.set_running_or_notify_cancel():
                    turn.set_result(None)
                    return
            self._free += 1
