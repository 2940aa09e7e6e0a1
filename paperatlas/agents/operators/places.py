"""Running text cut into paragraphs, sentences, lines and words, each with where it stands."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.agents.operators.sections import Section, text_blocks
from paperatlas.core.text import sentences
from paperatlas.core.types import Block, BlockKind, Page, ParsedDocument

__all__ = ["Run", "lines", "paragraphs", "sentence_runs", "word_runs"]

Stretch = tuple[Page, int, int]
"""A page and half-open offsets of its text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A stretch of text that may run over a page's end."""

    stretches: tuple[Stretch, ...]
    within: tuple[Stretch, ...] = ()
    """What to quote for it where it is too short to prove anything by itself."""

    @property
    def text(self) -> str:
        return " ".join(" ".join(page.text[start:end].split()) for page, start, end in self.stretches)

    @property
    def proof(self) -> tuple[Stretch, ...]:
        return self.within or self.stretches

    def sentences(self) -> list["Run"]:
        """Its sentences; one that runs over a page's end is kept whole."""
        found: list[Run] = []
        for page, start, end in self.stretches:
            for first, last in sentences(page.text[start:end]):
                piece = (page, start + first, start + last)
                if found and _is_open(found[-1].stretches[-1], piece):
                    found[-1] = Run(stretches=(*found[-1].stretches, piece))
                else:
                    found.append(Run(stretches=(piece,)))
        return found


def _is_open(last: Stretch, piece: Stretch) -> bool:
    """Whether a sentence goes on over a page's end."""
    page, _, end = last
    return page.number < piece[0].number and re.search(r"[.!?。！？][\"'”’)\]]*$", page.text[:end]) is None


def paragraphs(parsed: ParsedDocument, section: Section | None, page: int | None) -> list[Run]:
    """Paragraphs in reading order. A block that opens in mid-sentence belongs to the one before, unless a page was asked for:
    a page begins with what is printed first on it.
    """
    found: list[Run] = []
    edges = _column_edges(parsed)
    for home, block in _in_order(parsed, section, whole=page is None):
        if block.span is None or (page is not None and home.number != page) or _is_in_float(home, block, edges):
            continue
        piece = (home, block.span.start, block.span.end)
        if found and _continues(found[-1].stretches[-1], piece):
            found[-1] = Run(stretches=(*found[-1].stretches, piece))
        else:
            found.append(Run(stretches=(piece,)))
    return found


def _in_order(parsed: ParsedDocument, section: Section | None, *, whole: bool) -> list[tuple[Page, Block]]:
    """Running text; of a whole paper from its abstract to its references, without notices above and appendices below."""
    blocks = list(text_blocks(parsed, section))
    if section is not None or not whole:
        return blocks
    first = next((i for i, (_, block) in enumerate(blocks) if block.kind is BlockKind.ABSTRACT), 0)
    references = next(
        ((p.number, b.span.start) for p in parsed.pages for b in p.blocks if b.kind is BlockKind.REFERENCE and b.span), None
    )
    last = len(blocks)
    if references is not None:
        last = sum((page.number, block.span.start if block.span else 0) < references for page, block in blocks)
    return blocks[first:last] or blocks


_EDGE = 4.0
"""Points within which left edges are one column's."""
_INDENT = 24.0
"""Points by which lists and quotations stand in from their column's edge."""
_COLUMN_SHARE = 0.15
"""Share of a paper's running text that stands at a column's left edge."""


def _column_edges(parsed: ParsedDocument) -> list[float]:
    """The left edges of the columns, from where most of the text begins."""
    weight: Counter[int] = Counter()
    for _, block in text_blocks(parsed, None):
        weight[round(block.box.x0 / _EDGE)] += len(block.text)
    total = sum(weight.values())
    return [edge * _EDGE for edge, size in weight.items() if size >= _COLUMN_SHARE * total]


def _is_in_float(page: Page, block: Block, edges: Sequence[float]) -> bool:
    """Text of a table or figure that was read as paragraphs: set off from the columns, with a caption after it."""
    if not edges or any(-_EDGE <= block.box.x0 - edge <= _INDENT for edge in edges):
        return False
    after = [other for other in page.blocks if other.span and block.span and other.span.start > block.span.start]
    captioned = next((other for other in after if other.kind is BlockKind.CAPTION), None)
    return captioned is not None and all(o.kind is not BlockKind.HEADING for o in after[: after.index(captioned)])


def _continues(last: Stretch, piece: Stretch) -> bool:
    before, after = last[0].text[: last[2]].rstrip(), piece[0].text[piece[1] : piece[1] + 1]
    return bool(before) and before[-1] not in '.!?:;。！？"”)' and after.islower()


def sentence_runs(parsed: ParsedDocument, section: Section | None, page: int | None) -> list[Run]:
    return [sentence for paragraph in paragraphs(parsed, section, page) for sentence in paragraph.sentences()]


def word_runs(parsed: ParsedDocument, section: Section | None, page: int | None) -> list[Run]:
    """Words, each to be quoted with its sentence."""
    return [
        Run(stretches=((home, start + word.start(), start + word.end()),), within=((home, start, end),))
        for run in sentence_runs(parsed, section, page)
        for home, start, end in run.stretches
        for word in re.finditer(r"[^\W_](?:[\w'’.-]*[^\W_])?", home.text[start:end])
    ]


def lines(parsed: ParsedDocument, section: Section | None, page: int | None) -> list[Run]:
    """Printed lines; where a source has no geometry, its sentences."""
    found: list[Run] = []
    for run in paragraphs(parsed, section, page):
        for home, start, end in run.stretches:
            found += [Run(stretches=((home, first, last),)) for first, last in _printed_lines(home, start, end)]
    return found or sentence_runs(parsed, section, page)


def _printed_lines(page: Page, start: int, end: int) -> list[tuple[int, int]]:
    bounds: list[tuple[int, int]] = []
    bottom: float | None = None
    for piece in _pieces(page, start, end):
        if bounds and bottom is not None and piece[2] < bottom:
            bounds[-1] = (bounds[-1][0], piece[1])
        else:
            bounds.append((piece[0], piece[1]))
            bottom = piece[3]
    return bounds


def _pieces(page: Page, start: int, end: int) -> Sequence[tuple[int, int, float, float]]:
    """Start, end, middle and lower edge of each printed piece: one whose middle lies above the line's lower edge is on it."""
    return [(p.start, p.end, (p.y0 + p.y1) / 2, p.y1) for p in page.pieces if start <= p.start < end]
