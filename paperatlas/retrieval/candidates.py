"""The chunks that compete for a place in the list, and what each route makes of them."""

from collections.abc import Collection, Iterable, Mapping
from functools import partial

from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import ChunkPlace, ChunkStore
from paperatlas.core.types import Chunk
from paperatlas.retrieval.expand import other_forms
from paperatlas.retrieval.fuse import Scored, fuse, guarantee
from paperatlas.retrieval.routes import Query, Route, RouteName
from paperatlas.retrieval.trail import Trail

__all__ = ["Candidates"]

_FORMS: Mapping[RouteName, str] = {
    "vector": "meaning: place {place}, cosine {score:.3f}",
    "lexical": "words: place {place}, BM25 {score:.2f}",
    "graph": "graph: place {place}, score {score:.4f}",
    "summary": "summaries: place {place}, score {score:.3f}",
}


class Candidates:
    """What the routes of one search found. Filled by `gather`, widened by `add`, ranked by `fused`."""

    def __init__(self, routes: Iterable[Route], catalog: ChunkStore, trail: Trail) -> None:
        self._routes = {route.name: route for route in routes}
        self._catalog = catalog
        self._trail = trail
        self.rankings: dict[RouteName, Scored] = {}
        self.places: dict[ChunkId, ChunkPlace] = {}
        self._chunks: dict[ChunkId, Chunk] = {}
        self._scores: dict[RouteName, dict[ChunkId, float]] = {}

    def gather(self, query: Query) -> None:
        """Ask every route. One that fails is left out, and reported."""
        for name in self._routes:
            self.ask(name, query)

    def ask(self, name: RouteName, query: Query) -> None:
        """Ask one route, anew where it was asked before."""
        found: Scored | None = self._trail.survive(f"route {name}", partial(self._routes[name].search, query), None)
        if found is None:
            return
        self.add(chunk for chunk, _ in found)
        # An index may still hold what the catalog has just let go.
        self.rankings[name] = [item for item in found if item[0] in self.places]
        self._scores[name] = dict(self.rankings[name])
        self._trail.note(f"{name}: {len(found)} candidates")

    def add(self, chunks: Iterable[ChunkId]) -> None:
        """Let further chunks compete."""
        missing = sorted(set(chunks) - self.places.keys())
        self.places.update(self._catalog.places(missing))

    def chunks(self, ids: Iterable[ChunkId]) -> list[Chunk]:
        """The chunks themselves, which most candidates never need, in that order."""
        wanted = list(ids)
        self._chunks.update(self._catalog.chunks([chunk for chunk in wanted if chunk not in self._chunks]))
        return [self._chunks[chunk] for chunk in wanted]

    def other_forms(self, query: str, *, first: int) -> tuple[str, ...]:
        """Other forms of the names in the query, by the definitions in the first chunks of each route."""
        read = dict.fromkeys(chunk for ranking in self.rankings.values() for chunk, _ in ranking[:first])
        return other_forms(query, (chunk.text for chunk in self.chunks(read)))

    def keep(self, allowed: Collection[ChunkId]) -> None:
        """Drop all other chunks."""
        self.places = {chunk: place for chunk, place in self.places.items() if chunk in allowed}
        self.rankings = {name: [item for item in ranking if item[0] in allowed] for name, ranking in self.rankings.items()}

    def fused(self, query: Query, *, weights: Mapping[str, float], scale: int, slots: int) -> Scored:
        """All candidates in one ranking: each is scored by every route, whichever found it."""
        for name, ranking in self.rankings.items():
            self._trail.scores(ranking, _FORMS[name])
        if len(self.rankings) == 1:
            (only,) = self.rankings.values()
            return only
        ranked = fuse(
            {name: self._scored(name, query) for name in self.rankings},
            weights={name: weights[name] for name in self.rankings},
            scale_on={chunk for ranking in self.rankings.values() for chunk, _ in ranking[:scale]},
        )
        self._trail.scores(ranked, "fused: place {place}, score {score:.3f}")
        favourites = [ranking[0][0] for ranking in self.rankings.values() if ranking]
        return self._trail.moved(ranked, guarantee(ranked, favourites, within=slots), "the best of each route has a place")

    def _scored(self, name: RouteName, query: Query) -> Mapping[ChunkId, float]:
        """What a route makes of every candidate; what it cannot score is worth as little to it as the last it found."""
        scores = self._scores[name]
        missing = self.places.keys() - scores.keys()
        if missing:
            lowest = min(scores.values(), default=0.0)
            none: Mapping[ChunkId, float] = {}
            further = self._trail.survive(f"scores by {name}", partial(self._routes[name].scores, query, missing), none)
            scores.update({chunk: further.get(chunk, lowest) for chunk in missing})
        return {chunk: scores[chunk] for chunk in self.places}

    def routes(self) -> Mapping[RouteName, Mapping[ChunkId, int]]:
        """The place of each chunk in each route that found it."""
        return {name: {chunk: place for place, (chunk, _) in enumerate(found, 1)} for name, found in self.rankings.items()}
