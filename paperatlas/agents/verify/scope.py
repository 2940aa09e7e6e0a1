"""Whether a claim says more than the text: "all" for "some", "is" for "may be", a condition left out."""

from collections.abc import Iterator
from dataclasses import dataclass

from paperatlas.agents.verify.align import Alignment, is_content
from paperatlas.agents.verify.finding import Finding
from paperatlas.agents.verify.lexicon import ABSOLUTES, HEDGES, PARTIAL
from paperatlas.agents.verify.words import Sentence

__all__ = ["Reach", "compare"]

_UNIVERSAL = frozenset("all every each any always everywhere everything everyone whole entire".split())
_SUPERLATIVE = frozenset({"JJS", "RBS"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What was found, as inputs of the model."""

    absolute: float
    """1.0 when the claim has a word like "all" or "only" that the text does not."""
    partial: float
    """1.0 when the text has a word like "some" or "most" beside what is claimed, and the claim has none."""
    hedged: float
    """1.0 when the text hedges what the claim states."""
    condition: float
    """Nats, over 16, of the weightiest condition of the text that the claim leaves out."""
    findings: tuple[Finding, ...]


def compare(alignment: Alignment) -> Reach:
    claim = alignment.claim
    ranks = sorted({match.sentence for match in alignment.matches if match is not None})
    sentences = [alignment.evidence[rank] for rank in ranks]
    findings = []
    absolute = partial = hedged = 0.0
    said = frozenset().union(*(sentence.lowers for sentence in sentences)) if sentences else frozenset()
    own = claim.lowers
    weaker = sorted(_near(PARTIAL, alignment))
    for word in sorted(own & ABSOLUTES - said):
        if (word in _UNIVERSAL and _is_said_of_all(word, alignment)) or _is_set_phrase(word, alignment.claim):
            continue
        absolute = 1.0
        reason = f"the text says “{weaker[0]}”, the claim says “{word}”" if weaker else f"the text does not say “{word}”"
        findings.append(Finding(kind="scope", weight=0.85, reason=reason))
    if weaker and not own & (PARTIAL | HEDGES):
        partial = 1.0
        findings.append(Finding(kind="scope", weight=0.4, reason=f"the text says it of “{weaker[0]}” only"))
    hedges = sorted(_near(HEDGES, alignment))
    if hedges and not own & HEDGES:
        hedged = 1.0
        findings.append(Finding(kind="hedge", weight=0.5, reason=f"the text says so with “{hedges[0]}”"))
    condition, phrase = max(_left_out(alignment), default=(0.0, ""))
    if phrase:
        findings.append(Finding(kind="condition", weight=0.3, reason=f"the text says so “{phrase}”"))
    return Reach(
        absolute=absolute, partial=partial, hedged=hedged, condition=min(1.0, condition / 16.0), findings=tuple(findings)
    )


_BESIDE = 4
"""Words within which a quantity or hedge belongs to a word."""


def _is_set_phrase(absolute: str, claim: Sentence) -> bool:
    """As in "in all", "above all" and "not all", where it is said of nothing, or denied."""
    at = next(index for index, word in enumerate(claim.words) if word.lower == absolute)
    before = claim.words[at - 1].lower if at else ""
    behind = claim.words[at + 1] if at + 1 < len(claim.words) else None
    return before in {"not", "above", "at"} or (
        before in {"in", "after", "first"} and (behind is None or behind.part in {"PUNCT", "ADP"})
    )


def _is_said_of_all(universal: str, alignment: Alignment) -> bool:
    """Whether the text, too, has a word such as "each" before what the claim says of all."""
    claim = alignment.claim.words
    at = next(index for index, word in enumerate(claim) if word.lower == universal)
    nouns = (index for index in alignment.content if index > at)
    match = alignment.matches[next(nouns, -1)] if alignment.content and alignment.content[-1] > at else None
    if match is None:
        return False
    words = alignment.evidence[match.sentence].words
    return any(word.lower in _UNIVERSAL for word in words[max(0, match.word - _BESIDE) : match.word])


def _near(listed: frozenset[str], alignment: Alignment) -> set[str]:
    """Words of a list that stand beside words that the claim takes up."""
    found = set()
    for rank, sentence in enumerate(alignment.evidence):
        taken = [word for number, word in alignment.taken if number == rank]
        for index, word in enumerate(sentence.words):
            if word.lower in listed and word.tag not in _SUPERLATIVE and any(0 < place - index <= _BESIDE for place in taken):
                found.add(word.lower)
    return found


def _left_out(alignment: Alignment) -> Iterator[tuple[float, str]]:
    """Phrases of place, time and condition at verbs that the claim takes up, none of whose words it has."""
    for rank, place in alignment.taken:
        sentence = alignment.evidence[rank]
        if sentence.words[place].part not in {"VERB", "AUX", "NOUN"}:
            continue
        for child in sentence.children[place]:
            word = sentence.words[child]
            if word.relation in {"prep", "advcl"} and word.lower != "of":
                inside = list(sentence.under(child))
                if not any((rank, index) in alignment.taken for index in inside):
                    yield _weight(inside, sentence), _phrase(inside, sentence)


def _weight(indexes: list[int], sentence: Sentence) -> float:
    return max((sentence.words[index].weight for index in indexes if is_content(sentence.words[index])), default=0.0)


def _phrase(indexes: list[int], sentence: Sentence) -> str:
    return sentence.text[sentence.words[min(indexes)].start : sentence.words[max(indexes)].end]
