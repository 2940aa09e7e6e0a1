"""One writer at a time of a library's folder.

The lock is the system's, so it is gone when its process is; who holds it stands in a file beside it.
"""

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from paperatlas.core.disk import unwritable, writing_to
from paperatlas.core.errors import LibraryLocked

__all__ = ["writer_lock"]


@contextmanager
def writer_lock(folder: Path, *, name: str = "writer", wait: float = 0.0) -> Iterator[bool]:
    """Hold the library's lock; the value says whether the last writer ended without tidying up.

    Raises:
        LibraryLocked: another process has had it for `wait` seconds.
        StoreError: the folder cannot be written to.
    """
    with writing_to("The library", folder):
        folder.mkdir(parents=True, exist_ok=True)
    # Who holds it stands apart from the lock file, which Windows lets nobody read while it is held.
    lock, owner = FileLock(folder / f"{name}.lock"), folder / f"{name}.json"
    try:
        lock.acquire(timeout=wait)
    except Timeout:
        raise LibraryLocked(
            f"The library {str(folder)!r} is being written by {_named(owner)}.",
            hint="Wait until it is done, or stop it; reading goes on.",
        ) from None
    except OSError as error:
        raise unwritable("The library", folder, error.strerror or str(error)) from error
    try:
        interrupted = owner.exists()
        who = {"pid": os.getpid(), "host": socket.gethostname(), "since": datetime.now(UTC).isoformat(timespec="seconds")}
        with writing_to("The library", folder):
            owner.write_text(json.dumps(who), encoding="utf-8")
        yield interrupted
        with suppress(OSError):  # what was to be done is done; the next writer tidies up in vain
            owner.unlink(missing_ok=True)
    finally:
        lock.release()


def _named(owner: Path) -> str:
    try:
        who = json.loads(owner.read_text(encoding="utf-8"))
        return f"process {who['pid']} on {who['host']} since {who['since']}"
    except (OSError, ValueError, KeyError):  # it is just being written, or was just removed
        return "another process"
