"""The words of a page sorted into those that show on it and those that the file only holds, for any engine."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from paperatlas.pipeline.flow.words import PlacedWord
from paperatlas.pipeline.layout import Line, Rect, Word
from paperatlas.pipeline.readers.hidden_words import Drawn, tell_hidden

__all__ = ["Blanks", "Greys", "PageWords", "SeenWords", "words_seen"]

_SHADE = 24
"""Of 255. Parts of a picture that differ by less look the same."""

PageWords: TypeAlias = tuple[list[PlacedWord], list[Line]]
"""Level words, and lines that run another way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Greys:
    """A page as a picture in greys."""

    samples: bytes
    """uint8, row by row."""
    width: int
    height: int
    stride: int
    scale: float
    """Pixels in a point."""


class Blanks:
    """Tells where a page shows nothing; its picture is made when it is first asked."""

    def __init__(self, render: Callable[[], Greys]) -> None:
        self._render = render

    @cached_property
    def _greys(self) -> Greys:
        return self._render()

    def __call__(self, rect: Rect) -> bool:
        greys = self._greys
        x0, y0, x1, y1 = (round(edge * greys.scale) for edge in rect)
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(greys.width, x1), min(greys.height, y1)
        rows = [greys.samples[y * greys.stride + x0 : y * greys.stride + x1] for y in range(y0, y1)]
        shades = [shade for row in rows if row for shade in (min(row), max(row))]
        return not shades or max(shades) - min(shades) < _SHADE


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenWords:
    """What of a page's words is seen."""

    level: list[PlacedWord]
    slanted: list[Line]
    hidden: tuple[Word, ...]
    layered: bool
    """They are the invisible layer of a scan."""


def words_seen(printed: Mapping[Drawn, PageWords], images: tuple[Rect, ...], page: Rect, is_blank: Blanks) -> SeenWords:
    """The words of a page by whether they show on it. `printed` are they by how they are drawn."""
    items: list[tuple[PlacedWord | Line, Drawn]] = []
    for way, (words, slanted) in printed.items():
        items += [(word, way) for word in words]
        items += [(line, way) for line in slanted]
    rects = [(item.word.rect if isinstance(item, PlacedWord) else item.rect, way) for item, way in items]
    told = tell_hidden(rects, images, page, is_blank)
    seen = [item for index, (item, _) in enumerate(items) if index not in told.hidden]
    hidden = [items[index][0] for index in sorted(told.hidden)]
    return SeenWords(
        level=[item for item in seen if isinstance(item, PlacedWord)],
        slanted=[item for item in seen if isinstance(item, Line)],
        hidden=tuple(word for item in hidden for word in ((item.word,) if isinstance(item, PlacedWord) else item.words)),
        layered=told.layered,
    )
