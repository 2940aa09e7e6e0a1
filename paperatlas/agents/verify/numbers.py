"""Whether the numbers of a claim are those of the text, in their units, and said of the same thing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperatlas.agents.verify.align import Alignment, fit
from paperatlas.agents.verify.binding import Bound, bound
from paperatlas.agents.verify.finding import Finding
from paperatlas.agents.verify.quantities import RANK, Quantity, same_unit, same_value
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
    stems: frozenset[str]
    """Of the words that are said of it."""


def compare(alignment: Alignment) -> Numbers:
    claim, evidence = alignment.claim, alignment.evidence
    own = bound(claim)
    stated = [
        _Stated(quantity=each, sentence=text.sentence, stems=frozenset(text.stems(number)))
        for text in map(bound, evidence)
        for number, each in enumerate(text.numbers)
    ]
    same = {
        claim.words[index].stem: evidence[match.sentence].words[match.word].stem
        for index, match in enumerate(alignment.matches)
        if match is not None and not match.opposite
    }
    found = conflicting = missing = misplaced = 0.0
    findings: list[Finding] = []
    for number, quantity in enumerate(own.numbers):
        equal = [each for each in stated if same_value(quantity, each.quantity) and same_unit(quantity, each.quantity)]
        rivals = [each for each in stated if each not in equal and _comparable(quantity, each.quantity)]
        if equal:
            found += 1
            doubts = [(_doubt(number, own, equal, rival, same), rival) for rival in rivals]
            doubt, rival = max(doubts, key=lambda pair: pair[0], default=(0.0, None))
            if rival is not None and doubt > 0:
                misplaced = max(misplaced, doubt)
                findings.append(_finding(0.3 + 0.5 * doubt, quantity, rival))
            elif _counts_other(quantity, claim, equal, evidence):
                misplaced = max(misplaced, _OTHER_NOUN)
                findings.append(_finding(_OTHER_NOUN, quantity, equal[0]))
        elif quantity.dimension == RANK and not rivals:
            continue  # "first" counts nothing by itself
        elif _is_worked_out(quantity, stated):
            found += 1
        elif rivals:
            few = _few(quantity)
            conflicting += few
            findings.append(_finding(few, quantity, max(rivals, key=lambda each: _fit(quantity, claim, each))))
        else:
            few = _few(quantity)
            missing += few
            findings.append(Finding(kind="number", weight=0.8 * few, reason=f"the text does not give “{quantity.text}”"))
    count = max(1, len(own.numbers))
    return Numbers(
        claimed=float(bool(own.numbers)),
        found=found / count,
        conflicting=conflicting / count,
        missing=missing / count,
        misplaced=misplaced,
        findings=tuple(findings),
    )


def _is_worked_out(claimed: Quantity, stated: Sequence[_Stated]) -> bool:
    """Whether it is the difference or the ratio of two numbers of one kind: "from 68 % to 80 %", "twelve points more"."""
    for one in stated:
        for other in stated:
            first, second = one.quantity, other.quantity
            if first is second or first.dimension != second.dimension or RANK in {first.dimension, claimed.dimension}:
                continue
            if claimed.dimension == first.dimension or {claimed.dimension, first.dimension} <= {"share", "points", ""}:
                scale = 100.0 if (claimed.dimension, first.dimension) == ("points", "share") else 1.0
                if _is_about(claimed.value, scale * (first.value - second.value)):
                    return True
            ratio = first.value / second.value if second.value else 0.0
            if claimed.dimension == "times" and _is_about(claimed.value, ratio):
                return True
            if claimed.dimension == "share" and (_is_about(claimed.value, ratio) or _is_about(claimed.value, ratio - 1)):
                return True
    return False


def _is_about(one: float, other: float) -> bool:
    return abs(one - other) <= _WORKED_OUT * max(abs(one), abs(other)) and other > 0


_WORKED_OUT = 0.02
"""How far off a rounded result may be."""


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


def _doubt(number: int, claim: Bound, equal: Sequence[_Stated], rival: _Stated, same: Mapping[str, str]) -> float:
    """0 to 1: how much of what the claim says its number of the text says of a rival number, and not of this one."""
    own = {same.get(stem, stem): weight for stem, weight in claim.stems(number).items()}
    here = frozenset().union(*(each.stems for each in equal))
    against = sum(weight for stem, weight in own.items() if stem in rival.stems - here)
    favour = sum(weight for stem, weight in own.items() if stem in here - rival.stems)
    return against / (against + favour) if against > favour else 0.0


def _fit(claimed: Quantity, claim: Sentence, stated: _Stated) -> float:
    """How near what stands beside the claim's number stands to a number of the text, in nats."""
    counted = _SAME_NOUN if claimed.noun and claimed.noun == stated.quantity.noun and not claimed.dimension else 0.01
    return counted + fit(claim.at(claimed.start), claim, stated.sentence.at(stated.quantity.start), stated.sentence)
