"""Questions to tables: a cell, the best of a column, the difference of two cells."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from paperatlas.core.types import Table
from paperatlas.eval.cases import Amount, Case
from paperatlas.eval.makers.draft import Paper, about

__all__ = ["table_names", "table_questions"]

_NUMBER = re.compile(r"[-−]?\d+(?:,\d{3})*(?:\.\d+)?")
_FEWEST_ROWS = 3
"""Rows of a table that questions are made from: of two rows every one is the best or the worst."""
_LETTER = re.compile(r"[^\W\d_]")
_SUMMED = frozenset({"all", "total", "sum", "mean", "average", "overall", "median"})
"""Names of rows that stand for the others: they are the highest or in between by what they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Column:
    """A column of numbers, by the names of its rows."""

    name: str
    values: dict[str, str]
    """As printed."""

    def line(self, *rows: str) -> str:
        """What is printed of some rows: name and value, the rows parted by line ends."""
        return "\n".join(f"{row} | {self.values[row]}" for row in rows)


def table_questions(paper: Paper) -> Iterator[Case]:
    """Of every table with names for rows and columns that tell them apart, and one number a cell."""
    labels = Counter(table.label for table in paper.parsed.tables)
    for table in paper.parsed.tables:
        if table.label and labels[table.label] == 1:
            for column in _columns(table):
                yield from _column_questions(paper, table, column)


def table_names(paper: Paper) -> list[tuple[str, str, str]]:
    """Label, column and row of the cells that questions are made of."""
    found = []
    for table in paper.parsed.tables:
        found += [(table.label, column.name, row) for column in _columns(table) if table.label for row in column.values]
    return found


def _column_questions(paper: Paper, table: Table, column: _Column) -> Iterator[Case]:
    at, page = f"according to {table.label}", table.page
    row, printed = next(iter(column.values.items()))
    asked = f"What is the {column.name} of {row} {at}?"
    yield about(paper, "table", asked, printed, page=page, amount=_amount(printed), quote=column.line(row))
    numbers = {name: _value(text) for name, text in column.values.items()}
    ordered = sorted(numbers, key=numbers.__getitem__)
    for word, best, next_best in (("highest", *ordered[:-3:-1]), ("lowest", *ordered[:2])):
        if numbers[best] != numbers[next_best]:
            asked = f"Which row of {table.label} has the {word} {column.name}?"
            yield about(paper, "superlative", asked, best, page=page, quote=column.line(best))
    one, other = next(((a, b) for a, b in pairwise(numbers) if numbers[a] != numbers[b]), ("", ""))
    if one:
        asked = f"By how much do {one} and {other} differ in {column.name} {at}?"
        digits = max(len(column.values[name].partition(".")[2]) for name in (one, other))
        value = round(abs(numbers[one] - numbers[other]), digits)
        amount = Amount(value=value, tolerance=0.5 * 10.0**-digits)
        yield about(paper, "comparison", asked, page=page, amount=amount, quote=column.line(one, other))


def _columns(table: Table) -> Iterator[_Column]:
    """The columns of numbers of a table with one row of heads; merged heads would need more than one name."""
    if table.header_rows != 1 or len(table.parts) > 1:
        return
    heads = [cell.text.strip() for cell in table.rows[0]]
    rows = [[cell.text.strip() for cell in row] for row in table.rows[1:] if row[0].text.strip().casefold() not in _SUMMED]
    names = [row[0] for row in rows]
    if len(rows) < _FEWEST_ROWS or len(set(names)) < len(names) or not all(map(_LETTER.match, names)):
        return
    for at, head in enumerate(heads[1:], 1):
        values = [row[at] for row in rows]
        if heads.count(head) == 1 and _LETTER.search(head) and all(map(_NUMBER.fullmatch, values)):
            yield _Column(name=head, values=dict(zip(names, values, strict=True)))


def _value(printed: str) -> float:
    return float(printed.replace(",", "").replace("−", "-"))


def _amount(printed: str) -> Amount:
    return Amount(value=_value(printed))
