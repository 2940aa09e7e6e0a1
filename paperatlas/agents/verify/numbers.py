"""Whether the numbers of a claim are those of the text, in their units, and said of the same thing."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.agents.verify.align import fit
from paperatlas.agents.verify.finding import Finding
from paperatlas.agents.verify.quantities import RANK, Quantity, quantities, same_unit, same_value
from paperatlas.agents.verify.words import Sentence

__all__ = ["Numbers", "compare"]

_OTHER_NOUN = 0.6
"""How surely a number is false that counts something else in the text: it may be the same in other words."""
_NOUN_WITHIN = 4
"""Words behind a number in which its noun stands."""
_FEW = 3
"""Small numbers in words ("the two annotators") may count what the text lists."""
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
        rivals = [each for each in stated if each not in equal and _comparable(quantity, each.quantity)]
        if equal:
            found += 1
            doubts = [(_doubt(quantity, claim, equal, rival, others), rival) for rival in rivals]
            doubt, rival = max(doubts, key=lambda pair: pair[0], default=(0.0, None))
            if rival is not None and doubt > 0:
                misplaced = max(misplaced, doubt)
                findings.append(_finding(0.3 + 0.5 * doubt, quantity, rival))
            elif _counts_other(quantity, claim, equal, evidence):
                misplaced = max(misplaced, _OTHER_NOUN)
                findings.append(_finding(_OTHER_NOUN, quantity, equal[0]))
        elif quantity.dimension == RANK and not rivals:
            continue  # "first" counts nothing by itself
        elif rivals:
            few = _few(quantity)
            conflicting += few
            findings.append(_finding(few, quantity, max(rivals, key=lambda each: _fit(quantity, claim, each))))
        else:
            few = _few(quantity)
            missing += few
            findings.append(Finding(kind="number", weight=0.8 * few, reason=f"the text does not give “{quantity.text}”"))
    count = max(1, len(claimed))
    return Numbers(
        claimed=float(bool(claimed)),
        found=found / count,
        conflicting=conflicting / count,
        missing=missing / count,
        misplaced=misplaced,
        findings=tuple(findings),
    )


def _few(quantity: Quantity) -> float:
    """What a number counts that may be of things the text lists."""
    return 0.5 if quantity.bare <= _FEW and quantity.text.split()[0].isalpha() else 1.0


def _finding(weight: float, claimed: Quantity, stated: _Stated) -> Finding:
    there, here = _shown(stated.quantity, stated.sentence), claimed.text
    return Finding(kind="number", weight=weight, reason=f"the text says {there}, the claim says {here}")


def _shown(quantity: Quantity, sentence: Sentence) -> str:
    return (
        quantity.text if quantity.dimension else sentence.text[quantity.start : sentence.words[sentence.at(quantity.start)].end]
    )


def _counts_other(claimed: Quantity, claim: Sentence, equal: Sequence[_Stated], evidence: Sequence[Sentence]) -> bool:
    """Whether the same number counts something else: "1 million characters" for "1 million tokens"."""
    noun = _counted(claimed, claim)
    if not noun or claimed.dimension or any(noun in sentence.stems for sentence in evidence):
        return False
    return all(_counted(each.quantity, each.sentence) and not each.quantity.dimension for each in equal)


def _counted(quantity: Quantity, sentence: Sentence) -> str:
    """The stem of the noun behind a number, past its adjectives."""
    at = sentence.at(quantity.start)
    behind = (word for word in sentence.words[at + 1 : at + 1 + _NOUN_WITHIN])
    for word in behind:
        if word.part in {"NOUN", "PROPN"}:
            return word.stem
        if word.part not in {"ADJ", "NUM", "VERB", "SYM"} and word.text != "-":
            return ""
    return ""


def _comparable(claimed: Quantity, stated: Quantity) -> bool:
    """Of one kind: the same dimension, the same thing counted, years, or the same number with another unit."""
    if RANK in {claimed.dimension, stated.dimension}:
        return claimed.dimension == stated.dimension and claimed.noun == stated.noun
    if claimed.noun and claimed.noun == stated.noun:
        return True
    if claimed.dimension and stated.dimension:
        return same_unit(claimed, stated) or _digits(claimed) == _digits(stated)
    if claimed.dimension or stated.dimension or (claimed.noun and stated.noun):
        return False
    return _is_year(claimed) == _is_year(stated) and (claimed.bare % 1 == 0) == (stated.bare % 1 == 0)


def _is_year(quantity: Quantity) -> bool:
    return quantity.bare in range(1900, 2100) and quantity.text.isdigit()


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
