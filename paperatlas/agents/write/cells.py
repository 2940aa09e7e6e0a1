"""What a sentence says of a table's cells, held against the table: the right row, the right column, the highest of all.

A verifier of prose cannot read rows. A number must stand in a row that was quoted, under the name that the sentence gives it.
"""

import re
from collections.abc import Sequence

from paperatlas.agents.write.figures import numbers_in, unfounded
from paperatlas.agents.write.quotes import Located
from paperatlas.core.grid import body_rows, columns, row_names
from paperatlas.core.text import words
from paperatlas.core.types import Table

__all__ = ["cell_fault"]

_HIGHEST = frozenset("highest largest most greatest maximum max top biggest longest best".split())
_LOWEST = frozenset("lowest smallest least fewest minimum min shortest worst best".split())
"""Which way is best depends on the measure: both ends will do."""
_VALUE = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?")


def cell_fault(text: str, question: str, places: Sequence[Located]) -> str:
    """Why the rows that were quoted do not bear a sentence out; empty where they do."""
    rows = [place for place in places if place.table is not None]
    by_table = {id(place.table): place.table for place in rows}
    for key, table in by_table.items():
        if table is None:
            continue
        mine = [place for place in rows if id(place.table) == key]
        if fault := _of_other_row(text, question, table, [place.row for place in mine]):
            return fault
        if fault := _of_other_column(text, question, table, [place.row for place in mine]):
            return fault
        if fault := _no_extreme(text, question, table, [place.row for place in mine]):
            return fault
    return ""


def _of_other_row(text: str, question: str, table: Table, rows: Sequence[int]) -> str:
    names = row_names(table)
    told = _mentioned(text, names) or _mentioned(question, names)
    quoted = {names[row] for row in rows}
    if told and not quoted & {name for _, name in told}:
        return f"the row is that of {names[rows[0]]!r}, not of {told[0][1]!r}"
    numbers = _placed_numbers(text, question)
    own = [(at, name) for at, name in told if name in quoted]
    if len(own) == len(numbers) > 1:
        for (_, name), number in zip(sorted(own), numbers, strict=True):
            held = [_cells(table, row) for row in rows if names[row] == name]
            if all(unfounded(number, cells) for cells in held):
                return f"{number} is not said of {name!r}"
    if len(told) == 1 and numbers:
        held = [_cells(table, row) for row in rows if names[row] == told[0][1]]
        if all(unfounded(number, cells) for cells in held for number in numbers[:1]):
            return f"{numbers[0]} is not said of {told[0][1]!r}"
    return ""


def _of_other_column(text: str, question: str, table: Table, rows: Sequence[int]) -> str:
    """A number under a header whose own words the sentence does not say, while it says those of another header."""
    heads = _own_words(columns(table))
    said = set(words(text)) if any(each & set(words(text)) for each in heads) else set(words(f"{text} {question}"))
    meant = {column for column, each in enumerate(heads) if each and each <= said}
    if not meant:
        return ""
    for number in _placed_numbers(text, question):
        under = {c for row in rows for c, cell in enumerate(table.rows[row]) if not unfounded(number, [cell.text])}
        if under and not under & meant and all(heads[column] for column in under):
            return f"{number} stands under {columns(table)[min(under)]!r}"
    return ""


def _no_extreme(text: str, question: str, table: Table, rows: Sequence[int]) -> str:
    """A sentence that calls a row the highest or lowest must be right in some column that it speaks of."""
    asked = set(words(text)) & (_HIGHEST | _LOWEST) or set(words(question)) & (_HIGHEST | _LOWEST)
    if not asked or len(rows) != 1:
        return ""
    numbers = _placed_numbers(text, question)
    said = set(words(f"{text} {question}"))
    heads = [set(words(head)) for head in columns(table)]
    for column, cell in enumerate(table.rows[rows[0]]):
        spoken = not unfounded(numbers[0], [cell.text]) if numbers else bool(heads[column] & said)
        if spoken and _is_extreme(table, rows[0], column, asked):
            return ""
    return f"the row of {row_names(table)[rows[0]]!r} is not the {min(asked)}"


def _is_extreme(table: Table, row: int, column: int, asked: set[str]) -> bool:
    values = {each: value for each in body_rows(table) if (value := _value(table.rows[each][column].text)) is not None}
    if row not in values:
        return False
    high, low = bool(asked & _HIGHEST), bool(asked & _LOWEST)
    return (high and values[row] >= max(values.values())) or (low and values[row] <= min(values.values()))


def _value(text: str) -> float | None:
    found = _VALUE.search(text)
    return float(found.group().replace(",", "").replace("−", "-")) if found else None


def _mentioned(text: str, names: Sequence[str]) -> list[tuple[int, str]]:
    """The row names that a text says, with their places; of names within names the longest."""
    found: list[tuple[int, str]] = []
    for name in sorted({name for name in names if name}, key=len, reverse=True):
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE):
            if all(match.end() <= at or match.start() >= at + len(longer) for at, longer in found):
                found.append((match.start(), name))
    return sorted(found)


def _placed_numbers(text: str, question: str) -> list[str]:
    """The numbers of a sentence that its question does not say already."""
    return [number for number in numbers_in(text) if unfounded(number, [question])]


def _cells(table: Table, row: int) -> list[str]:
    return [cell.text for cell in table.rows[row]]


def _own_words(headers: Sequence[str]) -> list[set[str]]:
    """Of each header the words that tell it from the others."""
    held = [set(words(header)) for header in headers]
    return [each - set().union(*(other for at, other in enumerate(held) if at != own)) for own, each in enumerate(held)]
