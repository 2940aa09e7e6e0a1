"""From points on a page to pixels in a picture of it, whatever engine paints."""

from collections.abc import Iterable
from math import ceil, floor, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from paperatlas.core.errors import InputError
from paperatlas.core.geometry import Rect
from paperatlas.core.types import Box

__all__ = ["Rgb", "framed", "mark", "scale_of"]

Rgb: TypeAlias = NDArray[np.uint8]
"""UInt8[height, width, 3]."""

_MOST_PIXELS = 40_000_000
"""120 MB of colour: a page of A4 at 600 dpi. Posters and plans are painted smaller, rather than not at all."""
_MARK = np.array([255, 236, 110], dtype=np.uint16)
"""A highlighter's yellow. It multiplies the paper's colour, so that the ink below stays as dark as it was."""
_SPARE = 1.0
"""Points by which a mark is wider than the letters: their own boxes are cut close."""


def scale_of(width: float, height: float, dpi: float) -> float:
    """Pixels a point, so that an area of this size in points is no larger than a picture may be."""
    return min(dpi / 72, sqrt(_MOST_PIXELS / max(1.0, width * height)))


def framed(box: Box, margin: float, width: float, height: float) -> Rect:
    """A box with a margin, as much of it as is on its page.

    Raises:
        InputError: nothing of it is.
    """
    x0, y0 = max(0.0, box.x0 - margin), max(0.0, box.y0 - margin)
    x1, y1 = min(width, box.x1 + margin), min(height, box.y1 + margin)
    if x1 <= x0 or y1 <= y0:
        place = ", ".join(f"{corner:g}" for corner in box[1:])
        hint = f"The page is {width:g} by {height:g} points; boxes are x0, y0, x1, y1 from its top left."
        raise InputError(f"The box ({place}) does not lie on page {box.page}.", hint=hint)
    return x0, y0, x1, y1


def mark(picture: Rgb, boxes: Iterable[Box], *, corner: tuple[float, float], scale: float) -> None:
    """Colours boxes of the page in a picture of it that begins at `corner` (points), in place. A place is coloured once."""
    marked = np.zeros(picture.shape[:2], dtype=bool)
    for box in boxes:
        left, top = floor((box.x0 - _SPARE - corner[0]) * scale), floor((box.y0 - _SPARE - corner[1]) * scale)
        right, bottom = ceil((box.x1 + _SPARE - corner[0]) * scale), ceil((box.y1 + _SPARE - corner[1]) * scale)
        marked[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = True
    picture[marked] = picture[marked] * _MARK // 255
