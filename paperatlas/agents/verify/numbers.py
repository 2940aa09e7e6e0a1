"""Whether the numbers of a claim are those of the text, in their units, and said of the same thing."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.agents.verify.align import fit
from paperatlas.agents.verify.finding import Finding
from paperatlas.agents.verify.quantities import RANK, Quantity, quantities, same_unit, same_value
from paperatlas.agents.verify.words import Sentence

__all__ = ["Numbers", "compare"]

_SAME_NOUN = 4.0
"""Nats. The same word behind both numbers, which says what is counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """What was found, as inputs of the model; shares of the claim's numbers."""

    claimed: float
    """1.0 when the claim has numbers."""
    found: float
    conflicting: float
    """Another number stands where the text gives this one."""
    missing: float
    """The text gives no comparable number."""
    misplaced: float
    """The number is there, but another one of its kind stands nearer to what the claim says it of."""
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stated:
    """A number of the text with the sentence it stands in."""

    quantity: Quantity
    sentence: Sentence
    rank: int


def compare(claim: Sentence, evidence: Sequence[Sentence]) -> Numbers:
    """`evidence` is best first; all of it is searched."""
    claimed = quantities(claim.text)
    stated = [_Stated(quantity=each, sentence=s, rank=rank) for rank, s in enumerate(evidence) for each in quantities(s.text)]
    found = conflicting = missing = misplaced = 0.0
    findings: list[Finding] = []
    for quantity in claimed:
        equal = [each for each in stated if same_value(quantity, each.quantity) and same_unit(quantity, each.quantity)]
        others = [each for each in claimed if each is not quantity]
        rival = _rival(quantity, claim, stated, equal)
        if equal:
            found += 1
            if rival is not None and (doubt := _doubt(quantity, claim, equal, rival, others)) > 0:
                misplaced = max(misplaced, doubt)
                findings.append(_finding("number", 0.6 * doubt, quantity, rival))
        elif quantity.dimension == RANK and rival is None:
            continue  # "first" counts nothing by itself
        elif rival is not None:
            conflicting += 1
            findings.append(_finding("number", 1.0, quantity, rival))
        else:
            missing += 1
            findings.append(Finding(kind="number", weight=0.8, reason=f"the text does not give “{quantity.text}”"))
    count = max(1, len(claimed))
    return Numbers(
        claimed=float(bool(claimed)),
        found=found / count,
        conflicting=conflicting / count,
        missing=missing / count,
        misplaced=misplaced,
        findings=tuple(findings),
    )


def _finding(kind: str, weight: float, claimed: Quantity, stated: _Stated) -> Finding:
    return Finding(kind=kind, weight=weight, reason=f"the text says {stated.quantity.text}, the claim says {claimed.text}")


def _rival(claimed: Quantity, claim: Sentence, stated: Sequence[_Stated], equal: Sequence[_Stated]) -> _Stated | None:
    """The other number that the text most likely gives for what the claim gives this one for."""
    others = [each for each in stated if each not in equal and _comparable(claimed, each.quantity)]
    return max(others, key=lambda each: _fit(claimed, claim, each), default=None)


def _comparable(claimed: Quantity, stated: Quantity) -> bool:
    """Of one kind: the same dimension, the same thing counted, or the same number with another unit."""
    if claimed.dimension and stated.dimension and RANK not in {claimed.dimension, stated.dimension}:
        return same_unit(claimed, stated) or _digits(claimed) == _digits(stated)
    if RANK in {claimed.dimension, stated.dimension}:
        return claimed.dimension == stated.dimension and claimed.noun == stated.noun
    if claimed.noun and claimed.noun == stated.noun:
        return True
    return not claimed.dimension and not stated.dimension


def _digits(quantity: Quantity) -> str:
    return "".join(char for char in quantity.text if char.isdigit())


def _doubt(claimed: Quantity, claim: Sentence, equal: Sequence[_Stated], rival: _Stated, others: Sequence[Quantity]) -> float:
    """0 to 1: how much better a rival number fits what the claim says its number of.

    A rival that the claim has as well is one only if the two numbers fit better in each other's place.
    """
    here = max(equal, key=lambda each: _fit(claimed, claim, each))
    own, other = _fit(claimed, claim, here), _fit(claimed, claim, rival)
    for second in others:
        if same_value(second, rival.quantity):
            own, other = own + _fit(second, claim, rival), other + _fit(second, claim, here)
            break
    return 1 - math.exp(-(other / own - 1)) if own > 0 and other > own else float(other > own)


def _fit(claimed: Quantity, claim: Sentence, stated: _Stated) -> float:
    """How near what stands beside the claim's number stands to a number of the text, in nats."""
    counted = _SAME_NOUN if claimed.noun and claimed.noun == stated.quantity.noun and not claimed.dimension else 0.01
    return counted + fit(claim.at(claimed.start), claim, stated.sentence.at(stated.quantity.start), stated.sentence)
