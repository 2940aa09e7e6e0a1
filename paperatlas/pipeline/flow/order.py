"""Reading order, from where things stand alone: columns side by side, what spans them, and bands between the two.

The side-by-side gutter that the most text agrees on splits a page; what crosses it (a title, a wide table) cuts the
page into bands, and each band is read column by column, by the same rule again. So one, two and three columns,
changes between them on one page, and sidebars need no case of their own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paperatlas.pipeline.layout import Rect
from paperatlas.pipeline.rects import overlap_x, overlap_y

__all__ = ["reading_order"]

_CROSSING = 12.0
"""Points by which a box must stand out on both sides of a gutter to span it; overhanging ink and formulas stay below."""
_SIDE_BY_SIDE = 20.0
"""Points of height that two columns share at least, about two lines: less is a row of a form or an author beside another."""
_GUTTER = 2.0
"""Points: the narrowest gap between two boxes that may be a gutter. What is narrower is text cut by an engine."""
_MOST_GUTTERS = 60
"""Candidates looked at; pages of prose have fewer than ten, only scattered labels have more."""

_Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Split:
    x: float
    shared: float
    """Height over which both sides have content."""
    spanners: tuple[int, ...]


def reading_order(rects: Sequence[Rect]) -> list[int]:
    """Indexes of the rectangles in the order in which they are read; the order in which they are given means nothing."""
    ranked = sorted(range(len(rects)), key=lambda index: (rects[index][1], rects[index][0], rects[index]))
    return _read(ranked, rects)


def _read(members: list[int], rects: Sequence[Rect]) -> list[int]:
    split = _best_split(members, rects)
    if split is None:
        return _rows(members, rects)
    cut = _band_cut(members, split, rects)
    if cut is not None:
        return _read(members[:cut], rects) + _read(members[cut:], rects)
    return _bands(members, split, rects)


def _bands(members: list[int], split: _Split, rects: Sequence[Rect]) -> list[int]:
    ordered: list[int] = []
    waiting = [index for index in members if index not in split.spanners]
    for spanner in (*split.spanners, None):
        end = float("inf") if spanner is None else _middle(rects[spanner])
        band = [index for index in waiting if _middle(rects[index]) < end]
        waiting = [index for index in waiting if _middle(rects[index]) >= end]
        ordered += _read([index for index in band if _is_left(rects[index], split.x)], rects)
        ordered += _read([index for index in band if not _is_left(rects[index], split.x)], rects)
        ordered += [] if spanner is None else [spanner]
    return ordered


def _best_split(members: Sequence[int], rects: Sequence[Rect]) -> _Split | None:
    """The gutter that the most height of side-by-side content agrees on; of equals, the one that fewest cross."""
    best: _Split | None = None
    for x in _gutters(members, rects):
        spanners = tuple(index for index in members if _crosses(rects[index], x))
        sides = [rects[index] for index in members if index not in spanners]
        left = _merged((rect[1], rect[3]) for rect in sides if _is_left(rect, x))
        right = _merged((rect[1], rect[3]) for rect in sides if not _is_left(rect, x))
        shared = _common(left, right)
        if shared >= _SIDE_BY_SIDE and (best is None or (shared, -len(spanners)) > (best.shared, -len(best.spanners))):
            best = _Split(x, shared, spanners)
    return best


def _gutters(members: Sequence[int], rects: Sequence[Rect]) -> list[float]:
    """Middles of the gaps between neighbours, the widest meetings first."""
    heights: dict[float, float] = {}
    for left in members:
        for right in members:
            a, b = rects[left], rects[right]
            if b[0] - a[2] >= _GUTTER and (height := overlap_y(a, b)) > 0:
                x = round((a[2] + b[0]) / 2, 1)
                heights[x] = heights.get(x, 0.0) + height
    return sorted(heights, key=lambda x: (-heights[x], x))[:_MOST_GUTTERS]


def _band_cut(members: Sequence[int], split: _Split, rects: Sequence[Rect]) -> int | None:
    """How many of the members, from the top, to read first where a band below or above has other columns.

    A box that crosses the gutter beside others spans nothing: its band has columns of its own. It is cut off where
    a horizontal line passes between all boxes.
    """
    odd = [index for index in split.spanners if _has_neighbour(index, members, split, rects)]
    if not odd:
        return None
    positions = [position for position, index in enumerate(members) if index in odd]
    cuts = [cut for cut in range(1, len(members)) if _is_clear(members, cut, rects)]
    above = [cut for cut in cuts if cut <= positions[0]]
    below = [cut for cut in cuts if cut > positions[-1]]
    return max(above, default=None) if above else min(below, default=None)


def _has_neighbour(spanner: int, members: Sequence[int], split: _Split, rects: Sequence[Rect]) -> bool:
    wide = rects[spanner]
    return any(
        overlap_y(rects[index], wide) > 0.5 * min(wide[3] - wide[1], rects[index][3] - rects[index][1])
        and overlap_x(rects[index], wide) < 0
        for index in members
        if index not in split.spanners
    )


def _is_clear(members: Sequence[int], cut: int, rects: Sequence[Rect]) -> bool:
    return max(rects[index][3] for index in members[:cut]) <= min(rects[index][1] for index in members[cut:]) + 1


def _rows(members: Sequence[int], rects: Sequence[Rect]) -> list[int]:
    """From the top; what stands beside each other from the left."""
    rows: list[list[int]] = []
    for index in members:
        if rows and _beside(rects[rows[-1][0]], rects[index]):
            rows[-1].append(index)
        else:
            rows.append([index])
    return [index for row in rows for index in sorted(row, key=lambda index: (rects[index][0], rects[index]))]


def _beside(a: Rect, b: Rect) -> bool:
    return overlap_x(a, b) <= 0 and overlap_y(a, b) > 0.5 * min(a[3] - a[1], b[3] - b[1])


def _crosses(rect: Rect, x: float) -> bool:
    return rect[0] < x - _CROSSING and rect[2] > x + _CROSSING


def _is_left(rect: Rect, x: float) -> bool:
    return rect[0] + rect[2] < 2 * x


def _middle(rect: Rect) -> float:
    return (rect[1] + rect[3]) / 2


def _merged(intervals: Iterable[_Interval]) -> list[_Interval]:
    found: list[_Interval] = []
    for start, end in sorted(intervals):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def _common(a: Sequence[_Interval], b: Sequence[_Interval]) -> float:
    return sum(max(0.0, min(x[1], y[1]) - max(x[0], y[0])) for x in a for y in b)
