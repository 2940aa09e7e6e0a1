"""Which way things go: whether what is said near the claim's terms rises or falls, is affirmed or denied, as in the claim.

A soft reading for long texts, where a claim is borne out by no single sentence that its words could be laid over.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.agents.verify.align import is_content
from paperatlas.agents.verify.lexicon import DENIALS, WEAK_NEGATIVES, sides_of
from paperatlas.agents.verify.words import Sentence, Word

__all__ = ["Tendency", "tendency"]

_MAGNITUDE = 0
"""The axis of more and less."""
_BEFORE = 4
"""Words before a direction in which a denial turns it."""
_FADE = 4.0
"""Words over which nearness fades to a third."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tendency:
    """Inputs of the model."""

    against: float
    """-1 to 1: the text's direction against the claim's."""
    told: float
    """How much of a direction the text gives, where the claim has one."""
    denied: float
    """How much of what is said near the claim's terms is denied."""
    denial_differs: float
    denial_agrees: float
    """-1 to 1: the share that is denied, counted against a claim that denies nothing."""
    directed: float
    """1.0 when the claim has a direction."""


def tendency(claim: Sentence, evidence: Sequence[Sentence], trust: Sequence[float]) -> Tendency:
    """`trust` says how much each sentence counts."""
    own = 1.0
    directions = _directions(claim)
    for _, sign in directions:
        own *= sign
    if not directions:
        own = 0.0
    terms = {word.stem: word.weight for word in claim.words if is_content(word) and not _direction(word)}
    up = weight = denied = near = 0.0
    for sentence, trusted in zip(evidence, trust, strict=True):
        places = [(index, terms[word.stem]) for index, word in enumerate(sentence.words) if word.stem in terms]
        for index, sign in _directions(sentence):
            close = trusted * _closeness(index, places)
            up, weight = up + sign * close, weight + close
        denied += trusted * sum(_closeness(index, places) for index, word in enumerate(sentence.words) if _denies(word))
        near += trusted * sum(value for _, value in places)
    stated = up / weight if weight else 0.0
    share = min(1.0, 3 * denied / near) if near else 0.0
    denies = float(any(_denies(word) for word in claim.words))
    return Tendency(
        against=-own * stated,
        told=abs(own * stated),
        denied=share,
        denial_differs=abs(denies - share),
        denial_agrees=share if denies else -share,
        directed=abs(own),
    )


def _directions(sentence: Sentence) -> list[tuple[int, int]]:
    found = []
    for index, word in enumerate(sentence.words):
        if sign := _direction(word):
            turned = any(_denies(before) for before in sentence.words[max(0, index - _BEFORE) : index])
            found.append((index, -sign if turned else sign))
    return found


def _direction(word: Word) -> int:
    return next((side.sign for side in sides_of(word) if side.axis == _MAGNITUDE), 0)


def _denies(word: Word) -> bool:
    return word.lower in DENIALS or word.lemma in WEAK_NEGATIVES


def _closeness(index: int, places: Sequence[tuple[int, float]]) -> float:
    return sum(value * math.exp(-abs(index - place) / _FADE) for place, value in places)
