"""A grid from the words alone: where the table model gave none, and to mend what it missed.

Rows are baselines; columns are the gutters that stay white in the rows with the most cells. Rows or columns that the
model ran together show themselves: several values one above the other in most cells, or the same wide gap in most rows.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from paperatlas.pipeline.floats.cells import baselines, word_height
from paperatlas.pipeline.floats.table_grid import WordGrid, place_row, runs
from paperatlas.pipeline.floats.table_rows import mend_rows
from paperatlas.pipeline.floats.table_rules import part_at_rules
from paperatlas.pipeline.layout import Rect, Word

__all__ = ["infer_grid", "mend_grid"]

_GUTTER = 0.3
"""In word heights. Gutters are wider; a word's own spaces are narrower but line up nowhere."""
_STRAY = 0.04
"""The part of rows whose words may reach into a gutter."""
_WIDE_GAP = 0.9
"""In word heights. A gap inside a cell that is wider than any space between words."""
_MOST = 0.6
"""A gap is a gutter when this part of a column's cells has it."""
_PLAIN = re.compile(r"[-−–+]?\d[\d.,]*[%*†]?")
"""A number by itself: in brackets or with a sign between, it may share a cell with another."""
_SAME_EDGE = 1.0
"""Points by which words set at one edge differ."""


def infer_grid(words: Sequence[Word]) -> WordGrid:
    """Rows and columns by the white between the words."""
    if not words:
        return []
    height = word_height(words)
    lines = baselines(words, height)
    pieces = [runs(line, height) for line in lines]
    most = max(map(len, pieces))
    full = [row for row in pieces if len(row) >= max(2, most / 2)] or pieces
    edges = _edges(full, height)
    return [place_row(line, edges, height) for line in lines]


def _edges(rows: Sequence[Sequence[Sequence[Word]]], height: float) -> list[float]:
    """Left edge, gutters and right edge of the columns that these rows share."""
    spans = [(run[0].x0, max(word.x1 for word in run)) for row in rows for run in row]
    left, right = min(span[0] for span in spans), max(span[1] for span in spans)
    crossings = sorted([(start, 1) for start, _ in spans] + [(end, -1) for _, end in spans])
    allowed = int(_STRAY * len(rows))
    gutters: list[float] = []
    depth, since = 0, None
    for x, change in crossings:
        depth += change
        if depth <= allowed and since is None:
            since = x
        elif depth > allowed and since is not None:
            if x - since >= _GUTTER * height and since > left:
                gutters.append((since + x) / 2)
            since = None
    return [left - 1, *gutters, right + 1]


def mend_grid(grid: WordGrid, rules: Sequence[Rect] = ()) -> WordGrid:
    """The grid with rows and columns parted that were run together. `rules` are the strokes of its page."""
    if not grid:
        return grid
    height = word_height([word for row in grid for cell in row for word in cell])
    rows = mend_rows(part_at_rules(grid, rules), height)
    column = 0
    while column < len(rows[0]):
        rows = _parted_values(rows, column)
        gap = _missed_gutter([row[column] for row in rows], height)
        if gap is not None:
            rows = [_split_cell(row, column, gap, height) for row in rows]
        column += 1
    return rows


def _parted_values(rows: list[list[list[Word]]], column: int) -> list[list[list[Word]]]:
    """The rows with a column parted in which most cells are rows of numbers: columns set as close as words."""
    cells = [row[column] for row in rows if row[column]]
    series = [sorted(cell, key=lambda word: word.x0) for cell in cells]
    plain = [words for words in series if len(words) > 2 and all(_PLAIN.fullmatch(word.text) for word in words)]
    count = len(plain[0]) if plain else 0
    if len(plain) < 2 or len(plain) < _MOST * len(cells) or any(len(words) != count for words in plain):
        return rows
    ends = [max(words[index].x1 for words in plain) for index in range(count)]
    starts = [min(words[index].x0 for words in plain) for index in range(count)]
    edges = [(end + start) / 2 for end, start in zip(ends, starts[1:], strict=False)]
    parted = []
    for row in rows:
        places: list[list[Word]] = [[] for _ in range(count)]
        for word in row[column]:
            places[sum(edge < (word.x0 + word.x1) / 2 for edge in edges)].append(word)
        parted.append([*row[:column], *places, *row[column + 1 :]])
    return parted


def _missed_gutter(cells: Sequence[Sequence[Word]], height: float) -> tuple[float, float] | None:
    """Where a column is two: the wide gap that most of its cells have at the same place."""
    gaps: list[tuple[float, float]] = []
    filled = 0
    for cell in cells:
        if not cell:
            continue
        filled += 1
        own = [
            (max(w.x1 for w in left), right[0].x0)
            for line in baselines(cell, height)
            for left, right in pairwise(runs(line, height))
        ]
        wide = [gap for gap in own if gap[1] - gap[0] > _WIDE_GAP * height]
        if wide:
            gaps.append(max(wide, key=lambda gap: gap[1] - gap[0]))
    if len(gaps) < 2 or len(gaps) < _MOST * filled:
        return None
    low, high = max(gap[0] for gap in gaps), min(gap[1] for gap in gaps)
    return (low, high) if high - low > _GUTTER * height else None


def _split_cell(row: Sequence[list[Word]], column: int, gap: tuple[float, float], height: float) -> list[list[Word]]:
    """A row with one of its cells parted at a gap; what runs across the gap spans, unless it begins anew at its end."""
    gutter = sum(gap) / 2
    left: list[Word] = []
    right: list[Word] = []
    for line in baselines(row[column], height):
        for run in runs(line, height):
            anew = any(abs(word.x0 - gap[1]) < _SAME_EDGE for word in run)
            spans = run[0].x0 < gap[0] and run[-1].x1 > gap[1] and not anew
            for word in run:
                (left if spans or (word.x0 + word.x1) / 2 < gutter else right).append(word)
    return [*row[:column], left, right, *row[column + 1 :]]
