"""Without a language model: weigh the sentences found, judge whether they answer, and answer or refuse."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.agents import answerability, refuse
from paperatlas.agents.evidence import Ranked, rank
from paperatlas.agents.extract import MOST_CHARACTERS, MOST_LISTED, extract
from paperatlas.agents.fitted import answerable_weights, refusal_threshold
from paperatlas.agents.look import Found
from paperatlas.agents.phrasing import phrases
from paperatlas.agents.proof import Source, prove
from paperatlas.agents.sentences import sentences_of
from paperatlas.agents.state import Draft
from paperatlas.agents.terms import Term, covered, present
from paperatlas.agents.values import is_measured
from paperatlas.core.ports import Embedder
from paperatlas.core.searching import Hit
from paperatlas.core.types import Document

__all__ = ["Weighed", "conclude", "weigh"]

_HOPELESS = 0.05
"""The confidence left to a question that names something which its document never mentions."""
_UNMEASURED = 0.3
"""The confidence left to a question for a measure that the best sentence and its neighbours do not speak of."""
_LABEL = re.compile(r"\b(?P<kind>table|figure|algorithm) (?P<number>[A-Z]?\d+)\b", re.IGNORECASE)
_ABSENT = 6.0
"""Log odds that a question loses when none of its words stand anywhere in the document, and none when half of them do: one
word of two or three may be a paraphrase, most of them are another subject."""
_UNSPOKEN = 2.0
"""Log odds that a question loses for each thing that the document never speaks of: the effect of tea, in a paper on coffee."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """The sentences found, best first, and the probability that the best one answers."""

    ranked: tuple[Ranked, ...]
    confidence: float
    lacking: tuple[Term, ...]
    """What the question says and the evidence does not."""
    refuse_below: float

    @property
    def is_answered(self) -> bool:
        return bool(self.ranked) and self.confidence >= self.refuse_below

    @property
    def states_the_value(self) -> bool:
        """Whether the best sentence says the very number asked for of the very thing asked about."""
        best = self.ranked[0].signals if self.is_answered else None
        return best is not None and best.shape == 1.0 and best.near == 1.0


def weigh(found: Found, embedder: Embedder, *, refuse_below: float | None = None) -> Weighed:
    """Rank the sentences of what was found and judge whether they answer; below that confidence they do not."""
    least = refusal_threshold() if refuse_below is None else refuse_below
    text, asked, terms = found.question.text, found.asked, found.terms
    hits, unknown = found.presence.sift(terms, found.hits)
    unknown = (*unknown, *_unlabelled(text, terms, found.hits))
    ranked = tuple(rank(text, asked, terms, sentences_of(hits, found.given), embedder))
    if not ranked:
        return Weighed(ranked=(), confidence=0.0, lacking=unknown, refuse_below=least)
    best = ranked[0].sentence
    reading = answerability.read(text, asked, terms, ranked, embedder)
    absent = found.presence.absent_share(terms, best.hit.chunk.document, hits)
    odds = answerable_weights().log_odds(reading.values()) - _ABSENT * max(0.0, 2 * absent - 1)
    odds -= _UNSPOKEN * len(found.presence.unspoken(text, asked, terms, best.hit.chunk.document, hits))
    confidence = 1.0 / (1.0 + math.exp(-odds))
    if unknown:
        return Weighed(ranked=ranked, confidence=min(confidence, _HOPELESS), lacking=unknown, refuse_below=least)
    if not is_measured(asked, best.around, best.text):
        confidence = min(confidence, _UNMEASURED)
    return Weighed(ranked=ranked, confidence=confidence, lacking=_missing(terms, best.hit), refuse_below=least)


def conclude(found: Found, weighed: Weighed, documents: Sequence[Document], source: Source) -> Draft:
    """The proven answer, or a refusal that names the closest place."""
    if weighed.is_answered:
        most = MOST_LISTED if found.plan.kind in {"list", "relation", "comparison"} else MOST_CHARACTERS
        statements = extract(found.question.text, found.asked, found.terms, weighed.ranked, source, most=most)
        draft = prove(
            Draft(statements=statements, confidence=weighed.confidence, doubts=("words_missing",) if weighed.lacking else ()),
            source,
        )
        if draft.statements:
            return draft
    return _refuse(found, weighed, documents)


def _unlabelled(text: str, terms: Sequence[Term], hits: Sequence[Hit]) -> tuple[Term, ...]:
    """The words of a table or figure that the question names by its number, where no passage found names it: there is none."""
    named = _LABEL.search(text)
    if named is None:
        return ()
    label = re.compile(rf"\b{named['kind'][:3]}\w*\.?\s*{re.escape(named['number'])}(?![\d.]*\d)", re.IGNORECASE)
    if any(label.search(hit.chunk.text) for hit in hits):
        return ()
    return tuple(term for term in terms if term.word in {named["kind"], named["kind"].lower(), named["number"]})


def _missing(terms: Sequence[Term], hit: Hit) -> tuple[Term, ...]:
    """The question's words that the passage of the best sentence lacks."""
    have = present(hit.chunk.text) | present(hit.chunk.context)
    return tuple(term for term in terms if not covered((term,), have))


def _refuse(found: Found, weighed: Weighed, documents: Sequence[Document]) -> Draft:
    hit = weighed.ranked[0].sentence.hit if weighed.ranked else next(iter(found.hits), None)
    if hit is None:
        return refuse.unanswered(weighed.confidence, None, "", language=found.plan.language)
    place, title = refuse.place_of(hit, documents)
    absent = {term.stem for term in weighed.lacking}
    have = present(hit.chunk.text)
    text = found.question.text
    has = phrases(text, [term for term in found.terms if term.stem in have and term.stem not in absent])
    return refuse.unanswered(
        weighed.confidence,
        place,
        title,
        has=has[:2],
        lacks=phrases(text, weighed.lacking)[:2],
        language=found.plan.language,
    )
