"""A folder that a library follows: what comes is taken in, what changes is brought up to date, what goes is removed.

What is known of the folder is in the catalog, so that a watch that was stopped goes on where it was. Each look compares the two;
the system's notices only say when to look.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from paperatlas.core.errors import InputError, LibraryLocked, ProviderError
from paperatlas.core.ids import DocumentId
from paperatlas.core.reports import IngestReport
from paperatlas.core.types import Document
from paperatlas.library import changing
from paperatlas.library.opened import Opened
from paperatlas.pipeline.ingest.recipe import Readers
from paperatlas.pipeline.ingest.sources import find

__all__ = ["FolderWatch", "Seen", "WatchHow", "watch"]

_UNASKED = 60.0
"""Seconds after which is looked without a notice: of a disk in the network there may be none."""
_MOST_WAIT = 1.0
"""Longest wait for notices before what has settled meanwhile is taken."""

Signature: TypeAlias = tuple[int, int]
"""Size and time of a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchHow:
    settle: float = 2.0
    """Seconds that a file has to stay as it is before it is read: one that is being copied grows."""
    remove: bool = True
    """Whether papers go when their files do."""
    collection: str = ""
    poll: float | None = None
    """Look every so many seconds instead of being told by the system, as on disks in the network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a look at the folders led to."""

    report: IngestReport | None = None
    removed: tuple[Document, ...] = ()
    note: str = ""
    """What a person should know: why something waits, or is left."""


class FolderWatch:
    """Looks at folders. Used by one thread."""

    def __init__(
        self, opened: Opened, folders: Sequence[Path], how: WatchHow, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._opened = opened
        self._folders = folders
        self._how = how
        self._now = now
        self._readers = Readers(opened.parts.recipe)
        self._taken: dict[Path, Signature] = {}
        self._changed: dict[Path, tuple[Signature, float]] = {}
        """Files that are to be taken, as they were last seen and since when they are so."""
        self._gone: dict[DocumentId, float] = {}
        """Documents whose files are gone, and since when."""
        self._told = ""

    @property
    def is_waiting(self) -> bool:
        """Whether something is to be done when it has settled, or when the library is free."""
        return bool(self._changed or self._gone)

    def look(self) -> Seen | None:
        """Take what has settled and remove what is gone; None where there was nothing to do or to tell.

        Raises:
            EmbedderMismatch: the library's vectors are of another model than the configured one.
        """
        found = find(
            self._folders,
            self._readers.suffixes,
            outside=(*self._opened.originals.folders, self._opened.folder),
            is_document=self._readers.is_document,
        )
        ready = self._ready(found.files)
        gone, note = self._gone_for_good(found.files) if self._how.remove else ((), "")
        try:
            report = self._ingested(ready, found.files)
            removed = self._removed(gone)
        except (LibraryLocked, ProviderError) as error:  # both pass, and nothing is forgotten until then
            return self._once(f"{error.message} It will be tried again.")
        if report or removed:
            self._told = ""
            return Seen(report=report, removed=removed, note=note)
        return self._once(note)

    def _once(self, note: str) -> Seen | None:
        """The same thing is not told at every look."""
        is_new, self._told = bool(note) and note != self._told, note
        return Seen(note=note) if is_new else None

    def _ready(self, files: Iterable[Path]) -> list[Path]:
        now, there = self._now(), dict(_signatures(files))
        before, self._changed = self._changed, {}
        for path, signature in there.items():
            if self._taken.get(path) != signature:
                seen, since = before.get(path, (signature, now))
                self._changed[path] = (signature, since if seen == signature else now)
        self._taken = {path: signature for path, signature in self._taken.items() if path in there}
        return [path for path, (_, since) in self._changed.items() if now - since >= self._how.settle]

    def _ingested(self, ready: Sequence[Path], files: Iterable[Path]) -> IngestReport | None:
        if not ready:
            return None
        # A bibliography may list what comes after it.
        named = dict.fromkeys((*ready, *(path for path in files if self._readers.of_listings(path))))
        report = changing.ingest(
            self._opened, [*named], collection=self._how.collection, workers=None, force=False, on_progress=None
        )
        for path in ready:  # what failed is tried again when it changes
            self._taken[path] = self._changed.pop(path)[0]
        return report if any(each.status != "unchanged" for each in report.documents) else None

    def _gone_for_good(self, files: Sequence[Path]) -> tuple[Sequence[DocumentId], str]:
        """Documents of these folders that have no file any more, long enough to be no file that is being replaced."""
        now = self._now()
        away = [folder for folder in self._folders if not any(path.is_relative_to(folder) for path in files)]
        lost = [document for document in self._opened.catalog.documents() if self._is_lost(document)]
        held = {
            document.id for document in lost for source in document.sources for each in away if _lies(source).is_relative_to(each)
        }
        self._gone = {each.id: self._gone.get(each.id, now) for each in lost if each.id not in held}
        why = f"{str(away[0])!r} is empty or not there: its papers are kept, since a disk may be missing." if held else ""
        return [each for each, since in self._gone.items() if now - since >= self._how.settle], why

    def _removed(self, gone: Sequence[DocumentId]) -> tuple[Document, ...]:
        """Not while a file settles, which may be the lost one under another name."""
        if not gone or self._changed:
            return ()
        lost = [document.id for document in self._opened.catalog.documents() if document.id in gone and self._is_lost(document)]
        removed = changing.remove(self._opened, lost) if lost else ()
        for each in gone:
            del self._gone[each]
        return removed

    def _is_lost(self, document: Document) -> bool:
        lies = [_lies(source) for source in document.sources]
        return bool(lies) and all(
            any(path.is_relative_to(folder) for folder in self._folders) and not path.exists() for path in lies
        )


def _lies(source: str) -> Path:
    """The file of a source; one of many records has its file's name before the sign."""
    path = Path(source)
    return path if path.exists() or "#" not in source else Path(source.rpartition("#")[0])


def _signatures(files: Iterable[Path]) -> Iterator[tuple[Path, Signature]]:
    for path in files:
        try:
            status = path.stat()
        except OSError:  # it has just gone
            continue
        yield path, (status.st_size, status.st_mtime_ns)


def watch(
    opened: Opened,
    folders: Iterable[str | os.PathLike[str]],
    how: WatchHow,
    *,
    stop: threading.Event,
    once: bool = False,
    on_seen: Callable[[Seen], None],
) -> None:
    """Follow folders until `stop` is set, or with `once` until what is there has settled and is taken.

    Raises:
        InputError: a folder is not there.
        EmbedderMismatch: the library's vectors are of another model than the configured one.
    """
    named = [Path(folder).expanduser().resolve() for folder in folders]
    if missing := [folder for folder in named if not folder.is_dir()]:
        raise InputError(f"There is no folder {str(missing[0])!r}.", hint="Name folders that are there.")
    opened.check_embedder()
    watching = FolderWatch(opened, named, how)
    wakes = _polled(stop, min(_MOST_WAIT, how.settle or _MOST_WAIT)) if once else _wakes(named, how, stop)
    looked = time.monotonic()
    for is_told in _first(wakes):
        if is_told or watching.is_waiting or time.monotonic() - looked >= _UNASKED:
            looked = time.monotonic()
            if seen := watching.look():
                on_seen(seen)
        if once and not watching.is_waiting:
            return


def _first(wakes: Iterator[bool]) -> Iterator[bool]:
    """There is something to look at before anything changes."""
    yield True
    yield from wakes


def _wakes(folders: Sequence[Path], how: WatchHow, stop: threading.Event) -> Iterator[bool]:
    """Whether the system told of a change, again and again; where it cannot tell, always."""
    if how.poll is None:
        from watchfiles import watch as notices  # noqa: PLC0415 - start-up time

        told = partial(notices, *folders, watch_filter=None, stop_event=stop, raise_interrupt=True)
        try:
            for changes in told(rust_timeout=int(_MOST_WAIT * 1000), yield_on_timeout=True):
                yield bool(changes)
        except (OSError, RuntimeError):  # it has no room for more watches, or the folder is gone
            pass
    yield from _polled(stop, how.poll or _MOST_WAIT * 10)


def _polled(stop: threading.Event, seconds: float) -> Iterator[bool]:
    while not stop.wait(seconds):
        yield True
