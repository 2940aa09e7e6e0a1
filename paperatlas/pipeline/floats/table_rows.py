"""Rows that the table model ran together, parted; and rows that it cut in two, put together again.

What shows where a row ends: a rule between its lines, several values one above the other in most cells, a heading over
two headings, a label that was broken though its next word would have fitted.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from paperatlas.pipeline.floats.cells import baselines, is_numeric
from paperatlas.pipeline.floats.table_grid import WordGrid
from paperatlas.pipeline.layout import Word

__all__ = ["mend_rows"]

_MOST = 0.6
"""Rows that hold values have one in this part of their cells."""
_WIDE_GAP = 0.9
"""In word heights. A gap inside a cell that is wider than any space between words."""
_BETWEEN = 1.7
"""In row pitches. Two rows this close have none between them, only a text at the middle of both."""
_SPACE = 0.3
"""In word heights. A space."""
_HEADERS = 3
"""Headers that span columns stand in the first rows."""
_SENTENCE = 4
"""Words of a line from which on it is running text, which is broken only where it has to be."""
_VALUE = re.compile(r"[-−–+<>]?\d")
"""How values begin; errors and ranges below them begin with a bracket or a sign of their own."""
_CENTRED = 0.25
"""In word heights. What is set at the middle of two lines stands this near to it."""


def mend_rows(grid: WordGrid, height: float) -> WordGrid:
    """The grid with the rows that are printed. `height` is that of its words."""
    rows = [part for index, row in enumerate(grid) for part in _parted_row(row, height, may_be_header=index < _HEADERS)]
    rows = _with_stubs(rows)
    rows = [part for row in rows for part in _parted_label(row, _label_edge(rows, height), height)]
    widths = [
        max((_width(line) for row in rows for line in baselines(row[column], height)), default=0.0) for column in _columns(rows)
    ]
    rows = [part for index, row in enumerate(rows) for part in _parted_text(row, widths, height, may_be_header=index == 0)]
    return _with_whole_labels(rows, height)


def _columns(rows: Sequence[Sequence[list[Word]]]) -> range:
    return range(len(rows[0]) if rows else 0)


def _width(words: Sequence[Word]) -> float:
    return max(word.x1 for word in words) - min(word.x0 for word in words)


def _levels(row: Sequence[list[Word]], height: float) -> list[list[list[Word]]]:
    """A row cut into its printed lines, each with the same cells."""
    lines = baselines([word for cell in row for word in cell], height)
    home = {id(word): index for index, line in enumerate(lines) for word in line}
    return [[[word for word in cell if home[id(word)] == index] for cell in row] for index in range(len(lines))]


def _merged(levels: Sequence[Sequence[list[Word]]]) -> list[list[Word]]:
    return [[word for level in levels for word in level[column]] for column in _columns(levels)]


def _parted_row(row: Sequence[list[Word]], height: float, *, may_be_header: bool) -> list[list[list[Word]]]:
    """The rows in one: most cells hold values on the same baselines, or a header spans the headers below it."""
    levels = _levels(row, height)
    if len(levels) < 2:
        return [list(row)]
    if _stacks_values(levels):
        return levels
    if may_be_header and _spans_below(levels[0], levels[1]):
        return [levels[0], *_parted_row(_merged(levels[1:]), height, may_be_header=True)]
    return [list(row)]


def _stacks_values(levels: Sequence[Sequence[list[Word]]]) -> bool:
    stacked = filled = 0
    for column in range(1, len(levels[0])):
        texts = [" ".join(word.text for word in level[column]) for level in levels]
        filled += any(texts)
        stacked += all(map(is_numeric, texts))
    return stacked >= 2 and stacked >= _MOST * filled


def _spans_below(upper: Sequence[list[Word]], lower: Sequence[list[Word]]) -> bool:
    """Whether a text of one line stands over two texts of the line below, rather than over one."""
    for column in range(len(upper) - 1):
        over, under, beside = upper[column], lower[column], lower[column + 1]
        if over and under and beside and not upper[column + 1]:
            left, right = min(word.x0 for word in over), max(word.x1 for word in over)
            if (left + right) / 2 > max(word.x1 for word in under) and right < max(word.x1 for word in beside) + 1:
                return True
    return False


def _label_edge(rows: Sequence[Sequence[list[Word]]], height: float) -> float:
    """How far to the right the labels of rows may reach: up to a column gap before the second column."""
    seconds = [min(word.x0 for word in row[1]) for row in rows if len(row) > 1 and row[1]]
    return min(seconds, default=0.0) - _WIDE_GAP * height


def _parted_label(row: list[list[Word]], edge: float, height: float) -> list[list[list[Word]]]:
    """The row, and the heading below it that the model took for the second line of its label.

    A label is broken because its next word does not fit: where it fits, the next line is a row of its own.
    """
    lines = baselines(row[0], height)
    values = [word for cell in row[1:] for word in cell]
    if len(lines) != 2 or not values:
        return [row]
    upper, lower = lines
    fits = upper[-1].x1 + _SPACE * height + (lower[0].x1 - lower[0].x0) < edge
    level = all(abs(word.y0 + word.y1 - upper[0].y0 - upper[0].y1) < 0.5 * height for word in values)
    if not (fits and level and lower[0].text[:1].isupper()):
        return [row]
    return [[upper, *row[1:]], [lower, *([] for _ in row[1:])]]


def _parted_text(row: list[list[Word]], widths: Sequence[float], height: float, *, may_be_header: bool) -> list[list[list[Word]]]:
    """The rows in one whose cells hold sentences: each label opens a row where a line beside it was broken for nothing."""
    levels = _levels(row, height)
    groups = [[level] for level in levels[:1]]
    for upper, lower in pairwise(levels):
        if _opens_row(upper, lower, widths, height, may_be_header=may_be_header):
            groups.append([lower])
        else:
            groups[-1].append(lower)
    return [_merged(group) for group in groups]


def _opens_row(
    upper: Sequence[list[Word]], lower: Sequence[list[Word]], widths: Sequence[float], height: float, *, may_be_header: bool
) -> bool:
    """Whether a line with a label is no continuation: where running text goes on in it, its first word had room above."""
    label = lower[0][0].text if lower[0] else ""
    if not (label[:1].isupper() or label[:1].isdigit()):
        return False
    beside = [(column, upper[column], lower[column]) for column in range(1, len(lower)) if upper[column] and lower[column]]
    early = [
        (above, below)
        for column, above, below in beside
        if _width(above) + _SPACE * height + below[0].x1 - below[0].x0 < widths[column] - 1
    ]
    if any(max(len(above), len(below)) >= _SENTENCE for above, below in early):
        return True
    if may_be_header or not len(beside) == len(lower) - 1 >= 2:
        return False
    if all(_VALUE.match(below[0].text) for _, _, below in beside):
        return True
    return bool(upper[0]) and len(early) == len(beside)


def _with_stubs(rows: list[list[list[Word]]]) -> list[list[list[Word]]]:
    """The rows without those that are one text set at the middle of the two rows around it: it spans both, from the upper."""
    middles = [_middle(row) for row in rows]
    pitch = median(lower - upper for upper, lower in pairwise(middles)) if len(rows) > 1 else 0.0
    kept: list[list[list[Word]]] = []
    for index, row in enumerate(rows):
        filled = [column for column, cell in enumerate(row) if cell]
        inner = 0 < index < len(rows) - 1
        if len(filled) == 1 and inner and middles[index + 1] - middles[index - 1] < _BETWEEN * pitch:
            column = filled[0]
            if not kept[-1][column] and not rows[index + 1][column]:
                kept[-1][column] = row[column]
                continue
        kept.append(row)
    return kept


def _with_whole_labels(rows: list[list[list[Word]]], height: float) -> list[list[list[Word]]]:
    """The rows without those that are the second line of a label, whose values stand level with the middle of both lines."""
    kept: list[list[list[Word]]] = []
    for row in rows:
        if kept and row[0] and not any(row[1:]) and _goes_on(kept[-1], row[0], height):
            kept[-1] = [[*kept[-1][0], *row[0]], *kept[-1][1:]]
        else:
            kept.append(row)
    return kept


def _goes_on(row: Sequence[list[Word]], lower: Sequence[Word], height: float) -> bool:
    values = [word for cell in row[1:] for word in cell]
    if not row[0] or not values:
        return False
    upper, level, under = (median((word.y0 + word.y1) / 2 for word in words) for words in (row[0], values, lower))
    apart = min(level - upper, under - level)
    return apart > _CENTRED * height and abs(level - (upper + under) / 2) < _CENTRED * height


def _middle(row: Sequence[Sequence[Word]]) -> float:
    return median((word.y0 + word.y1) / 2 for cell in row for word in cell)
