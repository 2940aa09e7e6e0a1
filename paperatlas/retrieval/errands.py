"""Work that is waited for only so long, in threads of its own.

A thread cannot be stopped, so what is late goes on behind and is not waited for again. The threads are daemons: a server
that never answers must not keep the process from ending. Standard executors join theirs, and hand work over at three
times the cost, which a search of two milliseconds feels.
"""

import contextvars
import queue
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from paperatlas.core.errors import TimedOut

__all__ = ["Errand", "Errands"]

T = TypeVar("T")

_IDLE_SECONDS = 10.0
"""How long a thread waits for further work before it ends."""


class Errand(Generic[T]):
    """Work to be done once, mostly in another thread."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._context = contextvars.copy_context()
        self._running = threading.Lock()
        self._running.acquire()
        self._value: list[T] = []
        self._error: BaseException | None = None
        self.is_begun = False
        self._began = time.perf_counter()
        self._ended: float | None = None

    def run(self) -> None:
        """Do it: called once, by the thread that has it."""
        self.is_begun = True
        try:
            self._value.append(self._context.run(self._work))
        except BaseException as error:  # noqa: BLE001 - handed over to whoever waits for it
            self._error = error
        finally:
            self._ended = time.perf_counter()
            self._running.release()

    @property
    def is_over(self) -> bool:
        return self._ended is not None

    @property
    def seconds(self) -> float:
        """How long it took, or takes already."""
        return (self._ended or time.perf_counter()) - self._began

    def result(self, what: str, *, within: float) -> T:
        """What it gave, or raised.

        Args:
            what: begins the message of the error.
            within: seconds since its beginning.

        Raises:
            TimedOut: it is not over by then.
        """
        left = max(0.0, within - (time.perf_counter() - self._began))
        if not self._running.acquire(timeout=left):
            raise TimedOut(
                f"{what} took longer than {within:g} s and was done without.",
                hint="Look at the service behind it, or raise PAPERATLAS_ROUTE_SECONDS.",
            )
        self._running.release()
        if self._error is not None:
            raise self._error
        return self._value[0]


class Errands:
    """Gives each errand a thread that is free, or a new one. Safe to use from many threads."""

    def __init__(self) -> None:
        self._free: list[queue.SimpleQueue[Errand[object]]] = []
        self._lock = threading.Lock()

    def begin(self, work: Callable[[], T]) -> Errand[T]:
        errand = Errand(work)
        errand.is_begun = True
        with self._lock:
            desk = self._free.pop() if self._free else None
        if desk is None:
            desk = queue.SimpleQueue()
            threading.Thread(target=self._serve, args=(desk,), name="paperatlas-errand", daemon=True).start()
        desk.put(errand)  # type: ignore[arg-type] # the queue is the thread's, which looks at no value
        return errand

    def _serve(self, desk: "queue.SimpleQueue[Errand[object]]") -> None:
        while True:
            try:
                errand = desk.get(timeout=_IDLE_SECONDS)
            except queue.Empty:
                with self._lock:
                    if desk in self._free:
                        self._free.remove(desk)
                        return
                continue  # work is just being put here
            errand.run()
            del errand  # what it gave is not kept for the sake of a thread that waits
            with self._lock:
                self._free.append(desk)
