"""A catalog in memory that holds chunks and their vectors."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np

from paperatlas.core.errors import UnknownDocument
from paperatlas.core.ids import ChunkId, DocumentId, chunk_id, document_id
from paperatlas.core.ports import Float32
from paperatlas.core.types import Chunk, ChunkKind, Document, Page, ParsedDocument, Scope


def a_chunk(
    text: str,
    *,
    document: str = "doc",
    ordinal: int = 0,
    context: str = "",
    table: int | None = None,
    kind: ChunkKind = ChunkKind.TEXT,
) -> Chunk:
    """A chunk of the document with that name."""
    of = document_id(document.encode())
    return Chunk(
        id=chunk_id(of, ordinal, text),
        document=of,
        ordinal=ordinal,
        kind=kind,
        text=text,
        context=context,
        section="",
        table=table,
    )


class FakeCatalog:
    """Implements `Catalog` for what search asks of it; of a scope it knows the documents."""

    def __init__(self, chunks: Iterable[Chunk], vectors: Float32) -> None:
        self._chunks = {chunk.id: chunk for chunk in chunks}
        self._vectors = dict(zip(self._chunks, vectors, strict=True))
        self._dimension = vectors.shape[1]

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        yield

    def generation(self) -> int:
        return 1

    def documents(self) -> Sequence[Document]:
        return ()

    def parsed(self, document: DocumentId) -> ParsedDocument:
        raise UnknownDocument(f"This catalog has chunks only, not {document!r}.")

    def page(self, document: DocumentId, number: int) -> Page:
        raise UnknownDocument(f"This catalog has chunks only, not page {number} of {document!r}.")

    def texts(self, document: DocumentId) -> Mapping[int, str]:
        raise UnknownDocument(f"This catalog has chunks only, not {document!r}.")

    def chunks(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, Chunk]:
        return {chunk: self._chunks[chunk] for chunk in ids if chunk in self._chunks}

    def chunks_of(self, document: DocumentId) -> Sequence[Chunk]:
        return sorted((c for c in self._chunks.values() if c.document == document), key=lambda chunk: chunk.ordinal)

    def beside(self, ids: Sequence[ChunkId]) -> Sequence[ChunkId]:
        return ()

    def select(self, scope: Scope) -> frozenset[ChunkId] | None:
        return frozenset(c.id for c in self._chunks.values() if c.document in scope.documents)

    def vectors(self, ids: Sequence[ChunkId]) -> Float32:
        unknown = np.zeros(self._dimension, dtype=np.float32)
        return np.array([self._vectors.get(chunk, unknown) for chunk in ids], dtype=np.float32).reshape(-1, self._dimension)
