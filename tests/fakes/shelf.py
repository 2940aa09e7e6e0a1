"""A library in memory, made of parsed documents: catalog, search and embedder small enough to reason about."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Literal
from zlib import crc32

import numpy as np

from paperatlas.agents.state import Deps
from paperatlas.agents.terms import stems
from paperatlas.core.errors import UnknownDocument
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.ports import ChunkPlace, Embedder, Float32
from paperatlas.core.searching import PLAIN_SEARCH, Hit, Mode, Scope, SearchOptions, SearchResult
from paperatlas.core.types import Chunk, Document, Page, ParsedDocument
from paperatlas.pipeline.chunk import chunk


class WordEmbedder:
    """Implements `Embedder`: a text is the bag of its stems, so cosine is shared words and nothing else."""

    id = "words"
    dimension = 512

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        rows = np.full((len(texts), self.dimension), 1e-6, dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for stem in stems(text):
                row[crc32(stem.encode()) % self.dimension] += 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class Shelf:
    """Implements `Catalog` and `Searcher` over documents that are given whole; remembers which pages were fetched."""

    def __init__(self, *documents: ParsedDocument, embedder: Embedder | None = None) -> None:
        self._parsed = {document.id: document for document in documents}
        self._chunks: dict[ChunkId, Chunk] = {each.id: each for document in documents for each in chunk(document)}
        self._embedder = embedder or WordEmbedder()
        self.fetched: list[tuple[DocumentId, int]] = []

    def deps(self) -> Deps:
        return Deps(catalog=self, searcher=self, embedder=self._embedder)

    def forget(self, document: DocumentId) -> None:
        """As when another process removes a document: its chunks were found, its pages are gone."""
        del self._parsed[document]

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        yield

    def generation(self) -> int:
        return 1

    def documents(self) -> Sequence[Document]:
        return [
            Document(
                id=d.id,
                name=d.name,
                metadata=d.metadata,
                pages=len(d.pages),
                words=d.words,
                chunks=len(self.chunks_of(d.id)),
                tables=len(d.tables),
                figures=len(d.figures),
                references=len(d.references),
                status="added",
                added_at="2026-01-01T00:00:00Z",
            )
            for d in self._parsed.values()
        ]

    def parsed(self, document: DocumentId) -> ParsedDocument:
        if document not in self._parsed:
            raise UnknownDocument(f"There is no document {document!r}.")
        return self._parsed[document]

    def page(self, document: DocumentId, number: int) -> Page:
        self.fetched.append((document, number))
        found = next((page for page in self.parsed(document).pages if page.number == number), None)
        if found is None:
            raise UnknownDocument(f"{document!r} has no page {number}.")
        return found

    def texts(self, document: DocumentId) -> Mapping[int, str]:
        return {page.number: page.text for page in self.parsed(document).pages}

    def chunks(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, Chunk]:
        return {each: self._chunks[each] for each in ids if each in self._chunks}

    def chunks_of(self, document: DocumentId) -> Sequence[Chunk]:
        return sorted((each for each in self._chunks.values() if each.document == document), key=lambda each: each.ordinal)

    def passages(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, str]:
        return {chunk: found.text for chunk, found in self.chunks(ids).items()}

    def places(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, ChunkPlace]:
        return {each.id: ChunkPlace(each.document, each.table) for each in self.chunks(ids).values()}

    def beside(self, ids: Sequence[ChunkId]) -> Sequence[ChunkId]:
        return ()

    def select(self, scope: Scope) -> frozenset[ChunkId] | None:
        if scope.is_whole:
            return None
        return frozenset(each.id for each in self._chunks.values() if each.document in scope.documents)

    def vectors(self, ids: Sequence[ChunkId]) -> Float32:
        return self._embedder.embed([self._chunks[each].embedded_text for each in ids], kind="passage")

    def search(
        self,
        query: str,
        *,
        mode: Mode = "auto",
        limit: int = 10,
        scope: Scope | None = None,
        options: SearchOptions = PLAIN_SEARCH,
    ) -> SearchResult:
        del options  # it has no stages
        among = self.select(scope or Scope())
        chunks = [each for each in self._chunks.values() if among is None or each.id in among]
        asked = self._embedder.embed([query], kind="query")[0]
        near = self.vectors([each.id for each in chunks]) @ asked
        if mode == "lexical":
            near = np.array([len({*stems(query)} & {*stems(each.embedded_text)}) for each in chunks], dtype=np.float32)
        order = sorted(zip(chunks, near, strict=True), key=lambda pair: (-pair[1], pair[0].id))[:limit]
        hits = (
            Hit(rank=rank, score=float(score), chunk=each, similarity=float(score)) for rank, (each, score) in enumerate(order, 1)
        )
        return SearchResult(query=query, mode=mode, hits=tuple(hits), seconds=0.0)
