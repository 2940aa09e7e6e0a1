"""Tables, figures and equations found by the name that a person gives them."""

import re
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from paperatlas.core.errors import UnknownFloat
from paperatlas.core.types import Box, ParsedDocument, Table

__all__ = ["FloatKind", "find_float"]

FloatKind: TypeAlias = Literal["figure", "table", "equation"]
_NUMBER = re.compile(r"(?:(?:[A-Z]{1,2}[.-]?)?\d{1,9}(?:[.-]\d{1,9}){0,5}[a-z]?|[IVXL]{1,9}|[A-Z])$", re.IGNORECASE)
"""What tells one from the others at the end of its label, however the word before it is written: "Fig. 2", "(3)", "S1"."""


def find_float(document: ParsedDocument, kind: FloatKind, name: str) -> tuple[str, tuple[Box, ...]]:
    """The label of the one of that name, and where it is printed: a box a page.

    Raises:
        UnknownFloat: there is none, or none that could be told from the others; the hint lists what there is.
    """
    known = _OF[kind](document)
    wanted = _folded(name)
    readings: tuple[Callable[[str], bool], ...] = (
        lambda label: _folded(label) == wanted,
        lambda label: bool(_number(wanted)) and _number(_folded(label)) == _number(wanted),
    )
    for reading in readings:
        found = [each for each in known if each[0] and reading(each[0])]
        if found:
            return found[0]
    labels = ", ".join(label for label, _ in known if label) or "none with a label"
    raise UnknownFloat(f"{document.name!r} has no {kind} {name!r}.", hint=f"It has: {labels}.")


Labelled: TypeAlias = Sequence[tuple[str, tuple[Box, ...]]]

_OF: dict[FloatKind, Callable[[ParsedDocument], Labelled]] = {
    "figure": lambda document: [(figure.label, (figure.box,)) for figure in document.figures],
    "table": lambda document: [(table.label, _whole(table)) for table in document.tables],
    "equation": lambda document: [(f"({each.number})" if each.number else "", (each.box,)) for each in document.equations],
}


def _whole(table: Table) -> tuple[Box, ...]:
    """The boxes of a table with all its cells, whose letters may reach over its edge."""
    cells = [cell.box for row in table.rows for cell in row if cell.box]
    return tuple(_around([part, *(cell for cell in cells if cell.page == part.page)]) for part in table.parts or (table.box,))


def _around(boxes: Sequence[Box]) -> Box:
    x0, y0, x1, y1 = zip(*(box[1:] for box in boxes), strict=True)
    return Box(boxes[0].page, min(x0), min(y0), max(x1), max(y1))


def _folded(label: str) -> str:
    return " ".join(label.strip(" .:()[]").casefold().split())


def _number(label: str) -> str:
    match = _NUMBER.search(label)
    return match[0] if match else ""
