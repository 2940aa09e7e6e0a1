"""Words into the grid of the table model.

The model's lines are good and its words are not: it cuts them where a line passes. So only its lines are taken, and
whole words are put between them. Words close together form a run; a run that a line cuts through is a spanning cell.
"""

from collections.abc import Sequence
from itertools import pairwise

from paperatlas.pipeline.floats.cells import baselines, is_numeric, word_height
from paperatlas.pipeline.layout import Rect, Word

__all__ = ["WordGrid", "drop_empty", "fill_grid", "place_row", "runs"]

WordGrid = list[list[list[Word]]]
"""The words of each cell, row by row; all rows have the same number of cells."""

_RUN_GAP = 0.42
"""Words of one cell stand closer than this many word heights; a column gap is wider in every table measured."""
_CUT = 1.5
"""A line cuts a word when it passes this far (points) inside it."""
_TIES = frozenset("·×±∗*/+=^⋅∙")
"""Signs that no column begins or ends with when a word stands close to them: "3.3 · 10^18"."""
_MOSTLY = 0.7
"""A cut run belongs to one column when this part of it lies there: the line is off, it does not span."""


def fill_grid(words: Sequence[Word], grid: Sequence[Sequence[Rect]]) -> WordGrid:
    """Every word in exactly one cell."""
    tops = [row[0][1] for row in grid] + [grid[-1][0][3]]
    lefts = [rect[0] for rect in grid[0]] + [grid[0][-1][2]]
    height = word_height(words)
    rows: list[list[Word]] = [[] for _ in grid]
    for word in words:
        rows[_band(tops, (word.y0 + word.y1) / 2)].append(word)
    return [place_row(row, lefts, height) for row in rows]


def place_row(words: Sequence[Word], lefts: Sequence[float], height: float) -> list[list[Word]]:
    """The words of one row in the columns between `lefts`."""
    cells: list[list[Word]] = [[] for _ in lefts[1:]]
    for line in baselines(words, height):
        for run in runs(line, height):
            if _is_cut(run, lefts):
                cells[_spanning_column(run, lefts)].extend(run)
            else:
                for word in run:
                    cells[_band(lefts, (word.x0 + word.x1) / 2)].append(word)
    return cells


def runs(line: Sequence[Word], height: float) -> list[list[Word]]:
    """A line cut at its wide gaps."""
    pieces: list[list[Word]] = []
    for word in line:
        if pieces and word.x0 - pieces[-1][-1].x1 < _RUN_GAP * height:
            pieces[-1].append(word)
        else:
            pieces.append([word])
    return pieces


def _is_cut(run: Sequence[Word], lefts: Sequence[float]) -> bool:
    """Whether a line passes through a word, or between two that a space as narrow as theirs holds together."""
    if any(word.x0 + _CUT < left < word.x1 - _CUT for word in run for left in lefts[1:-1]):
        return True
    columns = [_band(lefts, (word.x0 + word.x1) / 2) for word in run]
    if len(run) > 2 and columns == list(range(columns[0], columns[0] + len(run))):
        return False  # names of columns set close: a text over all of them seldom has one word for each
    return any(
        _are_tied(left.text, right.text) and left.x0 < line < right.x1 for left, right in pairwise(run) for line in lefts[1:-1]
    )


def _are_tied(left: str, right: str) -> bool:
    """Words are tied, and what a sign binds; columns set as close as words hold values."""
    return left in _TIES or right in _TIES or not (is_numeric(left) or is_numeric(right))


def _spanning_column(run: Sequence[Word], lefts: Sequence[float]) -> int:
    start, end = run[0].x0, max(word.x1 for word in run)
    shares = [min(end, right) - max(start, left) for left, right in pairwise(lefts)]
    widest = max(shares)
    if widest > _MOSTLY * (end - start):
        return shares.index(widest)
    return _band(lefts, start + 2)


def _band(edges: Sequence[float], at: float) -> int:
    """The interval of `edges` that holds a coordinate; the nearest for one outside."""
    return max(0, sum(edge <= at for edge in edges[1:-1]))


def drop_empty(grid: WordGrid) -> WordGrid:
    """Without rows and columns that hold no word."""
    rows = [row for row in grid if any(row)]
    kept = [column for column in range(len(rows[0]) if rows else 0) if any(row[column] for row in rows)]
    return [[row[column] for column in kept] for row in rows]
