"""The tables of LaTeX as grids."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from paperatlas.pipeline.readers.latex_nodes import Node, arguments, inside, kind, name_of, source
from paperatlas.pipeline.readers.latex_text import Printer

__all__ = ["TABULARS", "Grid", "read_tabular", "rows_of"]

TABULARS = frozenset("tabular tabular* tabularx tabulary longtable array supertabular NiceTabular".split())
_RULES = frozenset("hline toprule midrule bottomrule specialrule Xhline thickhline".split())
_REPEATED = frozenset("endhead endfirsthead endfoot endlastfoot".split())
"""What parts the heads and feet of a long table, which are printed on each page."""
_MOST_COLUMNS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The cells of a table; those of a spanning cell but the first are empty."""

    rows: tuple[tuple[str, ...], ...]
    header_rows: int


@dataclass(slots=True)
class _Row:
    cells: list[list[Node]] = field(default_factory=lambda: [[]])
    ruled: bool = False
    """A rule over the whole table stands above."""

    @property
    def is_empty(self) -> bool:
        return all(not source(cell).strip() for cell in self.cells)


def read_tabular(node: Node, printer: Printer) -> Grid:
    """The grid of one `tabular`, or of what is made like it."""
    rows = [row for row in rows_of(inside(node)) if row.ruled or not row.is_empty]
    texts: list[tuple[str, ...]] = []
    ruled: list[int] = []
    for row in rows:
        if row.ruled:
            ruled.append(len(texts))
        if not row.is_empty:
            texts.append(tuple(_texts(row, printer)))
    width = max((len(row) for row in texts), default=0)
    grid = tuple((*row, *[""] * (width - len(row))) for row in texts)
    return Grid(rows=grid, header_rows=_header_rows(ruled, len(grid)))


def _header_rows(ruled: Sequence[int], rows: int) -> int:
    """A head is what stands above the first rule with rows on both sides."""
    first = next((at for at in ruled if 0 < at < rows), None)
    return first if first is not None else int(rows > 1)


def rows_of(nodes: Sequence[Node]) -> list[_Row]:
    r"""Nodes parted into rows at `\\` and into cells at `&`."""
    rows = [_Row()]
    first_head: list[_Row] = []
    for node in nodes:
        name = name_of(node)
        if name in ("\\", "tabularnewline", "cr"):
            rows.append(_Row())
        elif kind(node) == "specials" and node.specials_chars == "&":
            rows[-1].cells.append([])
        elif name in _RULES:
            if not rows[-1].is_empty:
                rows.append(_Row())
            rows[-1].ruled = True
        elif name in _REPEATED:
            if name == "endfirsthead":
                first_head = rows
            rows = [_Row()] if name != "endhead" else [*(first_head or rows), _Row()]
            first_head = first_head if name == "endfirsthead" else []
        elif name not in ("caption", "label", "kill"):
            rows[-1].cells[-1].append(node)
    return rows


def _texts(row: _Row, printer: Printer) -> Iterator[str]:
    for cell in row.cells:
        span = next((node for node in cell if name_of(node) == "multicolumn"), None)
        yield _cell(cell, printer)
        if span is not None:
            width = re.fullmatch(r"\{?\s*(\d{1,4})\s*\}?", source([next((each for _, each in arguments(span)), span)]))
            yield from [""] * (min(int(width[1]), _MOST_COLUMNS) - 1 if width else 0)


def _cell(nodes: Sequence[Node], printer: Printer) -> str:
    """The text of a cell, a small table inside it on one line."""
    parts = []
    for node in nodes:
        if kind(node) == "environment" and name_of(node) in TABULARS:
            parts.append(" ".join(" ".join(row) for row in read_tabular(node, printer).rows))
        else:
            parts.append(printer.text([node]))
    return " ".join("".join(parts).split())
