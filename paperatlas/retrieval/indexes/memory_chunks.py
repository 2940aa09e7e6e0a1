"""Chunks and their vectors in memory."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np

from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import ChunkPlace, Float32
from paperatlas.core.searching import Scope
from paperatlas.core.types import Chunk, ChunkKind

__all__ = ["MemoryChunks"]


class MemoryChunks:
    """Implements `ChunkStore`; of a scope it knows the documents, pages and kinds."""

    def __init__(self, chunks: Sequence[Chunk], vectors: Float32) -> None:
        """`vectors` is Float32[n, dimension], in the order of `chunks`."""
        self._chunks = {chunk.id: chunk for chunk in chunks}
        self._vectors = dict(zip(self._chunks, vectors, strict=True))
        self._dimension = vectors.shape[1]
        self._placed = {(chunk.document, chunk.ordinal): chunk for chunk in chunks}

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        yield

    def chunks(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, Chunk]:
        return {chunk: self._chunks[chunk] for chunk in ids if chunk in self._chunks}

    def passages(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, str]:
        return {chunk: found.text for chunk, found in self.chunks(ids).items()}

    def places(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, ChunkPlace]:
        return {chunk.id: ChunkPlace(chunk.document, chunk.table) for chunk in self.chunks(ids).values()}

    def beside(self, ids: Sequence[ChunkId]) -> Sequence[ChunkId]:
        found = set()
        for chunk in self.chunks(ids).values():
            for step in (-1, 1):
                other = self._placed.get((chunk.document, chunk.ordinal + step))
                if other and other.section == chunk.section and other.kind is chunk.kind is ChunkKind.TEXT:
                    found.add(other.id)
        return sorted(found)

    def select(self, scope: Scope) -> frozenset[ChunkId] | None:
        if scope.is_whole:
            return None
        return frozenset(
            chunk.id
            for chunk in self._chunks.values()
            if (not scope.documents or chunk.document in scope.documents)
            and (scope.page is None or scope.page in {chunk.page, *(span.page for span in chunk.spans)})
            and (not scope.kinds or chunk.kind in scope.kinds)
        )

    def vectors(self, ids: Sequence[ChunkId]) -> Float32:
        unknown = np.zeros(self._dimension, dtype=np.float32)
        return np.array([self._vectors.get(chunk, unknown) for chunk in ids], dtype=np.float32).reshape(-1, self._dimension)
