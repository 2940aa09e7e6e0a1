"""Which word of the text says what each word of a claim says."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from paperatlas.agents.verify.kinship import Kinship
from paperatlas.agents.verify.lexicon import DENIALS, FUNCTION_WORDS, Side, kin_of, sides_of
from paperatlas.agents.verify.quantities import UNIT_NAMES
from paperatlas.agents.verify.thesaurus import are_contrary, are_synonyms
from paperatlas.agents.verify.words import Sentence, Word, stem

__all__ = ["Alignment", "Match", "align", "fit", "is_content"]

_SAME, _SHORT_FORM, _KIN, _SYNONYM, _SIDE, _PREFIX, _AKIN = 1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.6
"""How surely two words say the same: one stem, a short form and its long one, one meaning by our list, by WordNet, one side of an
axis, one root, and one meaning in the embedder's view."""
_OPPOSITE = 0.7
_ROOT = 5
"""Letters of one root ("precise", "precision")."""
_SAME_CLAUSE = 0.1
"""What a word in the same stretch of the sentence counts, however far off."""
_LEAN = 0.05
"""How much a word is preferred to its contrary then."""
_SLOPE = 3.0
"""Words over which what stands beside a place fades to a third."""
_LATER = 0.03
"""What a place costs for each better sentence before it."""
_AROUND = 0.5
"""What a place gains when all around the claim's word is around it too."""


class Match(NamedTuple):
    """A place in the evidence, and how sure it is; `opposite` where the text says the contrary word."""

    sentence: int
    word: int
    strength: float
    opposite: bool = False


@dataclass(frozen=True, kw_only=True)
class Alignment:
    """A claim laid over evidence, whose sentences stand best first."""

    claim: Sentence
    evidence: tuple[Sentence, ...]
    matches: tuple[Match | None, ...]
    """For each word of the claim."""

    @cached_property
    def content(self) -> tuple[int, ...]:
        return content_of(self.claim)

    @cached_property
    def taken(self) -> frozenset[tuple[int, int]]:
        """The words of the evidence that a word of the claim is matched with."""
        return frozenset((match.sentence, match.word) for match in self.matches if match is not None)

    def covered(self, *, sentence: int | None = None) -> float:
        """Share of the claim's content, in nats, that the evidence says in the same sense; in one sentence, if named."""
        total = sum(self.claim.words[index].weight for index in self.content)
        if not total:
            return 1.0
        said = 0.0
        for index in self.content:
            match = self.matches[index]
            if match is not None and not match.opposite and (sentence is None or match.sentence == sentence):
                said += min(1.0, match.strength) * self.claim.words[index].weight
        return said / total

    def plain(self) -> float:
        """How literally the evidence is taken up, 0 to 1: of the claim's content with a place, the share that is the same word
        in the sentence that has most of it. Where nearly all is literal, what is not is another thing; in a paraphrase it need
        not be.
        """
        placed = [(self.claim.words[index].weight, match) for index in self.content if (match := self.matches[index]) is not None]
        total = sum(weight for weight, _ in placed)
        literal: dict[int, float] = {}
        for weight, match in placed:
            if match.strength >= _SHORT_FORM:
                literal[match.sentence] = literal.get(match.sentence, 0.0) + weight
        return max(literal.values()) / total if literal else 0.0


def is_content(word: Word) -> bool:
    """Whether a word says what a claim is about; denials and numbers are checked by themselves."""
    return (
        word.part not in {"PUNCT", "SYM", "SPACE"}
        and not word.is_number
        and (word.lower not in FUNCTION_WORDS or _is_letter(word))
        and word.lower not in DENIALS
        and any(char.isalnum() for char in word.text)
    )


def _is_letter(word: Word) -> bool:
    """Whether "A" is no article but a name, as in "variant A"."""
    return len(word.text) == 1 and word.text.isupper() and word.text != "I" and word.start > 0


def content_of(sentence: Sentence) -> tuple[int, ...]:
    """The content words of a sentence; the unit behind a number belongs to it."""
    words = sentence.words
    return tuple(
        index
        for index, word in enumerate(words)
        if is_content(word)
        and not (index and word.lower in UNIT_NAMES and words[index - 1].is_number)
        and not _is_bound(index, sentence)
    )


def _is_bound(index: int, sentence: Sentence) -> bool:
    """Whether "more" and the like belong to a number: "at least 30", "30 or more", "no more than 30"."""
    words = sentence.words
    if words[index].lower not in {"more", "less", "least", "most", "fewer"}:
        return False
    before = words[index - 1].lower if index else ""
    behind = words[index + 1 : index + 3]
    of_number = len(behind) == 2 and behind[0].lower == "than" and (behind[1].is_number or behind[1].part == "NUM")
    return before in {"at", "or"} or of_number


def align(claim: Sentence, evidence: Sequence[Sentence], kinship: Kinship | None = None) -> Alignment:
    """The best place of each content word of the claim; None where the evidence has none."""
    ordered = tuple(evidence)
    indexes = [_index(sentence) for sentence in ordered]
    short = _short_forms(claim, ordered)
    content = frozenset(content_of(claim))
    matches = tuple(
        (short.get(index) or _best(index, claim, ordered, indexes)) if index in content else None
        for index in range(len(claim.words))
    )
    alignment = Alignment(claim=claim, evidence=ordered, matches=matches)
    return _with_akin(alignment, kinship) if kinship is not None else alignment


def _with_akin(alignment: Alignment, kinship: Kinship) -> Alignment:
    """Words without a place given one that the embedder takes for the same, among those of the best sentences that are free."""
    matches = list(alignment.matches)
    for index in alignment.content:
        word = alignment.claim.words[index]
        if matches[index] is not None or sides_of(word) or not _is_plain(index, alignment.claim):
            continue
        free = [
            (rank, place)
            for rank, sentence in enumerate(alignment.evidence[:_AKIN_SOUGHT])
            for place, other in enumerate(sentence.words)
            if other.part == word.part and _is_plain(place, sentence) and (rank, place) not in alignment.taken
        ]
        near = kinship.nearest(word.lower, [alignment.evidence[rank].words[place].lower for rank, place in free])
        if near is not None:
            matches[index] = Match(*free[near], _AKIN)
    return Alignment(claim=alignment.claim, evidence=alignment.evidence, matches=tuple(matches))


_AKIN_SOUGHT = 2
"""Sentences in which words of like meaning are sought."""


def _is_plain(index: int, sentence: Sentence) -> bool:
    """A word that is no name and can be compared by meaning."""
    word = sentence.words[index]
    return (
        word.part in {"NOUN", "VERB", "ADJ", "ADV"}
        and word.text.isalpha()
        and is_content(word)
        and not any(char.isupper() for char in (word.text[1:] if index == 0 else word.text))
    )


def _index(sentence: Sentence) -> Mapping[str, tuple[int, ...]]:
    """Where each stem stands; two words that a hyphen or nothing but a space parts are there as one, too."""
    found: dict[str, list[int]] = {}
    for index, word in enumerate(sentence.words):
        found.setdefault(word.stem, []).append(index)
    texts = [word.lower for word in sentence.words]
    for index in range(len(texts) - 1):
        if texts[index + 1] == "-" and index + 2 < len(texts):
            found.setdefault(stem(texts[index] + texts[index + 2]), []).append(index + 2)
        elif texts[index].isalpha() and texts[index + 1].isalpha():
            found.setdefault(stem(texts[index] + texts[index + 1]), []).append(index + 1)
    return {key: tuple(places) for key, places in found.items()}


def _forms(index: int, claim: Sentence) -> tuple[str, ...]:
    """The stem of a word, and of it together with the other part of a hyphened or open compound."""
    words, word = claim.words, claim.words[index]
    forms = [word.stem]
    before = words[index - 2 : index] if index >= 2 else ()
    after = words[index + 1 : index + 3]
    if len(before) == 2 and before[1].text == "-":
        forms.append(stem(before[0].lower + word.lower))
    if len(after) == 2 and after[0].text == "-":
        forms.append(stem(word.lower + after[1].lower))
    return tuple(forms)


def _best(
    index: int, claim: Sentence, evidence: Sequence[Sentence], indexes: Sequence[Mapping[str, tuple[int, ...]]]
) -> Match | None:
    word, best, best_worth = claim.words[index], None, 0.0
    around = fit(index, claim, index, claim) or 1.0
    for rank, (sentence, places) in enumerate(zip(evidence, indexes, strict=True)):
        for place, strength, opposite in _places(index, claim, word, sentence, places):
            worth = strength + _AROUND * fit(index, claim, place, sentence) / around - _LATER * rank
            if worth > best_worth:
                best, best_worth = Match(rank, place, strength, opposite), worth
    return best


def _places(
    index: int, claim: Sentence, word: Word, sentence: Sentence, places: Mapping[str, tuple[int, ...]]
) -> list[tuple[int, float, bool]]:
    found = [(place, _SAME, False) for form in _forms(index, claim) for place in places.get(form, ())]
    mine, groups = sides_of(word), kin_of(word)
    if found and not mine:
        return found
    for place, other in enumerate(sentence.words):
        theirs = sides_of(other)
        if other.stem in claim.stems or not (is_content(other) or theirs) or _is_bound(place, sentence):
            continue  # what the claim has as well is no other word for something
        placed = "ADP" in {word.part, other.part} and word.part != other.part  # "above" is no "more"
        if groups & kin_of(other):
            found.append((place, _KIN, False))
        elif mine & theirs and not placed:
            found.append((place, _SIDE, False))
        elif (mine & {Side(axis, -sign) for axis, sign in theirs} and not placed) or _is_contrary(word, other):
            found.append((place, _OPPOSITE, True))
        elif are_synonyms(word.lemma, other.lemma):
            found.append((place, _SYNONYM, False))
        elif _one_root(word, other):
            found.append((place, _PREFIX, False))
    return _level(found)


def _level(found: list[tuple[int, float, bool]]) -> list[tuple[int, float, bool]]:
    """Where the text has a word and its contrary, what stands around them decides: both count the same."""
    if len({opposite for _, _, opposite in found}) < 2:
        return found
    return [(place, _OPPOSITE + _LEAN * (not opposite), opposite) for place, _, opposite in found]


_SHORTEST_DENIED = 4
"""Letters of a stem that a prefix can deny: "unable" is no "able" with a prefix of ours, "unscaled" is."""
_DENYING_PREFIXES = ("un", "non", "in", "im", "ir", "dis", "il")


def _is_denied_form(one: str, other: str) -> bool:
    """As "related" and "unrelated" are."""
    longer, shorter = sorted((stem(one).rstrip("e"), stem(other).rstrip("e")), key=len, reverse=True)
    return len(shorter) >= _SHORTEST_DENIED and any(longer == prefix + shorter for prefix in _DENYING_PREFIXES)


def _is_contrary(one: Word, other: Word) -> bool:
    return _is_denied_form(one.lower, other.lower) or are_contrary(one.lemma, other.lemma)


def _one_root(one: Word, other: Word) -> bool:
    a, b = one.stem, other.stem
    shared = min(len(a), len(b), max(_ROOT, min(len(a), len(b)) - 2))
    return shared >= _ROOT and a[:shared] == b[:shared] and a.isalpha() and b.isalpha()


def fit(index: int, claim: Sentence, place: int, sentence: Sentence) -> float:
    """How much of what stands beside a word of the claim stands beside a place of the text, in nats, fading with distance."""
    total, clause = 0.0, sentence.clauses[place]
    for at, word in enumerate(claim.words):
        places = sentence.places.get(word.stem)
        if at != index and places and word.lower not in UNIT_NAMES and (is_content(word) or word.is_number):
            nearest = min(abs(other - place) for other in places)
            total += word.weight * math.exp(-(nearest + abs(at - index)) / _SLOPE)
            total += word.weight * _SAME_CLAUSE * any(sentence.clauses[other] == clause for other in places)
    return total


def _short_forms(claim: Sentence, evidence: Sequence[Sentence]) -> Mapping[int, Match]:
    """Words of the claim that the evidence abbreviates, and the other way round: "MAE" and "mean absolute error"."""
    found: dict[int, Match] = {}
    for rank, sentence in enumerate(evidence):
        for index, places in _spelled_out(claim, sentence):
            found.setdefault(index, Match(rank, places[-1], _SHORT_FORM))
        for place, parts in _spelled_out(sentence, claim):
            for part in parts:
                if claim.words[part].stem not in sentence.stems:
                    found.setdefault(part, Match(rank, place, _SHORT_FORM))
    return found


def _spelled_out(short: Sentence, long: Sentence) -> list[tuple[int, tuple[int, ...]]]:
    """Acronyms of one sentence whose letters begin words in a row of the other."""
    parts = [index for index, word in enumerate(long.words) if word.text[0].isalpha()]
    letters = "".join(long.words[index].lower[0] for index in parts)
    found = []
    for index, word in enumerate(short.words):
        wanted = word.text.removesuffix("s")
        if not (2 <= len(wanted) <= 6 and wanted.isupper() and wanted.isalpha()) or wanted in {w.text for w in long.words}:
            continue
        at = letters.find(wanted.lower())
        if at >= 0 and len(wanted) > 2:
            found.append((index, tuple(parts[at : at + len(wanted)])))
    return found
