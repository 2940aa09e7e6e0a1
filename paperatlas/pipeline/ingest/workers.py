"""Reading files in processes of their own, so that a crash, a hang or a hunger for memory costs one page of one file.

Started with `subprocess` and not with `multiprocessing`: that would import the caller's main module anew in each
process, so that a script without `if __name__ == "__main__"` would ingest in every worker again.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from paperatlas.core.errors import PaperAtlasError, UnreadableFile
from paperatlas.pipeline.ingest.frames import Broken, Failed, FromWorker, Job, PageBegun, Read, Setup, receive, send
from paperatlas.pipeline.ingest.recipe import Recipe

__all__ = ["Limits", "WorkerPool"]

_COMMAND = "from paperatlas.pipeline.ingest.worker import main; main()"
_RETRIES = 2
"""Pages of one file that may be left out after a crash or hang: more, and the file itself is the trouble."""

OnRead = Callable[[Job, PageBegun], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long reading may take."""

    page_seconds: float = 60.0
    """Since the last page was begun; a slow page with the layout model takes two seconds."""
    file_seconds: float = 1800.0


_STARTING = Limits(page_seconds=300.0, file_seconds=300.0)
"""For a process to start: seconds on a quiet machine, and never forever."""


class _Stopped(Exception):
    """The worker died on a page (0: before the first)."""

    def __init__(self, page: int, why: str, *, over_file: bool = False) -> None:
        super().__init__(page, why)
        self.page = page
        self.why = why
        self.over_file = over_file
        """The file has used up its time, so there is no point in another attempt."""


class WorkerPool:
    """Up to `workers` processes, started when there is work for them. Close it, or leave its `with`, to end them."""

    def __init__(self, recipe: Recipe, *, workers: int, limits: Limits, on_page: OnRead | None = None) -> None:
        self._recipe = recipe
        self._limits = limits
        self._on_page = on_page
        self._threads = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="reading")
        self._mine = threading.local()
        self._workers: list[_Worker] = []
        self._lock = threading.Lock()
        self._closed = False

    def read(self, job: Job) -> "Future[Read]":
        """The document and its chunks, or the error that says why there are none."""
        return self._threads.submit(self._read, job)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        with self._lock:
            self._closed = True
            workers = list(self._workers)
        for worker in workers:
            worker.end()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _read(self, job: Job) -> Read:
        while True:
            try:
                return self._attempt(job)
            except _Stopped as stopped:
                if stopped.page == 0 or stopped.over_file or stopped.page in job.skip or len(job.skip) == _RETRIES:
                    raise _gave_up(job, stopped) from None
                job = replace(job, skip=(*job.skip, stopped.page))

    def _attempt(self, job: Job) -> Read:
        worker = self._worker()
        try:
            outcome = worker.run(job, self._on_page)
        except _Stopped:
            self._retire(worker)
            raise
        if isinstance(outcome, Read):
            return outcome
        assert isinstance(outcome, Failed)
        raise outcome.error

    def _worker(self) -> "_Worker":
        """This thread's own."""
        worker: _Worker | None = getattr(self._mine, "worker", None)
        if worker is not None and worker.is_dead:
            self._retire(worker)
            worker = None
        if worker is None:
            worker = _Worker(self._recipe, self._limits)
            self._mine.worker = worker
            with self._lock:
                self._workers.append(worker)
                closed = self._closed
            if closed:
                worker.end()
        return worker

    def _retire(self, worker: "_Worker") -> None:
        worker.end()
        self._mine.worker = None
        with self._lock:
            self._workers.remove(worker)


class _Worker:
    """One process that reads, one file at a time."""

    def __init__(self, recipe: Recipe, limits: Limits) -> None:
        self._limits = limits
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and our own words
            [sys.executable, "-c", _COMMAND],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._jobs, self._results = self._process.stdin, self._process.stdout
        self._setup: Setup | None = Setup(recipe=recipe, page_seconds=limits.page_seconds)

    def run(self, job: Job, on_page: OnRead | None) -> FromWorker:
        """Raises _Stopped when the process dies or is ended because it took too long."""
        self._begin()
        page = 0
        with _Deadline(self._limits, self._process) as deadline:
            try:
                send(self._jobs, job)
                while isinstance(message := receive(self._results), PageBegun):
                    page = message.number
                    deadline.renew()
                    if on_page:
                        on_page(job, message)
            except Broken:
                why = deadline.passed or _cause_of_death(self._process.wait())
                raise _Stopped(page, why, over_file=deadline.over_file) from None
        if deadline.passed:  # the result came just before the process was ended
            self._process.wait()
        outcome: FromWorker = message
        return outcome

    def _begin(self) -> None:
        """Wait until the process is up, once: how long that takes on a busy machine says nothing about a file."""
        setup, self._setup = self._setup, None
        if setup is None:
            return
        with _Deadline(_STARTING, self._process) as deadline:
            try:
                send(self._jobs, setup)
                receive(self._results)
            except Broken:
                raise _Stopped(0, deadline.passed or _cause_of_death(self._process.wait())) from None

    @property
    def is_dead(self) -> bool:
        return self._process.poll() is not None

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._jobs, self._results):
            try:
                pipe.close()
            except OSError:  # what was buffered for a process that is gone
                continue


class _Deadline:
    """Ends a process that says nothing for too long: reading from its pipe cannot time out on every system, killing can."""

    def __init__(self, limits: Limits, process: "subprocess.Popen[bytes]") -> None:
        self._limits = limits
        self._process = process
        self.passed = ""
        """Which limit was passed, in words."""
        self.over_file = False

    def __enter__(self) -> Self:
        self._file = self._timer(self._limits.file_seconds, "file")
        self._page = self._timer(self._limits.page_seconds, "page")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for timer in (self._file, self._page):
            timer.cancel()
            timer.join()

    def renew(self) -> None:
        """A page was begun."""
        self._page.cancel()
        self._page = self._timer(self._limits.page_seconds, "page")

    def _timer(self, seconds: float, what: str) -> threading.Timer:
        def end() -> None:
            self.passed = f"took longer than {seconds:g} s for one {what}"
            self.over_file = what == "file"
            self._process.kill()

        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()
        return timer


def _cause_of_death(code: int) -> str:
    if code >= 0:
        return f"ended with code {code}"
    name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
    return f"was killed by {name}" + (", as a system does that is out of memory" if name == "SIGKILL" else "")


def _gave_up(job: Job, stopped: _Stopped) -> PaperAtlasError:
    where = f"on page {stopped.page}" if stopped.page else "before its first page"
    without = f" (left out already: {', '.join(map(str, job.skip))})" if job.skip else ""
    return UnreadableFile(
        f"The process that read {job.name!r} {stopped.why} {where}{without}.",
        hint="Open the file in a viewer and save it again; a large one may need a higher PAPERATLAS_PAGE_SECONDS.",
    )
