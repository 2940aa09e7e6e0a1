"""Where a term stands in a paper: body, tables, captions and references, whatever its case, hyphens or plural."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from paperatlas.agents.operators.quotes import block_at, quote, quote_around
from paperatlas.agents.state import Proof
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Catalog
from paperatlas.core.types import Block, BlockKind, Box, Page, ParsedDocument

__all__ = ["Found", "Part", "first_quote", "occurrences", "pattern_of"]

Part: TypeAlias = Literal["body", "tables", "captions", "references"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One occurrence.

    `start` and `end` are offsets in the page's text; None in a table cell, and in a caption that is kept out of the body.
    """

    part: Part
    page: int
    box: Box | None
    start: int | None = None
    end: int | None = None


_DASHES = "‐‑–—−\u00ad-"
"""The plain hyphen last, so that it means itself between brackets."""
_SEPARATOR = rf"[\s_/{_DASHES}]*"
"""Between the words of a term: "pre training", "pre-training" and "pretraining" are one."""
_LONG_WORD = 6
"""Letters. In shorter words a hyphen makes two others ("to-day" is rare, "on-line" is written both ways)."""
_SHORT_ACRONYM = 3
"""Letters. A shorter acronym spelt like a word ("US", "IT", "AIM") is told from it by its capitals alone."""


@lru_cache(maxsize=256)
def pattern_of(term: str) -> re.Pattern[str]:
    """What matches a term as a whole word: any case, hyphens or none between its parts, singular or plural."""
    pieces = re.findall(r"[^\W_]+|[^\w\s]", term)
    pieces = [piece for piece in pieces if piece not in _DASHES]
    if not pieces:
        return re.compile(r"(?!)")
    body = _SEPARATOR.join(_hyphenated(piece) for piece in pieces)
    if re.search(r"\w$", pieces[-1]):
        body = _stem(body, pieces[-1]) + r"(?:['’]?s|es)?"
    exact = term.isupper() and term.isalpha() and len(term) <= _SHORT_ACRONYM
    left = r"(?<![^\W_])" if re.match(r"\w", pieces[0]) else ""
    right = r"(?![^\W_])" if re.search(r"\w$", pieces[-1]) else ""
    return re.compile(f"{left}{body}{right}", 0 if exact else re.IGNORECASE)


def _hyphenated(piece: str) -> str:
    """A long word asked for without a hyphen is found with one, wherever it stands: "pretraining" in "pre-training"."""
    if len(piece) < _LONG_WORD or not piece.isalpha():
        return re.escape(piece)
    return rf"[{_DASHES}]?".join(piece)


def _stem(body: str, last: str) -> str:
    """A plural asked for finds the singular too, where only its "s" tells them apart; "bias" and "loss" are no plurals."""
    if (
        len(last) > 3
        and last.lower().endswith("s")
        and not last.lower().endswith(("ss", "us", "is", "as"))
        and not last.isupper()
    ):
        return body[:-1]
    return body


def occurrences(term: str, parsed: ParsedDocument) -> Iterator[Found]:
    """Every place where the term stands, page by page; running heads and the insides of figures do not count."""
    pattern = pattern_of(term)
    for page in parsed.pages:
        yield from _in_text(pattern, page)
        for block in page.blocks:
            if block.span is None and block.kind is BlockKind.CAPTION:
                yield from (Found(part="captions", page=page.number, box=block.box) for _ in pattern.finditer(block.text))
    for table in parsed.tables:
        for row in table.rows:
            for cell in row:
                page_number = cell.box.page if cell.box else table.page
                yield from (
                    Found(part="tables", page=page_number, box=cell.box or table.box) for _ in pattern.finditer(cell.text)
                )


def _in_text(pattern: re.Pattern[str], page: Page) -> Iterator[Found]:
    spans = [block for block in page.blocks if block.span is not None]
    for match in pattern.finditer(page.text):
        part = _part(spans, match.start())
        if part:
            boxes = page.boxes(*match.span())
            yield Found(part=part, page=page.number, box=boxes[0] if boxes else None, start=match.start(), end=match.end())


def _part(blocks: Sequence[Block], offset: int) -> Part | None:
    """The part of the paper at an offset; None for table text, which is counted cell by cell."""
    for block in blocks:
        if block.span and block.span.start <= offset < block.span.end:
            match block.kind:
                case BlockKind.CAPTION:
                    return "captions"
                case BlockKind.REFERENCE:
                    return "references"
                case BlockKind.TABLE:
                    return None
                case _:
                    return "body"
    return "body"


_ASIDE = frozenset({BlockKind.AUTHOR, BlockKind.EQUATION})
"""What reads badly as a quote: a byline's columns and formulas run into one another."""


def first_quote(document: DocumentId, places: Sequence[Found], catalog: Catalog) -> tuple[Proof, ...]:
    """The sentence of the first occurrence in running text; of another where there is none, nothing when none is in the text."""
    fallback: tuple[Proof, ...] = ()
    for place in places:
        if place.start is None or place.end is None:
            continue
        page = catalog.page(document, place.page)
        block = block_at(page, place.start)
        if block is None or block.kind not in _ASIDE:
            return (quote_around(document, page, place.start, place.end),)
        fallback = fallback or (quote(document, page, place.start, place.end),)
    return fallback
