"""Pages that need no layout model: one column of text and nothing else.

The model takes nine tenths of the time of reading a page. Papers are short and rich; of a thesis, a guideline or a
book, half the pages are plain text, which the rules read as well without it.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from paperatlas.pipeline.layout import Line, Rect
from paperatlas.pipeline.rects import overlap_y

__all__ = ["LONG_DOCUMENT", "is_plain"]

LONG_DOCUMENT = 40
"""Pages from which plain pages are read without the model. Below, the model's second opinion costs seconds only."""
_EDGE = 0.12
"""Share of the height at top and bottom where rules and boxes belong to running heads."""
_MATHEMATICS = re.compile(r"^(?:[A-Z]{6}\+)?(?:CM(?:MI|SY|EX)|MSBM|MTMI|MTSY|Euclid|Symbol|.*Math)", re.IGNORECASE)
_LABEL = 6
"""Letters of a section number or a bullet at most: all that may stand beside text in one column."""


def is_plain(lines: Sequence[Line], marks: Sequence[Rect], height: float) -> bool:
    """Whether a page is one column of level text. `marks` are its drawings, rules and images."""
    if not lines or any(_EDGE * height < (rect[1] + rect[3]) / 2 < (1 - _EDGE) * height for rect in marks):
        return False
    if not all(line.horizontal for line in lines) or any(_MATHEMATICS.match(word.font) for line in lines for word in line.words):
        return False
    ordered = sorted(lines, key=lambda line: (line.rect[1], line.rect[0]))
    return not any(_stand_beside(above, below) for above, below in pairwise(ordered))


def _stand_beside(a: Line, b: Line) -> bool:
    left = a if a.rect[0] <= b.rect[0] else b
    return overlap_y(a.rect, b.rect) > 0.3 * min(a.rect[3] - a.rect[1], b.rect[3] - b.rect[1]) and len(left.text) > _LABEL
