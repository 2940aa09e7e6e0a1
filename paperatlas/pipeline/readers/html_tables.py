"""HTML tables as grids, also those of filings, where a figure is spread over cells for its sign, digits and percent."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from lxml import etree

from paperatlas.pipeline.readers.html_text import Inline, Style, inline, is_hidden, style_of, tag_of

__all__ = ["HtmlTable", "Use", "read_table"]

_PREFIX = re.compile(r"[-–−+]?\s*(?:(?:US|CA|AU|HK|NZ|C|A)?[$€£¥₹]|EUR|USD|GBP)\s*\(?|\(")
_SUFFIX = re.compile(r"%?\s*+(?:\)\s*+)?%?|x|pts?|bps", re.IGNORECASE)
_VALUE = re.compile(
    r"(?:[-–−+(<>≤≥~≈±\s]|(?:US|CA|AU|HK|NZ|C|A)?[$€£¥₹])*\d[\d.,]*+\W*+(?:(?:x|pts?|bps)\W*+)?$|[-–−—]+$", re.IGNORECASE
)
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"(?:fiscal|fy|year)?\s*(?:19|20)\d\d\s*(?:\(\w\)|\*)*$", re.IGNORECASE)
_BULLET = re.compile(r"[•‣▪●◦∙■□·*–—-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\(\w{1,4}\)")
_CONTENTS = re.compile(r"(?:item|part|chapter|section)\s+\w+", re.IGNORECASE)
_PAGE = re.compile(r"(?:[A-Z]-?)?\d{1,4}$|[ivxl]+$")
_WIDEST_VALUE = 4
"""Grid columns that one figure is spread over at most: sign, digits, mark, gap. What is wider spans columns of meaning."""
_MOST_SPAN = 1000
_LONGEST_CELL = 60
"""Words; a table with such a cell, and no figures, lays out text."""

Use: TypeAlias = Literal["data", "contents", "rows", "layout"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlTable:
    """A table and what it is used for.

    "data" is a table; "contents" a list of sections and pages; "rows" sets items or lines of text beside each other, a
    row each; "layout" holds whole parts of the page.
    """

    use: Use
    rows: tuple[tuple[str, ...], ...] = ()
    header_rows: int = 0
    caption: str = ""
    bold_rows: tuple[bool, ...] = ()

    def is_item(self, row: int) -> bool:
        """Whether a row is an item of a list, set as a table."""
        return bool(self.rows[row]) and _BULLET.fullmatch(self.rows[row][0]) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cell:
    """A cell over grid columns `start` to `end` (exclusive)."""

    start: int
    end: int
    content: Inline
    is_head: bool

    @property
    def text(self) -> str:
        return self.content.text


def read_table(table: etree._Element) -> HtmlTable:
    """Reads one table; one with another table inside is always layout."""
    caption = next((inline(child).text for child in table if tag_of(child) == "caption"), "")
    if next(table.iterdescendants("table"), None) is not None:
        return HtmlTable(use="layout")
    raw = [_rejoined(row) for row in _raw_rows(table)]
    raw = [row for row in raw if row]
    header_rows = _header_rows(raw)
    rows = _grid(raw, header_rows)
    use = _use(raw, rows, header_rows, declared=bool(caption) or _is_declared(table))
    return HtmlTable(
        use=use,
        rows=rows,
        header_rows=header_rows,
        caption=caption,
        bold_rows=tuple(all(cell.content.bold for cell in row) for row in raw),
    )


def _raw_rows(table: etree._Element) -> Iterator[list[_Cell]]:
    """The filled cells of each row in their grid columns, with the columns that cells above reach down into left free."""
    taken: dict[int, int] = {}
    for row in table.iter("tr"):
        if is_hidden(row):
            continue
        cells: list[_Cell] = []
        column = 0
        style = style_of(row, Style())
        for element in row:
            if tag_of(element) not in ("td", "th") or is_hidden(element):
                continue
            while taken.get(column, 0):
                column += 1
            width, height = _span(element, "colspan"), _span(element, "rowspan")
            content = inline(element, style)
            if content.text:
                cells.append(_Cell(start=column, end=column + width, content=content, is_head=_is_head(element)))
            for each in range(column, column + width):
                taken[each] = max(taken.get(each, 0), height)
            column += width
        taken = {each: left - 1 for each, left in taken.items() if left > 1}
        yield cells


def _span(element: etree._Element, name: str) -> int:
    digits = re.match(r"\s*(\d{1,4})", element.get(name) or "")
    return min(max(1, int(digits[1])), _MOST_SPAN) if digits else 1


def _is_head(element: etree._Element) -> bool:
    parent = element.getparent()
    section = parent.getparent() if parent is not None else None
    return tag_of(element) == "th" or (section is not None and tag_of(section) == "thead")


def _is_declared(table: etree._Element) -> bool:
    """Whether the page says that it is a table of data."""
    if table.get("role", "").lower() in ("presentation", "none"):
        return False
    return any(next(table.iter(tag), None) is not None for tag in ("th", "thead"))


def _rejoined(row: Sequence[_Cell]) -> list[_Cell]:
    """Cells with the parts of one figure put together: "$" and "1,234"; "(5.6" and ")%"."""
    joined: list[_Cell] = []
    for cell in row:
        last = joined[-1] if joined else None
        if last is not None and (
            (_PREFIX.fullmatch(last.text) and _VALUE.match(cell.text)) or (_SUFFIX.fullmatch(cell.text) and _figure(last.text))
        ):
            text = Inline(last.text.replace(" ", "") + cell.text.replace(" ", ""), last.content.bold and cell.content.bold)
            joined[-1] = replace(last, end=cell.end, content=text)
        else:
            joined.append(cell)
    return joined


def _figure(text: str) -> bool:
    return _VALUE.match(text) is not None and _DIGIT.search(text) is not None


def _header_rows(rows: Sequence[Sequence[_Cell]]) -> int:
    """Rows marked as header; else those above the first row of figures that say something over its columns."""
    marked = next((at for at, row in enumerate(rows) if not all(cell.is_head for cell in row)), len(rows))
    if marked:
        return min(marked, len(rows) - 1)
    first = next((at for at, row in enumerate(rows) if any(_is_datum(cell) for cell in row)), None)
    if first is None:
        return int(len(rows) > 1 and len(rows[0]) > 1 and all(cell.content.bold for cell in rows[0]))
    return max((at + 1 for at in range(first) if any(cell.start > 0 for cell in rows[at])), default=0)


def _is_datum(cell: _Cell) -> bool:
    """A figure beside the names of rows. Years stand in headers."""
    return cell.start > 0 and _figure(cell.text) and not _YEAR.match(cell.text)


def _grid(rows: Sequence[Sequence[_Cell]], header_rows: int) -> tuple[tuple[str, ...], ...]:
    """Texts in the columns that hold something below the header; the gaps that a page is spaced with are dropped."""
    groups = _groups(rows[header_rows:])
    order = sorted({groups.get(cell.start, cell.start) for row in rows[header_rows:] for cell in row})
    index = {group: at for at, group in enumerate(order)}
    made = []
    for at, row in enumerate(rows):
        texts = [""] * len(order)
        for cell in row:
            column = _column(cell, groups, index) if at < header_rows else index[groups.get(cell.start, cell.start)]
            texts[column] = f"{texts[column]} {cell.text}".strip()
        made.append(tuple(texts))
    return tuple(made)


def _groups(rows: Sequence[Sequence[_Cell]]) -> dict[int, int]:
    """The first grid column of each run of columns over which figures are spread."""
    first: dict[int, int] = {}
    spans = sorted(
        {
            (cell.start, cell.end)
            for row in rows
            for cell in row
            if _VALUE.match(cell.text) and 1 < cell.end - cell.start <= _WIDEST_VALUE
        }
    )
    end = group = -1
    for start, stop in spans:
        group = group if start < end else start
        end = max(end, stop) if start < end else stop
        first.update(dict.fromkeys(range(start, stop), group))
    return first


def _column(cell: _Cell, groups: dict[int, int], index: dict[int, int]) -> int:
    """Where a header cell goes: the first column under it, else the nearest."""
    under = [index[group] for column in range(cell.start, cell.end) if (group := groups.get(column, column)) in index]
    return under[0] if under else min(index.values(), key=lambda at: abs(sorted(index)[at] - cell.start))


def _use(raw: Sequence[Sequence[_Cell]], rows: Sequence[Sequence[str]], header_rows: int, *, declared: bool) -> Use:
    body = rows[header_rows:]
    filled = [text for row in body for text in row if text]
    width = len(rows[0]) if rows else 0
    if not body or not filled:
        return "rows"
    if _is_contents(rows):
        return "contents"
    figures = sum(1 for row in raw[header_rows:] for cell in row if _is_datum(cell))
    if width > 1 and len(rows) > 1 and (declared or figures):
        return "rows" if width == 2 and all(_BULLET.fullmatch(row[0]) for row in rows) else "data"
    return "layout" if max(len(text.split()) for text in filled) > _LONGEST_CELL else "rows"


def _is_contents(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows lead from names of parts to pages."""
    leading = [row for row in rows if _CONTENTS.match(" ".join(row)) and _PAGE.match(next((t for t in reversed(row) if t), ""))]
    return len(leading) >= 3 and 2 * len(leading) >= len(rows)
