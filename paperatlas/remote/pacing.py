"""Asking a service no more often than it wishes."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["Pace"]


@dataclass(kw_only=True)
class Pace:
    """Safe to use from many threads, which wait for each other."""

    seconds: float
    """From one request to the next."""
    sleep: Callable[[float], None] = time.sleep
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)
    _last: float = field(default=float("-inf"), init=False, repr=False)

    def wait(self) -> None:
        """Returns when the next request may be sent."""
        with self._lock:
            self.sleep(max(0.0, self._last + self.seconds - time.monotonic()))
            self._last = time.monotonic()
