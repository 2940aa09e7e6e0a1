"""Many documents extracted side by side; what one of them does to its process costs that document alone."""

import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Self

from paperatlas.core.knowledge import Extraction
from paperatlas.core.types import Chunk, ParsedDocument
from paperatlas.pipeline.extracting.worker import Extract, Failed
from paperatlas.pipeline.processes.child import Child
from paperatlas.pipeline.processes.deadline import Deadline
from paperatlas.pipeline.processes.pipes import Broken, receive, send

__all__ = ["Extractors"]

_COMMAND = "from paperatlas.pipeline.extracting.worker import main; main()"
START_SECONDS = 300.0
"""A process loads the language model before its first document: seconds on a quiet machine, and never forever."""
_AHEAD = 2
"""Documents a process is given before the first is taken from it."""

Job = tuple[ParsedDocument, Sequence[Chunk]]


class Extractors:
    """Up to `workers` processes, started when there is work for them. Leave its `with` to end them."""

    def __init__(self, extract: Extract, *, workers: int, seconds: float, start_seconds: float = START_SECONDS) -> None:
        """`seconds` is how long one document may take, `start_seconds` how much longer the first one of a process."""
        self._extract = extract
        self._workers = workers
        self._seconds = seconds
        self._start_seconds = start_seconds
        self._threads = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="extracting")
        self._mine = threading.local()
        self._lock = threading.Lock()
        self._children: list[Child] = []

    def extract(self, jobs: Iterable[Job]) -> Iterator[Extraction | Failed]:
        """What each document says, in the order of `jobs`, which is drawn on only as far as processes can keep up."""
        ahead: deque[Future[Extraction | Failed]] = deque()
        for job in jobs:
            ahead.append(self._threads.submit(self._one, job))
            if len(ahead) >= _AHEAD * self._workers:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            for child in self._children:
                child.end()
        self._threads.shutdown(wait=True)

    def _one(self, job: Job) -> Extraction | Failed:
        child, setup = self._child()
        seconds = self._seconds + (self._start_seconds if setup else 0)
        with Deadline(child, step=("document", seconds)) as deadline:
            try:
                if setup:
                    send(child.jobs, setup)
                send(child.jobs, job)
                outcome: Extraction | Failed = receive(child.results)
            except Broken:
                why = child.cause_of_death()
                self._mine.child = None
                return Failed(f"the process that read it {deadline.passed or why}")
        return outcome

    def _child(self) -> tuple[Child, Extract | None]:
        """This thread's own, and what it has to be told first."""
        child: Child | None = getattr(self._mine, "child", None)
        if child is not None and not child.is_dead:
            return child, None
        child = Child(_COMMAND)
        with self._lock:
            self._children.append(child)
        self._mine.child = child
        return child, self._extract
