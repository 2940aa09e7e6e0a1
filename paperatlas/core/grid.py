"""What a table says: the names of its columns and rows, and each row as a statement.

Readers give a table as a grid in which a spanning cell fills its first column and the rest of its span is empty;
here the spans are read back: a header that is followed by empty header cells names the columns under them too.
"""

from collections.abc import Sequence

from paperatlas.core.types import Cell, Table

__all__ = ["body_rows", "columns", "group_of", "printed_row", "row_name", "statement"]


def columns(table: Table) -> tuple[str, ...]:
    """The full name of each column, outermost header first: "Google Translate Acc"."""
    header = table.rows[: table.header_rows]
    if not header:
        return tuple("" for _ in (table.rows[0] if table.rows else ()))
    paths = [_spread(row, lowest=index == len(header) - 1) for index, row in enumerate(header)]
    return tuple(" ".join(dict.fromkeys(part for path in paths if (part := path[column]))) for column in range(len(header[0])))


def _spread(row: Sequence[Cell], *, lowest: bool) -> list[str]:
    """Header texts with spanning ones repeated over the empty cells to their right; the lowest row's cells stand alone.

    The first column is the stub: an empty cell there belongs to no span, and no span starts from it.
    """
    texts, current = [], ""
    for index, cell in enumerate(row):
        if cell.text or lowest:
            current = cell.text
        texts.append(current if cell.text or index > 0 else "")
        if index == 0:
            current = ""
    return texts


def body_rows(table: Table) -> tuple[int, ...]:
    """Indexes of the rows that hold values: not the headers, not the lone labels that head a group of rows."""
    return tuple(i for i in range(table.header_rows, len(table.rows)) if not _is_group(table, i))


def _is_group(table: Table, row: int) -> bool:
    filled = [index for index, cell in enumerate(table.rows[row]) if cell.text]
    return len(table.rows[row]) > 1 and len(filled) == 1 and _is_label(table.rows[row][filled[0]].text)


def _is_label(text: str) -> bool:
    """Words rather than a measurement."""
    letters = sum(char.isalpha() for char in text)
    return letters > sum(char.isdigit() for char in text)


def group_of(table: Table, row: int) -> str:
    """The lone label above a row ("Supervised" over the supervised models); empty when there is none."""
    for above in range(row - 1, table.header_rows - 1, -1):
        if _is_group(table, above):
            return next(cell.text for cell in table.rows[above] if cell.text)
    return ""


def _stub_width(table: Table) -> int:
    """How many leading columns name the row: those whose body cells are mostly words; always at least one."""
    width = 0
    body = [table.rows[index] for index in body_rows(table)]
    for column in range(len(table.rows[0]) - 1 if table.rows else 0):
        cells = [row[column].text for row in body if row[column].text]
        if not cells or sum(map(_is_label, cells)) < 0.5 * len(cells):
            break
        width = column + 1
    return max(1, width)


def row_name(table: Table, row: int) -> str:
    """What a row is about: its group, then its leading cells; an empty first cell takes the one above it."""
    parts = [
        group_of(table, row),
        _inherited(table, row, 0),
        *(table.rows[row][column].text for column in range(1, _stub_width(table))),
    ]
    return " ".join(dict.fromkeys(part for part in parts if part))


def _inherited(table: Table, row: int, column: int) -> str:
    for index in range(row, table.header_rows - 1, -1):
        if _is_group(table, index):
            break
        if text := table.rows[index][column].text:
            return text
    return ""


def statement(table: Table, row: int) -> str:
    """A row as a sentence a search can find: "Table 2, row FR, Google Translate Acc: 63.6; …"."""
    names, stub = columns(table), _stub_width(table)
    values = [
        f"{names[column]}: {cell.text}" if names[column] else cell.text
        for column, cell in enumerate(table.rows[row])
        if column >= stub and cell.text
    ]
    name = row_name(table, row)
    head = f"{table.label or 'Table'}, row {name}" if name else (table.label or "Table")
    return f"{head}, {'; '.join(values)}" if values else head


def printed_row(table: Table, row: int) -> str:
    """A row as printed, its filled cells joined by " | "."""
    return " | ".join(cell.text for cell in table.rows[row] if cell.text)
