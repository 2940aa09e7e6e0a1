"""Where words stand in a paper: every place, with the boxes to mark it by.

A search in one paper wants the very letters, as a viewer's does: parts of words too, whatever their case and accents, and across
the ends of lines. What is counted for an answer goes by whole words instead.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from paperatlas.core.types import BlockKind, Box, Page, ParsedDocument, Table

__all__ = ["Place", "find_in"]

_AROUND = 60
"""Characters shown on either side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One occurrence, in its surroundings."""

    page: int
    boxes: tuple[Box, ...]
    before: str
    text: str
    after: str


def find_in(document: ParsedDocument, query: str) -> Iterator[Place]:
    """In the order of pages: in their text, then in captions and cells that are no part of it."""
    pieces = [_folded(piece)[0] for piece in query.split()]
    if not any(pieces):
        return
    pattern = re.compile(r"\s+".join(map(re.escape, pieces)))
    for page in document.pages:
        yield from _in_text(pattern, page)
        yield from _in_captions(pattern, page)
        yield from _in_tables(pattern, (table for table in document.tables if table.page == page.number), page)


def _in_text(pattern: re.Pattern[str], page: Page) -> Iterator[Place]:
    for start, end in _matches(pattern, page.text):
        yield _place(page.number, page.boxes(start, end), page.text, start, end)


def _in_captions(pattern: re.Pattern[str], page: Page) -> Iterator[Place]:
    for block in page.blocks:
        if block.span is None and block.kind is BlockKind.CAPTION:
            for start, end in _matches(pattern, block.text):
                yield _place(page.number, (block.box,), block.text, start, end)


def _in_tables(pattern: re.Pattern[str], tables: Iterable[Table], page: Page) -> Iterator[Place]:
    """Cells of tables whose words are not in the page's text already."""
    if any(block.kind is BlockKind.TABLE and block.span is not None for block in page.blocks):
        return
    for table in tables:
        for cell in (cell for row in table.rows for cell in row):
            for start, end in _matches(pattern, cell.text):
                box = cell.box or table.box
                yield _place(box.page, (box,), cell.text, start, end)


def _place(page: int, boxes: tuple[Box, ...], text: str, start: int, end: int) -> Place:
    return Place(
        page=page,
        boxes=boxes,
        before=" ".join(text[max(0, start - _AROUND) : start].split("\n")),
        text=" ".join(text[start:end].split("\n")),
        after=" ".join(text[end : end + _AROUND].split("\n")),
    )


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    folded, origin = _folded(text)
    for match in pattern.finditer(folded):
        yield origin[match.start()], origin[match.end() - 1] + 1


def _folded(text: str) -> tuple[str, list[int]]:
    """Without case, accents and soft hyphens, and for each character the one of `text` that it comes from."""
    folded: list[str] = []
    origin: list[int] = []
    for index, char in enumerate(text):
        plain = [each for each in unicodedata.normalize("NFKD", char).casefold() if not unicodedata.combining(each)]
        kept = [each for each in plain if each != "\u00ad"]
        folded.extend(kept)
        origin.extend([index] * len(kept))
    return "".join(folded), origin
