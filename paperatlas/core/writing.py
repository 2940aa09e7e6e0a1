"""The write side of a library's catalog, as ingest sees it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from paperatlas.core.corrections import Correction
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.ports import Catalog, Float32
from paperatlas.core.reading import ReportSummary
from paperatlas.core.registry import Registered
from paperatlas.core.reports import Failure
from paperatlas.core.types import Chunk, Metadata, ParsedDocument

__all__ = ["CatalogWriter", "Entry", "Known", "Made", "Recorded", "Stamp"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """A source as it was looked at."""

    source: str
    """Its resolved path, `path#id` for a record."""
    folder: str
    """Where it lies: the folder of a file, the file of a record."""
    base: str
    """Its name there: the file's name, or the record's id."""
    content: DocumentId
    """Hash of its bytes."""
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What the catalog knows of a source."""

    content: DocumentId
    """Hash of the bytes it had when it was last looked at."""
    document: DocumentId | None
    """What it gave when it was last read with success."""
    failed: bool
    """Whether that last look failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What a document was made with: when either changes, it has to be made anew."""

    reader: str
    chunking: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the catalog knows of how a document came about."""

    made: Made
    original: str
    """File name of the kept original, empty for a record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A document to be put into the catalog with all that was made of it."""

    stamp: Stamp
    document: ParsedDocument
    chunks: tuple[Chunk, ...]
    made: Made
    original: str
    """File name of the kept original, empty for a record."""
    report: ReportSummary | None = None
    stated: Metadata | None = None
    """What the document says of itself, where a person or a registry says otherwise or more."""


class CatalogWriter(Protocol):
    """Changes to a catalog, by the one process that holds the library's lock.

    Every change also notes in `pending` which chunks differ from the indexes, in the same transaction; the generation
    grows with each transaction that changed something.
    """

    @property
    def catalog(self) -> Catalog:
        """The read side; inside `transaction` it does not see what is not yet committed."""
        ...

    def transaction(self) -> AbstractContextManager[None]:
        """All or nothing; not nested."""
        ...

    def recorded(self, sources: Sequence[str]) -> Mapping[str, Recorded]:
        """Those of `sources` that the catalog knows, open transaction included."""
        ...

    def recorded_under(self, folder: str) -> Sequence[tuple[str, str, str]]:
        """(source, folder, base) of the sources that gave a document, in a folder and below or in a file of records; ordered."""
        ...

    def known(self, document: DocumentId) -> Known | None:
        """How a document was made, open transaction included; None when there is none of that id."""
        ...

    def stamp(self, document: DocumentId) -> Stamp:
        """The source that a document was read from, as it was last looked at. Raises UnknownDocument."""
        ...

    def stated(self, document: DocumentId) -> Metadata:
        """What a document says of itself, open transaction included. Raises UnknownDocument."""
        ...

    def correction(self, document: DocumentId, source: str) -> Correction:
        """What a person corrected of a source, or of a document by any of its sources, open transaction included."""
        ...

    def correct(self, document: DocumentId, correction: Correction) -> None:
        """Keep a correction for all sources of a document; what is made of it has to be put anew."""
        ...

    def registered(self, document: DocumentId, source: str) -> Registered:
        """What a registry says of a source, or of a document by any of its sources, open transaction included."""
        ...

    def register(self, document: DocumentId, registered: Registered) -> None:
        """Keep what a registry says for all sources of a document; what is made of it has to be put anew."""
        ...

    def collect(self, name: str, documents: Iterable[DocumentId]) -> None:
        """Put all sources of these documents into a collection."""
        ...

    def put(self, entry: Entry) -> None:
        """Add or replace a document and point its source at it, whole or not at all.

        Raises:
            UnreadableFile: it cannot be stored; the transaction goes on without it.
        """
        ...

    def point(self, stamp: Stamp, document: DocumentId) -> None:
        """The source holds this document, which the catalog has. What it held before is forgotten if no other source holds it."""
        ...

    def fail(self, stamp: Stamp, failure: Failure) -> None:
        """The source could not be read; what it gave before stays, and is shown as outdated."""
        ...

    def forget(self, document: DocumentId) -> None:
        """Remove a document, all that was made of it, and the record of its sources."""
        ...

    def orphaned_originals(self) -> Sequence[str]:
        """File names of originals that no document has any more since this was last asked. Ask after the commit."""
        ...

    def missing_vectors(self, keys: Collection[str], embedder: str) -> frozenset[str]:
        """The text keys that have no vector of that embedder yet."""
        ...

    def add_vectors(self, keys: Sequence[str], vectors: Float32, embedder: str) -> None: ...

    def titles(self, documents: Collection[DocumentId]) -> Mapping[DocumentId, str]:
        """What each of `documents` is called: its title, else its name."""
        ...

    def pending(self, limit: int) -> Sequence[ChunkId]:
        """Chunks in which the indexes may differ from the catalog."""
        ...

    def settle(self, chunks: Collection[ChunkId]) -> None:
        """The indexes hold what the catalog holds of these chunks; readers are told by a new generation."""
        ...
