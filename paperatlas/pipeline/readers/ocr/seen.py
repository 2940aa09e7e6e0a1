"""What a program sees in the picture of a page, and how that becomes words on the page."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Protocol

from paperatlas.core.reading import TextSource
from paperatlas.pipeline.flow.lines import lines_of
from paperatlas.pipeline.flow.words import PlacedWord
from paperatlas.pipeline.layout import Line, Region, Word
from paperatlas.pipeline.rects import union

__all__ = ["Ocr", "Picture", "SeenLine", "SeenWord", "TextSource", "lines_seen", "sureness"]

_ASCENT, _DESCENT = 0.76, 0.24
"""In em above and below the baseline: the box of a line in a usual font, so that read pages look like printed ones."""
_ONE_SIZE = 0.1
"""Sizes that differ by less than this part from the page's commonest are taken for it: lines without a descender or a
capital measure smaller than their font."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A page as an image."""

    png: bytes
    scale: float
    """Pixels in a point."""
    width: float
    """In points."""
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenWord:
    """A word in the picture; edges in pixels from the left."""

    text: str
    x0: float
    x1: float
    sure: float
    """0 to 1, by the program's own measure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenLine:
    """Words on one line of the picture, in pixels from the top left."""

    words: tuple[SeenWord, ...]
    top: float
    bottom: float
    baseline: float
    """In the middle of the line, however the page is skewed."""
    size: float
    """Of the font, in pixels."""
    level: bool = True


class Ocr(Protocol):
    """A program that reads pictures. The same picture gives the same lines."""

    name: str
    source: TextSource
    """What pages read by it are said to be read by."""

    def read(self, picture: Picture) -> tuple[SeenLine, ...]:
        """The lines of a page, in any order; none where there is no text.

        Raises:
            OcrFailed: the program cannot run or gave nothing usable.
        """
        ...


def sureness(lines: Iterable[SeenLine]) -> float:
    """How sure the program is of its letters, on the average; 0 where it saw none."""
    weighed = [(len(word.text), word.sure) for line in lines for word in line.words]
    letters = sum(count for count, _ in weighed)
    return sum(count * sure for count, sure in weighed) / letters if letters else 0.0


def lines_seen(seen: Sequence[SeenLine], scale: float, regions: Sequence[Region] = ()) -> tuple[Line, ...]:
    """The lines of a page in points, cut at columns and at the edges of its regions."""
    common = _commonest_size(seen)
    level: list[PlacedWord] = []
    slanted: list[Line] = []
    for line in seen:
        size = common if abs(line.size - common) < _ONE_SIZE * common else line.size
        words = [_word(word, line, size, scale) for word in line.words]
        if line.level:
            level += [PlacedWord(word, line.baseline / scale) for word in words]
        elif words:
            slanted.append(Line(tuple(words), union(word.rect for word in words), horizontal=False))
    return (*lines_of(level, regions), *slanted)


def _commonest_size(seen: Sequence[SeenLine]) -> float:
    sizes = Counter[int]()
    for line in seen:
        sizes[round(line.size)] += sum(len(word.text) for word in line.words)
    if not sizes:
        return 0.0
    most = max(sizes, key=lambda size: (sizes[size], size))
    return median(line.size for line in seen if abs(line.size - most) < _ONE_SIZE * most)


def _word(word: SeenWord, line: SeenLine, size: float, scale: float) -> Word:
    top, bottom = (line.baseline - _ASCENT * size, line.baseline + _DESCENT * size) if line.level else (line.top, line.bottom)
    return Word(
        text=word.text,
        x0=word.x0 / scale,
        y0=top / scale,
        x1=word.x1 / scale,
        y1=bottom / scale,
        size=round(size / scale, 1),
        font="",
        bold=False,
        italic=False,
        superscript=False,
    )
