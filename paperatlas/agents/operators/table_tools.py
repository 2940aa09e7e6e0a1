"""The tables of the papers as callables: a cell, cells set against each other, a column put in order or summed up.

Each returns what stands there or was worked out, with its working and its place, so that nobody who asks has to reckon.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, Field

from paperatlas.agents.operators.arithmetic import Measure, worked
from paperatlas.agents.operators.papers import short_title
from paperatlas.agents.operators.table_cells import Entry, entries_of, number_of
from paperatlas.agents.operators.table_names import likeness, meant, most_like
from paperatlas.core.errors import UnknownFloat
from paperatlas.core.grid import body_rows, columns, row_names
from paperatlas.core.types import Document, ParsedDocument, Table

__all__ = [
    "CellsAsked",
    "ColumnAsked",
    "ComparedCells",
    "Shelf",
    "TablesAsked",
    "compare_cells",
    "list_tables",
    "look_up_cells",
    "over_column",
]


class TablesAsked(BaseModel):
    """Whose tables to name."""

    paper: str = Field("", description="Title or file name of the paper, or a part of it; empty for all papers in scope.")


class CellsAsked(BaseModel):
    """Cells of one row or one column."""

    rows: list[str] = Field(description="Names of the rows, as printed.", min_length=1, max_length=20)
    columns: list[str] = Field(description="Headers of the columns, as printed.", min_length=1, max_length=20)
    table: str = Field("", description='Label of the table, such as "Table 2"; empty to look into all.')
    paper: str = Field("", description="Title or file name of the paper, or a part of it; empty for all papers in scope.")


class ComparedCells(CellsAsked):
    """Two cells or more, and what is to be made of them."""

    measure: Measure = Field(
        "difference",
        description="difference, ratio and percent_change go from the first cell to the second; sum and mean take all.",
    )


class ColumnAsked(BaseModel):
    """A column, and what is to be made of its numbers."""

    column: str = Field(description="Header of the column, as printed.")
    how: Literal["highest", "lowest", "sum", "mean", "count"] = Field(
        description="highest and lowest put the rows in order; sum, mean and count take all rows."
    )
    rows: str = Field("", description="Words that a row's name must have to be taken; empty for all rows.")
    above: float | None = Field(None, description="Only numbers above this.")
    below: float | None = Field(None, description="Only numbers below this.")
    table: str = Field("", description='Label of the table, such as "Table 2"; empty to look into all.')
    paper: str = Field("", description="Title or file name of the paper, or a part of it; empty for all papers in scope.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """The papers whose tables may be read."""

    papers: Sequence[tuple[Document, ParsedDocument]]

    def tables(self, label: str, paper: str) -> list["_Placed"]:
        """The tables of that label, in the papers of that name.

        Raises:
            UnknownFloat: there is none.
        """
        papers = self.papers
        if paper:
            at = meant(paper, [f"{document.title} {document.name}" for document, _ in papers])
            papers = [papers[at]] if at is not None else []
        wanted = label.casefold().removeprefix("table").strip(" .")
        found = [
            _Placed(document=document, table=table)
            for document, parsed in papers
            for table in parsed.tables
            if not wanted or table.label.casefold().endswith(f" {wanted}")
        ]
        if not found:
            known = [f"{table.label} of {document.title!r}" for document, parsed in self.papers for table in parsed.tables]
            raise UnknownFloat(
                f"no table {label!r} in {paper!r}" if paper else f"no table {label!r} in these papers",
                hint=f"The tables are: {'; '.join(known[:_NAMED]) or 'none'}.",
            )
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    document: Document
    table: Table

    @property
    def where(self) -> str:
        return f"{self.table.label or 'a table'}, page {self.table.page}, “{short_title(self.document.title)}”"


_NAMED = 30
"""Names offered in a hint, or tables in a list: what a model can read without being drowned."""
_FEW = 3
"""Places in an order that are told."""


def list_tables(asked: TablesAsked, shelf: Shelf) -> str:
    """Label, caption, columns and rows of each table."""
    placed = shelf.tables("", asked.paper)
    lines = []
    for each in placed[:_NAMED]:
        names = [name for row in body_rows(each.table) if (name := row_names(each.table)[row])]
        heads = ", ".join(header for header in columns(each.table) if header)
        lines.append(f"{each.where}: {each.table.caption}\n  columns: {heads}\n  rows: {', '.join(names[:_NAMED])}")
    return "\n".join(lines)


def look_up_cells(asked: CellsAsked, shelf: Shelf) -> str:
    """The cells at the rows and columns asked for, as printed.

    Raises:
        UnknownFloat: no table has such rows and columns.
    """
    placed, cells = _cells(asked, shelf)
    names, heads = row_names(placed.table), columns(placed.table)
    found = [f"{names[row]}, {heads[column]}: {placed.table.rows[row][column].text or 'empty'}" for row, column in cells]
    return f"{'; '.join(found)} ({placed.where})."


def compare_cells(asked: ComparedCells, shelf: Shelf) -> str:
    """The cells and their difference, ratio, change, sum or mean, with the working.

    Raises:
        UnknownFloat: no table has such rows and columns, or what stands there are no numbers.
    """
    placed, cells = _cells(asked, shelf)
    values = [number_of(placed.table.rows[row][column].text) for row, column in cells]
    known = [value for value in values if value is not None]
    result = worked(asked.measure, known) if len(known) == len(values) else None
    if result is None:
        raise UnknownFloat(
            f"{asked.measure} of {look_up_cells(asked, shelf)} cannot be worked out",
            hint="Name cells that hold numbers, two of them for a difference, ratio or percent_change.",
        )
    return f"{asked.measure.replace('_', ' ')}: {result.working}. {look_up_cells(asked, shelf)}"


def over_column(asked: ColumnAsked, shelf: Shelf) -> str:
    """The order, sum, mean or number of a column's numbers.

    Raises:
        UnknownFloat: no table has such a column.
    """
    placed, column = _column(asked, shelf)
    entries = [entry for entry in entries_of(placed.table) if entry.column == column and _is_taken(entry, asked)]
    where = f"{columns(placed.table)[column]}; {placed.where}"
    if asked.how == "count" or not entries:
        named = f": {', '.join(entry.row_name for entry in entries)}" if entries else ""
        return f"count: {len(entries)}{named} ({where})."
    if asked.how in ("sum", "mean"):
        result = worked("sum" if asked.how == "sum" else "mean", [entry.value for entry in entries])
        assert result is not None, "there are entries"
        return f"{asked.how}: {result.working} ({where})."
    ordered = sorted(entries, key=lambda entry: entry.value, reverse=asked.how == "highest")
    told = "; ".join(f"{at}. {entry.row_name} {entry.said}" for at, entry in enumerate(ordered[:_FEW], 1))
    return f"{asked.how} of {len(ordered)}: {told} ({where})."


def _is_taken(entry: Entry, asked: ColumnAsked) -> bool:
    if asked.rows and not likeness(asked.rows, entry.row_name):
        return False
    above = asked.above is None or entry.value > Decimal(str(asked.above))
    return above and (asked.below is None or entry.value < Decimal(str(asked.below)))


def _cells(asked: CellsAsked, shelf: Shelf) -> tuple[_Placed, list[tuple[int, int]]]:
    """The table that has all the rows and columns, and its cells there, row by row; rows and columns may be exchanged."""
    places = shelf.tables(asked.table, asked.paper)
    best: tuple[float, _Placed, list[tuple[int, int]]] | None = None
    for placed in places:
        for rows, heads in ((asked.rows, asked.columns), (asked.columns, asked.rows)):
            cells = _cells_of(placed.table, rows, heads)
            if cells and (best is None or cells[0] > best[0]):
                best = cells[0], placed, cells[1]
    if best is None:
        raise _unknown(f"{', '.join(asked.rows)} / {', '.join(asked.columns)}", places)
    return best[1], best[2]


def _cells_of(table: Table, rows: Sequence[str], heads: Sequence[str]) -> tuple[float, list[tuple[int, int]]] | None:
    names, headers = row_names(table), columns(table)
    at_rows, at_columns = [meant(row, names) for row in rows], [meant(head, headers) for head in heads]
    if None in at_rows or None in at_columns:
        return None
    fit = sum(likeness(row, names[at]) for row, at in zip(rows, at_rows, strict=True) if at is not None)
    fit += sum(likeness(head, headers[at]) for head, at in zip(heads, at_columns, strict=True) if at is not None)
    return fit, [(row, column) for row in at_rows for column in at_columns if row is not None and column is not None]


def _column(asked: ColumnAsked, shelf: Shelf) -> tuple[_Placed, int]:
    places = shelf.tables(asked.table, asked.paper)
    found = [(placed, at) for placed in places if (at := meant(asked.column, columns(placed.table))) is not None]
    if not found:
        raise _unknown(asked.column, places)
    return max(found, key=lambda item: likeness(asked.column, columns(item[0].table)[item[1]]))


def _unknown(name: str, places: Sequence[_Placed]) -> UnknownFloat:
    names = [name for placed in places for name in (*columns(placed.table), *row_names(placed.table))]
    return UnknownFloat(f"no cells {name!r} in these tables", hint=f"Names printed there: {', '.join(most_like(name, names))}.")
