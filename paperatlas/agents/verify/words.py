"""Sentences as words with their syntax, in a form that the checks can be tested on without a parser."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

import Stemmer

from paperatlas.core.rarity import rarity
from paperatlas.graph.extract.parser import syntax, without_citations

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["Sentence", "Word", "read", "stem"]

_LONGEST = 1_200
"""Characters of a sentence that is parsed: what is longer is a table or a list of references, and is cut."""
_UNLISTED = 16.0
"""Nats. Technical terms and names that no frequency list has."""
_NUMBER_WEIGHT = 11.0
"""Nats, as a question's numbers: most of what a number says is checked by itself."""

_BREAKS = frozenset(",;:()–—")
_JOINING = frozenset("while whereas but although though and".split())
_TELLING = 2

_stemmer = Stemmer.Stemmer("english")


@cache
def stem(word: str) -> str:
    """Of a word in any case."""
    stemmed: str = _stemmer.stemWord(word.lower())
    return stemmed


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word of a sentence with its place in the syntax. `head` is an index into the sentence's words; a root heads itself."""

    text: str
    lemma: str
    part: str
    """Universal part of speech: NOUN, VERB, …"""
    tag: str
    """Penn Treebank tag: JJR, VBN, …"""
    relation: str
    """To its head: nsubj, dobj, neg, …"""
    head: int
    start: int
    end: int

    @property
    def lower(self) -> str:
        return self.text.lower()

    @property
    def stem(self) -> str:
        return stem(self.text)

    @property
    def is_number(self) -> bool:
        return any(char.isdigit() for char in self.text) and not any(char.isalpha() for char in self.text)

    @property
    def weight(self) -> float:
        """Nats of surprise in general English."""
        return _NUMBER_WEIGHT if self.is_number else rarity(self.lower, unlisted=_UNLISTED)


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """A sentence of a text, its offset there, and its words."""

    text: str
    start: int
    words: tuple[Word, ...]

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        below: list[list[int]] = [[] for _ in self.words]
        for index, word in enumerate(self.words):
            if word.head != index:
                below[word.head].append(index)
        return tuple(map(tuple, below))

    @cached_property
    def places(self) -> dict[str, tuple[int, ...]]:
        """Where each stem stands."""
        found: dict[str, tuple[int, ...]] = {}
        for index, word in enumerate(self.words):
            found[word.stem] = (*found.get(word.stem, ()), index)
        return found

    @cached_property
    def clauses(self) -> tuple[int, ...]:
        """For each word the number of the stretch it is in, between commas, brackets and conjunctions of clauses.

        A stretch of less than two words that say something ("9.4 ppm") belongs to the one before it.
        """
        numbers, number, telling = [], 0, 0
        for word in self.words:
            if word.text in _BREAKS or word.lower in _JOINING:
                number, telling = (number + 1, 0) if telling >= _TELLING else (number, telling)
            telling += word.part in {"NOUN", "PROPN", "VERB", "ADJ"}
            numbers.append(number)
        return tuple(numbers)

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(word.stem for word in self.words)

    @cached_property
    def lowers(self) -> frozenset[str]:
        return frozenset(word.lower for word in self.words)

    def under(self, index: int, *, without: frozenset[str] = frozenset()) -> Iterator[int]:
        """A word and all that depends on it, without branches of the given relations."""
        yield index
        for child in self.children[index]:
            if self.words[child].relation not in without:
                yield from self.under(child, without=without)

    def at(self, offset: int) -> int:
        """The word that stands at an offset of the text, or the first behind it."""
        return next((index for index, word in enumerate(self.words) if word.end > offset), len(self.words) - 1)


def read(pieces: Sequence[tuple[int, str]]) -> tuple[Sentence, ...]:
    """Sentences, given with their offsets, parsed. References in brackets are blank to the parser, and dashes
    are commas: without spaces around them they would make one word of two.
    """
    cut = [(start, text[:_LONGEST]) for start, text in pieces]
    with syntax([without_citations(text).replace("—", ",") for _, text in cut]) as parses:
        return tuple(
            Sentence(text=text, start=start, words=_words(parse)) for (start, text), parse in zip(cut, parses, strict=True)
        )


def _words(parse: "Doc") -> tuple[Word, ...]:
    tokens = [token for token in parse if not token.is_space]
    place = {token.i: index for index, token in enumerate(tokens)}
    return tuple(
        Word(
            text=token.text,
            lemma=token.lemma_.lower(),
            part=token.pos_,
            tag=token.tag_,
            relation=token.dep_,
            head=place.get(token.head.i, index),
            start=token.idx,
            end=token.idx + len(token.text),
        )
        for index, token in enumerate(tokens)
    )
