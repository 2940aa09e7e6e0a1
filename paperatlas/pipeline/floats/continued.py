"""Tables that go on over pages, put together again."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from paperatlas.core.types import Cell, Table

__all__ = ["join_continued"]

_SAME_EDGE = 0.05
"""Of the page's width. The parts of one table keep their left and right edge within this, margins of a book included."""


def join_continued(tables: Sequence[Table], fills: Mapping[int, tuple[float, float]], widths: Mapping[int, float]) -> list[Table]:
    """The tables, each with its parts on the following pages.

    A part has the same number of columns, and either the label of the table before it or, without one, nothing but
    running heads above it on its page and nothing below the table on the page before.

    Args:
        tables: in the order of the pages.
        fills: top of the first and bottom of the last thing in the body of each page, tables included.
        widths: of each page.
    """
    joined: list[Table] = []
    for table in tables:
        before = _begun(joined, table)
        if before is not None and (table.label or _runs_over(before, table, fills, widths[table.page])):
            joined[joined.index(before)] = _joined(before, table)
        else:
            joined.append(table)
    return joined


def _begun(tables: Sequence[Table], table: Table) -> Table | None:
    """The table that ends on the page before and could go on in this one."""
    for before in reversed(tables):
        last = before.parts[-1] if before.parts else before.box
        columns_agree = before.rows and table.rows and len(before.rows[0]) == len(table.rows[0])
        if last.page == table.page - 1 and columns_agree and table.label in ("", before.label):
            return before
    return None


def _runs_over(before: Table, table: Table, fills: Mapping[int, tuple[float, float]], width: float) -> bool:
    last = before.parts[-1] if before.parts else before.box
    ends_page = fills[last.page][1] <= last.y1 + 1
    opens_page = fills[table.page][0] >= table.box.y0 - 1
    same_width = abs((last.x1 - last.x0) - (table.box.x1 - table.box.x0)) < _SAME_EDGE * width
    return ends_page and opens_page and same_width


def _joined(before: Table, table: Table) -> Table:
    repeated = 0
    for first, second in zip(before.rows[: before.header_rows], table.rows, strict=False):
        if _texts(first) != _texts(second):
            break
        repeated += 1
    rows = table.rows[repeated:] if repeated == before.header_rows else table.rows
    return replace(before, rows=before.rows + rows, parts=(*(before.parts or (before.box,)), table.box))


def _texts(row: Sequence[Cell]) -> list[str]:
    return ["".join(cell.text.split()).lower() for cell in row]
