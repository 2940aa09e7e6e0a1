"""Whether what was found answers the question: a measured probability, and the rules that travel to any library."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from paperatlas.agents.asked import DENIAL, NUMBER_WORDS, Asked
from paperatlas.agents.evidence import Ranked
from paperatlas.agents.phrasing import without
from paperatlas.agents.terms import Term
from paperatlas.core.ports import Embedder

__all__ = ["Reading", "read"]

_NOTHING_MISSING = -0.05
"""The `foreign` of a question whose words all stand in the sentence: about what leaving out a matching word costs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What the best sentence and its rivals say about whether there is an answer at all.

    Only inputs whose sign is the same on every kind of text: on encyclopaedia passages a wide margin or a passage with
    many of the question's words speaks against an answer (questions made to mislead copy a text's words), and that would
    not travel.
    """

    cosine: float
    best_cosine: float
    names: float
    numbers: float
    denies: float
    """1.0 when the question itself denies something: such questions mostly turn a text's statement round."""
    denies_alone: float
    """1.0 when it does and the sentence does not."""
    foreign: float
    """How much closer to the sentence the question comes without the word that fits it least. Leaving out a word that the
    sentence has, or says in other words, takes the question away from it; leaving out one that does not belong brings it near."""

    def values(self) -> Mapping[str, float]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


def read(question: str, asked: Asked, terms: Sequence[Term], ranked: Sequence[Ranked], embedder: Embedder) -> Reading:
    """The reading of a question's best-first candidates, of which there must be one."""
    best = ranked[0]
    return Reading(
        cosine=max(best.signals.cosine, best.signals.asked_cosine),
        best_cosine=max(max(each.signals.cosine, each.signals.asked_cosine) for each in ranked),
        names=best.signals.names,
        numbers=best.signals.numbers,
        denies=float(asked.negated),
        denies_alone=float(asked.negated and not DENIAL.search(best.sentence.text)),
        foreign=_foreign(question, [term for term in terms if term.word != NUMBER_WORDS.get(asked.number or 0)], best, embedder),
    )


def _foreign(question: str, terms: Sequence[Term], best: Ranked, embedder: Embedder) -> float:
    said = best.sentence.given.union(best.sentence.stems)
    absent = [term for term in terms if term.stem not in said]
    if not absent:
        return _NOTHING_MISSING
    asked = embedder.embed([question, *(without(question, [term]) for term in absent)], kind="query")
    sentence = embedder.embed([best.sentence.text], kind="passage")[0]
    cosines = asked @ sentence
    return float((cosines[1:] - cosines[0]).max())
