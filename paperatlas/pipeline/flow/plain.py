"""Pages that need no layout model: one column of text and nothing else.

The model takes nine tenths of the time of reading a page. Papers are short and rich; of a thesis, a guideline or a
book, half the pages are plain text, which the rules read as well without it.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from paperatlas.pipeline.layout import Line, Rect
from paperatlas.pipeline.rects import overlap_y

__all__ = ["LONG_DOCUMENT", "is_plain"]

LONG_DOCUMENT = 40
"""Pages from which plain pages are read without the model. Below, the model's second opinion costs seconds only."""
_EDGE = 0.12
"""Share of the height at top and bottom where rules and boxes belong to running heads."""
_MATHEMATICS = re.compile(r"^(?:[A-Z]{6}\+)?(?:CM(?:MI|SY|EX)|MSBM|MTMI|MTSY|Euclid|Symbol|.*Math)", re.IGNORECASE)
_RULE = 1.6
"""Points. Thinner marks are strokes."""
_UNDERLINE = 3.5
"""Points that a stroke under a line, as links are marked, may stand from it; the rules of tables stand apart."""
_WHOLE = 0.9
"""Of a line's length."""
_FRAMED = 0.8
"""Share of a page's lines in a box from which it frames or tints the text and is nothing in it."""
_APART = 1.25
"""Times the usual distance of lines: what stands above a heading."""
_SHORT = 0.75
"""Of the measure: as long as a heading of one line is at most."""
_LABEL = 6
"""Letters of a section number or a bullet at most: all that may stand beside text in one column."""


def is_plain(lines: Sequence[Line], marks: Sequence[Rect], height: float) -> bool:
    """Whether a page is one column of level text. `marks` are its drawings, rules and images."""
    inner = [rect for rect in marks if _EDGE * height < (rect[1] + rect[3]) / 2 < (1 - _EDGE) * height]
    if not lines or not all(_is_dress(rect, lines) for rect in inner):
        return False
    if not all(line.horizontal for line in lines) or any(_MATHEMATICS.match(word.font) for line in lines for word in line.words):
        return False
    ordered = sorted(lines, key=lambda line: (line.rect[1], line.rect[0]))
    if any(_stand_beside(above, below) for above, below in pairwise(ordered)):
        return False
    return not _has_unmarked_heading(ordered)


def _has_unmarked_heading(ordered: Sequence[Line]) -> bool:
    """Whether a line may be a heading that nothing tells from text but its place, and a colour: the model sees those."""
    pitch = median([0.0, *(below.rect[1] - above.rect[1] for above, below in pairwise(ordered))])
    measure = max(line.rect[2] for line in ordered) - min(line.rect[0] for line in ordered)
    return any(
        line.rect[1] - above.rect[1] > _APART * pitch
        and line.rect[2] - line.rect[0] < _SHORT * measure
        and (line.text[-1].isalpha() and below.text[0].isupper())
        and _type(line) == _type(below)
        for above, line, below in zip(ordered, ordered[1:], ordered[2:], strict=False)
    )


def _type(line: Line) -> tuple[bool, int]:
    return line.words[0].bold, round(line.words[0].size)


def _is_dress(mark: Rect, lines: Sequence[Line]) -> bool:
    """Whether a mark underlines a line or frames the text."""
    if mark[3] - mark[1] <= _RULE:
        return any(_underlines(mark, line.rect) and not _sets_off(mark, line.rect) for line in lines)
    return sum(_holds(mark, line.rect) for line in lines) >= _FRAMED * len(lines)


def _underlines(mark: Rect, line: Rect) -> bool:
    return line[0] - _UNDERLINE <= mark[0] and mark[2] <= line[2] + _UNDERLINE and abs(mark[1] - line[3]) < _UNDERLINE


def _sets_off(mark: Rect, line: Rect) -> bool:
    """Whether a whole line is underlined, as headings are."""
    return mark[2] - mark[0] >= _WHOLE * (line[2] - line[0])


def _holds(frame: Rect, line: Rect) -> bool:
    return frame[0] <= line[0] and frame[1] <= line[1] and line[2] <= frame[2] and line[3] <= frame[3]


def _stand_beside(a: Line, b: Line) -> bool:
    left = a if a.rect[0] <= b.rect[0] else b
    return overlap_y(a.rect, b.rect) > 0.3 * min(a.rect[3] - a.rect[1], b.rect[3] - b.rect[1]) and len(left.text) > _LABEL
