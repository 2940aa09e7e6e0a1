"""Runs on disk: each question's stream of events as JSON lines, the first of which says what was asked and how.

A line is written as soon as its event happens, so a run that is killed shows how far it came. Whether it is still under way
is told by a lock of the system's, which is gone when its process is.
"""

import json
import logging
import os
import secrets
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import aclosing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from filelock import FileLock, Timeout

from paperatlas.core.asking import Asked
from paperatlas.core.errors import InputError, PaperAtlasError, UnknownRun
from paperatlas.core.events import Event, Writing
from paperatlas.core.ids import DocumentId
from paperatlas.core.runs import RunRecord, RunState
from paperatlas.core.searching import Stages
from paperatlas.core.wire_events import event_json

__all__ = ["Run", "Runs", "new_id"]

_MOST_BYTES = 64 << 20
"""Room that runs may take together, whatever their number: most take some 10 KB, one that counts a word in all papers more."""
_log = logging.getLogger(__name__)
_ENDS: Mapping[str, RunState] = {"answer": "answered", "failed": "failed", "stopped": "stopped"}
"""The last line of a run, and how it ended."""

Json = dict[str, Any]


def new_id() -> str:
    """Ids sort as their runs began."""
    return f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{secrets.token_hex(3)}"


class Runs:
    """The runs of a library. Safe to use from many threads and processes."""

    def __init__(self, folder: Path, *, keep: int, make_id: Callable[[], str] = new_id) -> None:
        """Of more than `keep` runs the oldest go; none is kept where it is 0."""
        self._folder = folder
        self._keep = keep
        self._make_id = make_id

    def begin(self, asked: Asked, *, resumes: str = "") -> "Run | None":
        """What a question's events are written to; None where runs are not kept. A question never fails for want of it."""
        if self._keep == 0:
            return None
        id_ = self._make_id()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._prune()
            return Run(
                id_, self._file(id_), {"event": "asked", "run": id_, "began": _now(), "resumes": resumes, **_asked_json(asked)}
            )
        except OSError as error:
            _log.warning("The run is not kept: %s.", error)
            return None

    def all(self) -> tuple[RunRecord, ...]:
        """At a glance, without their events; the newest first."""
        found = (self._read(file, whole=False) for file in reversed(self._files()))
        return tuple(run for run in found if run is not None)

    def get(self, id_: str) -> RunRecord:
        """A run with its events, by its id or the beginning of it.

        Raises:
            UnknownRun: none, or several, begin so.
        """
        files = [file for file in self._files() if id_ and file.stem.startswith(id_)]
        exact = [file for file in files if file.stem == id_] or files
        run = self._read(exact[0], whole=True) if len(exact) == 1 else None
        if run is None:
            raise UnknownRun(
                f"There is no run {id_!r}." if len(exact) < 2 else f"{id_!r} may be any of {len(exact)} runs.",
                hint="`paperatlas runs list` has those that are kept.",
            )
        return run

    def unfinished(self, id_: str) -> RunRecord:
        """A run that may be taken up again.

        Raises:
            UnknownRun: there is none of that id.
            InputError: it came to its end, or is still under way.
        """
        run = self.get(id_)
        if run.state == "answered":
            raise InputError(f"Run {run.id} came to its end.", hint=f"`paperatlas runs replay {run.id}` shows it as it was.")
        if run.state == "running":
            raise InputError(f"Run {run.id} is still under way.", hint="Wait for it, or stop the process that asked.")
        return run

    def _file(self, id_: str) -> Path:
        return self._folder / f"{id_}.jsonl"

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob("*.jsonl")) if self._folder.is_dir() else []

    def _prune(self) -> None:
        """Makes room for one more."""
        with os.scandir(self._folder) as entries:  # not as paths: to put two hundred of those in order takes as long as a search
            files = sorted(
                (entry for entry in entries if entry.name.endswith(".jsonl")), key=lambda entry: entry.name, reverse=True
            )
        room = _MOST_BYTES
        for age, file in enumerate(files, start=1):
            with suppress(OSError):  # another process has just removed it, or, on Windows, is writing it
                room -= file.stat().st_size
                if age >= self._keep or room < 0:
                    Path(file.path).unlink()
                    _lock_of(Path(file.path)).unlink(missing_ok=True)

    def _read(self, file: Path, *, whole: bool) -> RunRecord | None:
        """None for a file that is just gone, or was cut before its first line was out."""
        try:
            lines = list(_lines(file))
        except OSError:
            return None
        if not lines or lines[0].get("event") != "asked":
            return None
        head, *events = lines
        ended = _ENDS.get(events[-1]["event"]) if events else None
        return RunRecord(
            id=file.stem,
            began=head["began"],
            asked=_asked(head),
            state=ended or ("running" if _is_held(file) else "cut"),
            events=tuple(events) if whole else (),
            resumes=head["resumes"],
        )


class Run:
    """One that is under way."""

    def __init__(self, id_: str, file: Path, head: Json) -> None:
        """Raises OSError: it cannot be written."""
        self.id = id_
        # Not bound to a thread: it is taken and let go wherever the event loop's helpers run.
        self._lock = FileLock(_lock_of(file), timeout=0, thread_local=False)
        self._lock.acquire()
        self._out: TextIO = file.open("w", encoding="utf-8", newline="\n")
        self._write(head)

    async def recorded(self, events: AsyncGenerator[Event], names: Mapping[DocumentId, str]) -> AsyncGenerator[Event]:
        """The same events, each written before it is passed on; how they end is written too."""
        try:
            async with aclosing(events) as stream:
                async for event in stream:
                    if not isinstance(event, Writing):  # the sentences come again when they are whole
                        self._write(event_json(event, names))
                    yield event
        except PaperAtlasError as error:
            self._write({"event": "failed", "code": error.code, "message": error.message, "hint": error.hint})
            raise
        except BaseException as error:  # cancelled, no longer iterated, or a fault of ours: all leave an unfinished run
            self._write({"event": "stopped", "why": type(error).__name__})
            raise
        finally:
            self._close()

    def _write(self, line: Json) -> None:
        self._out.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._out.flush()

    def _close(self) -> None:
        self._out.close()
        self._lock.release()
        with suppress(OSError):
            Path(self._lock.lock_file).unlink()


def _lines(file: Path) -> Iterator[Json]:
    """The lines that were written whole."""
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            try:
                value = json.loads(line)
            except ValueError:  # the one during which the process was killed
                return
            if isinstance(value, dict) and "event" in value:
                yield value


def _lock_of(file: Path) -> Path:
    return file.with_suffix(".lock")


def _is_held(file: Path) -> bool:
    path = _lock_of(file)
    if not path.exists():
        return False
    lock = FileLock(path, timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return True
    lock.release()
    with suppress(OSError):
        path.unlink()
    return False


def _asked_json(asked: Asked) -> Json:
    """All of it but the model: whoever takes the question up again has one of their own."""
    return {
        "question": asked.question,
        "documents": list(asked.documents),
        "collections": list(asked.collections),
        "use_llm": asked.use_llm,
        "history": list(asked.history),
        "thread": asked.thread,
        "without": sorted(asked.stages.off),
        "top_k": asked.top_k,
        "min_confidence": asked.min_confidence,
        "seconds": asked.seconds,
    }


def _asked(head: Json) -> Asked:
    return Asked(
        question=head["question"],
        documents=tuple(head["documents"]),
        collections=tuple(head["collections"]),
        use_llm=head["use_llm"],
        history=tuple(head["history"]),
        thread=head["thread"],
        stages=Stages(off=frozenset(head["without"])),
        # Runs from before these could be set do not have them.
        top_k=head.get("top_k"),
        min_confidence=head.get("min_confidence"),
        seconds=head.get("seconds"),
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
