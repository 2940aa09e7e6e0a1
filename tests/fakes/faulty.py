"""A process in which faults strike: `python -m tests.fakes.faulty`. One line of JSON in says what to do and which fault strikes
at which step, one line out how it ended. Each is done in a process of its own, forked from this one, which has all loaded.

A step is a change on the disk as this process makes it: a file that is opened for writing, renamed or removed, a transaction
that is committed, an index or the graph that is written to. The fault strikes just before it.
"""

import ctypes
import json
import os
import re
import resource
import signal
import sqlite3
import stat
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from paperatlas.core.errors import PaperAtlasError
from tests.fakes.fault_operations import OPERATIONS

_CAPABILITIES_3, _DAC_OVERRIDE = 0x20080522, 1
"""Of linux/capability.h."""
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND
_NAMELESS = re.compile(r"(?<=/)[0-9a-f]{2}(?=/)|[0-9a-f]{16,}|(?<=/)\d+(?=\.)")
_connect = sqlite3.connect
_LEFT_OUT = re.compile(r"\.lock$|-journal$|/\.tantivy")


class Watch:
    """Counts the steps of one operation, and lets the fault strike."""

    def __init__(self, root: Path, *, strike: Callable[[], None], at: str) -> None:
        self._root = f"{root}{os.sep}"
        self._strike = strike
        self._at = at
        self._seen: Counter[str] = Counter()
        self.steps: list[str] = []
        self.on = True

    def reached(self, name: str) -> None:
        self._seen[name] += 1
        step = name if self._seen[name] == 1 else f"{name} ({self._seen[name]})"
        self.steps.append(step)
        if step == self._at:
            self._strike()

    def audit(self, event: str, args: tuple[Any, ...]) -> None:
        """Implements an audit hook."""
        if not self.on:
            return
        if event == "open" and args[2] & _WRITING:
            self._file("write", args[0])
        elif event == "os.rename":
            self._file("rename to", args[1])
        elif event in {"os.remove", "os.rmdir", "shutil.rmtree"}:
            self._file("remove", args[0])

    def connect(self, database: Any, *args: Any, **kwargs: Any) -> sqlite3.Connection:
        """In place of SQLite's: what its connections write are steps."""
        connection = _connect(database, *args, factory=_Connection, **kwargs)
        if named := self._named(str(database).removeprefix("file://").partition("?")[0]):
            connection.named, connection.watch = named, self
            connection.set_trace_callback(connection.trace)
        return connection

    def _file(self, verb: str, path: Any) -> None:
        if named := self._named(path):
            is_change = Path(path).exists() if verb == "remove" else not Path(path).is_dir()
            if is_change:
                self.reached(f"{verb} {named}")

    def _named(self, path: Any) -> str:
        """A path in the watched folder, without what differs from one time to the next."""
        if not isinstance(path, str | os.PathLike):
            return ""
        text = os.fspath(path)
        if isinstance(text, bytes) or not text.startswith(self._root) or _LEFT_OUT.search(text):
            return ""
        return _NAMELESS.sub("#", text.removeprefix(self._root).replace(os.sep, "/"))


class _Connection(sqlite3.Connection):
    """Tells when a transaction that wrote is about to be committed, and when another file is about to be written over."""

    named = ""
    watch: Watch | None = None
    writes = False

    def trace(self, statement: str) -> None:
        word = statement.strip()
        if word.startswith("COMMIT") and self.writes and self.watch:
            self.watch.reached(f"commit to {self.named}")
        if word.startswith(("BEGIN", "COMMIT", "ROLLBACK")):
            self.writes = word.startswith("BEGIN IMMEDIATE")

    def backup(self, target: sqlite3.Connection, **how: Any) -> None:
        assert isinstance(target, _Connection)
        if target.watch:
            target.watch.reached(f"copy to {target.named}")
        super().backup(target, **how)


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fill_the_disk() -> None:
    """No file grows or is written to from now on; as ENOSPC, but for the number."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))


def protect(root: Path) -> None:
    """No file is made, opened for writing, renamed or removed from now on."""
    for path in (root, *root.rglob("*")):
        path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
    if os.geteuid() == 0:
        _be_bound_by_rights()


def unprotect(root: Path) -> None:
    """As it was."""
    for path in (root, *root.rglob("*")):
        path.chmod(path.stat().st_mode | stat.S_IWUSR)


class _Header(ctypes.Structure):
    _fields_: ClassVar = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


class _Powers(ctypes.Structure):
    _fields_: ClassVar = [(name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable")]


def _be_bound_by_rights() -> None:
    """Root may write whatever a file's mode says, until this thread lets go of the capability to."""
    libc, header, powers = ctypes.CDLL(None), _Header(_CAPABILITIES_3, 0), (_Powers * 2)()
    libc.capget(ctypes.byref(header), powers)
    powers[0].effective &= ~(1 << _DAC_OVERRIDE)
    assert libc.capset(ctypes.byref(header), powers) == 0


def run(asked: Mapping[str, str], told: int) -> None:
    """In a process of its own: do what is asked, and write how it ended."""
    root = Path(asked["root"])
    faults: Mapping[str, Callable[[], None]] = {
        "kill": kill,
        "disk full": fill_the_disk,
        "read-only": lambda: protect(root),
        "none": lambda: None,
    }
    watch = Watch(root, strike=faults[asked["fault"]], at=asked["step"])
    sys.addaudithook(watch.audit)
    vars(sqlite3)["connect"] = watch.connect  # of this process, which ends when this is done
    ended: dict[str, Any] = {"ended": "done"}
    try:
        watch.reached("begin")
        OPERATIONS[asked["operation"]](root, watch.reached)
    except PaperAtlasError as error:
        ended = {"ended": "refused", "message": error.message, "hint": error.hint, "code": error.code}
    except BaseException as error:  # noqa: BLE001 - told to the test, which fails for it
        ended = {"ended": "broken", "message": f"{type(error).__name__}: {error}"}
    watch.on = False
    os.write(told, json.dumps({**ended, "steps": watch.steps}).encode())


def forked(asked: Mapping[str, str]) -> dict[str, Any]:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        run(asked, write)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return json.loads(told) if told else {"ended": "killed"}


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(forked(json.loads(line))), flush=True)  # noqa: T201 - to the test


if __name__ == "__main__":
    main()
