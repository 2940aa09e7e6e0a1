"""The process that reads pages: `python -c "from paperatlas.pipeline.readers.page_server import main; main()"`.

It knows one file at a time and reads the pages it is asked for. What it may take is limited by the system where the
system can: processor seconds a page and memory. It opens nothing but the file it was given; the engines run no script
and follow no link of it.
"""

import faulthandler
import os
import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, TypeAlias

from paperatlas.core.errors import PaperAtlasError, UnreadableFile
from paperatlas.pipeline.layout import RawPage
from paperatlas.pipeline.processes.child import incoming, own_stdout
from paperatlas.pipeline.processes.pipes import Broken, receive, send
from paperatlas.pipeline.readers.paged import OpenPdf, PagedFile

__all__ = ["Ask", "Limited", "Lost", "Opened", "Opening", "PageRead", "Refused", "Reply", "main"]

_CLOCK = 2.0
"""Times the processor seconds by the clock, after which the process ends itself: its parent has ended it long before."""
_GRACE_SECONDS = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Limited:
    """What one page may take. The first thing the process is told."""

    seconds: float
    mebibytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A file to be read from now on."""

    open_file: OpenPdf
    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Ask:
    """A page of that file."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """The file is open, and this is said of it."""

    pages: int
    info: tuple[tuple[str, str], ...]
    outline: tuple[tuple[int, str, int], ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The file cannot be opened."""

    error: PaperAtlasError


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRead:
    """A page, and how many words its text layer has."""

    page: RawPage
    words: int


@dataclass(frozen=True, slots=True)
class Lost:
    """A page that cannot be read, and why."""

    why: str


Reply: TypeAlias = Opened | Refused | PageRead | Lost


def main() -> None:
    """Read pages until there is no one left to read them for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole group; the parent decides what it means
    jobs = sys.stdin.buffer
    results = own_stdout()
    try:
        limits: Limited = receive(jobs)
        _limit_memory(limits.mebibytes)
        _serve(limits, incoming(jobs).get, results)
    except Broken:
        return


def _serve(limits: Limited, next_job: Callable[[], Opening | Ask], results: BinaryIO) -> None:
    with ExitStack() as closing, open(os.devnull, "w") as nowhere:  # noqa: PTH123 - `os.devnull` is not a path everywhere
        file: PagedFile | None = None
        while True:
            job = next_job()
            _limit_time(limits.seconds, nowhere)
            if isinstance(job, Opening):
                closing.close()
                file, reply = _open(job, closing)
            else:
                assert file is not None
                reply = _read(file, job.number)
            send(results, reply)
            faulthandler.cancel_dump_traceback_later()


def _open(job: Opening, closing: ExitStack) -> tuple[PagedFile | None, Reply]:
    try:
        file = closing.enter_context(job.open_file(job.path, job.name))
        return file, Opened(pages=len(file), info=file.info, outline=file.outline)
    except PaperAtlasError as error:
        return None, Refused(error)
    except Exception as error:  # noqa: BLE001 - the boundary of one file: whatever is wrong with it, the process goes on
        hint = "Open it in a viewer; if that fails too, fetch it again."
        return None, Refused(UnreadableFile(f"{job.name!r} cannot be opened: {_said(error)}", hint=hint))


def _read(file: PagedFile, number: int) -> Reply:
    try:
        page, words = file.page(number)
    except Exception as error:  # noqa: BLE001 - a damaged page must not cost the others
        return Lost(_said(error))
    return PageRead(page=page, words=words)


def _said(error: Exception) -> str:
    return str(error).strip() or type(error).__name__


def _limit_memory(mebibytes: int) -> None:
    """From here on, asking for more fails as an error of the page. Windows and macOS set no such limit."""
    if sys.platform == "linux":
        import resource  # noqa: PLC0415 - not there on Windows

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (mebibytes << 20, most))


def _limit_time(seconds: float, nowhere: IO[str]) -> None:
    """The system ends this process when the next page takes longer.

    Processor time says more than the clock, since it does not run while others have the machine; where there is no such
    limit, or the process waits for something that never comes, the parent's clock ends it.
    """
    # The thread that listens for the parent's end cannot run while C code holds the interpreter; this timer can.
    faulthandler.dump_traceback_later(_CLOCK * seconds + _GRACE_SECONDS, exit=True, file=nowhere)
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not there on Windows

        used = resource.getrusage(resource.RUSAGE_SELF)
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime + seconds) + 1, most))
