"""Which of a sentence's words belong to which of its numbers: "A reaches 71.3 and B 69.8", "1.4 % (men), 0.9 % (women)"."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from paperatlas.agents.verify.align import is_content
from paperatlas.agents.verify.quantities import UNIT_NAMES, Quantity, quantities
from paperatlas.agents.verify.words import Sentence, Word

__all__ = ["Bound", "bound"]

_PARTING = frozenset(", ; and but while whereas with against versus vs than compared".split())
"""What parts a sentence into stretches, of which each tells of its own number."""
_VERB, _NAME = 0.3, 14.0
"""What a verb tells of what a number is of, as a share of its weight; and the nats of a name, also of a letter ("variant B")."""


@dataclass(frozen=True, kw_only=True)
class Bound:
    """A sentence with its numbers, each with the words that are said of it."""

    sentence: Sentence
    numbers: tuple[Quantity, ...]

    @cached_property
    def owned(self) -> tuple[frozenset[int], ...]:
        """Of each number, the words of its stretch; numbers in one stretch ("from 1.4 to 0.9") have the same."""
        places = [self.sentence.at(number.start) for number in self.numbers]
        stretches = _stretches(self.sentence, places)
        owned = [{index for stretch in stretches if place in stretch for index in stretch} for place in places]
        for number, place in enumerate(places):
            if number and not self._is_named(place, owned[number]):
                before = owned[number - 1]
                owned[number] |= {index for index in before if index < places[number - 1]}
        for item, number in _respective(self.sentence, places):
            for each in owned:
                each.discard(item)
            owned[number].add(item)
        words = self.sentence.words
        return tuple(frozenset(i for i in each if is_content(words[i]) and words[i].lower not in UNIT_NAMES) for each in owned)

    def _is_named(self, place: int, stretch: set[int]) -> bool:
        """Whether something stands before a number that it may be of; else it has what is before the number before it:
        "training took 14 hours for A and 9 for B".
        """
        parts = {self.sentence.words[index].part for index in stretch if index < place}
        return bool(parts & {"NOUN", "PROPN", "PRON", "VERB", "AUX", "ADJ"})

    def stems(self, number: int) -> dict[str, float]:
        """What is said of a number, with how much it tells."""
        words = self.sentence.words
        return {words[index].stem: _telling(words[index]) for index in self.owned[number]}


def bound(sentence: Sentence) -> Bound:
    return Bound(sentence=sentence, numbers=quantities(sentence.text))


def _telling(word: Word) -> float:
    if word.part == "PROPN" or any(char.isupper() for char in word.text[1:]) or (len(word.text) == 1 and word.text.isupper()):
        return _NAME
    return word.weight * (_VERB if word.part in {"VERB", "AUX", "ADV"} else 1.0)


def _stretches(sentence: Sentence, numbers: Sequence[int]) -> list[frozenset[int]]:
    """The sentence cut at what parts it. What has no number goes with what is before it where it only adds to that
    ("for Hindi and English"), and otherwise with what follows ("on the test part, it reaches 71.3").
    """
    words, cuts = sentence.words, [0]
    cuts += [index for index, word in enumerate(words) if index and word.lower in _PARTING]
    found: list[set[int]] = []
    open_, adds = set[int](), False
    for start, end in pairwise([*cuts, len(words)]):
        piece = set(range(start, end))
        adding = words[start].lower in {"and", "or"} and not any(words[index].part in {"VERB", "AUX"} for index in piece)
        if any(place in piece for place in numbers):
            found.append(open_ | piece)
            open_ = set()
        elif found and not open_ and (adding or adds):
            found[-1] |= piece
        else:
            open_ |= piece
        adds = adding
    if open_ and found:
        found[-1] |= open_
    return list(map(frozenset, found))


def _respective(sentence: Sentence, places: Sequence[int]) -> list[tuple[int, int]]:
    """Words and numbers, by their order, of "0.60 and 0.50 for English and Hindi, respectively"."""
    words = sentence.words
    if not any(word.lower == "respectively" for word in words):
        return []
    end = next(index for index, word in enumerate(words) if word.lower == "respectively")
    for index in range(end - 1, -1, -1):
        chain = _chain(index, sentence)
        before = [number for number, place in enumerate(places) if place < end]
        if words[index].relation != "conj" and 1 < len(chain) <= len(before):
            return list(zip(chain, before[-len(chain) :], strict=True))
    return []


def _chain(index: int, sentence: Sentence) -> list[int]:
    """A noun and what is coordinated with it."""
    found = [index]
    while following := [
        child
        for child in sentence.children[found[-1]]
        if sentence.words[child].relation == "conj" and sentence.words[child].part in {"NOUN", "PROPN"}
    ]:
        found.append(following[0])
    return found if sentence.words[index].part in {"NOUN", "PROPN"} else [index]
