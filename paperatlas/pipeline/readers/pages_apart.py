"""Reading pages in processes of their own, so that a page which crashes, loops or eats memory costs itself only."""

import time
import weakref
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from paperatlas.core.errors import UnreadableFile
from paperatlas.pipeline.layout import RawPage
from paperatlas.pipeline.processes.child import Child
from paperatlas.pipeline.processes.deadline import Deadline
from paperatlas.pipeline.processes.pipes import Broken, receive, send
from paperatlas.pipeline.readers.page_server import Ask, Limited, Lost, Opened, Opening, PageRead, Refused, Reply
from paperatlas.pipeline.readers.paged import OpenPdf, PagedFile

__all__ = ["PageLimits", "PageLost", "PagesApart"]

_COMMAND = "from paperatlas.pipeline.readers.page_server import main; main()"
_START_SECONDS = 300.0
"""For a process to start and open a file: seconds on a quiet machine, and never forever."""
_CLOCK: Final = 2.0
"""Times a page's processor seconds by the clock: a page has to share the machine with others."""
_SHORT = 12
"""Pages up to which one process reads a file: another takes longer to start than it saves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLimits:
    """What reading may take."""

    page_seconds: float = 30.0
    """Of processor time, where the system counts it; twice as long by the clock."""
    file_seconds: float = 1800.0
    """By the clock; pages that are not read by then are lost."""
    mebibytes: int = 1280
    """A page, with the engine and its models; on Linux."""


class PageLost(Exception):
    """A page could not be read, and why."""


class PagesApart:
    """An `OpenPdf` around another one, which is handed to the processes and has to be picklable.

    Processes are kept for the next file. They end with this object, and with this process however that ends.
    """

    def __init__(self, open_file: OpenPdf, *, limits: PageLimits, processes: int) -> None:
        self._open_file = open_file
        self._limits = limits
        self._processes = processes
        self._idle: list[Child] = []
        weakref.finalize(self, _end_all, self._idle)

    @contextmanager
    def __call__(self, path: Path, name: str) -> Iterator[PagedFile]:
        """Raises UnreadableFile and EncryptedFile."""
        opening = Opening(open_file=self._open_file, path=path, name=name)
        with ThreadPoolExecutor(max_workers=self._processes, thread_name_prefix="pages") as threads:
            file = _FileApart(opening, limits=self._limits, threads=threads, ahead=self._processes, idle=self._idle)
            try:
                yield file
            except BaseException:  # Ctrl-C as well: nobody wants the pages that are being read
                file.abandon()
                raise
            finally:
                threads.shutdown(wait=True, cancel_futures=True)
                file.let_go()


class _FileApart:
    """A `PagedFile` whose pages are read elsewhere, those of a long file ahead of their turn."""

    def __init__(
        self, opening: Opening, *, limits: PageLimits, threads: ThreadPoolExecutor, ahead: int, idle: list[Child]
    ) -> None:
        self._opening = opening
        self._limits = limits
        self._threads = threads
        self._idle = idle
        self._open: list[Child] = []
        """Processes that have the file open and nothing to do."""
        self._taken: list[Child] = []
        """All processes that the file was opened in."""
        self._is_over = False
        self._pages: dict[int, Future[PageRead]] = {}
        self._ends = time.monotonic() + limits.file_seconds
        self._said = self._first_opened()
        self._ahead = ahead if self._said.pages > _SHORT else 0

    @property
    def info(self) -> tuple[tuple[str, str], ...]:
        return self._said.info

    @property
    def outline(self) -> tuple[tuple[int, str, int], ...]:
        return self._said.outline

    def __len__(self) -> int:
        return self._said.pages

    def page(self, number: int) -> tuple[RawPage, int]:
        """Raises PageLost."""
        for wanted in range(number, min(number + self._ahead, len(self)) + 1):
            if wanted not in self._pages:
                self._pages[wanted] = self._threads.submit(self._read, wanted)
        read = self._pages.pop(number).result()
        return read.page, read.words

    def abandon(self) -> None:
        """End what is under way, and what was about to begin."""
        self._is_over = True
        for child in list(self._taken):
            child.kill()

    def let_go(self) -> None:
        """Leave the processes to the next file, those that still live."""
        for child in self._open:
            if child.is_dead:
                child.end()
            else:
                self._idle.append(child)
        self._open.clear()

    def _first_opened(self) -> Opened:
        try:
            child, said = self._opened()
        except PageLost as lost:
            hint = "Open it in a viewer and save it again."
            raise UnreadableFile(f"{self._opening.name!r} cannot be opened: reading it {lost}", hint=hint) from None
        self._open.append(child)
        return said

    def _opened(self) -> tuple[Child, Opened]:
        """A process that has the file open. Raises PageLost, and what the file is refused for."""
        child = next((child for child in iter(self._kept, None) if not child.is_dead), None) or _started(self._limits)
        self._taken.append(child)
        if self._is_over:
            child.kill()
        reply = _asked(child, self._opening, _START_SECONDS)
        if isinstance(reply, Refused):
            self._idle.append(child)
            raise reply.error
        assert isinstance(reply, Opened)
        return child, reply

    def _kept(self) -> Child | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _read(self, number: int) -> PageRead:
        """In a thread."""
        if self._is_over:
            raise PageLost("nobody waits for it any more")
        if time.monotonic() > self._ends:
            raise PageLost(f"the {self._limits.file_seconds:g} s for one file are over")
        try:
            child = self._open.pop()
        except IndexError:
            child, _ = self._opened()
        reply = _asked(child, Ask(number), _CLOCK * self._limits.page_seconds)
        self._open.append(child)
        if isinstance(reply, Lost):
            raise PageLost(reply.why)
        assert isinstance(reply, PageRead)
        return reply


def _started(limits: PageLimits) -> Child:
    child = Child(_COMMAND)
    try:
        send(child.jobs, Limited(seconds=limits.page_seconds, mebibytes=limits.mebibytes))
    except Broken:
        raise _lost(child, "") from None
    return child


def _asked(child: Child, job: Opening | Ask, seconds: float) -> Reply:
    """Raises PageLost when the process dies or is ended because it took too long."""
    with Deadline(child, step=("page", seconds)) as deadline:
        try:
            send(child.jobs, job)
            reply: Reply = receive(child.results)
        except Broken:
            raise _lost(child, deadline.passed) from None
    if deadline.passed:  # the reply came just before the process was ended
        raise _lost(child, deadline.passed)
    return reply


def _lost(child: Child, limit: str) -> PageLost:
    why = limit or child.cause_of_death()
    child.end()
    return PageLost(why)


def _end_all(children: list[Child]) -> None:
    for child in children:
        child.end()
