"""What passes between the ingesting process and a process that reads files."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Chunk, ParsedDocument
from paperatlas.pipeline.ingest.recipe import Recipe

__all__ = ["Failed", "FromWorker", "Job", "PageBegun", "Read", "Ready", "Setup"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The first thing a worker is told."""

    recipe: Recipe
    page_seconds: float


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker has started and will time its pages from now on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A file to read."""

    path: Path
    name: str
    content: DocumentId
    skip: tuple[int, ...] = ()
    """Pages to leave out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageBegun:
    """The worker lives and is about to read this page."""

    number: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A file that was read and cut into chunks."""

    document: ParsedDocument
    chunks: tuple[Chunk, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A file that could not be read."""

    error: PaperAtlasError


FromWorker: TypeAlias = PageBegun | Read | Failed
