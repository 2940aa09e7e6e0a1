"""Without a language model: look for the sentences that answer, judge whether they do, answer or refuse."""

from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.agents import answerability, refuse
from paperatlas.agents.asked import Asked, read_question
from paperatlas.agents.definitions import core_of
from paperatlas.agents.evidence import Ranked, rank
from paperatlas.agents.extract import MOST_CHARACTERS, MOST_LISTED, extract
from paperatlas.agents.fitted import answerable_weights, refusal_threshold
from paperatlas.agents.presence import Presence
from paperatlas.agents.proof import Source, prove
from paperatlas.agents.sentences import sentences_of
from paperatlas.agents.state import Deps, Draft, Question
from paperatlas.agents.terms import Term, covered, present, question_terms
from paperatlas.agents.values import is_measured
from paperatlas.core.ids import ChunkId
from paperatlas.core.types import ChunkKind, Document, Hit, Route

__all__ = ["PASSAGES", "Found", "is_off_topic", "look", "reason"]

PASSAGES = 12
"""Passages read for a question: the one that answers is among the first ten in 98 of 100 (SQuAD 2.0 passages)."""
_ROWS = 3
"""Of them rows of tables: the tables operator reads tables, and a large one would crowd out the text."""
_LOOKED_THROUGH = 60
"""Hits from which the passages are taken."""
_UNRELATED = 0.55
"""Cosine of question and nearest passage below which the bundled embedder sees no relation."""
_UNRELATED_COVER = 0.6
"""Share of the question's words in its best passage above which it is not called off topic, whatever the cosine."""
_HOPELESS = 0.05
"""The confidence left to a question that names something which its document never mentions."""


_UNMEASURED = 0.3
"""The confidence left to a question for a measure that the best sentence and its neighbours do not speak of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A question, how it was read, and the passages found for it."""

    question: Question
    plan: Route
    asked: Asked
    terms: tuple[Term, ...]
    hits: tuple[Hit, ...]


def look(question: Question, plan: Route, deps: Deps) -> Found:
    """Read the question and search the scope of its plan; what is to be defined is also looked up by its name alone."""
    asked = read_question(question.text)
    hits = deps.searcher.search(question.text, mode="auto", limit=_LOOKED_THROUGH, scope=plan.scope).hits
    if asked.wanted == "definition" and (subject := " ".join(core_of(asked.subject))):
        hits += deps.searcher.search(subject, mode="lexical", limit=PASSAGES, scope=plan.scope).hits
    return Found(
        question=question,
        plan=plan,
        asked=asked,
        terms=question_terms(question.text),
        hits=_readable(hits),
    )


def _readable(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The passages to read, each once: text and captions, and a few rows of tables."""
    found: dict[ChunkId, Hit] = {}
    for hit in hits:
        found.setdefault(hit.chunk.id, hit)
    once = found.values()
    text = [hit for hit in once if hit.chunk.kind in {ChunkKind.TEXT, ChunkKind.CAPTION}]
    rows = [hit for hit in once if hit.chunk.kind is ChunkKind.ROW]
    return (*text[:PASSAGES], *rows[:_ROWS])


def is_off_topic(found: Found) -> bool:
    """True when no passage is near the question, in meaning or in words. A question put to a named paper is on topic."""
    if found.plan.scope.documents or found.plan.kind == "summary":
        return False
    nearest = max((hit.similarity or 0.0 for hit in found.hits), default=0.0)
    words = max((covered(found.terms, present(hit.chunk.text) | present(hit.chunk.context)) for hit in found.hits), default=0.0)
    return nearest < _UNRELATED and words < _UNRELATED_COVER


def reason(found: Found, documents: Sequence[Document], deps: Deps, source: Source) -> Draft:
    """The proven answer, or a refusal that names the closest place."""
    text, asked, terms = found.question.text, found.asked, found.terms
    presence = Presence(deps.searcher, documents)
    hits, unknown = presence.sift(terms, found.hits)
    ranked = rank(text, asked, terms, sentences_of(hits, presence.about(hits)), deps.embedder)
    if not ranked:
        return _refuse(found, documents, 0.0, unknown)
    confidence = answerable_weights().probability(answerability.read(text, asked, terms, ranked, deps.embedder).values())
    if unknown:
        return _refuse(found, documents, min(confidence, _HOPELESS), unknown, ranked)
    if not is_measured(asked, ranked[0].sentence.around):
        confidence = min(confidence, _UNMEASURED)
    if confidence < refusal_threshold():
        return _refuse(found, documents, confidence, _missing(terms, ranked), ranked)
    most = MOST_LISTED if found.plan.kind in {"list", "relation", "comparison"} else MOST_CHARACTERS
    statements = extract(text, asked, terms, ranked, source, most=most)
    draft = prove(Draft(statements=statements, confidence=confidence), source)
    return draft if draft.statements else _refuse(found, documents, confidence, (), ranked)


def _missing(terms: Sequence[Term], ranked: Sequence[Ranked]) -> tuple[Term, ...]:
    """The question's words that the passage of the best sentence lacks."""
    chunk = ranked[0].sentence.hit.chunk
    have = present(chunk.text) | present(chunk.context)
    return tuple(term for term in terms if not covered((term,), have))


def _refuse(
    found: Found, documents: Sequence[Document], confidence: float, lacking: Sequence[Term], ranked: Sequence[Ranked] = ()
) -> Draft:
    hit = ranked[0].sentence.hit if ranked else next(iter(found.hits), None)
    if hit is None:
        return refuse.unanswered(confidence, None, "")
    place, title = refuse.place_of(hit, documents)
    absent = {term.stem for term in lacking}
    have = present(hit.chunk.text)
    has = [term.word for term in found.terms if term.stem in have and term.stem not in absent]
    return refuse.unanswered(confidence, place, title, has=has[:2], lacks=[term.word for term in lacking][:2])
