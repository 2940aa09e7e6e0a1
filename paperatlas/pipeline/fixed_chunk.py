"""Windows of a fixed size over a document's text, whatever its structure: what other systems cut, to compare ours with."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from paperatlas.core.ids import chunk_id
from paperatlas.core.types import Chunk, ChunkKind, ParsedDocument, Span
from paperatlas.pipeline.passages import around

__all__ = ["Units", "fixed_chunks", "words"]

Units = Callable[[str], Sequence[tuple[int, int]]]
"""Start and end of each unit of a text, words or tokens, in order."""
_WORD = re.compile(r"\S+")


def words(text: str) -> Sequence[tuple[int, int]]:
    """Runs without white space."""
    return [match.span() for match in _WORD.finditer(text)]


def fixed_chunks(document: ParsedDocument, *, size: int, overlap: int, units: Units = words) -> tuple[Chunk, ...]:
    """Windows of `size` units that overlap by `overlap`, over page ends and all; tables are not in a page's text.

    Args:
        document: what was read.
        size: units of a window, at least one more than `overlap`.
        overlap: units that a window shares with the one before.
        units: cuts a text into units.
    """
    if not 0 <= overlap < size:
        raise ValueError(f"An overlap of {overlap} does not fit into windows of {size}.")
    placed = [Span(page.number, start, end) for page in document.pages for start, end in units(page.text)]
    windows = enumerate(_windows(placed, size, overlap))
    return tuple(_chunk(document, ordinal, spans) for ordinal, spans in windows)


def _chunk(document: ParsedDocument, ordinal: int, spans: tuple[Span, ...]) -> Chunk:
    pages = {page.number: page for page in document.pages}
    text = Chunk.SPAN_JOIN.join(pages[span.page].text[span.start : span.end] for span in spans)
    printed = (pages[span.page].boxes(span.start, span.end) for span in spans)
    return Chunk(
        id=chunk_id(document.id, ordinal, text),
        document=document.id,
        ordinal=ordinal,
        kind=ChunkKind.TEXT,
        text=text,
        context=document.metadata.title or document.name,
        section="",
        spans=spans,
        page=spans[0].page,
        boxes=tuple(around(list(boxes)) for boxes in printed if boxes),
    )


def _windows(placed: Sequence[Span], size: int, overlap: int) -> Iterator[tuple[Span, ...]]:
    """One span a page for each window; the last window is the first that reaches the end."""
    for start in range(0, max(len(placed) - overlap, 1), size - overlap):
        window = placed[start : start + size]
        if window:
            pages = (list(on_page) for _, on_page in groupby(window, key=lambda unit: unit.page))
            yield tuple(Span(units[0].page, units[0].start, units[-1].end) for units in pages)
