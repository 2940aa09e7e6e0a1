"""Search along the knowledge graph: from what a question names to the passages about it, and on to what those name.

It starts where names, meaning and words start it together, and puts what it reaches in order by how much of the walk
comes there and how like the question it is. Beside other routes it is silent where a question names nothing telling.
"""

import math
import re
import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from paperatlas.core.concepts import concepts
from paperatlas.core.graph_ports import Knowledge
from paperatlas.core.ids import ChunkId
from paperatlas.core.knowledge import Entity, EntityId
from paperatlas.core.ports import Catalog, Float32, LexicalIndex, VectorIndex
from paperatlas.graph.cypher.linking import link
from paperatlas.graph.walk.passages import PassageGraph
from paperatlas.graph.walk.start import Named, StartSettings, start, telling, weights
from paperatlas.graph.walk.synonyms import synonyms
from paperatlas.graph.walk.walk import WalkSettings, walk
from paperatlas.retrieval.fuse import Scored
from paperatlas.retrieval.routes import Query, RouteName

__all__ = ["GraphRoute", "GraphRouteSettings"]

_SAMPLE = 500
"""Passages, evenly taken, whose cosines with a question say what is usual."""
_NOTHING = 1e-6
"""Added to a share of the walk before its logarithm: what is reached with less is as good as not reached."""
_QUESTION = re.compile(
    r"\?\s*$|^\W*(?:(?:in|at|on|of|to|by|for|from|with|besides)\s+)?(?:who|whom|whose|what|which|when|where|why|how)\b"
    r"|^\W*(?:is|are|was|were|do|does|did|has|have|had|can|could)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphRouteSettings:
    """Chosen on the development halves of 2Wiki (without titles) and MuSiQue together (docs/explanation/graph.md)."""

    start: StartSettings = field(default_factory=StartSettings)
    walk: WalkSettings = field(default_factory=WalkSettings)
    likeness: float = 0.6
    """Of a passage's likeness to the question (standard score of its cosine in the library), beside the logarithm of its share
    of the walk."""
    judged: int = 300
    """Passages with the most of the walk whose likeness is looked at."""
    telling: float = 150.0
    """Weight of the names of a question from which the route speaks beside others."""
    covered: float = 0.9
    """Share of what a question asks of, in nats, that one of the first passages found by meaning or words names: from there on
    nothing further is needed, and the route is silent. Of questions that one passage answers half are above, of those that
    take several a tenth."""
    covered_beside: float = 0.7
    """The same of what stands beside the names: "born", "composer"."""
    covering: int = 3
    """The first so many of each other route."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _State:
    """What is held of one generation of the library."""

    generation: int
    graph: PassageGraph
    sample: Float32
    """Float32[n, dimension]: vectors of some passages."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Walked:
    """A question and what the walk brought."""

    state: _State
    vector: Float32
    """Of the question as it was first asked."""
    shares: Float32
    """Of the walk, for each passage of the graph."""
    seeds: frozenset[ChunkId]
    """Passages that meaning and words found."""


class GraphRoute:
    """Implements `Route`. Safe to use from many threads."""

    name: RouteName = "graph"

    def __init__(
        self,
        catalog: Catalog,
        knowledge: Knowledge,
        vector: VectorIndex,
        lexical: LexicalIndex,
        settings: GraphRouteSettings = GraphRouteSettings(),
    ) -> None:
        self._catalog = catalog
        self._knowledge = knowledge
        self._vector = vector
        self._lexical = lexical
        self._settings = settings
        self._state: _State | None = None
        self._last: tuple[object, _Walked | None] = (None, None)
        """The last question: a search comes back to it for the passages that others found."""
        self._loading = threading.Lock()

    def search(self, query: Query) -> Scored:
        with self._catalog.snapshot():  # a route may run in a thread of its own, where the search's does not hold
            walked = self._walked(query)
        self._last = (_key(query), walked)
        if walked is None:
            return []
        scored = self._scored(walked, walked.seeds | self._most(walked, query.among))
        return sorted(scored.items(), key=lambda item: (-item[1], item[0]))[: query.depth]

    def scores(self, query: Query, chunks: Collection[ChunkId]) -> Mapping[ChunkId, float]:
        key, walked = self._last
        if key != _key(query):
            walked = self._walked(query)
        return self._scored(walked, frozenset(chunks)) if walked else {}

    def bytes(self) -> int:
        """What is held in memory."""
        state = self._current()
        return state.graph.bytes + state.sample.nbytes

    def _current(self) -> _State:
        generation = self._catalog.generation()
        with self._loading:
            if self._state is None or self._state.generation != generation:
                self._state = self._load(generation)
            return self._state

    def _load(self, generation: int) -> _State:
        incidence = self._knowledge.incidence()
        known = self._knowledge.entities(incidence.entities)
        graph = PassageGraph.of(incidence, synonyms([known.get(entity) or _unknown(entity) for entity in incidence.entities]))
        step = max(1, len(graph.chunks) // _SAMPLE)
        return _State(generation=generation, graph=graph, sample=self._catalog.vectors(graph.chunks[::step]))

    def _walked(self, query: Query) -> _Walked | None:
        """None where the question names nothing that the graph has something to say of."""
        if not query.vectors or not self._is_asked(query):
            return None
        names = self._names(query.text)
        if not query.alone and not any(telling(name.text) for name in names):
            return None
        state = self._current()
        if not state.graph.chunks or not (query.alone or self._speaks(state.graph, names)):
            return None
        vector = query.vectors[0]
        found = (
            query.found.get("vector") or self._vector.search(vector, limit=query.depth, among=query.among),
            query.found.get("lexical") or self._lexical.search(query.text, limit=query.depth, among=query.among),
        )
        if not query.alone and self._is_covered(query.text, names, found):
            return None
        begun = start(state.graph, names, found, self._settings.start)
        shares = walk(state.graph, begun, self._settings.walk).passages
        seeds = frozenset(chunk for ranking in found for chunk, _ in ranking)
        return _Walked(state=state, vector=vector, shares=shares, seeds=seeds)

    def _names(self, question: str) -> list[Named]:
        found = link(question, self._knowledge, typos=False)
        return [Named(text=one.text, entities={each.entity.id: each.score for each in one.candidates}) for one in found]

    def _speaks(self, graph: PassageGraph, names: Sequence[Named]) -> bool:
        return max((weight for _, weight in weights(graph, names)), default=0.0) >= self._settings.telling

    def _is_asked(self, query: Query) -> bool:
        """A claim, or a few words, are looked for as they stand: what is beside them would only push them down."""
        return query.alone or _QUESTION.search(query.text) is not None

    def _is_covered(self, question: str, names: Sequence[Named], found: Sequence[Scored]) -> bool:
        """Whether one passage has what is asked of, the names and the rest: then that is what the question is about."""
        first = {chunk for ranking in found for chunk, _ in ranking[: self._settings.covering]}
        said = [concepts(chunk.embedded_text) for chunk in self._catalog.chunks(sorted(first)).values()]
        whole = _words(question)
        named = _words(" ".join(name.text for name in names))
        rest = {concept: worth for concept, worth in whole.items() if concept not in named}
        return any(_has(each, whole, self._settings.covered) and _has(each, rest, self._settings.covered_beside) for each in said)

    def _most(self, walked: _Walked, among: frozenset[ChunkId] | None) -> frozenset[ChunkId]:
        """The passages with the largest shares."""
        graph, shares = walked.state.graph, walked.shares
        if among is not None:
            allowed = np.zeros(len(shares), dtype=np.float32)
            allowed[[graph.row[chunk] for chunk in among if chunk in graph.row]] = 1
            shares = shares * allowed
        most = min(self._settings.judged, int(np.count_nonzero(shares)))
        return frozenset(graph.chunks[at] for at in np.argpartition(-shares, most - 1)[:most]) if most else frozenset()

    def _scored(self, walked: _Walked, chunks: frozenset[ChunkId]) -> dict[ChunkId, float]:
        state = walked.state
        usual = state.sample @ walked.vector
        middle, spread = float(usual.mean()), float(usual.std()) or 1.0
        scores = {}
        for chunk, cosine in self._vector.search(walked.vector, limit=len(chunks), among=chunks):
            share = float(walked.shares[state.graph.row[chunk]]) if chunk in state.graph.row else 0.0
            scores[chunk] = math.log(share + _NOTHING) + self._settings.likeness * (cosine - middle) / spread
        return scores


def _words(text: str) -> Mapping[str, float]:
    """Its concepts of one word."""
    return {concept: worth for concept, worth in concepts(text).items() if " " not in concept}


def _has(said: Mapping[str, float], asked: Mapping[str, float], share: float) -> bool:
    return sum(worth for concept, worth in asked.items() if concept in said) >= share * sum(asked.values())


def _key(query: Query) -> tuple[str, frozenset[ChunkId] | None]:
    """Of a question, whose vector a search may change on its way."""
    return query.text, query.among


def _unknown(entity: EntityId) -> Entity:
    """An index may name what resolution has just taken away."""
    return Entity(id=entity, name="", kind="concept")
