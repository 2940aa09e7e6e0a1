"""Numbers of displayed equations: where "(3)" stands at the end of a line that is a formula, and not of a sentence."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from paperatlas.pipeline.layout import RawPage, Rect, Word
from paperatlas.pipeline.rects import overlap_y

__all__ = ["Number", "has_sign", "is_number", "is_prose", "numbers_of"]

_NUMBER = re.compile(r"\(((?:[A-Z]{1,2}\.?)?\d{1,3}(?:\.\d{1,3})*[a-z]?)[′']?\)")
_WORD = re.compile(r"[^\W\d_]{3,}")
_FUNCTIONS = frozenset(
    "arg argmax argmin const cos cosh cov det diag div dim exp inf ker lim log max min mod softmax sigmoid otherwise relu sgn"
    " sign sin sinh sqrt sup tan tanh var where and for if".split()
)
"""Words that formulas are written with."""
_SENTENCE = 0.5
"""Text in which this part of the words is language is a sentence, formulas in it or not."""
_SIGN = re.compile(r"[=<>≤≥≈≡≃≅∝←→⇒⇔∼≜∈⊂⊆∑∏∫√∂∇∀∃±×⊗∘+−*^/]|:=")
"""What every displayed equation has one of."""
_FLUSH = 8.0
"""Points by which equation numbers keep to the right edge of their column; scans are skewed by as much."""
_FAR = 4.0
"""In word heights. What stands this far behind a line is no part of it."""


@dataclass(frozen=True, slots=True)
class Number:
    """The number of an equation, and the words on its line."""

    value: str
    word: Word
    beside: tuple[Word, ...]

    def shares(self, rect: Rect) -> bool:
        """Whether it stands on the height of a rectangle."""
        return overlap_y(self.word.rect, rect) > 0.4 * (self.word.y1 - self.word.y0)


def numbers_of(page: RawPage, column_of: Callable[[Rect], tuple[float, float]]) -> list[Number]:
    """What may be the numbers of a page, from the top. `column_of` gives the edges of the text column at a place."""
    words = [word for line in page.lines if line.horizontal for word in line.words]
    found = []
    for word in words:
        match = _NUMBER.fullmatch(word.text)
        if match is None:
            continue
        left, right = column_of(word.rect)
        level = [other for other in words if left - _FLUSH < other.x0 < right and other is not word and _on_line(other, word)]
        before = sorted((other for other in level if other.x0 < word.x0), key=lambda other: other.x0)
        if len(before) == len(level) and _ends_line(word, before, right) and not is_prose(before):
            found.append(Number(match[1], word, tuple(before)))
    return sorted(found, key=lambda number: (number.word.y0, number.word.x0))


def _on_line(other: Word, word: Word) -> bool:
    return overlap_y(other.rect, word.rect) > 0.4 * min(other.y1 - other.y0, word.y1 - word.y0)


def _ends_line(word: Word, before: Sequence[Word], right: float) -> bool:
    """Whether a number stands at the edge of its column, or far from what is before it."""
    gap = word.x0 - max(other.x1 for other in before) if before else 0.0
    return abs(word.x1 - right) < _FLUSH or gap > _FAR * (word.y1 - word.y0)


def is_number(word: Word) -> bool:
    """Whether a word looks like the number of an equation."""
    return _NUMBER.fullmatch(word.text) is not None


def has_sign(words: Sequence[Word]) -> bool:
    """Whether words hold a sign of a formula."""
    return _SIGN.search(" ".join(word.text for word in words)) is not None


def is_prose(words: Sequence[Word]) -> bool:
    """Whether words make a sentence rather than a formula: most of them are of a language."""
    texts = [word.text for word in words]
    told = [match[0].lower() for text in texts if (match := _WORD.search(text))]
    return len([text for text in told if text not in _FUNCTIONS]) > max(2.0, _SENTENCE * len(texts))
