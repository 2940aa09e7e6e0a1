"""What passes between the ingesting process and a process that reads files: pickled values, each after its length.

Both ends are ours and joined by anonymous pipes, so unpickling is safe.
"""

import pickle
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeAlias

from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Chunk, ParsedDocument
from paperatlas.pipeline.ingest.recipe import Recipe

__all__ = ["Broken", "Failed", "FromWorker", "Job", "PageBegun", "Read", "Ready", "Setup", "receive", "send"]

_LENGTH = struct.Struct(">Q")


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


class Broken(Exception):
    """The other end is gone."""


def send(pipe: IO[bytes], value: object) -> None:
    """Raises Broken."""
    body = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    try:
        pipe.write(_LENGTH.pack(len(body)))
        pipe.write(body)
        pipe.flush()
    except (OSError, ValueError) as error:  # ValueError: the pipe is closed at our end
        raise Broken from error


def receive(pipe: IO[bytes]) -> Any:
    """Raises Broken."""
    try:
        length = pipe.read(_LENGTH.size)
        if len(length) < _LENGTH.size:
            raise Broken
        (size,) = _LENGTH.unpack(length)
        body = pipe.read(size)
    except (OSError, ValueError) as error:
        raise Broken from error
    if len(body) < size:
        raise Broken
    return pickle.loads(body)  # noqa: S301 - see the module's docstring
