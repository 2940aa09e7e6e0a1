"""Names in a table that stand for several rows: printed once, at the top of the rows or at their middle."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from paperatlas.core.types import Box, Table

__all__ = ["is_numeric", "spanned_names"]

_NUMERIC = re.compile(r"[^\w]*\d|[-–—−*·.\s]*$|(?:n/?a|yes|no|✓|✗)$", re.IGNORECASE)
"""What begins like a number or says that there is no number."""


def is_numeric(text: str) -> bool:
    """A measurement, a setting, or a sign that there is none; not a name."""
    return _NUMERIC.match(text) is not None


def spanned_names(table: Table, column: int, rows: Sequence[int]) -> dict[int, str]:
    """The name of each of `rows`: its cell in `column`, or the one it shares with others. A row without a name is left out."""
    named = [row for row in rows if table.rows[row][column].text]
    names = {row: table.rows[row][column].text for row in named}
    bare = [row for row in rows if row not in names]
    if not bare or not named or not _share(table, column, rows, bare):
        return names
    labels = _labels(table, column, rows)
    if bare[0] < named[0] or any(abs(label.place - label.first) > _OFF_LINE for label in labels):
        return names | _centred(labels, rows)
    current = ""
    for row in rows:
        current = names.setdefault(row, current)
    return names


_OFF_LINE = 0.25
"""Of a row's height: a name this far from the middle of its row is set at the middle of several."""
_TIGHTER = 1.5
"""Points by which the lines of one name stand closer than the rows beside them."""


def _share(table: Table, column: int, rows: Sequence[int], bare: Sequence[int]) -> bool:
    """Whether rows without a name share that of others, rather than having none as the totals of accounts do."""
    if 2 * len(bare) >= len(rows):
        return True
    if column + 1 >= len(table.rows[0]):
        return False
    beside = [table.rows[row][column + 1].text for row in rows]
    return all(text and not is_numeric(text) for text in beside)


@dataclass(frozen=True, slots=True)
class _Label:
    """A name in the column of names, over one line or several. Rows are meant by their index among the rows of data."""

    text: str
    first: int
    last: int
    box: Box | None
    place: float
    """Where its middle stands among the rows: an index that may lie between two."""


def _labels(table: Table, column: int, rows: Sequence[int]) -> list[_Label]:
    middles = [_middle(table, row, column) for row in rows]
    labels: list[_Label] = []
    for index, row in enumerate(rows):
        cell = table.rows[row][column]
        if not cell.text:
            continue
        label = _Label(cell.text, index, index, cell.box, index)
        if labels and labels[-1].last == index - 1 and _is_one_name(table, column, rows[index - 1], row):
            before = labels.pop()
            label = _Label(f"{before.text} {cell.text}", before.first, index, _union(before.box, cell.box), index)
        labels.append(replace(label, place=_place(label, middles)))
    return labels


def _is_one_name(table: Table, column: int, upper: int, lower: int) -> bool:
    """Whether two lines of names are one name, broken: they stand closer than their rows do."""
    above, below = table.rows[upper][column].box, table.rows[lower][column].box
    ends = [cell.box.y1 for at, cell in enumerate(table.rows[upper]) if at != column and cell.text and cell.box]
    begins = [cell.box.y0 for at, cell in enumerate(table.rows[lower]) if at != column and cell.text and cell.box]
    if above is None or below is None or not ends or not begins:
        return False
    return below.y0 - above.y1 < min(begins) - max(ends) - _TIGHTER


def _union(first: Box | None, second: Box | None) -> Box | None:
    if first is None or second is None:
        return None
    return Box(first.page, min(first.x0, second.x0), first.y0, max(first.x1, second.x1), second.y1)


def _place(label: _Label, middles: Sequence[float | None]) -> float:
    known = [middle for middle in middles if middle is not None]
    if label.box is None or len(known) < len(middles) or len(known) == 1:
        return label.first
    y, index = (label.box.y0 + label.box.y1) / 2, label.first
    other = index + 1 if index == 0 or (index + 1 < len(known) and y > known[index]) else index - 1
    step = known[other] - known[index]
    return index + (other - index) * (y - known[index]) / step if step else index


def _centred(labels: Sequence[_Label], rows: Sequence[int]) -> dict[int, str]:
    """The name of each row, where names stand at the middle of what they span: as far below it as above.

    Empty when the names do not share out the rows that way.
    """
    found: dict[int, str] = {}
    begin = 0
    for label in labels:
        end = round(2 * label.place - begin) + 1
        if not begin <= label.first <= label.last < end <= len(rows):
            return {}
        found.update(dict.fromkeys(rows[begin:end], label.text))
        begin = end
    return found if begin == len(rows) else {}


def _middle(table: Table, row: int, without: int) -> float | None:
    """Height of the middle of a row's cells other than its name."""
    boxes = [cell.box for column, cell in enumerate(table.rows[row]) if column != without and cell.text and cell.box]
    return sum(box.y0 + box.y1 for box in boxes) / (2 * len(boxes)) if boxes else None
