"""Two vector indexes as one: exact where that is cheap or approximation is poor, approximate beyond."""

from collections.abc import Collection, Sequence
from typing import Protocol

from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Float32, VectorIndex

__all__ = ["RoutedVectorIndex"]

EXACT_LIMIT = 500_000
"""Chunks up to which every search is exact: some 15,000 papers. Median of a search, 384 dimensions, two cores
(docs/reference/retrieval-scale.md; of 50 chunks: benchmarks/vector_index.py):

| chunks | exact, all stages of a search | Chroma's query alone, at a recall@10 of 1 | Chroma, to write |
|---|---|---|---|
| 10,000 | 2.8 ms | 5.5 ms | 7 s of CPU |
| 100,000 | 5.7 ms | 7.6 ms | 301 s of CPU |
| 500,000 | 15 ms | | |
| 100,000, half of them allowed | 5.7 ms | 177 ms | |
| 100,000, 50 of them allowed | < .1 ms | 794 ms | |

Exact search costs in proportion to the library and Chroma hardly more for more, so that Chroma wins somewhere beyond
this. A filter makes exact search cheaper and Chroma's dearer: a filtered search is exact at any size.
"""


class CountedIndex(VectorIndex, Protocol):
    """One that knows how many it has without listing them."""

    def count(self) -> int: ...


class RoutedVectorIndex:
    """Implements `VectorIndex` over an exact and an approximate one that hold the same vectors."""

    def __init__(self, exact: CountedIndex, approximate: VectorIndex, *, exact_limit: int = EXACT_LIMIT) -> None:
        self._exact = exact
        self._approximate = approximate
        self._exact_limit = exact_limit

    def upsert(self, ids: Sequence[ChunkId], vectors: Float32) -> None:
        self._exact.upsert(ids, vectors)
        self._approximate.upsert(ids, vectors)

    def delete(self, ids: Collection[ChunkId]) -> None:
        self._exact.delete(ids)
        self._approximate.delete(ids)

    def commit(self) -> None:
        self._approximate.commit()
        self._exact.commit()

    def refresh(self) -> None:
        self._approximate.refresh()
        self._exact.refresh()

    def search(self, vector: Float32, *, limit: int, among: frozenset[ChunkId] | None = None) -> list[tuple[ChunkId, float]]:
        chosen = self._exact if among is not None or self._exact.count() <= self._exact_limit else self._approximate
        return chosen.search(vector, limit=limit, among=among)

    def ids(self) -> frozenset[ChunkId]:
        """Those in both; one that is missing in either is missing."""
        return self._exact.ids() & self._approximate.ids()

    def close(self) -> None:
        self._exact.close()
        self._approximate.close()
