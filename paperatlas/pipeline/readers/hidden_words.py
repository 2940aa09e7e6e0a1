"""Words that a file holds and a reader of its pages never sees.

Text may be stored without being drawn, in the colour of the paper, or too small to be seen. Over a scan that is the
layer of letters that OCR programs put there, and welcome. Anywhere else it is a trap: words for search engines, or
orders to the program that will summarise the paper. What shows nothing where it stands is kept out of the text.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from paperatlas.pipeline.layout import Rect
from paperatlas.pipeline.rects import area, covered

__all__ = ["TINY", "Drawn", "IsBlank", "Told", "is_pale", "tell_hidden"]

Drawn: TypeAlias = Literal["plainly", "not", "pale", "tiny"]
"""How a word is drawn: as usual, not at all, near white or without opacity, or too small to be read."""
IsBlank: TypeAlias = Callable[[Rect], bool]
"""Whether the page shows nothing in a rectangle. It costs a picture of the page, so it is asked of doubtful words only."""

TINY = 2.0
"""Points. Nobody reads a font of that size; the smallest print of figures is 3."""
_PALE = 0.9
"""Of white, in each colour."""
_SCAN = 0.5
"""Share of a page's area under images, from which its undrawn words are the layer of a scan,"""
_MOSTLY = 0.5
"""when they are at least this share of all its words: a stamp of the archive may be printed on it."""
_UNDER = 0.5
"""Share of an undrawn word that lies under a printed one: what shows there is the other word."""


class Told(NamedTuple):
    """What of a page's words is hidden."""

    hidden: frozenset[int]
    """Their indexes."""
    layered: bool
    """The words are an invisible layer over a scan."""


def is_pale(red: float, green: float, blue: float) -> bool:
    """Whether a colour, each part 0 to 1, does not show on white paper."""
    return min(red, green, blue) >= _PALE


def tell_hidden(words: Sequence[tuple[Rect, Drawn]], images: Sequence[Rect], page: Rect, is_blank: IsBlank) -> Told:
    """Which of a page's words, or lines, cannot be seen on it."""
    undrawn = sum(drawn == "not" for _, drawn in words)
    under_images = min(area(page), sum(map(area, images)))
    if undrawn and undrawn >= _MOSTLY * len(words) and under_images >= _SCAN * area(page):
        return Told(frozenset(), layered=True)
    plain = [rect for rect, drawn in words if drawn == "plainly"]
    doubtful = ((index, rect, drawn) for index, (rect, drawn) in enumerate(words) if drawn != "plainly")
    return Told(frozenset(index for index, rect, drawn in doubtful if _is_hidden(rect, drawn, plain, is_blank)), layered=False)


def _is_hidden(rect: Rect, drawn: Drawn, plain: Sequence[Rect], is_blank: IsBlank) -> bool:
    if drawn == "tiny":
        return True
    return (drawn == "not" and any(covered(rect, other) > _UNDER for other in plain)) or is_blank(rect)
