"""The mind of the stand-in for a language model: it finds the sentence closest to a question, and says nothing else.

It is no model of language and does not pretend to be one. It reads what a system puts before it and returns the closest
sentence word for word: by the cosine of the same bge-small that all systems search with, the share of the question's content
words, and whether it gives a number where one is asked for. Where the next sentences bring words of the question that the
first lacks, one of them follows. It declines when the first shares less than half of the question's content words. So it
answers no better than the passages that a system finds for it, and it is the same for all systems.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from paperatlas.core.ports import Float32

__all__ = ["Excerpt", "Found", "Reader", "content_words", "flat", "sentences"]

LONGEST = 400
"""Characters of a sentence; what is longer has no sentence ends, as a table set as text, and is taken line by line."""
SHORTEST = 20
"""Characters; what is shorter is a page number, a heading or the end of a reference."""
SHARE = 0.5
"""Of the question's content words, stemmed, that a sentence must share before it is given as an answer."""
NEXT = 3
"""Sentences behind the closest among which another is looked for."""
STEM = 5
"""Letters by which two words are taken for forms of one."""
_END = re.compile(r"(?<=[.!?])[\"”)]*\s+(?=[A-Z0-9“\"(])")
_WORD = re.compile(r"[^\W_]+")
_EMPTY = frozenset(
    "a an and are as at be been by can did do does for from had has have how in into is it its many much of on or than that the"
    " their them there these they this those to was were what when where which who whom whose why will with would after before"
    " between during each every most least more less long need needs used use uses using well according say says does about"
    " paper papers study report called name named give given".split()
)
"""Words that say nothing of a subject, and those by which questions speak of the papers themselves."""
_ASKS_A_NUMBER = re.compile(
    r"^(?:by |at |in |for )?(?:how (?:many|much|long|far|high|large|often|well|old)|(?:what|which) year|when)\b", re.IGNORECASE
)
NUMBER = 0.2
"""What a digit counts for where a number is asked for: about as much as the best of 20 sentences is nearer than the last."""

Embed = Callable[[list[str]], Float32]


class Excerpt(NamedTuple):
    """A text that a system shows, and the mark by which it wants it cited."""

    mark: str
    text: str


class Found(NamedTuple):
    """A sentence, where it stands, and how close it is."""

    mark: str
    sentence: str
    """As it stands there, line ends included."""
    words: frozenset[str]
    """Content words of the question that it has."""
    share: float
    """Of the question's content words."""

    @property
    def answers(self) -> bool:
        return self.share >= SHARE


class Reader:
    """Finds sentences; remembers the vector of each, because systems show the same text again and again."""

    def __init__(self, embed: Embed) -> None:
        self._embed = embed
        self._known: dict[str, Float32] = {}

    def closest(self, question: str, excerpts: Sequence[Excerpt], *, count: int) -> list[Found]:
        """The closest sentences, the closest first; fewer where there are fewer."""
        shown = list(dict.fromkeys((excerpt.mark, sentence) for excerpt in excerpts for sentence in sentences(excerpt.text)))
        if not shown:
            return []
        nearness = self._vectors([sentence for _, sentence in shown]) @ self._vectors([question])[0]
        wanted = content_words(question)
        found = [_found(mark, sentence, wanted) for mark, sentence in shown]
        wants_number = _ASKS_A_NUMBER.match(question) is not None
        scores = [
            float(near) + each.share + NUMBER * (wants_number and any(map(str.isdigit, each.sentence)))
            for near, each in zip(nearness, found, strict=True)
        ]
        order = sorted(range(len(found)), key=lambda place: -scores[place])
        return [found[place] for place in order[:count]]

    def answer(self, question: str, excerpts: Sequence[Excerpt]) -> list[Found]:
        """The closest sentence, and perhaps one more; none where it does not answer."""
        first, *others = self.closest(question, excerpts, count=NEXT + 1) or [None]
        if first is None or not first.answers:
            return []
        fits = (one for one in others if one.words - first.words and len(first.sentence) + len(one.sentence) < LONGEST)
        return [first, *([second] if (second := next(fits, None)) else [])]

    def _vectors(self, texts: Sequence[str]) -> Float32:
        if new := list(dict.fromkeys(text for text in texts if text not in self._known)):
            self._known.update(zip(new, self._embed([flat(text) for text in new]), strict=True))
        return np.stack([self._known[text] for text in texts])


def _found(mark: str, sentence: str, wanted: frozenset[str]) -> Found:
    words = wanted & content_words(sentence)
    return Found(mark, sentence, words, len(words) / len(wanted) if wanted else 0.0)


def flat(text: str) -> str:
    """In one line, words that a line end parted joined."""
    return " ".join(re.sub(r"(?<=[^\W\d_])-\n\s*(?=[a-z])", "", text).split())


def sentences(text: str) -> list[str]:
    """Pieces of the text as they stand in it."""
    pieces = [piece for part in re.split(r"\n\s*\n", text) for piece in _END.split(part)]
    cut = [line for piece in pieces for line in ([piece] if len(piece) <= LONGEST else piece.split("\n"))]
    return [line.strip()[:LONGEST] for line in cut if len(line.strip()) >= SHORTEST]


def content_words(text: str) -> frozenset[str]:
    """The beginnings of the words that say something of the subject."""
    return frozenset(word[:STEM] for word in map(str.lower, _WORD.findall(flat(text))) if word not in _EMPTY)
