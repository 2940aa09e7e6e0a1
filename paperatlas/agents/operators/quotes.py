"""Proofs for operators: a part of a page, widened until it says enough to be recognised."""

import re
from collections.abc import Iterable, Sequence

from paperatlas.agents.state import Proof
from paperatlas.core.ids import DocumentId
from paperatlas.core.text import find_quote, match_key, sentences
from paperatlas.core.types import Block, Page, Span

__all__ = ["block_at", "is_long_enough", "locate", "quote", "quote_around", "quote_heading"]

SHORTEST_QUOTE = 14
"""Letters and digits. A shorter quote ("2019", "Li Wei") could stand anywhere on a page."""
_FIRST_WORDS = 80
"""Characters under a heading that stand for it."""
_LONGEST_QUOTE = 300
"""Characters. A longer quote is read by nobody."""


def quote(document: DocumentId, page: Page, start: int, end: int, section: str | None = None) -> Proof:
    """The text from `start` to `end` as a proof, white space at its ends left out."""
    text = page.text[start:end]
    start, end = start + len(text) - len(text.lstrip()), end - (len(text) - len(text.rstrip()))
    block = block_at(page, start)
    return Proof(
        document=document,
        page=page.number,
        section=section if section is not None else (block.section if block else ""),
        quote=page.text[start:end],
        boxes=page.boxes(start, end),
        start=start,
        end=end,
    )


def quote_around(document: DocumentId, page: Page, start: int, end: int) -> Proof:
    """The sentence around a place, or the line where that is too long; the place itself where both are."""
    block = block_at(page, start)
    low, high = (block.span.start, block.span.end) if block and block.span else (0, len(page.text))
    for first, last in sentences(page.text[low:high]):
        if first + low <= start < last + low and last - first <= _LONGEST_QUOTE:
            return quote(document, page, first + low, max(last + low, end))
    first = max(low, start - _LONGEST_QUOTE // 3)
    last = min(high, end + _LONGEST_QUOTE // 3)
    first = first if first == low else page.text.find(" ", first, start) + 1 or start
    last = last if last == high else max(page.text.rfind(" ", end, last), end)
    return quote(document, page, first, last)


def locate(document: DocumentId, pages: Iterable[Page], wanted: str) -> Proof | None:
    """Where a text is printed, on the first of the pages that holds it.

    What is too short to prove anything is quoted with its surroundings.
    """
    for page in pages:
        if span := find_quote(wanted, page.text, page.number):
            if not is_long_enough(wanted):
                return quote_around(document, page, span.start, span.end)
            return quote(document, page, span.start, span.end)
    return None


def is_long_enough(text: str) -> bool:
    """Whether a quote of this text can be found again by itself."""
    return len(re.sub(r"\W", "", match_key(text))) >= SHORTEST_QUOTE


def quote_heading(document: DocumentId, page: Page, heading: Span, section: str | None = None) -> Proof:
    """A heading; one too short to be found again by itself gives way to the first words under it."""
    if is_long_enough(page.text[heading.start : heading.end]):
        return quote(document, page, heading.start, heading.end, section)
    end = min(heading.end + _FIRST_WORDS, len(page.text))
    end = page.text.rfind(" ", heading.end, end) if end < len(page.text) else end
    return (
        quote(document, page, heading.end, end, section)
        if end > heading.end
        else quote(document, page, heading.start, heading.end, section)
    )


def block_at(page: Page, offset: int) -> Block | None:
    """The block whose text stands at an offset of the page's text."""
    blocks: Sequence[Block] = page.blocks
    return next((block for block in blocks if block.span and block.span.start <= offset < block.span.end), None)
