"""The chunks that compete for a place in the list, and what each route makes of them."""

import time
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import ChunkPlace, ChunkStore
from paperatlas.core.searching import RouteReport
from paperatlas.core.types import Chunk
from paperatlas.retrieval.bounded import BoundedRoute
from paperatlas.retrieval.expand import other_forms
from paperatlas.retrieval.fuse import Scored, fuse, guarantee
from paperatlas.retrieval.routes import Query, RouteName
from paperatlas.retrieval.trail import Trail

if TYPE_CHECKING:
    from paperatlas.retrieval.errands import Errand

__all__ = ["Candidates"]

_FORMS: Mapping[RouteName, str] = {
    "vector": "meaning: place {place}, cosine {score:.3f}",
    "lexical": "words: place {place}, BM25 {score:.2f}",
    "graph": "graph: place {place}, score {score:.4f}",
    "summary": "summaries: place {place}, score {score:.3f}",
}


class Candidates:
    """What the routes of one search found. Filled by `gather`, widened by `add`, ranked by `fused`."""

    def __init__(self, routes: Iterable[BoundedRoute], catalog: ChunkStore, trail: Trail) -> None:
        self._routes = {route.name: route for route in routes}
        self._catalog = catalog
        self._trail = trail
        self.rankings: dict[RouteName, Scored] = {}
        self.reports: dict[RouteName, RouteReport] = {}
        self.places: dict[ChunkId, ChunkPlace] = {}
        """Of the chunks that were shown to exist: an index may hold what the catalog has just let go."""
        self._begun: dict[RouteName, Errand[Scored]] = {}
        self._competing: set[ChunkId] = set()
        self._chunks: dict[ChunkId, Chunk] = {}
        self._scores: dict[RouteName, dict[ChunkId, float]] = {}

    def begin(self, name: RouteName, query: Query, *, aside: bool = False) -> None:
        """Ask a route for the first time; what it found is there after `end`. With `aside` one that is local goes on meanwhile
        too.
        """
        errand = self._trail.survive(f"route {name}", partial(self._routes[name].begin, query, aside=aside), None)
        if errand is None:
            self.missing(name)
        else:
            self._begun[name] = errand

    def end(self, name: RouteName, query: Query) -> None:
        """Wait for what `begin` began, if it did. A route that fails is left out, and reported."""
        errand = self._begun.pop(name, None)
        if errand is not None:
            found: Scored | None = self._trail.survive(f"route {name}", partial(self._routes[name].end, errand), None)
            self._take(name, query, found, seconds=errand.seconds)

    def ask_again(self, name: RouteName, query: Query) -> None:
        """Ask a route that has found something; where it fails now, that stays."""
        began = time.perf_counter()
        found: Scored | None = self._trail.survive(f"route {name}", partial(self._routes[name].search, query), None)
        self._take(name, query, found, seconds=self.reports[name].seconds + time.perf_counter() - began)

    def _take(self, name: RouteName, query: Query, found: Scored | None, *, seconds: float) -> None:
        if found is None:
            self.missing(name, seconds=seconds)
            return
        self.rankings[name] = found[: query.depth]
        self.add(chunk for chunk, _ in self.rankings[name])
        self._scores[name] = dict(found)
        self.reports[name] = RouteReport(route=name, passages=len(self.rankings[name]), seconds=seconds)
        self._trail.note(f"{name}: {len(self.rankings[name])} candidates")

    def missing(self, name: RouteName, *, seconds: float = 0.0) -> None:
        """A route that could not be asked, or gave nothing, for the last error's sake; what it gave before stays."""
        error = self._trail.errors[-1]
        failure = f"{error.message} {error.hint}".strip()
        self.reports[name] = RouteReport(route=name, passages=len(self.rankings.get(name, ())), seconds=seconds, failure=failure)

    def reached(self, name: RouteName) -> frozenset[ChunkId]:
        """All that a route gave, those beyond its depth too."""
        return frozenset(self._scores[name])

    def add(self, chunks: Iterable[ChunkId]) -> None:
        """Let further chunks compete."""
        self._competing.update(chunks)

    def placed(self, ranked: Scored) -> Scored:
        """Those that exist; their places are known from now on. Looking them up costs more than ranking them."""
        self.places.update(self._catalog.places([chunk for chunk, _ in ranked if chunk not in self.places]))
        return [item for item in ranked if item[0] in self.places]

    def chunks(self, ids: Iterable[ChunkId]) -> list[Chunk]:
        """Those of the chunks that exist, in that order; most candidates are never read."""
        wanted = list(ids)
        self._chunks.update(self._catalog.chunks([chunk for chunk in wanted if chunk not in self._chunks]))
        return [self._chunks[chunk] for chunk in wanted if chunk in self._chunks]

    def all(self) -> list[Chunk]:
        """All that compete."""
        return self.chunks(sorted(self._competing))

    def other_forms(self, query: str, *, first: int) -> tuple[str, ...]:
        """Other forms of the names in the query, by the definitions in the first chunks of each route."""
        read = dict.fromkeys(chunk for ranking in self.rankings.values() for chunk, _ in ranking[:first])
        texts = self._catalog.passages(list(read))
        return other_forms(query, (texts[chunk] for chunk in read if "(" in texts.get(chunk, "")))  # where definitions stand

    def keep(self, allowed: Collection[ChunkId]) -> None:
        """Drop all other chunks."""
        self._competing.intersection_update(allowed)
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
        missing = self._competing - scores.keys()
        if missing:
            lowest = min((score for _, score in self.rankings[name]), default=0.0)
            none: Mapping[ChunkId, float] = {}
            further = self._trail.survive(f"scores by {name}", partial(self._routes[name].scores, query, missing), none)
            scores.update({chunk: further.get(chunk, lowest) for chunk in missing})
        return {chunk: scores[chunk] for chunk in self._competing}

    def routes(self) -> Mapping[RouteName, Mapping[ChunkId, int]]:
        """The place of each chunk in each route that found it."""
        return {name: {chunk: place for place, (chunk, _) in enumerate(found, 1)} for name, found in self.rankings.items()}
