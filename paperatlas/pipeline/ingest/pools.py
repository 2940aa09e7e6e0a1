"""Where files are read: what an ingest asks of it, whether that is this machine or many."""

from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from paperatlas.pipeline.ingest.frames import Job, Read
from paperatlas.pipeline.ingest.recipe import Recipe
from paperatlas.pipeline.ingest.workers import Limits, OnRead

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["OpenPool", "ReadingPool"]


class ReadingPool(Protocol):
    """Reads files apart from the process that ingests. Ends what it started when its `with` is left."""

    @property
    def width(self) -> int:
        """Files that are read at a time."""
        ...

    def read(self, job: Job) -> "Future[Read]":
        """The document and its chunks, or the error that says why there are none."""
        ...

    def __enter__(self) -> Self: ...
    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None: ...


class OpenPool(Protocol):
    """Opens one for a recipe."""

    def __call__(self, recipe: Recipe, *, workers: int, limits: Limits, on_page: OnRead | None = None) -> ReadingPool: ...
