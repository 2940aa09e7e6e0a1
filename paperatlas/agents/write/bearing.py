"""Whether proven statements bear on the question, by the measures that the extraction chooses its own sentences by.

A model may quote what is true and beside the point. No statement is shown for being proven alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

from paperatlas.agents.evidence import rank
from paperatlas.agents.look import Found
from paperatlas.agents.reason import Weighed, weigh
from paperatlas.agents.sentences import Sentence, sentences_of
from paperatlas.agents.state import Draft
from paperatlas.agents.terms import covered, present
from paperatlas.agents.values import has_shape
from paperatlas.agents.write.judging import Judged
from paperatlas.agents.write.quotes import Located
from paperatlas.core.ports import Embedder
from paperatlas.core.searching import Hit

__all__ = ["Bearing", "Scales"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearing:
    """What speaks for statements as an answer to the question."""

    cover: float
    """Share of the question's weight in them, their sentences and what their papers are about."""
    behind: float
    """Log odds by which their best sentence is behind the best of all that were found; 0 when it is that one."""
    shape: float
    """Whether they hold what is asked for: a number, a name, a date."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scales:
    """Weighs statements for one question."""

    found: Found
    weighed: Weighed
    embedder: Embedder

    def of(self, judged: Sequence[Judged]) -> Bearing:
        """Of all statements together."""
        places = [place for each in judged for place in each.places]
        texts = [each.statement.text for each in judged if each.statement is not None]
        said = " ".join([*texts, *(place.said for place in places)])
        given = frozenset[str]().union(*(self._given(place) for place in places))
        best = self.weighed.ranked[0].score if self.weighed.ranked else 0.0
        return Bearing(
            cover=covered(self.found.terms, present(said) | given),
            behind=max(0.0, best - max((self._score(place) for place in places), default=-inf)),
            shape=has_shape(self.found.asked, said, self.found.question.text),
        )

    def of_draft(self, draft: Draft) -> Bearing:
        """Of what was extracted, whose best sentence is the best."""
        said = " ".join([*(each.text for each in draft.statements), *(p.quote for s in draft.statements for p in s.proofs)])
        documents = dict.fromkeys(proof.document for each in draft.statements for proof in each.proofs)
        given = frozenset[str]().union(*(self.found.given.get(each, frozenset()) for each in documents))
        return Bearing(
            cover=covered(self.found.terms, present(said) | given),
            behind=0.0,
            shape=has_shape(self.found.asked, said, self.found.question.text),
        )

    def confidence(self, judged: Sequence[Judged]) -> float:
        """The probability that the sentences quoted answer, were they all that was found."""
        hits = tuple(_narrowed(place) for each in judged for place in each.places)
        return weigh(replace(self.found, hits=hits), self.embedder).confidence if hits else 0.0

    def _given(self, place: Located) -> frozenset[str]:
        chunk = place.hit.chunk
        return self.found.given.get(chunk.document, frozenset()) | present(chunk.context)

    def _score(self, place: Located) -> float:
        """Of the best sentence that a quote is from."""
        known = [each.score for each in self.weighed.ranked if _holds(each.sentence, place)]
        if known:
            return max(known)
        found, own = self.found, [each for each in sentences_of([place.hit], self.found.given) if _holds(each, place)]
        ranked = rank(found.question.text, found.asked, found.terms, own, self.embedder)
        return ranked[0].score if ranked else -inf


def _holds(sentence: Sentence, place: Located) -> bool:
    same = sentence.hit.chunk.id == place.hit.chunk.id
    return same and sentence.start < place.end and sentence.end > place.start


def _narrowed(place: Located) -> Hit:
    """The passage as no more than what was quoted of it."""
    chunk = place.hit.chunk
    if place.table is not None:
        return place.hit
    spans = chunk.locate(place.start, place.end)
    return replace(place.hit, chunk=replace(chunk, text=chunk.text[place.start : place.end], spans=spans))
