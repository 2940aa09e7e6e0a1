"""Search: which chunks of a library a query is about.

conditions → other wordings → routes → other forms, neighbours → fusion → reranking → diversity → the list
"""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from paperatlas.core.errors import InputError
from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import ChunkStore, Embedder, Float32, LexicalIndex, Reranker, Rewriter, Rewritten, VectorIndex
from paperatlas.core.searching import PLAIN_SEARCH, Hit, Mode, Scope, SearchOptions, SearchResult, Stages
from paperatlas.retrieval.bounded import Bounded, BoundedRoute
from paperatlas.retrieval.candidates import Candidates
from paperatlas.retrieval.diversify import best_of_each, defer_rows, spread, undeferred
from paperatlas.retrieval.errands import Errands
from paperatlas.retrieval.fuse import Scored
from paperatlas.retrieval.rerank import reranked
from paperatlas.retrieval.routes import LexicalRoute, Query, Route, RouteName, VectorRoute
from paperatlas.retrieval.syntax import Conditions, read_conditions
from paperatlas.retrieval.trail import Trail

__all__ = ["Search", "SearchSettings"]

MOST_HITS = 1000
"""Nobody reads further, and a caller that wants all chunks has the catalog."""
LOOKED_AT = 2
"""Times the hits asked for: the part of the list that is looked at first, which does when few of it are rows of one table."""
_SWITCH = {"lexical": "bm25"}
"""The routes whose switch has another name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchSettings:
    """One setting for all libraries. Weights and feedback were chosen on the development halves of SciFact and 2Wiki together
    (docs/explanation/retrieval.md); the others keep a list readable or a search short, and were not seen to change figures.
    """

    depth: int = 100
    """Fewest candidates taken from each route, and those on which scores are scaled."""
    conditioned_depth: int = 1000
    """The same where a phrase is asked for: the passage that has it may be none of the first hundred."""
    weights: Mapping[str, float] = field(default_factory=lambda: {"vector": 0.65, "lexical": 0.35, "graph": 20.0})
    """Of the standard scores of each route in the sum; a route without one answers only when it is asked for by name. With
    vectors between .6 and .7 the results hardly move. The graph is silent where it has nothing to say; where it speaks, its
    order has meaning and words in it already, and leads."""
    slots: int = 5
    """The best of each route is among so many first: what one route is sure of is shown."""
    forms_weight: float = 0.15
    """Of the words that the library's own definitions add, beside the words of the query."""
    forms_from: int = 20
    """Chunks of each route in which definitions are looked for."""
    feedback_from: int = 1
    """First chunks that the query's vector is drawn towards, before meaning is asked for again."""
    feedback_weight: float = 0.3
    """Of their mean, beside the query's own vector."""
    feedback_among: int = 500
    """Nearest to the query as it was asked: the drawn one finds its nearest among them. Looking through the whole library
    again finds the same on the development halves, and takes as long as the first time; with 300, 2Wiki loses .007 of
    its recall@100."""
    neighbours_of: int = 3
    """The chunks beside so many first of each route compete too."""
    reranked: int = 20
    """Chunks that a reranker reads."""
    rerank_weight: float = 0.5
    """Of the reranker's standard scores; the fused scores have the rest."""
    per_table: int = 3
    """Chunks of one table that keep their places."""
    likeness_penalty: float = 0.0
    """What a chunk loses for its likeness to those above it."""
    route_seconds: float = 20.0
    """Longest wait for a route, for the query's vector and for its other wordings: a thousand times what they take here, and
    about as long as anyone waits."""


class Search:
    """Implements `Searcher`. The same state of the library gives the same hits; a stage that fails is done without."""

    def __init__(
        self,
        catalog: ChunkStore,
        lexical: LexicalIndex,
        vector: VectorIndex,
        embedder: Embedder,
        settings: SearchSettings = SearchSettings(),
        *,
        further: Sequence[Route] = (),
        rewriter: Rewriter | None = None,
        reranker: Reranker | None = None,
        local: Collection[str] = (),
    ) -> None:
        """`further` are routes beside those by meaning and by words.

        `local` has what of "embedding", "vector" and "lexical" is done in this process alone, and so cannot hang; the rest
        is done in threads that are waited for only so long.
        """
        self._catalog = catalog
        errands, seconds = Errands(), settings.route_seconds
        routes: tuple[Route, ...] = (VectorRoute(vector), LexicalRoute(lexical), *further)
        self._routes = tuple(BoundedRoute(route, errands, seconds=seconds, local=route.name in local) for route in routes)
        self._embedding = Bounded("Embedding the query", errands, seconds=seconds, local="embedding" in local)
        self._rewriting = Bounded("Rewriting the query", errands, seconds=seconds)
        self._embedder = embedder
        self._settings = settings
        self._rewriter = rewriter
        self._reranker = reranker

    def search(
        self,
        query: str,
        *,
        mode: Mode = "auto",
        limit: int = 10,
        scope: Scope | None = None,
        options: SearchOptions = PLAIN_SEARCH,
    ) -> SearchResult:
        """The best `limit` chunks of the scope; fewer when no more were found.

        Raises:
            InputError: the query is blank, the limit out of bounds, or the mode has no stage that is there and on.
            PaperAtlasError: every route failed; this is the first one's error.
        """
        began = time.perf_counter()
        routes = self._chosen(query, mode, limit, options.stages)
        trail = Trail(remarks=options.explain)
        conditions = read_conditions(query) if options.syntax else Conditions(query)
        with self._catalog.snapshot():
            bare = replace(self._plain(conditions, scope, limit), alone=len(routes) == 1)
            found = Candidates(routes, self._catalog, trail)
            first = self._gathered(bare, found, [route.name for route in routes], options.stages, trail)
            if not found.rankings:
                raise trail.errors[0]
            asked = self._widened(found, first, options.stages, trail)
            _restrict(found, conditions, trail)
            trail.start_remarks()
            ranked = self._decisive(self._fused(found, asked), found, options, limit)
            ranked = self._reordered(ranked, found, asked, options.stages, trail)
            if options.by_document:
                ranked = best_of_each(ranked, found.places)
            ranked = ranked[:limit]
            hits = _hits(ranked, self._cosines(first, ranked), found, trail)
        names = {route.name for route in routes}
        return SearchResult(
            query=query,
            mode="hybrid" if mode == "auto" and names == {"vector", "lexical"} else mode,
            hits=hits,
            seconds=time.perf_counter() - began,
            explain=tuple(trail.stages),
            failed=tuple(trail.failed),
            routes=tuple(found.reports[route.name] for route in routes),
            usage=trail.usage,
        )

    def _chosen(self, query: str, mode: Mode, limit: int, stages: Stages) -> list[BoundedRoute]:
        if not query.strip():
            raise InputError("The query is empty.", hint="Give some words to look for.")
        if not 1 <= limit <= MOST_HITS:
            raise InputError(f"The limit {limit} is out of bounds.", hint=f"Ask for 1 to {MOST_HITS} hits.")
        there: dict[str, BoundedRoute] = {route.name: route for route in self._routes}
        weighed = tuple(name for name in there if self._settings.weights.get(name))
        wanted = {"auto": weighed, "hybrid": ("vector", "lexical")}.get(mode, (mode,))
        chosen = [route for name, route in there.items() if name in wanted and _SWITCH.get(name, name) in stages]
        if not chosen:
            raise InputError(
                f"There is nothing to search with in mode {mode!r}: its stages are off, or this library has none.",
                hint=f"Available: {', '.join(['auto', 'hybrid', *there])}.",
            )
        return chosen

    def _plain(self, conditions: Conditions, scope: Scope | None, limit: int) -> Query:
        settings = self._settings
        return Query(
            text=conditions.words,
            others_weight=settings.forms_weight,
            among=None if scope is None or scope.is_whole else self._catalog.select(scope),
            depth=max(3 * limit, settings.conditioned_depth if conditions else settings.depth),
            reach=settings.feedback_among,
        )

    def _gathered(self, asked: Query, found: Candidates, routes: Sequence[RouteName], stages: Stages, trail: Trail) -> Query:
        """Ask the routes side by side, the graph with what the others found; the query as they were asked it.

        Words can be looked for while the query's vector is made, unless a model is to give other wordings first.
        """
        needing = [name for name in routes if name != "lexical"]
        at_once = "lexical" in routes and (self._rewriter is None or not needing)
        if at_once:
            found.begin("lexical", asked, aside=bool(needing))
        if needing:
            # Who asks for words alone means these words; and they need no vector, which takes longer than to find them.
            asked = self._worded(asked, needing, found, stages, trail)
        if "lexical" in routes and not at_once:
            found.begin("lexical", asked, aside=True)
        apart: tuple[RouteName, ...] = ("summary", "vector")
        for name in apart if asked.vectors else ():
            if name in routes:
                found.begin(name, asked)
        for name in ("vector", "lexical", "summary"):
            found.end(name, asked)
        if "graph" in routes and asked.vectors:
            with_others = replace(asked, found=dict(found.rankings))
            found.begin("graph", with_others)
            found.end("graph", with_others)
        return asked

    def _worded(self, asked: Query, routes: Sequence[RouteName], found: Candidates, stages: Stages, trail: Trail) -> Query:
        """The query with its vectors, and with other wordings where a model gives them; without vectors where it cannot be
        embedded: then `routes`, which need them, are missing.
        """
        said = self._rewritten(asked.text, stages, trail)
        none: Sequence[Float32] = ()
        vectors = trail.survive("embedding", lambda: self._embedding.do(lambda: self._vectors(asked.text, said)), none)
        if not vectors:
            for name in routes:
                found.missing(name)
        return replace(asked, others=said.queries, vectors=vectors)

    def _rewritten(self, query: str, stages: Stages, trail: Trail) -> Rewritten:
        rewriter = self._rewriter
        if rewriter is None or not {"rewrite", "hyde"} - stages.off:
            return Rewritten()
        said = trail.survive("rewriting", lambda: self._rewriting.do(lambda: rewriter.rewrite(query)), Rewritten())
        trail.spend(said.usage)
        said = Rewritten(queries=said.queries if "rewrite" in stages else (), passage=said.passage if "hyde" in stages else "")
        trail.note(f"other wordings: {'; '.join(said.queries) or 'none'}{'; and a hypothetical answer' if said.passage else ''}")
        return said

    def _vectors(self, query: str, said: Rewritten) -> Sequence[Float32]:
        """Of the query, drawn towards the hypothetical answer where there is one (HyDE), and of its other wordings."""
        rows = self._embedder.embed([query, *said.queries], kind="query")
        if said.passage:
            mixed = rows[0] + self._embedder.embed([said.passage], kind="passage")[0]
            rows[0] = mixed / np.linalg.norm(mixed)
        return tuple(rows)

    def _widened(self, found: Candidates, asked: Query, stages: Stages, trail: Trail) -> Query:
        """The query drawn towards its best chunks and with the other forms of its names; what both find competes from now on,
        as do the neighbours of the best.
        """
        settings = self._settings
        if "feedback" in stages and "vector" in found.rankings and settings.feedback_from:
            asked = self._drawn(found, asked, trail)
        if "expand" in stages and "lexical" in found.rankings:
            forms = found.other_forms(asked.text, first=settings.forms_from)
            if forms:
                trail.note(f"other forms: {', '.join(forms)}")
                asked = replace(asked, others=(*asked.others, *forms))
                found.ask_again("lexical", asked)
        if "neighbours" in stages and len(found.rankings) > 1:
            best = {chunk for ranking in found.rankings.values() for chunk, _ in ranking[: settings.neighbours_of]}
            beside = self._catalog.beside(sorted(best))
            found.add(chunk for chunk in beside if asked.among is None or chunk in asked.among)
        return asked

    def _drawn(self, found: Candidates, asked: Query, trail: Trail) -> Query:
        """Pseudo-relevance feedback after Rocchio: the best chunks are taken for right, and more of their kind is asked for."""
        settings = self._settings
        first = [chunk for chunk, _ in self._fused(found, asked)[: settings.feedback_from]]
        if not first:
            return asked
        drawn = asked.vectors[0] + settings.feedback_weight * self._catalog.vectors(first).mean(axis=0)
        asked = replace(asked, vectors=(drawn / np.linalg.norm(drawn), *asked.vectors[1:]))
        found.ask_again("vector", replace(asked, among=found.reached("vector"), reach=0))
        trail.note(f"feedback: the query drawn towards its first {len(first)}")
        return asked

    def _fused(self, found: Candidates, asked: Query) -> Scored:
        settings = self._settings
        return found.fused(asked, weights=settings.weights, scale=settings.depth, slots=settings.slots)

    def _cosines(self, first: Query, ranked: Scored) -> Mapping[ChunkId, float]:
        """With the query as it was asked: what a threshold may be put on."""
        chunks = [chunk for chunk, _ in ranked]
        if not first.vectors or not chunks:
            return {}
        return dict(zip(chunks, (self._catalog.vectors(chunks) @ first.vectors[0]).tolist(), strict=True))

    def _decisive(self, ranked: Scored, found: Candidates, options: SearchOptions, limit: int) -> Scored:
        """The beginning of the list, from which its first `limit` follow, and of that what exists."""
        settings = self._settings
        part = max(LOOKED_AT * limit, settings.reranked, settings.depth if settings.likeness_penalty else 0)
        while part < len(ranked):
            first = found.placed(ranked[:part])
            shown = undeferred(first, found.places, per_table=settings.per_table) if "mmr" in options.stages else first
            if len(best_of_each(shown, found.places) if options.by_document else shown) >= limit:
                return first
            part *= 4
        return found.placed(ranked)

    def _reordered(self, ranked: Scored, found: Candidates, asked: Query, stages: Stages, trail: Trail) -> Scored:
        reranker, settings = self._reranker, self._settings
        if reranker is not None and "rerank" in stages:
            texts = [chunk.embedded_text for chunk in found.chunks(chunk for chunk, _ in ranked[: settings.reranked])]
            weight = settings.rerank_weight
            after = trail.survive("reranking", lambda: reranked(ranked, asked.text, texts, reranker, weight=weight), ranked)
            ranked = trail.moved(ranked, after, f"reranked by {reranker.id}")
        if "mmr" in stages:
            after = defer_rows(ranked, found.places, per_table=settings.per_table)
            ranked = trail.moved(ranked, after, "rows of one table leave room")
            if settings.likeness_penalty:
                first = [chunk for chunk, _ in ranked[: settings.depth]]
                after = spread(ranked, self._catalog.vectors(first), penalty=settings.likeness_penalty)
                ranked = trail.moved(ranked, after, "much like one above it")
        return ranked


def _restrict(found: Candidates, conditions: Conditions, trail: Trail) -> None:
    """Keep the chunks that meet the conditions; where none does, all, and say so."""
    if not conditions:
        return
    read = found.all()
    meeting = {chunk.id for chunk in read if conditions.hold(f"{chunk.context}\n{chunk.text}")}
    trail.note(f"conditions: {len(meeting)} of {len(read)} candidates meet them")
    if meeting:
        found.keep(meeting)
    else:
        trail.failed.append(("conditions", "no passage found has the phrase; these come nearest"))


def _hits(ranked: Scored, cosines: Mapping[ChunkId, float], found: Candidates, trail: Trail) -> tuple[Hit, ...]:
    routes, remarks = found.routes(), trail.remarks({chunk for chunk, _ in ranked})
    return tuple(
        Hit(
            rank=rank,
            score=score,
            chunk=chunk,
            routes={route: there[chunk.id] for route, there in routes.items() if chunk.id in there},
            similarity=cosines.get(chunk.id),
            why=remarks[chunk.id],
        )
        for rank, (chunk, (_, score)) in enumerate(zip(found.chunks(chunk for chunk, _ in ranked), ranked, strict=True), 1)
    )
