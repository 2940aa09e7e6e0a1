"""Search: which chunks of a library a query is about."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from paperatlas.core.errors import InputError
from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Catalog, Embedder, Float32, LexicalIndex, VectorIndex
from paperatlas.core.types import Chunk, Hit, Mode, Scope, SearchResult
from paperatlas.retrieval.diversify import defer_rows
from paperatlas.retrieval.fuse import Scored, fuse, guarantee

__all__ = ["Search", "SearchSettings"]

Route = Literal["vector", "lexical"]
MODES: Mapping[Mode, tuple[Route, ...]] = {
    "auto": ("vector", "lexical"),
    "hybrid": ("vector", "lexical"),
    "vector": ("vector",),
    "lexical": ("lexical",),
}
MOST_HITS = 1000
"""Nobody reads further, and a caller that wants all chunks has the catalog."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSettings:
    """Chosen on the development halves of SciFact and 2Wiki together; one setting for both."""

    depth: int = 100
    """Fewest candidates taken from each route, and those on which scores are scaled."""
    vector_weight: float = 0.65
    """Of the sum of standard scores; the words have the rest. From .6 to .7 the results hardly move."""
    slots: int = 5
    """The best of each route is among so many first: what one route is sure of is shown."""
    per_table: int = 3
    """Chunks of one table that keep their places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Query:
    """A query as the routes take it."""

    text: str
    vector: Float32
    among: frozenset[ChunkId] | None
    depth: int


class Search:
    """Implements `Searcher` with words and vectors. The same state of the library gives the same hits."""

    def __init__(
        self,
        catalog: Catalog,
        lexical: LexicalIndex,
        vector: VectorIndex,
        embedder: Embedder,
        settings: SearchSettings = SearchSettings(),
    ) -> None:
        self._catalog = catalog
        self._lexical = lexical
        self._vector = vector
        self._embedder = embedder
        self._settings = settings

    def search(self, query: str, *, mode: Mode = "auto", limit: int = 10, scope: Scope | None = None) -> SearchResult:
        """The best `limit` chunks of the scope; fewer when no more were found.

        Every hit has the cosine of query and chunk, whichever route found it.

        Raises:
            InputError: the query is blank, the limit out of bounds, or there is no such mode.
        """
        began = time.perf_counter()
        routes = _routes(query, mode, limit)
        with self._catalog.snapshot():
            asked = _Query(
                text=query,
                vector=self._embedder.embed([query], kind="query")[0],
                among=None if scope is None or scope.is_whole else self._catalog.select(scope),
                depth=max(3 * limit, self._settings.depth),
            )
            rankings = {route: self._ranking(route, asked) for route in routes}
            chunks = self._catalog.chunks(sorted({chunk for ranking in rankings.values() for chunk, _ in ranking}))
            # An index may still hold what the catalog has just let go.
            rankings = {route: [item for item in ranking if item[0] in chunks] for route, ranking in rankings.items()}
            cosines = self._cosines(asked, rankings.get("vector", []), chunks)
            ranked = self._ranked(asked, rankings, cosines)
        ranked = defer_rows(ranked, chunks, per_table=self._settings.per_table)[:limit]
        return SearchResult(
            query=query,
            mode="hybrid" if mode == "auto" else mode,
            hits=_hits(ranked, rankings, cosines, chunks),
            seconds=time.perf_counter() - began,
            explain=tuple(f"{route}: {len(ranking)} candidates" for route, ranking in rankings.items()),
        )

    def _ranking(self, route: Route, asked: _Query) -> Scored:
        if route == "vector":
            return self._vector.search(asked.vector, limit=asked.depth, among=asked.among)
        return self._lexical.search(asked.text, limit=asked.depth, among=asked.among)

    def _ranked(self, asked: _Query, rankings: Mapping[Route, Scored], cosines: Mapping[ChunkId, float]) -> Scored:
        if len(rankings) == 1:
            return next(iter(rankings.values()))
        scores = {"vector": cosines, "lexical": self._word_scores(asked, rankings["lexical"], cosines)}
        weight = self._settings.vector_weight
        fused = fuse(
            scores,
            weights={"vector": weight, "lexical": 1 - weight},
            scale_on={chunk for ranking in rankings.values() for chunk, _ in ranking[: self._settings.depth]},
        )
        favourites = [ranking[0][0] for ranking in rankings.values() if ranking]
        return guarantee(fused, favourites, within=self._settings.slots)

    def _cosines(self, asked: _Query, found: Scored, chunks: Iterable[ChunkId]) -> dict[ChunkId, float]:
        """Of every chunk: as the vector route says, else from the vectors that the catalog keeps."""
        cosines = dict(found)
        missing = sorted(set(chunks) - cosines.keys())
        if missing:
            products = self._catalog.vectors(missing) @ asked.vector
            cosines.update(zip(missing, products.tolist(), strict=True))
        return cosines

    def _word_scores(self, asked: _Query, found: Scored, chunks: Iterable[ChunkId]) -> dict[ChunkId, float]:
        """Of every chunk: as the lexical route says, else asked for by name; 0 where no word occurs."""
        scores = dict(found)
        missing = frozenset(chunks) - scores.keys()
        if missing:
            scores.update(self._lexical.search(asked.text, limit=len(missing), among=missing))
        return {chunk: scores.get(chunk, 0.0) for chunk in chunks}


def _routes(query: str, mode: Mode, limit: int) -> tuple[Route, ...]:
    if not query.strip():
        raise InputError("The query is empty.", hint="Give some words to look for.")
    if not 1 <= limit <= MOST_HITS:
        raise InputError(f"The limit {limit} is out of bounds.", hint=f"Ask for 1 to {MOST_HITS} hits.")
    if mode not in MODES:
        raise InputError(f"There is no search mode {mode!r} in this library.", hint=f"Available: {', '.join(MODES)}.")
    return MODES[mode]


def _hits(
    ranked: Scored, rankings: Mapping[Route, Scored], cosines: Mapping[ChunkId, float], chunks: Mapping[ChunkId, Chunk]
) -> tuple[Hit, ...]:
    places = {route: {chunk: place for place, (chunk, _) in enumerate(ranking, 1)} for route, ranking in rankings.items()}
    return tuple(
        Hit(
            rank=rank,
            score=score,
            chunk=chunks[chunk],
            routes={route: found[chunk] for route, found in places.items() if chunk in found},
            similarity=cosines[chunk],
        )
        for rank, (chunk, score) in enumerate(ranked, 1)
    )
