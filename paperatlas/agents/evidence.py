"""Which sentences answer: the signals of each, weighed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.agents.asked import Asked
from paperatlas.agents.fitted import sentence_weights
from paperatlas.agents.sentences import Sentence, Signals, read_signals, sentences_of
from paperatlas.agents.terms import Term
from paperatlas.core.ports import Embedder
from paperatlas.core.types import Hit

__all__ = ["Ranked", "rank"]

_UNDEFINED = 2.0
"""Taken off a sentence that does not define, where a definition is asked for: what a name is, is said in set phrases."""
_OPENING = 0.8
"""Added for abstract and introduction where a definition or purpose is asked for: papers say there what they are about."""
_APART = 1.5
"""Taken off related work, acknowledgements and appendices: they speak of other things than the paper's own."""

_OPENS = re.compile(r"\b(?:abstract|introduction|overview|summary)\b|^$", re.IGNORECASE)
_ASIDE = re.compile(
    r"related work|acknowledg|appendi|limitation|ethic|checklist|broader impact|author contribution", re.IGNORECASE
)
_BIBLIOGRAPHY = re.compile(r"^(?:\W|\d)*(?:references|bibliography|works cited|literature cited)\b", re.IGNORECASE)
_READABLE = 0.55
"""Share of letters and spaces below which a "sentence" is a formula or the torn text of a chart."""
_MOST_WORDS = 110
"""Longer "sentences" are lists of names or badly torn text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A sentence with what speaks for it and its score (log odds of being the one that answers)."""

    sentence: Sentence
    signals: Signals
    score: float


def rank(question: str, asked: Asked, terms: Sequence[Term], hits: Sequence[Hit], embedder: Embedder) -> list[Ranked]:
    """The sentences of the hits, best first."""
    candidates = [sentence for sentence in sentences_of(hits) if _readable(sentence)]
    found = [
        Ranked(
            sentence=sentence,
            signals=signals,
            score=sentence_weights().log_odds(signals.values()) + _prior(asked, sentence, signals),
        )
        for sentence, signals in read_signals(question, asked, terms, candidates, embedder)
    ]
    return sorted(found, key=lambda ranked: -ranked.score)


def _readable(sentence: Sentence) -> bool:
    text = sentence.text
    if _BIBLIOGRAPHY.search(sentence.hit.chunk.section) or len(text.split()) > _MOST_WORDS:
        return False
    return sum(char.isalpha() or char.isspace() for char in text) >= _READABLE * len(text)


def _prior(asked: Asked, sentence: Sentence, signals: Signals) -> float:
    section = sentence.hit.chunk.section
    total = 0.0
    if asked.wanted == "definition" and signals.shape == 0:
        total -= _UNDEFINED
    if asked.wanted in {"definition", "purpose"} and _OPENS.search(section):
        total += _OPENING
    if _ASIDE.search(section):
        total -= _APART
    return total
