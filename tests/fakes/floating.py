"""Raw pages with tables and figures set by hand."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from paperatlas.pipeline.layout import Line, RawPage, Rect, Region, Word
from paperatlas.pipeline.rects import union
from tests.fakes.printed import Column, word

ROW = 12.0


def table_lines(rows: Sequence[Sequence[str]], lefts: Sequence[float], top: float, *, size: float = 9.0) -> tuple[Line, ...]:
    """One line a filled cell, left-aligned at `lefts`, rows 12 points apart. A cell may hold several words."""
    lines = []
    for index, row in enumerate(rows):
        for text, left in zip(row, lefts, strict=True):
            words: list[Word] = []
            x = left
            for token in text.split():
                words.append(word(token, x, top + ROW * index, size=size))
                x = words[-1].x1 + 0.25 * size
            if words:
                lines.append(Line(tuple(words), union(each.rect for each in words)))
    return tuple(lines)


def table_block(rows: Sequence[Sequence[str]], lefts: Sequence[float], top: float, *, grid: bool = True) -> Column:
    """The lines of a table, and the region with the grid that a good table model gives it."""
    lines = table_lines(rows, lefts, top)
    around = union(line.rect for line in lines)
    edges = [lefts[0], *(left - 3 for left in lefts[1:]), around[2]]
    tops = [top - 1.5 + ROW * index for index in range(len(rows) + 1)]
    cells = tuple(tuple((left, low, right, high) for left, right in pairwise(edges)) for low, high in pairwise(tops))
    return Column(lines, Region("table", around, cells if grid else ()))


def drawn(page: RawPage, *drawings: Rect, rules: Sequence[Rect] = (), images: Sequence[Rect] = ()) -> RawPage:
    """A page with things drawn on it."""
    return replace(page, drawings=drawings, rules=tuple(rules), images=tuple(images))
