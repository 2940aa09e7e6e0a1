"""The numbers of a table: what each is worth, what it is measured in, and the names it stands under."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from paperatlas.core.grid import columns, row_names
from paperatlas.core.spanned_names import is_numeric
from paperatlas.core.types import Table

__all__ = ["SCALES", "Entry", "entries_of", "number_of", "unit_of", "with_unit", "words_at"]

_MEASUREMENT = re.compile(
    r"(?P<loss>\((?=[^()]*\)$))?[~<>≤≥≈±*†‡+$€£¥(\s]*(?P<number>[-−–]?(?:\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+))"
    r"(?P<scale>[kKMB](?![\w-]))?(?!-?[A-Za-z]{9})(?!-[A-Za-z])"
)
"""A number with the signs that may stand before it; a long word glued to it makes it a name. In brackets by itself it is a
loss, as accounts print it."""
SCALES = {"k": 1000, "K": 1000, "M": 1_000_000, "B": 1_000_000_000, "": 1}
_BRACKETED = re.compile(r"[(\[]\s*+([^()\[\]]{1,14}?)\s*[)\]]")
_UNITS = frozenset(
    "% percent pp ppm ppb s sec secs second seconds ms millisecond milliseconds µs min mins minutes h hr hrs hour hours day"
    " days week weeks month months year years km m cm mm µm nm kg g mg µg l ml mol mmol °c k f gb mb kb tb bytes flops gflops"
    " tflops tokens words pages usd eur gbp $ € £ ¥ dollars euros crowns yuan mj j kj w kw mw kwh v mv hz khz mhz ghz db bits"
    " nats points million millions billion billions thousand thousands x".split()
)
_IN_UNIT = re.compile(r"\(?\b(?:in|unit:)\s+(%|(?:thousands?|millions?|billions?)(?: of)?(?: [A-Za-z]+)?|[A-Za-zµ°%$€£]+)")
"""What a caption says of its numbers: "Error in ppm", "(in millions)"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A number of a table with the names it stands under."""

    row: int
    column: int
    row_name: str
    column_name: str
    value: Decimal
    """Exact as printed; "540k" is 540000, and "(0.4)" is -0.4. Not a number where the cell holds words."""
    text: str
    unit: str = ""

    @property
    def said(self) -> str:
        """The number with its unit, where the cell does not print it."""
        return with_unit(self.text, self.unit)


def entries_of(table: Table) -> list[Entry]:
    """All numbers below the header, row by row; those that are part of their row's name are none."""
    headers, names = columns(table), row_names(table)
    caption = _unit_in(table.caption) or (_unit_in(headers[0]) if headers else "")
    units = [_bracketed(header) for header in headers]
    found = []
    for row in range(table.header_rows, len(table.rows)):
        in_row = _bracketed(names[row])
        for column, cell in enumerate(table.rows[row]):
            value = number_of(cell.text)
            if value is not None and not _names_row(cell.text, names[row]):
                found.append(
                    Entry(
                        row=row,
                        column=column,
                        row_name=names[row],
                        column_name=headers[column],
                        value=value,
                        text=cell.text,
                        unit=units[column] or in_row or _general(caption, headers[column]),
                    )
                )
    return found


def words_at(table: Table, row: int, column: int, row_name: str, column_name: str) -> Entry:
    """A cell that holds words."""
    text = table.rows[row][column].text
    return Entry(row=row, column=column, row_name=row_name, column_name=column_name, value=Decimal("NaN"), text=text)


def number_of(text: str) -> Decimal | None:
    """The number a cell begins with; None for a name with a digit in it ("ResNet-50", "2-layer LSTM")."""
    found = _MEASUREMENT.match(text.strip())
    if found is None:
        return None
    plain = found["number"].replace(",", "").replace("−", "-").replace("–", "-")
    value = Decimal(plain) * SCALES[found["scale"] or ""]
    return -value if found["loss"] else value


def unit_of(entries: Sequence[Entry]) -> str:
    """The unit that all have; empty where they differ."""
    units = {entry.unit or _printed_unit(entry.text) for entry in entries}
    return units.pop() if len(units) == 1 else ""


def with_unit(text: str, unit: str) -> str:
    """As in "0.58 ppm", "6.7 %"; a unit that is printed is not said twice."""
    if not unit or _printed_unit(text) or unit.lower() in text.lower():
        return text
    return f"{unit}{text}" if unit in "$€£¥" else f"{text} {unit}"


def _printed_unit(text: str) -> str:
    return next((sign for sign in "%$€£¥" if sign in text), "")


def _bracketed(header: str) -> str:
    """The unit that a header gives in brackets ("MAE (ppm)"), or by a sign."""
    inside = [found[1] for found in _BRACKETED.finditer(header) if found[1].lower() in _UNITS]
    if inside:
        return inside[-1]
    return "%" if _PER_CENT.search(header) else ""


_PER_CENT = re.compile(r"(?:^|\s)%(?!\s?CI\b|\))")
"""The sign by itself; in "n, %)" it is the second of two, in "95 % CI" it says how sure an interval is."""


def _unit_in(caption: str) -> str:
    return next((m[1] for m in _IN_UNIT.finditer(caption) if m[1].split()[0].lower() in _UNITS), "")


def _general(unit: str, header: str) -> str:
    """A caption's unit is that of its measures, not of counts and sizes beside them."""
    return "" if re.search(r"#|\b(?:parameters|params|number|count|size|layers|year|life)\b", header, re.IGNORECASE) else unit


def _names_row(text: str, name: str) -> bool:
    """Whether a cell is a part of its row's name: a level or size that the row is about, not something measured."""
    if text == name:
        return True
    return is_numeric(text) and (name.startswith(f"{text} ") or name.endswith(f" {text}"))
