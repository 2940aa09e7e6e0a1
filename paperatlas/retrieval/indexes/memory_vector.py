"""Exact nearest neighbours in memory."""

from collections.abc import Collection, Sequence

import numpy as np

from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Float32
from paperatlas.retrieval.indexes.ranking import cosines, nearest

__all__ = ["MemoryVectorIndex"]


class MemoryVectorIndex:
    """Implements `VectorIndex`."""

    def __init__(self, dimension: int) -> None:
        self._written: dict[ChunkId, Float32] = {}
        self._ids = np.array([], dtype=object)
        self._matrix: Float32 = np.zeros((0, dimension), dtype=np.float32)

    def upsert(self, ids: Sequence[ChunkId], vectors: Float32) -> None:
        self._written.update(zip(ids, vectors, strict=True))

    def delete(self, ids: Collection[ChunkId]) -> None:
        for chunk in ids:
            self._written.pop(chunk, None)

    def commit(self) -> None:
        self._ids = np.array(list(self._written), dtype=object)
        self._matrix = np.array(list(self._written.values()), dtype=np.float32).reshape(-1, self._matrix.shape[1])

    def refresh(self) -> None:
        """Nothing to do: no other process can write here."""

    def search(self, vector: Float32, *, limit: int, among: frozenset[ChunkId] | None = None) -> list[tuple[ChunkId, float]]:
        wanted = np.array([among is None or chunk in among for chunk in self._ids], dtype=bool)
        return nearest(self._ids[wanted], cosines(self._matrix[wanted], vector), limit)

    def ids(self) -> frozenset[ChunkId]:
        return frozenset(self._ids.tolist())

    def close(self) -> None:
        """Nothing to do."""
