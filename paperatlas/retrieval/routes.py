"""The ways to find chunks, behind one face."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Float32, LexicalIndex, VectorIndex
from paperatlas.retrieval.fuse import Scored

__all__ = ["LexicalRoute", "Query", "Route", "RouteName", "VectorRoute"]

RouteName = Literal["vector", "lexical", "graph", "summary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A query as the routes take it."""

    text: str
    vectors: Sequence[Float32] = ()
    """Float32[dimension] each, L2-normalised: of the query, and of its other wordings."""
    others: tuple[str, ...] = ()
    """Other wordings, and other forms of the names in it: they count less than its own words."""
    others_weight: float = 0.0
    among: frozenset[ChunkId] | None = None
    depth: int = 100
    """Chunks of a route that compete."""
    reach: int = 0
    """Chunks of a route that may be asked for again where they are more, nearest first."""
    alone: bool = False
    """No other route is asked."""
    found: Mapping[RouteName, Scored] = field(default_factory=dict)
    """What the routes asked before this one found."""


class Route(Protocol):
    """One way to find chunks."""

    name: RouteName

    def search(self, query: Query) -> Scored:
        """The best `query.depth` chunks, best first; up to `query.reach` where the route can give more for little."""
        ...

    def scores(self, query: Query, chunks: Collection[ChunkId]) -> Mapping[ChunkId, float]:
        """What the route makes of chunks that others found; those it knows nothing of are left out."""
        ...


class VectorRoute:
    """By meaning: the cosine with the query, or with the wording that is nearest."""

    name: RouteName = "vector"

    def __init__(self, index: VectorIndex) -> None:
        self._index = index

    def search(self, query: Query) -> Scored:
        return self._best(query, limit=max(query.depth, query.reach), among=query.among)

    def scores(self, query: Query, chunks: Collection[ChunkId]) -> Mapping[ChunkId, float]:
        return dict(self._best(query, limit=len(chunks), among=frozenset(chunks)))

    def _best(self, query: Query, *, limit: int, among: frozenset[ChunkId] | None) -> Scored:
        if len(query.vectors) == 1:
            return self._index.search(query.vectors[0], limit=limit, among=among)
        best: dict[ChunkId, float] = {}
        for vector in query.vectors:
            for chunk, score in self._index.search(vector, limit=limit, among=among):
                best[chunk] = max(score, best.get(chunk, -1.0))
        return sorted(best.items(), key=lambda item: (-item[1], item[0]))[:limit]


class LexicalRoute:
    """By words (BM25)."""

    name: RouteName = "lexical"

    def __init__(self, index: LexicalIndex) -> None:
        self._index = index

    def search(self, query: Query) -> Scored:
        found = self._index.search(query.text, limit=query.depth, among=query.among)
        if not query.others:
            return found
        more = self._index.search(" ".join(query.others), limit=query.depth, among=query.among)
        totals = self.scores(query, {chunk for chunk, _ in (*found, *more)})
        return sorted(totals.items(), key=lambda item: (-item[1], item[0]))[: query.depth]

    def scores(self, query: Query, chunks: Collection[ChunkId]) -> Mapping[ChunkId, float]:
        """0 where no word occurs."""
        totals = dict(self._index.scores(query.text, chunks, among=query.among))
        if query.others:
            others = self._index.scores(" ".join(query.others), chunks, among=query.among)
            totals = {chunk: score + query.others_weight * others[chunk] for chunk, score in totals.items()}
        return totals
