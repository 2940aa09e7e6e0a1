"""What the tools work at: the library, opened in the background once, and the jobs."""

import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import anyio

from paperatlas.core.errors import ConfigError, InputError
from paperatlas.core.online import is_address, is_of_this_machine
from paperatlas.mcp_server.jobs import Jobs

if TYPE_CHECKING:
    from collections.abc import Callable

    from paperatlas.library import Library

__all__ = ["Desk"]

_SLOW = 4
"""Slow jobs at once: each takes a core while it works, and most of them wait for a model half of their time."""
_PARTING = 0.5
"""Seconds to wait for the library's opening when the client goes away."""
_QUICK = 16
"""They read some pages each."""


class Desk:
    """Safe to use from many threads. Everything here blocks, so it is used in threads."""

    def __init__(self, open_library: "Callable[[], Library]", *, roots: tuple[Path, ...] = (), slow: int = _SLOW) -> None:
        """`roots` are the folders from which files may be ingested; any, where none is given."""
        self.jobs = Jobs(slow=slow, quick=_QUICK)
        self._open = open_library
        self._roots = tuple(root.expanduser().resolve() for root in roots)
        self._library: Library | None = None
        self._lock = threading.Lock()
        self._closed = False
        self.is_warm = False
        """Whether what the first question would wait for is loaded."""

    def open_soon(self, *, warm: bool = False) -> None:
        """Open the library in the background: the first question should not wait for what can be done while it is asked.

        With `warm` its models are loaded too, for those who serve it for long.
        """

        def opening() -> None:
            with suppress(Exception):  # whoever needs it tries again, and is told why it cannot be had
                self.library.documents()
                if warm:
                    anyio.run(self.library.asking.warm)
                    self.is_warm = True

        threading.Thread(target=opening, name="opening", daemon=True).start()

    @property
    def library(self) -> "Library":
        """Waits until it is open. Raises what opening it raises, each time anew: it may be mended meanwhile."""
        with self._lock:
            if self._closed:
                raise ConfigError("The server is shutting down.", hint="Start it again.")
            if self._library is None:
                self._library = self._open()
            return self._library

    @property
    def opened(self) -> "Library | None":
        """The library if it is open already; does not wait."""
        return self._library

    def source(self, named: str) -> str:
        """What may be ingested: an address, or a path as `allowed` has it. Raises InputError."""
        if not is_address(named):
            return str(self.allowed(named))
        if self._roots and is_of_this_machine(named):
            raise self._outside(named)
        return named

    def allowed(self, source: str) -> Path:
        """A path that may be ingested.

        Raises:
            InputError: it lies outside the folders that the server was given, or there is nothing.
        """
        path = Path(source).expanduser()
        if not path.is_absolute():
            raise InputError(f"{source!r} is no absolute path.", hint="The server runs elsewhere: give the whole path.")
        path = path.resolve()
        if self._roots and not any(path.is_relative_to(root) for root in self._roots):
            raise self._outside(source)
        return path

    def _outside(self, source: str) -> InputError:
        return InputError(
            f"{source!r} lies outside the folders that this server may read.",
            hint=f"It may read: {', '.join(map(str, self._roots))}.",
        )

    def close(self) -> bool:
        """End what is under way and let go of the library; False when some of it goes on in its thread for now."""
        self.jobs.cancel_all()
        self._closed = True
        if self._lock.acquire(timeout=_PARTING):  # else it is just being opened, and nothing is lost
            try:
                library, self._library = self._library, None
            finally:
                self._lock.release()
            if library is not None and not _others_at_work():
                library.close()
        return not _others_at_work()


def _others_at_work() -> bool:
    return any(thread.daemon and thread is not threading.current_thread() for thread in threading.enumerate())
