"""How PyMuPDF draws the words of a page, and what shows where they stand."""

from typing import Any

import pymupdf

from paperatlas.pipeline.readers.hidden_words import TINY, Drawn, is_pale
from paperatlas.pipeline.readers.seen_words import Greys

__all__ = ["drawn", "greys_of"]

_PAINTED = 1 << 4 | 1 << 5
"""In a span's `char_flags`: its letters are filled or outlined."""
_DOTS = 100
"""An inch of the picture in which is looked for what shows: 10 point letters are fourteen pixels high."""
_LONGEST = 4000
"""Pixels of the longer side at most, for posters and plans."""


def drawn(span: dict[str, Any]) -> Drawn:
    """How a span of the engine's text page is drawn."""
    if not span["char_flags"] & _PAINTED:
        return "not"
    if span["size"] < TINY:
        return "tiny"
    colour = span["color"]
    if span["alpha"] == 0 or is_pale((colour >> 16 & 255) / 255, (colour >> 8 & 255) / 255, (colour & 255) / 255):
        return "pale"
    return "plainly"


def greys_of(page: Any) -> Greys:
    """A page in greys, as fine as it takes to see letters."""
    scale = min(_DOTS / 72, _LONGEST / max(page.rect.width, page.rect.height))
    picture = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csGRAY, alpha=False)
    return Greys(samples=picture.samples, width=picture.width, height=picture.height, stride=picture.stride, scale=scale)
