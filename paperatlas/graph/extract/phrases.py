"""Noun phrases: runs of adjectives and nouns, without their articles, as they stand in the text."""

from collections.abc import Iterator
from typing import NamedTuple

from spacy.tokens import Doc, Token

from paperatlas.graph.extract.found import Passage
from paperatlas.graph.extract.wording import WORD

__all__ = ["Phrase", "Word", "phrases"]


class Word(NamedTuple):
    """A word of a phrase; what is written with hyphens is one."""

    start: int
    end: int
    text: str
    tag: str
    """Of its last part, in the parser's coarse tags."""
    lemma: str


class Phrase(NamedTuple):
    """Words that name something together. The last is a noun."""

    words: tuple[Word, ...]

    @property
    def start(self) -> int:
        return self.words[0].start

    @property
    def end(self) -> int:
        return self.words[-1].end

    @property
    def head(self) -> Word:
        return self.words[-1]


_NOUNS = frozenset({"NOUN", "PROPN"})


def phrases(passage: Passage, text: str) -> Iterator[Phrase]:
    """In order, without overlap; none where the text has no tags."""
    if not passage.syntax.has_annotation("TAG"):
        return
    run: list[Word] = []
    for word, token in _words(passage.syntax, text):
        if run and (text[run[-1].end : word.start] != " " or not _may_join(token)):
            yield from _phrase(run)
            run = []
        if _may_join(token):
            run.append(word)
    yield from _phrase(run)


def _phrase(run: list[Word]) -> Iterator[Phrase]:
    while run and run[-1].tag not in _NOUNS:
        run = run[:-1]
    if run:
        yield Phrase(tuple(run))


def _may_join(token: Token) -> bool:
    if token.pos_ in {"ADJ", "NOUN", "PROPN"}:
        return True
    return token.tag_ in {"VBG", "VBN"} and token.dep_ in {"amod", "compound"}


def _words(syntax: Doc, text: str) -> Iterator[tuple[Word, Token]]:
    """The text's words, each with the last of the parser's tokens that it is made of."""
    tokens = iter(syntax)
    token = next(tokens, None)
    for match in WORD.finditer(text):
        last = None
        while token is not None and token.idx < match.end():
            last = token if token.idx + len(token) > match.start() else last
            token = next(tokens, None)
        if last is not None:
            yield Word(match.start(), match.end(), match[0], last.pos_, last.lemma_.lower()), last
