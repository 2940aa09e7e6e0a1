"""Names and terms of a claim that the text does not have, and what it has in their place."""

from collections.abc import Iterator
from dataclasses import dataclass

from paperatlas.agents.verify.align import Alignment, is_content
from paperatlas.agents.verify.finding import Finding
from paperatlas.agents.verify.lexicon import GENERIC_SUBJECTS
from paperatlas.agents.verify.words import Sentence, Word

__all__ = ["Terms", "compare"]

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_POINTING = frozenset("it they this these".split())
"""Subjects that may be what the claim names; "we" are the authors."""
_SLOTS = frozenset("amod compound nmod dobj pobj nsubj nsubjpass attr poss appos acomp".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What was found, as inputs of the model: shares of the claim's content in nats, and counts squashed to 0..1."""

    names: float
    """Names that the text lacks."""
    licensed: float
    """Names that the text lacks, and points at with "it" or "our model"."""
    nouns: float
    verbs: float
    others: float
    absent: float
    """Nouns, names among them, that the text lacks; from two on all the same."""
    replaced: float
    """How surely the text has another word in the same place."""
    odd_nouns: float
    """Of the nouns without a place in the sentences laid over, names among them, how much the weightiest tells: nats, over 16."""
    odd_verbs: float
    odd_others: float
    findings: tuple[Finding, ...]


def compare(alignment: Alignment, stems: frozenset[str]) -> Terms:
    """`stems` are those of the whole text: what stands elsewhere in it is not missing, only far off."""
    claim = alignment.claim
    total = sum(claim.words[index].weight for index in alignment.content) or 1.0
    shares = {"names": 0.0, "licensed": 0.0, "nouns": 0.0, "verbs": 0.0, "others": 0.0}
    odd = {"odd_nouns": 0.0, "odd_verbs": 0.0, "odd_others": 0.0}
    findings, absent = [], 0.0
    for index in alignment.content:
        word = claim.words[index]
        if alignment.matches[index] is not None:
            continue
        kind = _kind(index, alignment) if word.stem not in stems else "others"
        if kind != "licensed":
            sort = "odd_nouns" if word.part in {"NOUN", "PROPN"} else "odd_verbs" if word.part == "VERB" else "odd_others"
            odd[sort] = max(odd[sort], min(1.0, word.weight / 16.0))
        shares[kind] += word.weight / total
        absent += 0.5 * (kind in {"names", "nouns"})
        if kind == "names":
            findings.append(Finding(kind="name", weight=0.9, reason=f"the text does not mention “{word.text}”"))
        elif kind == "nouns":
            findings.append(Finding(kind="term", weight=0.4, reason=f"the text does not mention “{word.text}”"))
    replaced = 0.0
    for index, stated in _replaced(alignment):
        word = claim.words[index]
        weight = min(word.weight, stated.weight) / 16.0
        replaced = max(replaced, min(1.0, weight))
        findings.append(
            Finding(
                kind="term",
                weight=0.5 + 0.4 * min(1.0, weight),
                reason=f"the text says “{stated.text}”, the claim says “{word.text}”",
            )
        )
    return Terms(
        **shares,
        **odd,
        absent=min(1.0, absent),
        replaced=replaced,
        findings=tuple(sorted(findings, key=lambda each: -each.weight)),
    )


def _kind(index: int, alignment: Alignment) -> str:
    word = alignment.claim.words[index]
    if _is_name(index, alignment.claim):
        return "licensed" if _is_pointed_at(index, alignment) else "names"
    if word.part in {"NOUN", "PROPN"}:
        return "licensed" if word.stem in GENERIC_SUBJECTS and _leads(index, alignment.claim) else "nouns"
    return "verbs" if word.part == "VERB" else "others"


def _is_name(index: int, sentence: Sentence) -> bool:
    """Printed as a name: capitals inside, digits in it, all capitals, or a capital in mid-sentence."""
    text = sentence.words[index].text
    if any(char.isdigit() for char in text) or any(char.isupper() for char in text[1:]):
        return True
    return text[0].isupper() and (index > 0 or sentence.words[index].part == "PROPN")


def _leads(index: int, claim: Sentence) -> bool:
    return not any(word.part in {"VERB", "AUX"} for word in claim.words[:index])


def _is_pointed_at(index: int, alignment: Alignment) -> bool:
    """Whether a name stands as the claim's subject, and the text's subject is a pronoun, a general noun or left out."""
    claim = alignment.claim
    if not _leads(index, claim) and not any(
        index in claim.under(top) for top, word in enumerate(claim.words) if word.relation in _SUBJECTS
    ):
        return False
    ranks = {match.sentence for match in alignment.matches if match is not None} or {0}
    for rank in ranks:
        subjects = [word for word in alignment.evidence[rank].words if word.relation in _SUBJECTS]
        if not subjects or any(word.lower in _POINTING or word.stem in GENERIC_SUBJECTS for word in subjects):
            return True
    return False


def _replaced(alignment: Alignment) -> Iterator[tuple[int, Word]]:
    """Words of the claim that the text lacks, with the word that stands there in the same relation to the same head."""
    claim = alignment.claim
    for index in alignment.content:
        word = claim.words[index]
        if alignment.matches[index] is not None:
            continue
        if between := _between(index, alignment):
            yield index, between
            continue
        if word.relation not in _SLOTS:
            continue
        head = _anchor(index, claim, alignment)
        if head is None:
            continue
        text = alignment.evidence[head[0]]
        for child in text.children[head[1]]:
            other = text.words[child]
            if (head[0], child) not in alignment.taken and is_content(other) and _same_slot(word, other):
                yield index, other
                break


def _between(index: int, alignment: Alignment) -> Word | None:
    """The word of the text that stands between the same two words as a word of the claim."""
    claim = alignment.claim.words
    if not 0 < index < len(claim) - 1:
        return None
    before, after = claim[index - 1].lower, claim[index + 1].lower
    for rank, text in enumerate(alignment.evidence):
        for place in range(1, len(text.words) - 1):
            other = text.words[place]
            framed = (text.words[place - 1].lower, text.words[place + 1].lower) == (before, after)
            if framed and is_content(other) and (rank, place) not in alignment.taken:
                return other
    return None


def _anchor(index: int, claim: Sentence, alignment: Alignment) -> tuple[int, int] | None:
    match = alignment.matches[claim.words[index].head]
    return (match.sentence, match.word) if match is not None and claim.words[index].head != index else None


def _same_slot(word: Word, other: Word) -> bool:
    slots = ({"amod", "compound", "nmod", "poss"}, {"nsubj", "nsubjpass"}, {"dobj", "attr", "acomp", "pobj"})
    return any(word.relation in slot and other.relation in slot for slot in slots)
