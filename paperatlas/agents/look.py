"""The passages that may answer a question, and whether the library has anything to do with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from paperatlas.agents.asked import Asked, read_question
from paperatlas.agents.definitions import core_of
from paperatlas.agents.phrasing import in_the_papers_words
from paperatlas.agents.presence import Presence
from paperatlas.agents.state import Deps, Question
from paperatlas.agents.terms import Term, covered, present, question_terms
from paperatlas.core.answers import Kind, Route, Usage
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.searching import AS_WORDED, PLAIN_SEARCH, Hit, Mode, RouteReport, SearchResult
from paperatlas.core.sections import FRONT_MATTER
from paperatlas.core.types import ChunkKind, Document

__all__ = ["PASSAGES", "Found", "is_off_topic", "look"]

PASSAGES = 12
"""Passages read for a question: the one that answers is among the first ten in 98 of 100 (SQuAD 2.0 passages)."""
_MORE = 4
"""Passages read besides for each further search."""
_ROWS = 3
"""Rows of tables read besides: the tables operator reads tables, and a large one would crowd out the text."""
_LOOKED_THROUGH = 60
"""Hits from which the passages are taken."""
_UNRELATED = 0.55
"""Cosine of question and nearest passage below which the bundled embedder sees no relation."""
_UNRELATED_COVER = 0.6
"""Share of the question's words in its best passage above which it is not called off topic, whatever the cosine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A question, how it was read, and the passages found for it."""

    question: Question
    plan: Route
    asked: Asked
    terms: tuple[Term, ...]
    hits: tuple[Hit, ...]
    presence: Presence
    given: Mapping[DocumentId, frozenset[str]]
    """For each document found, the stems of what it is about."""
    tabled: tuple[DocumentId, ...]
    """The documents of the table passages found for the question as it was asked, best first."""
    routes: tuple[RouteReport, ...] = ()
    """What each route of retrieval did, all searches together."""
    failed: tuple[tuple[str, str], ...] = ()
    """Stages that failed and were done without: name and reason."""
    usage: Usage = field(default_factory=Usage)
    """What other wordings of the question cost."""


def look(question: Question, plan: Route, documents: Sequence[Document], deps: Deps) -> Found:
    """Read the question and search the scope of its plan."""
    asked, terms = read_question(question.text), question_terms(question.text)
    presence = Presence(deps.searcher, documents)
    searches = [
        deps.searcher.search(
            query,
            mode=mode,
            limit=max(_LOOKED_THROUGH, 2 * (deps.passages or 0)),
            scope=plan.scope,
            options=PLAIN_SEARCH if query == question.text else AS_WORDED,
        )
        for query, mode in _queries(question.text, plan, asked, terms, presence)
    ]
    hits = _readable([each.hits for each in searches], plan.kind, most=deps.passages)
    return Found(
        question=question,
        plan=plan,
        asked=asked,
        terms=terms,
        hits=hits,
        presence=presence,
        given=presence.about(hits),
        tabled=_tabled(searches[0].hits),
        routes=_reported(searches),
        failed=tuple(dict.fromkeys(each for search in searches for each in search.failed)),
        usage=sum((search.usage for search in searches if search.usage is not None), Usage()),
    )


def _tabled(hits: Sequence[Hit]) -> tuple[DocumentId, ...]:
    return tuple(dict.fromkeys(hit.chunk.document for hit in hits if hit.chunk.kind in {ChunkKind.TABLE, ChunkKind.ROW}))


def _reported(searches: Sequence[SearchResult]) -> tuple[RouteReport, ...]:
    """One report a route."""
    by_route: dict[str, list[RouteReport]] = {}
    for report in (report for search in searches for report in search.routes):
        by_route.setdefault(report.route, []).append(report)
    return tuple(
        RouteReport(
            route=route,
            passages=sum(each.passages for each in reports),
            seconds=sum(each.seconds for each in reports),
            failure=next((each.failure for each in reports if each.failure), ""),
        )
        for route, reports in by_route.items()
    )


def _queries(text: str, plan: Route, asked: Asked, terms: Sequence[Term], presence: Presence) -> list[tuple[str, Mode]]:
    """The question; in the one paper it is put to, also without what that paper is about; and the name to be defined."""
    queries: dict[str, Mode] = {text: "auto"}
    if len(plan.scope.documents) == 1:
        queries.setdefault(in_the_papers_words(text, terms, presence.subject(plan.scope.documents[0])), "auto")
    if asked.wanted == "definition" and (subject := " ".join(core_of(asked.subject))):
        queries.setdefault(subject, "lexical")
    return list(queries.items())


def _readable(searches: Sequence[Sequence[Hit]], kind: Kind, *, most: int | None) -> tuple[Hit, ...]:
    """The passages to read, each once, the searches in turn: text and captions, and a few rows of tables; `most` of all, where
    it is set.

    Names and addresses under a title say nothing of what a paper found.
    """
    found: dict[ChunkId, Hit] = {}
    for hit in (hit for hits in zip_longest(*searches) for hit in hits if hit is not None):
        found.setdefault(hit.chunk.id, hit)
    text = [
        hit
        for hit in found.values()
        if hit.chunk.kind in {ChunkKind.TEXT, ChunkKind.CAPTION} and (kind == "metadata" or hit.chunk.section != FRONT_MATTER)
    ]
    rows = [hit for hit in found.values() if hit.chunk.kind is ChunkKind.ROW]
    if most is not None:
        return (*text, *rows[:_ROWS])[:most]
    return (*text[: PASSAGES + _MORE * (len(searches) - 1)], *rows[:_ROWS])


def is_off_topic(found: Found) -> bool:
    """True when no passage is near the question, in meaning or in words. A question put to a named paper is on topic."""
    if found.plan.scope.documents or found.plan.kind == "summary":
        return False
    if found.failed and all(hit.similarity is None for hit in found.hits):
        return False  # nothing was embedded, so nothing is known of meaning
    nearest = max((hit.similarity or 0.0 for hit in found.hits), default=0.0)
    words = max((covered(found.terms, present(hit.chunk.text) | present(hit.chunk.context)) for hit in found.hits), default=0.0)
    return nearest < _UNRELATED and words < _UNRELATED_COVER
