"""Many may search at once, but not while the indexes under them are moved to another state."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Gate"]


class Gate:
    """A lock with a shared and an exclusive side. Who waits for the exclusive side goes before later sharers."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside = 0
        self._moving = 0
        """Threads that hold the exclusive side or wait for it."""
        self._one = threading.Lock()

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Not to be entered again by a thread that is inside."""
        with self._changed:
            self._changed.wait_for(lambda: not self._moving)
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        with self._changed:
            self._moving += 1
            self._changed.wait_for(lambda: not self._inside)
        try:
            with self._one:
                yield
        finally:
            with self._changed:
                self._moving -= 1
                self._changed.notify_all()
