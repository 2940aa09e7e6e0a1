"""BM25 in memory with rank-bm25: for small libraries without a disk, and the oracle of the contract suite."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

from rank_bm25 import BM25Okapi

from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.types import Chunk
from paperatlas.retrieval.analysis import chunk_terms, query_terms
from paperatlas.retrieval.indexes.ranking import best
from paperatlas.retrieval.indexes.typos import corrected

__all__ = ["MemoryLexicalIndex"]


class _Bm25(BM25Okapi):  # type: ignore[misc]  # untyped package
    """With the constants and the idf of Lucene and tantivy, which is never negative."""

    def __init__(self, corpus: Sequence[Sequence[str]]) -> None:
        super().__init__(corpus, k1=1.2, b=0.75)

    nd: Mapping[str, int]
    """How many chunks have each term."""

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        self.nd = nd
        self.idf = {term: math.log(1 + (self.corpus_size - n + 0.5) / (n + 0.5)) for term, n in nd.items()}


def _beginning(counts: Mapping[str, int], first: str) -> Iterable[tuple[str, int]]:
    return ((term, count) for term, count in counts.items() if term.startswith(first))


class MemoryLexicalIndex:
    """Implements `LexicalIndex`."""

    def __init__(self) -> None:
        self._pending: dict[ChunkId, list[str]] = {}
        self._terms: dict[ChunkId, list[str]] = {}
        self._ranker: _Bm25 | None = None

    def upsert(self, chunks: Sequence[Chunk], titles: Mapping[DocumentId, str]) -> None:
        for chunk in chunks:
            self._pending[chunk.id] = chunk_terms(chunk, titles.get(chunk.document, ""))

    def delete(self, ids: Collection[ChunkId]) -> None:
        for chunk in ids:
            self._pending.pop(chunk, None)

    def commit(self) -> None:
        self._terms = dict(self._pending)
        self._ranker = _Bm25(list(self._terms.values())) if any(self._terms.values()) else None

    def refresh(self) -> None:
        """Nothing to do: no other process can write here."""

    def search(self, query: str, *, limit: int, among: frozenset[ChunkId] | None = None) -> list[tuple[ChunkId, float]]:
        if self._ranker is None:
            return []
        counts = self._ranker.nd
        terms = corrected(query_terms(query), counts.__contains__, lambda first: _beginning(counts, first))
        scores = self._ranker.get_scores(terms).tolist()
        found = (
            (chunk, score)
            for chunk, score in zip(self._terms, scores, strict=True)
            if score > 0 and (among is None or chunk in among)
        )
        return best(found, limit)

    def scores(self, query: str, chunks: Collection[ChunkId], *, among: frozenset[ChunkId] | None = None) -> dict[ChunkId, float]:
        del among
        return dict.fromkeys(chunks, 0.0) | dict(self.search(query, limit=len(chunks), among=frozenset(chunks)))

    def ids(self) -> frozenset[ChunkId]:
        return frozenset(self._terms)

    def close(self) -> None:
        """Nothing to do."""
