"""The text of a document packed into passages: whole blocks of one section, up to a size, never half a sentence.

A passage is page text and nothing else, so that every character of it has a page and a box.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from paperatlas.core.sections import FRONT_MATTER, REFERENCES
from paperatlas.core.text import runs_on, sentences
from paperatlas.core.types import Block, BlockKind, Box, ChunkKind, Page, ParsedDocument, Span

__all__ = ["Passage", "around", "pack", "size"]

_BODY = frozenset(
    {
        BlockKind.PARAGRAPH,
        BlockKind.LIST,
        BlockKind.ABSTRACT,
        BlockKind.EQUATION,
        BlockKind.FOOTNOTE,
        BlockKind.REFERENCE,
        BlockKind.SIDEBAR,
    }
)
_OWN_SECTION = {
    BlockKind.TITLE: FRONT_MATTER,
    BlockKind.AUTHOR: FRONT_MATTER,
    BlockKind.REFERENCE: REFERENCES,
}
_UNIT = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|[^\s\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]{1,60}"
)
"""What counts as one word: a run without white space, at most 60 characters of it, and each character of a script that is
written without spaces. An embedder makes about 1.4 tokens of each in either case."""


def size(text: str) -> int:
    """How much of an embedder's window a text takes, in words."""
    return sum(1 for _ in _UNIT.finditer(text))


@dataclass(slots=True)
class Passage:
    """Parts of blocks gathered for one chunk."""

    section: str
    kind: ChunkKind = ChunkKind.TEXT
    spans: list[Span] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    words: int = 0

    def add(self, part: "_Part") -> None:
        last = self.spans[-1] if self.spans else None
        if last is not None and part.goes_on and last.page == part.span.page:
            self.spans[-1] = Span(last.page, last.start, part.span.end)
            self.boxes[-1] = around([self.boxes[-1], part.box])
        else:
            self.spans.append(part.span)
            self.boxes.append(part.box)
        self.words += part.words


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A block, or some sentences of it."""

    section: str
    span: Span
    box: Box
    words: int
    goes_on: bool = False
    """It follows the part before it in the same block."""
    bound: bool = False
    """It ends a sentence that began in the part before it, and so may not be torn from it."""


def pack(document: ParsedDocument, *, most: int, fragment: int) -> list[Passage]:
    """Passages in reading order of at most `most` words; those under `fragment` words joined to a neighbour of their section."""
    return _without_fragments(_packed(document, most), fragment)


def _packed(document: ParsedDocument, most: int) -> Iterator[Passage]:
    """Captions stand alone, and do not break the passage that they interrupt."""
    current: Passage | None = None
    before = ""
    for page in document.pages:
        for block in page.blocks:
            if block.span is None:
                continue
            if block.kind is BlockKind.CAPTION:
                caption = Passage(section=block.section, kind=ChunkKind.CAPTION)
                caption.add(_part(block, page, block.span, block.section))
                yield caption
                continue
            if block.kind not in _BODY and block.kind not in _OWN_SECTION:
                before = ""
                continue
            for part in _parts(block, page, before, most):
                if current is not None and (
                    current.section != part.section or (not part.bound and current.words + part.words > most)
                ):
                    yield current
                    current = None
                current = current or Passage(section=part.section)
                current.add(part)
            before = page.text[block.span.start : block.span.end]
    if current is not None:
        yield current


def _parts(block: Block, page: Page, before: str, most: int) -> Iterator[_Part]:
    """A block whole where it fits; the rest of a sentence from the block before; a block too long in runs of sentences."""
    assert block.span is not None
    section = _OWN_SECTION.get(block.kind) or block.section or ("Abstract" if block.kind is BlockKind.ABSTRACT else "")
    text = page.text[block.span.start : block.span.end]
    bounds = sentences(text) if runs_on(before, text) or size(text) > most else []
    if not bounds:
        if text.strip():
            yield _part(block, page, block.span, section)
        return
    first = True
    if runs_on(before, text):
        start, end = bounds.pop(0)
        yield _part(block, page, _within(block.span, start, end), section, bound=True)
        first = False
    for start, end in _runs(text, bounds, most):
        yield _part(block, page, _within(block.span, start, end), section, goes_on=not first)
        first = False


def _runs(text: str, bounds: Sequence[tuple[int, int]], most: int) -> Iterator[tuple[int, int]]:
    """Neighbouring sentences gathered up to the size; a sentence that is longer alone is cut between words."""
    run: tuple[int, int] | None = None
    words = 0
    for start, end, count in _bounded(text, bounds, most):
        if run is not None and words + count > most:
            yield run
            run, words = None, 0
        run = (run[0] if run else start, end)
        words += count
    if run is not None:
        yield run


def _bounded(text: str, bounds: Iterable[tuple[int, int]], most: int) -> Iterator[tuple[int, int, int]]:
    for start, end in bounds:
        units = [(unit.start(), unit.end()) for unit in _UNIT.finditer(text, start, end)]
        for first in range(0, len(units), most):
            part = units[first : first + most]
            yield part[0][0], part[-1][1], len(part)


def _within(span: Span, start: int, end: int) -> Span:
    return Span(span.page, span.start + start, span.start + end)


def _part(block: Block, page: Page, span: Span, section: str, *, goes_on: bool = False, bound: bool = False) -> _Part:
    whole = span == block.span
    printed = () if whole else page.boxes(span.start, span.end)
    return _Part(
        section=section,
        span=span,
        box=around(printed) if printed else block.box,
        words=size(page.text[span.start : span.end]),
        goes_on=goes_on,
        bound=bound,
    )


def around(boxes: Sequence[Box]) -> Box:
    """The smallest box around those on the page of the first."""
    here = [box for box in boxes if box.page == boxes[0].page]
    return Box(boxes[0].page, min(b.x0 for b in here), min(b.y0 for b in here), max(b.x1 for b in here), max(b.y1 for b in here))


def _without_fragments(passages: Iterable[Passage], fragment: int) -> list[Passage]:
    """Fragments joined to a neighbour of their section, before or after them; captions stay alone."""
    kept: list[Passage] = []
    last: Passage | None = None
    for passage in passages:
        if passage.kind is not ChunkKind.TEXT:
            kept.append(passage)
        elif last is not None and last.section == passage.section and min(last.words, passage.words) < fragment:
            last.spans += passage.spans
            last.boxes += passage.boxes
            last.words += passage.words
        else:
            kept.append(passage)
            last = passage
    return kept
