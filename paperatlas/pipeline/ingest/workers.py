"""Reading files in processes of their own, so that a crash, a hang or a hunger for memory costs one page of one file."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self, TypeAlias

from paperatlas.core.errors import PaperAtlasError, UnreadableFile
from paperatlas.pipeline.ingest.frames import Failed, FromWorker, Job, PageBegun, Read, Setup
from paperatlas.pipeline.ingest.recipe import Recipe
from paperatlas.pipeline.processes.child import Child
from paperatlas.pipeline.processes.deadline import Deadline
from paperatlas.pipeline.processes.pipes import Broken, receive, send

__all__ = ["Limits", "OnRead", "WorkerPool"]

_COMMAND = "from paperatlas.pipeline.ingest.worker import main; main()"
_RETRIES = 2
"""Pages of one file that may be left out after a crash or hang: more, and the file itself is the trouble."""

OnRead: TypeAlias = Callable[[Job, PageBegun], None]
"""Told of each page that is begun, by the threads that listen to the readers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long reading may take."""

    page_seconds: float = 60.0
    """Since the last page was begun; a slow page with the layout model takes two seconds."""
    file_seconds: float = 1800.0


_START_SECONDS = 300.0
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
    """Implements `ReadingPool` on this machine: up to `workers` processes, started when there is work for
    them. Close it, or leave its `with`, to end them.
    """

    def __init__(self, recipe: Recipe, *, workers: int, limits: Limits, on_page: OnRead | None = None) -> None:
        self._recipe = recipe
        self._limits = limits
        self._on_page = on_page
        self._width = workers
        self._threads = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="reading")
        self._mine = threading.local()
        self._workers: list[_Worker] = []
        self._lock = threading.Lock()
        self._closed = False

    @property
    def width(self) -> int:
        """Files that are read at a time."""
        return self._width

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
        self._child = Child(_COMMAND)
        self._setup: Setup | None = Setup(recipe=recipe, page_seconds=limits.page_seconds)

    def run(self, job: Job, on_page: OnRead | None) -> FromWorker:
        """Raises _Stopped when the process dies or is ended because it took too long."""
        self._begin()
        page = 0
        limits = self._limits
        with Deadline(self._child, step=("page", limits.page_seconds), whole=("file", limits.file_seconds)) as deadline:
            try:
                send(self._child.jobs, job)
                while isinstance(message := receive(self._child.results), PageBegun):
                    page = message.number
                    deadline.renew()
                    if on_page:
                        on_page(job, message)
            except Broken:
                why = self._child.cause_of_death()
                raise _Stopped(page, deadline.passed or why, over_file=deadline.over_whole) from None
        if deadline.passed:  # the result came just before the process was ended
            self._child.cause_of_death()
        outcome: FromWorker = message
        return outcome

    def _begin(self) -> None:
        """Wait until the process is up, once: how long that takes on a busy machine says nothing about a file."""
        setup, self._setup = self._setup, None
        if setup is None:
            return
        with Deadline(self._child, step=("start", _START_SECONDS)) as deadline:
            try:
                send(self._child.jobs, setup)
                receive(self._child.results)
            except Broken:
                why = self._child.cause_of_death()
                raise _Stopped(0, deadline.passed or why) from None

    @property
    def is_dead(self) -> bool:
        return self._child.is_dead

    def end(self) -> None:
        self._child.end()


def _gave_up(job: Job, stopped: _Stopped) -> PaperAtlasError:
    where = f"on page {stopped.page}" if stopped.page else "before its first page"
    without = f" (left out already: {', '.join(map(str, job.skip))})" if job.skip else ""
    return UnreadableFile(
        f"The process that read {job.name!r} {stopped.why} {where}{without}.",
        hint="Open the file in a viewer and save it again; a large one may need a higher PAPERATLAS_PAGE_SECONDS.",
    )
