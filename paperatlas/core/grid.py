"""What the cells of a table stand under: header paths for columns, names for rows, and a row read out as one statement.

Papers print these by position alone. A header may span columns, a name may span rows, a line of its own may head the
rows below it. Chunks, table questions and the graph all read tables through this module, so that they agree.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paperatlas.core.spanned_names import is_numeric, spanned_names
from paperatlas.core.types import Table

__all__ = ["body_rows", "columns", "header_paths", "printed_row", "row_name", "row_names", "statement", "statements"]

_SETTING = re.compile(r"[\d,]+\s?[kKmMbB%]?$")
"""A round value such as 18000 or 100K: what an experiment was run with, rather than what came out."""

_MEASURE = re.compile(
    r"\((?:n|%|n, ?%|SD|SE|IQR|range|\d\d ?% ?CI)[^)]{0,200}\)|\bn ?\(%\)|, ?(?:n|%|mean|median)$", re.IGNORECASE
)
"""What a row of a clinical table counts or averages: "Age, mean (SD)"."""


def columns(table: Table) -> tuple[str, ...]:
    """The header path of each column in words, outermost first: "Google Translate Acc". Empty where none is printed."""
    return tuple(" ".join(path) for path in header_paths(table))


def header_paths(table: Table) -> tuple[tuple[str, ...], ...]:
    """The headers over each column, outermost first, each once: ("Google Translate", "Acc")."""
    head = [[cell.text.strip() for cell in row] for row in table.rows[: table.header_rows]]
    spread = [_spread(table, head, level) for level in range(len(head))]
    paths = tuple(
        tuple(dict.fromkeys(row[column] for row in spread if row[column]))
        for column in range(len(table.rows[0]) if table.rows else 0)
    )
    inner = _inner_header(table)
    if inner is None:
        return paths
    return tuple((cell.text.strip(),) if cell.text else path for path, cell in zip(paths, table.rows[inner], strict=True))


def _inner_header(table: Table) -> int | None:
    """The row below the first rows of data that heads columns of numbers which these leave empty; None where there is none."""
    head = table.rows[: table.header_rows]
    bare = {column for column in range(len(head[0])) if not any(row[column].text for row in head)} if head else set[int]()
    for row in range(table.header_rows + 1, len(table.rows) - 1):
        filled = {column for column, cell in enumerate(table.rows[row]) if cell.text}
        if len(filled) < _PAIR or not filled <= bare or any(is_numeric(table.rows[row][column].text) for column in filled):
            continue
        above, below = table.rows[table.header_rows : row], table.rows[row + 1 :]
        if not any(cells[column].text for cells in above for column in filled) and all(
            is_numeric(cells[column].text) for cells in below for column in filled if cells[column].text
        ):
            return row
    return None


_PAIR = 2


def _spread(table: Table, head: Sequence[Sequence[str]], level: int) -> list[str]:
    """One header row with each spanning header repeated over the columns it stands over. None spans the first column."""
    row = list(head[level])
    starts = [column for column, text in enumerate(row) if text and column]
    free = 1
    """The first column that no header to the left has taken."""
    for start in starts:
        low, high = start, start + 1
        while high < len(row) and not row[high] and not any(above[high] for above in head[:level]):
            high += 1
        while low > free and not head[level][low - 1] and not any(above[low] for above in head[:level]):
            low -= 1
        first, free = _span(table, level, start, (low, high))
        row[first:free] = [row[start]] * (free - first)
    return row


def _span(table: Table, level: int, start: int, limits: tuple[int, int]) -> tuple[int, int]:
    """First and (exclusive) last column that the header at `start` stands over, within limits.

    Headers are printed over the middle of what they span, so that span is meant whose middle is theirs, and of several
    the widest. Where nothing is known of the geometry, a header spans all the empty cells to its right.
    """
    low, high = limits
    box = table.rows[level][start].box
    extents = {column: _extent(table, column) for column in range(low, high)}
    known = {column: extent for column, extent in extents.items() if extent is not None}
    if box is None or len(known) < len(extents):
        return start, high
    if abs(box.x0 - known[start][0]) <= _ALIGNED and box.x1 > known[start][1] + _ALIGNED:
        return start, high
    middle = (box.x0 + box.x1) / 2
    tolerance = _CENTRED * (known[high - 1][1] - known[low][0]) / len(known)
    spans = [(first, last) for first in range(low, start + 1) for last in range(start, high)]

    def off(span: tuple[int, int]) -> tuple[int, int]:
        first, last = span
        return round(abs((known[first][0] + known[last][1]) / 2 - middle) / tolerance), first - last

    first, last = min(spans, key=off)
    return first, last + 1


_ALIGNED = 2.0
"""Points by which edges that are meant to be in line may differ: set tables are exact to less, scans to about this."""
_CENTRED = 0.3
"""Of a column's width: a header this near to the middle of a span is centred on it; one column more or less shifts the
middle by half a column."""


def _extent(table: Table, column: int) -> tuple[float, float] | None:
    """Left and right end of what is printed in a column, from the lowest header row down."""
    placed = [box for row in table.rows[max(0, table.header_rows - 1) :] if row[column].text and (box := row[column].box)]
    return (min(box.x0 for box in placed), max(box.x1 for box in placed)) if placed else None


@dataclass(frozen=True, slots=True)
class _Name:
    """What a row is called, and the columns that say so."""

    text: str
    columns: frozenset[int]


def row_name(table: Table, row: int) -> str:
    """The name of one row. For all rows of a table, `row_names` is the faster way."""
    return row_names(table)[row]


def row_names(table: Table) -> tuple[str, ...]:
    """The name of every row, header rows included (theirs are empty).

    The name is the first cell, or the one it shares with the rows above; before it the heading line of its group; after
    it, where rows would be called the same, the cells that tell them apart.
    """
    return tuple(name.text for name in _names(table))


def body_rows(table: Table) -> tuple[int, ...]:
    """Indexes of the rows that hold data: not the header, not one repeated after a page break, not a group's heading line."""
    groups = _group_rows(table)
    head = {tuple(cell.text for cell in row) for row in table.rows[: table.header_rows]}
    inner = _inner_header(table)
    return tuple(
        row
        for row in range(table.header_rows, len(table.rows))
        if row not in groups
        and row != inner
        and any(cell.text for cell in table.rows[row])
        and tuple(c.text for c in table.rows[row]) not in head
    )


def printed_row(table: Table, row: int) -> str:
    """The row as printed: its filled cells from left to right, joined by " | "."""
    return " | ".join(cell.text for cell in table.rows[row] if cell.text)


def statement(table: Table, row: int) -> str:
    """One row in words: "Table 2, row FR, Google Translate Acc: 63.6; Microsoft Translator Acc: 44.7"."""
    return _statement(table, row, columns(table), _names(table)[row])


def statements(table: Table) -> tuple[tuple[int, str], ...]:
    """Index and statement of every row of data."""
    headers, names = columns(table), _names(table)
    return tuple((row, _statement(table, row, headers, names[row])) for row in body_rows(table))


def _statement(table: Table, row: int, headers: Sequence[str], name: _Name) -> str:
    values = [
        f"{header}: {cell.text}" if header else cell.text
        for column, (header, cell) in enumerate(zip(headers, table.rows[row], strict=True))
        if cell.text and column not in name.columns
    ]
    return ", ".join(part for part in (table.label, name.text and f"row {name.text}", "; ".join(values)) if part)


def _names(table: Table) -> tuple[_Name, ...]:
    if not table.rows:
        return ()
    column = _name_column(table)
    groups = _group_rows(table)
    own = spanned_names(table, column, [row for row in range(table.header_rows, len(table.rows)) if row not in groups])
    prefixes = _prefixes(table)
    shared = {
        row: ", ".join(part for part in (prefixes.get(row, ""), own.get(row, "")) if part)
        for row in range(table.header_rows, len(table.rows))
    }
    told = _told_apart(table, shared, column)
    return tuple(told.get(row, _Name("", frozenset())) for row in range(len(table.rows)))


def _name_column(table: Table) -> int:
    """The first column that holds anything below the header."""
    body = table.rows[table.header_rows :]
    return next((column for column in range(len(table.rows[0])) if any(row[column].text for row in body)), 0)


def _group_rows(table: Table) -> frozenset[int]:
    """Rows of a single text that head the rows below them."""
    filled = [sum(1 for cell in row if cell.text) for row in table.rows]
    last = max((row for row, count in enumerate(filled) if count > 1), default=0)
    return frozenset(
        row
        for row in range(table.header_rows, last)
        if filled[row] == 1 and len(table.rows[row]) > 1 and not is_numeric(printed_row(table, row))
    )


def _prefixes(table: Table) -> dict[int, str]:
    """The headings over each row that stands under some: one set over the columns, and within it one in the column of names."""
    groups, names = _group_rows(table), _name_column(table)
    found: dict[int, str] = {}
    outer = inner = ""
    heading: int | None = None
    for row in range(table.header_rows, len(table.rows)):
        if row in groups:
            within = bool(table.rows[row][names].text) and not _is_over_columns(table, row, names)
            inner = printed_row(table, row) if within else ""
            outer = outer if within else printed_row(table, row)
            heading = row if within else None
        elif heading is not None and _ends_group(table, heading, row):
            inner, heading = "", None
        found[row] = ", ".join(part for part in (outer, inner) if part)
    return found


def _is_over_columns(table: Table, heading: int, names: int) -> bool:
    """Whether a heading is printed to the right of all names, over the columns, whatever cell it was put into."""
    box = table.rows[heading][names].box
    data = (cells for cells in table.rows[table.header_rows :] if sum(bool(cell.text) for cell in cells) > 1)
    ends = [name.x1 for cells in data if (name := cells[names].box) is not None]
    return box is not None and bool(ends) and box.x0 > max(ends)


def _ends_group(table: Table, heading: int, row: int) -> bool:
    """A row that is set out again, or states a measure of its own as the heading did, is not under it."""
    measures = _MEASURE.search(printed_row(table, heading)) and _MEASURE.search(table.rows[row][_name_column(table)].text)
    return bool(measures) or _outdented(table, heading, row)


def _outdented(table: Table, heading: int, row: int) -> bool:
    """True when the rows of a group are set in, and this one is not: the group is over."""
    left, first, here = (_left(table, each) for each in (heading, heading + 1, row))
    if left is None or first is None or here is None:
        return False
    return first > left + _ALIGNED and here <= left + _ALIGNED


def _left(table: Table, row: int) -> float | None:
    box = next((cell.box for cell in table.rows[row] if cell.text), None)
    return box.x0 if box else None


def _told_apart(table: Table, shared: dict[int, str], column: int) -> dict[int, _Name]:
    alike = Counter(name for name in shared.values() if name)
    headers, settings = columns(table), _setting_columns(table)
    names = {row: _Name(name, frozenset({column})) for row, name in shared.items()}
    for name in (name for name, count in alike.items() if count > 1):
        rows = [row for row, each in shared.items() if each == name and any(cell.text for cell in table.rows[row])]
        extra = _distinguishing(table, rows, range(column + 1, len(headers)), settings)
        blocks = {} if extra else _blocks(rows, shared, alike)
        for row, block in blocks.items():
            names[row] = _Name(block, frozenset({column}))
        for row in rows if not blocks else ():
            parts = [name, *(_qualifier(headers[each], text) for each in extra if (text := table.rows[row][each].text))]
            names[row] = _Name(", ".join(parts), frozenset({column, *extra}))
    return names


def _blocks(rows: Sequence[int], shared: dict[int, str], alike: Counter[str]) -> dict[int, str]:
    """Names of rows that recur in each block of a table ("Deaths" under each disease), with the row of data that opens their
    block; none where they do not stand in blocks of their own.
    """
    opening = {row: max((each for each in shared if each < row and alike[shared[each]] == 1), default=row) for row in rows}
    if len(set(opening.values())) < len(rows) or any(row == first for row, first in opening.items()):
        return {}
    return {row: _within(shared[first], shared[row]) for row, first in opening.items()}


def _within(block: str, name: str) -> str:
    """A row's name behind that of its block, the headings that both stand under said once."""
    outer, _, _ = block.rpartition(", ")
    while outer and not name.startswith(f"{outer}, "):
        outer, _, _ = outer.rpartition(", ")
    return f"{block}, {name.removeprefix(f'{outer}, ') if outer else name}"


def _setting_columns(table: Table) -> frozenset[int]:
    """Columns of nothing but round values: of what was chosen, such as sizes and numbers of layers, not of what came out."""
    inner = _inner_header(table)
    body = [table.rows[row] for row in range(table.header_rows, len(table.rows)) if row != inner]
    return frozenset(
        column
        for column in range(len(table.rows[0]))
        if all(_SETTING.match(row[column].text) for row in body if row[column].text)
    )


def _distinguishing(table: Table, rows: Sequence[int], candidates: Iterable[int], settings: frozenset[int]) -> list[int]:
    """The fewest leading columns of names or settings that tell rows apart; none when they cannot."""
    chosen: list[int] = []
    distinct = 1
    for column in candidates:
        texts = [table.rows[row][column].text for row in rows]
        if not all(not text or not is_numeric(text) or (column in settings and _SETTING.match(text)) for text in texts):
            continue
        count = len({tuple(table.rows[row][each].text for each in (*chosen, column)) for row in rows})
        if count > distinct:
            chosen, distinct = [*chosen, column], count
        if distinct == len(rows):
            return chosen
    return []


def _qualifier(header: str, text: str) -> str:
    return f"{header} {text}".strip() if is_numeric(text) else text
