"""Which words of a page PyMuPDF sees printed, and which the file only holds."""

from collections.abc import Callable
from typing import Any

import pymupdf

from paperatlas.pipeline.flow.words import PlacedWord
from paperatlas.pipeline.layout import Line, Rect, Word
from paperatlas.pipeline.readers.hidden_words import TINY, Drawn, is_pale, tell_hidden

__all__ = ["PageWords", "drawn", "words_seen"]

_PAINTED = 1 << 4 | 1 << 5
"""In a span's `char_flags`: its letters are filled or outlined."""
_DOTS = 100
"""An inch of the picture in which is looked for what shows: 10 point letters are fourteen pixels high."""
_SHADE = 24
"""Of 255. Parts of a picture that differ by less look the same."""

PageWords = tuple[list[PlacedWord], list[Line]]
"""Level words, and lines that run another way."""


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


def words_seen(page: Any, printed: dict[Drawn, PageWords], images: tuple[Rect, ...]) -> tuple[PageWords, tuple[Word, ...], bool]:
    """The words of a page that show on it, those that do not, and whether they are the layer of a scan."""
    items: list[tuple[PlacedWord | Line, Drawn]] = []
    for way, (words, slanted) in printed.items():
        items += [(word, way) for word in words]
        items += [(line, way) for line in slanted]
    told = tell_hidden(
        [(item.word.rect if isinstance(item, PlacedWord) else item.rect, way) for item, way in items],
        images,
        tuple(page.rect),
        _blanks(page),
    )
    seen = [item for index, (item, _) in enumerate(items) if index not in told.hidden]
    hidden = [items[index][0] for index in sorted(told.hidden)]
    unseen = tuple(word for item in hidden for word in ((item.word,) if isinstance(item, PlacedWord) else item.words))
    level = [item for item in seen if isinstance(item, PlacedWord)]
    return (level, [item for item in seen if isinstance(item, Line)]), unseen, told.layered


def _blanks(page: Any) -> Callable[[Rect], bool]:
    """Whether the page shows nothing in a rectangle; the picture is made when it is first asked for."""
    pictures: list[Any] = []

    def is_blank(rect: Rect) -> bool:
        if not pictures:
            pictures.append(page.get_pixmap(dpi=_DOTS, colorspace=pymupdf.csGRAY, alpha=False))
        [picture] = pictures
        samples, stride = picture.samples_mv, picture.stride
        x0, y0, x1, y1 = (round(edge * _DOTS / 72) for edge in rect)
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(picture.width, x1), min(picture.height, y1)
        rows = [bytes(samples[y * stride + x0 : y * stride + x1]) for y in range(y0, y1)]
        shades = [shade for row in rows if row for shade in (min(row), max(row))]
        return not shades or max(shades) - min(shades) < _SHADE

    return is_blank
