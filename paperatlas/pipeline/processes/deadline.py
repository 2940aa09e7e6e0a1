"""Time limits for a process that may never answer."""

import threading
from types import TracebackType
from typing import Self

from paperatlas.pipeline.processes.child import Child

__all__ = ["Deadline"]


class Deadline:
    """Ends a child that takes too long: reading from its pipe cannot time out on every system, killing it can.

    One limit is for the whole of the work, the other for each step of it: `renew` begins the next step.
    """

    def __init__(self, child: Child, *, step: tuple[str, float], whole: tuple[str, float] | None = None) -> None:
        """Each limit is what it is for ("page", "file"), and its seconds."""
        self._child = child
        self._step = step
        self._whole = whole
        self.passed = ""
        """Which limit was passed, in words."""
        self.over_whole = False

    def __enter__(self) -> Self:
        self._timers = [self._timer(*self._step, whole=False)]
        if self._whole:
            self._timers.append(self._timer(*self._whole, whole=True))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for timer in self._timers:
            timer.cancel()
            timer.join()

    def renew(self) -> None:
        """A step was begun."""
        self._timers[0].cancel()
        self._timers[0] = self._timer(*self._step, whole=False)

    def _timer(self, what: str, seconds: float, *, whole: bool) -> threading.Timer:
        def end() -> None:
            self.passed = f"took longer than {seconds:g} s for one {what}"
            self.over_whole = whole
            self._child.kill()

        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()
        return timer
