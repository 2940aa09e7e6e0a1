"""The printed rows of a front page, whatever lines the engine made of them.

Engines differ in where a line ends: raised marks come as lines of their own or not, a row of names as one line or
four. Words are therefore gathered into rows again, and rows cut at wide gaps.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paperatlas.pipeline.layout import Line, Rect, Word, text_of
from paperatlas.pipeline.signs.directions import in_reading_direction

__all__ = ["Segment", "is_mark", "rows_of", "stacked"]

_GAP = 1.3
"""A gap wider than this many ems parts two cells; the widest space of a justified line stays below one em."""
_SMALL = 0.82
"""A mark is set smaller than its line: 7 on 10 points is 0.7, small capitals are 0.8 but hold letters only."""
_SYMBOLS = frozenset("*∗†‡§¶‖∥#⋆★✝♠♣♥♦△▽◇□✉⊕⊗¹²³⁴⁵⁶⁷⁸⁹⁰'’\"´`^°·")


@dataclass(frozen=True, slots=True)
class Segment:
    """Words of one row without a wide gap between them."""

    words: tuple[Word, ...]
    row: int
    """Number of its row from the top: segments of one row are side by side."""

    @property
    def rect(self) -> Rect:
        """Box of all words."""
        words = self.words
        return min(w.x0 for w in words), min(w.y0 for w in words), max(w.x1 for w in words), max(w.y1 for w in words)

    @property
    def text(self) -> str:
        """The words without raised marks."""
        size = self.size
        return text_of([word for word in self.words if not is_mark(word, size)])

    @property
    def size(self) -> float:
        """The font size most of its letters have."""
        return self._commonest()[0]

    @property
    def face(self) -> tuple[float, str, bool, bool]:
        """Size, font, bold and italic of most of its letters: what tells names from addresses."""
        return self._commonest()

    def _commonest(self) -> tuple[float, str, bool, bool]:
        faces: Counter[tuple[float, str, bool, bool]] = Counter()
        for word in self.words:
            faces[round(word.size, 1), word.font, word.bold, word.italic] += 0 if word.superscript else len(word.text)
        return faces.most_common(1)[0][0]


def is_mark(word: Word, size: float) -> bool:
    """Whether a word in a line of `size` is a footnote or affiliation mark."""
    bare = word.text.replace("(B)", "").strip(",;. ")  # Springer's envelope, as its font encodes it
    if not bare:
        return False
    if all(char in _SYMBOLS for char in bare):
        return True
    small = word.superscript or word.size < _SMALL * size
    return small and len(bare) < 12 and all(char.isdigit() or char.islower() or not char.isalnum() for char in bare)


def rows_of(lines: Iterable[Line]) -> list[list[Segment]]:
    """Rows from the top, each with its segments from the left."""
    bands: list[tuple[float, float, list[Word]]] = []
    for line in sorted(lines, key=lambda line: line.rect[1] + line.rect[3]):
        _, top, _, bottom = line.rect
        for index, (upper, lower, words) in enumerate(bands):
            if min(bottom, lower) - max(top, upper) > 0.5 * min(bottom - top, lower - upper):
                words.extend(line.words)
                if bottom - top > lower - upper:
                    bands[index] = top, bottom, words
                break
        else:
            bands.append((top, bottom, list(line.words)))
    bands.sort(key=lambda band: band[0])
    return [_cells(sorted(words, key=lambda word: word.x0), row) for row, (_, _, words) in enumerate(bands)]


def stacked(rows: Iterable[Sequence[Segment]]) -> list[list[str]]:
    """The lines of each small paragraph: segments right under one another in the same size."""
    stacks: list[list[Segment]] = []
    for segment in (segment for row in rows for segment in row):
        home = next((stack for stack in reversed(stacks) if _continues(stack[-1], segment)), None)
        if home is None:
            stacks.append([segment])
        else:
            home.append(segment)
    return [[text_of(segment.words) for segment in stack] for stack in stacks]


def _continues(upper: Segment, lower: Segment) -> bool:
    (left, _, right, bottom), (x0, top, x1, _) = upper.rect, lower.rect
    shared = min(right, x1) - max(left, x0)
    near = -0.5 * lower.size < top - bottom < 0.6 * lower.size
    return near and lower.row > upper.row and shared > 0.5 * min(right - left, x1 - x0) and abs(upper.size - lower.size) < 0.6


def _cells(words: Sequence[Word], row: int) -> list[Segment]:
    cells: list[list[Word]] = [[words[0]]]
    for word in words[1:]:
        last = cells[-1][-1]
        if word.x0 - last.x1 > _GAP * max(word.size, last.size):
            cells.append([])
        cells[-1].append(word)
    return [Segment(in_reading_direction(cell), row) for cell in cells]
