"""What the domain needs of the outside world. Adapters implement these; only `bootstrap` names an adapter."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

from paperatlas.core.answers import Usage
from paperatlas.core.errors import InputError
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.listings import Listing
from paperatlas.core.searching import PLAIN_SEARCH, Mode, Scope, SearchOptions, SearchResult
from paperatlas.core.types import Box, Chunk, Document, Page, ParsedDocument

__all__ = [
    "LLM",
    "BadRecord",
    "Catalog",
    "ChunkPlace",
    "ChunkStore",
    "Completion",
    "Discerning",
    "DocumentReader",
    "Embedder",
    "Float32",
    "LexicalIndex",
    "ListingReader",
    "Message",
    "OnPage",
    "PageReader",
    "PageRenderer",
    "Record",
    "RecordReader",
    "Reranker",
    "Rewriter",
    "Rewritten",
    "Searcher",
    "Tool",
    "VectorIndex",
]

Float32 = NDArray[np.float32]
T = TypeVar("T", bound=BaseModel)
T_co = TypeVar("T_co", covariant=True)

OnPage = Callable[[int, int], None]
"""Called before a page is read: its number (from 1) and how many there are. The reader process reports life through it."""


class DocumentReader(Protocol):
    """Reads one kind of file. Pure: the same bytes give the same document."""

    suffixes: ClassVar[frozenset[str]]
    """Lower-case file endings with the dot."""
    version: ClassVar[str]
    """Changes when the same bytes would give another document: what an older version read is read again."""

    def read(self, path: Path, *, name: str, on_page: OnPage, skip: Collection[int] = ()) -> ParsedDocument:
        """The document in `path`, without the pages in `skip` (each gets a warning `page_skipped`).

        A page that cannot be read becomes an empty page and a warning; it never stops the rest.

        Raises:
            UnreadableFile: nothing of the file can be read.
            EncryptedFile: it needs a password.
        """
        ...


@runtime_checkable
class Discerning(Protocol):
    """A reader of a kind of file that as often holds something else, or a part of another file's document."""

    def is_document(self, path: Path) -> bool:
        """Whether a file that was found in a folder is to be taken; one that was named is read in any case."""
        ...


@runtime_checkable
class GatheringReader(DocumentReader, Protocol):
    """A reader of documents that may lie in several files."""

    def gathered(self, path: Path) -> bytes | None:
        """The file and the parts it needs from beside it, as one archive of a kind that the reader takes, always the same for
        the same files; None for a file that needs none.

        Raises:
            UnreadableFile: the file cannot be opened.
        """
        ...


class PageRenderer(Protocol):
    """Shows pages of printed documents as PNG images. Safe to use from many threads.

    Boxes are in points of the page as it is shown. A picture has as many dots per inch as asked for, unless it would be
    larger than a picture may be. `highlight` are boxes to be marked as with a highlighter; those of other pages are ignored.

    Raises, in both methods:
        UnreadableFile: the file or the page cannot be read.
        EncryptedFile: it needs a password.
        UnsupportedFile: it has no printed pages.
        InputError: it has no such page, or nothing of the box is on it.
    """

    def page(self, file: Path, number: int, *, dpi: float = 150, highlight: Sequence[Box] = ()) -> bytes: ...
    def region(self, file: Path, box: Box, *, dpi: float = 200, margin: float = 6, highlight: Sequence[Box] = ()) -> bytes:
        """The part of a page under a box and `margin` points around it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One document of a file that holds many."""

    line: int
    """From 1."""
    name: str
    """Its id."""
    content: bytes
    """Its canonical JSON (sorted keys, no white space, UTF-8): what its document id is the hash of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BadRecord:
    """A line that is no document, and why."""

    line: int
    name: str
    """Its id where it has one, else empty."""
    error: InputError


class RecordReader(Protocol):
    """Reads one kind of file that holds one document a line. Pure, as a DocumentReader is."""

    suffixes: ClassVar[frozenset[str]]
    version: ClassVar[str]

    def records(self, path: Path) -> Iterator[Record | BadRecord]:
        """In the order of the file, one line in memory at a time; a bad line is an item, not an error.

        Raises:
            UnreadableFile: the file cannot be opened or is not text.
        """
        ...

    def parse(self, record: Record) -> ParsedDocument: ...


class ListingReader(Protocol):
    """Reads one kind of bibliography file: it says what papers are called, and is none itself."""

    suffixes: ClassVar[frozenset[str]]

    def listings(self, path: Path) -> tuple[Sequence[Listing], int]:
        """The entries of a file in its order, and how many more could not be read.

        Raises:
            UnreadableFile: it cannot be opened, or holds no entry.
        """
        ...


@runtime_checkable
class Embedder(Protocol):
    """Texts to vectors."""

    id: str
    """Names model, version and settings: vectors of different ids are never compared."""

    @property
    def dimension(self) -> int:
        """Of its vectors. An embedder may have to ask its service for it: raises as `embed`."""
        ...

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        """Float32[n, dimension], rows L2-normalised, in the order of `texts`. A row depends on its own text alone."""
        ...


class Reranker(Protocol):
    """Scores passages against a query by reading both together."""

    id: str
    """Names model, version and settings."""

    def score(self, query: str, passages: Sequence[str]) -> Float32:
        """Float32[n] in the order of `passages`, higher is better; scores of one call compare with each other only.

        Raises:
            ProviderError: the model or its service cannot be used.
        """
        ...


class LexicalIndex(Protocol):
    """BM25 over chunks. Writes are durable and visible to readers after `commit`."""

    def upsert(self, chunks: Sequence[Chunk], titles: Mapping[DocumentId, str]) -> None: ...
    def delete(self, ids: Collection[ChunkId]) -> None: ...
    def commit(self) -> None: ...
    def refresh(self) -> None:
        """See what other processes have committed."""
        ...

    def search(self, query: str, *, limit: int, among: frozenset[ChunkId] | None = None) -> list[tuple[ChunkId, float]]:
        """Best first; equal scores in order of id. Only chunks in `among` when given. Any text is a valid query."""
        ...

    def scores(
        self, query: str, chunks: Collection[ChunkId], *, among: frozenset[ChunkId] | None = None
    ) -> Mapping[ChunkId, float]:
        """The scores of `chunks`, which are in `among` when given: 0 where no word occurs. An index may look at its best
        hits alone, and give a chunk below them the score of the last one, which it has at most.
        """
        ...

    def ids(self) -> frozenset[ChunkId]: ...
    def close(self) -> None: ...


class VectorIndex(Protocol):
    """Nearest neighbours by cosine. Writes are durable and visible to readers after `commit`."""

    def upsert(self, ids: Sequence[ChunkId], vectors: Float32) -> None: ...
    def delete(self, ids: Collection[ChunkId]) -> None: ...
    def commit(self) -> None: ...
    def refresh(self) -> None:
        """See what other processes have committed."""
        ...

    def search(self, vector: Float32, *, limit: int, among: frozenset[ChunkId] | None = None) -> list[tuple[ChunkId, float]]:
        """(id, cosine), best first; equal cosines in order of id. `vector` is Float32[dimension], L2-normalised."""
        ...

    def ids(self) -> frozenset[ChunkId]: ...
    def close(self) -> None: ...


class ChunkPlace(NamedTuple):
    """What a chunk belongs to."""

    document: DocumentId
    table: int | None
    """Index into the document's tables; None for text."""


class ChunkStore(Protocol):
    """The chunks of a library and their vectors: what a search needs of a catalog."""

    def snapshot(self) -> AbstractContextManager[None]:
        """Within it, all reads of this thread see one state; outside, a call sees the newest committed one."""
        ...

    def chunks(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, Chunk]:
        """Those of `ids` that exist."""
        ...

    def passages(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, str]:
        """The texts of those of `ids` that exist: a third of what their chunks cost."""
        ...

    def places(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, ChunkPlace]:
        """Where those of `ids` that exist belong: a tenth of what their chunks cost."""
        ...

    def beside(self, ids: Sequence[ChunkId]) -> Sequence[ChunkId]:
        """The passages of running text just before and after those of `ids`, in the same section."""
        ...

    def select(self, scope: Scope) -> frozenset[ChunkId] | None:
        """The chunks in a scope; None for the whole library."""
        ...

    def vectors(self, ids: Sequence[ChunkId]) -> Float32:
        """Float32[n, dimension] in the order of `ids`; a row of zeros for an unknown id."""
        ...


class Catalog(ChunkStore, Protocol):
    """The read side of a library's single source of truth."""

    def generation(self) -> int:
        """Grows with every committed change."""
        ...

    def documents(self) -> Sequence[Document]:
        """Ordered by name."""
        ...

    def parsed(self, document: DocumentId) -> ParsedDocument:
        """Raises UnknownDocument."""
        ...

    def page(self, document: DocumentId, number: int) -> Page:
        """Raises UnknownDocument, also for a page it does not have."""
        ...

    def texts(self, document: DocumentId) -> Mapping[int, str]:
        """The text of each page by its number, for a small part of what `parsed` costs. Raises UnknownDocument."""
        ...

    def chunks_of(self, document: DocumentId) -> Sequence[Chunk]:
        """Ordered by ordinal."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """A query in other words."""

    queries: tuple[str, ...] = ()
    """Further queries for the same thing: in the papers' language, or in the terms they would use."""
    passage: str = ""
    """What a passage that answers might say (HyDE); embedded, never shown."""
    usage: Usage = field(default_factory=Usage)
    """What the language model cost this time: nothing for what it said before."""


class PageReader(Protocol):
    """Reads pictures of pages: a model that sees."""

    name: str
    prompt: str
    """What it is told; another prompt gives other transcripts."""

    def transcribe(self, png: bytes) -> str:
        """The text of a page as printed, line by line, paragraphs parted by an empty line; empty where it has none.

        Raises:
            ProviderError: the model cannot be reached, refuses, or stops before the end.
        """
        ...


class Rewriter(Protocol):
    """Says a query in other ways."""

    id: str

    def rewrite(self, query: str) -> Rewritten:
        """Raises ProviderError."""
        ...


class Searcher(Protocol):
    """Retrieval as the agents see it."""

    def search(
        self,
        query: str,
        *,
        mode: Mode = "auto",
        limit: int = 10,
        scope: Scope | None = None,
        options: SearchOptions = PLAIN_SEARCH,
    ) -> SearchResult:
        """The best `limit` chunks of the scope."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn of a conversation with a model."""

    role: Literal["system", "user", "assistant"]
    content: str
    images: tuple[bytes, ...] = ()
    """PNG files that belong to the turn, for a model that sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """What a model may call while it answers."""

    name: str
    description: str
    arguments: type[BaseModel]
    run: Callable[[BaseModel], Awaitable[str]]
    """Given validated arguments; what it returns is shown to the model. A PaperAtlasError is shown to it as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion(Generic[T_co]):
    """What a model answered, validated, and what it cost."""

    output: T_co
    usage: Usage
    model: str


class LLM(Protocol):
    """A language model that answers in a given form."""

    model: str

    @property
    def sees(self) -> bool:
        """Whether it takes pictures: not any more where its endpoint has refused one."""
        ...

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> "Completion[T]":
        """The answer in form, after as many calls of `tools` as the model makes within a bound; `usage` is of all rounds.

        An endpoint that knows no tools is asked without them.

        Raises:
            RateLimited, TimedOut, BadOutput (after retries with the reason), TooLong, OverBudget, ProviderError.
        """
        ...

    def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        """Pieces of the answer as text; same errors."""
        ...
