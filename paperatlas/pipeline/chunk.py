"""A document cut into what is indexed: passages that keep to their section, tables and their rows, captions.

A passage is whole blocks of one section packed up to a size; only a block that is longer than that by itself is cut,
at sentence ends. Its text is page text and nothing else, so every character of it has a page and a box; title and
section go into the context, which is searched but never quoted.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from paperatlas.core.grid import body_rows, columns, printed_row, row_name, statement
from paperatlas.core.ids import chunk_id
from paperatlas.core.text import sentences
from paperatlas.core.types import Block, BlockKind, Box, Chunk, ChunkKind, ParsedDocument, Span, Table

__all__ = ["ChunkSettings", "chunk"]

RULES = 1
"""Version of the rules below: a change of them re-chunks every library."""

_PASSAGE_KINDS = frozenset(
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
_FRONT_KINDS = frozenset({BlockKind.TITLE, BlockKind.AUTHOR})
_CAPTION_IN_CONTEXT = 200
"""Characters of a caption put before each row: enough to say what is measured, short enough not to drown the row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkSettings:
    """How large passages are."""

    words: int = 350
    """Most words of a passage; the embedder's window of 512 tokens holds about that many."""
    fragment: int = 40
    """A passage with fewer words than this joins a neighbour of its section."""

    @property
    def key(self) -> str:
        """Changes when a library has to be chunked anew."""
        return hashlib.sha256(f"{RULES}/{self.words}/{self.fragment}".encode()).hexdigest()[:16]


@dataclass(slots=True)
class _Passage:
    """Blocks gathered for one passage."""

    section: str
    kind: ChunkKind = ChunkKind.TEXT
    spans: list[Span] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    words: int = 0

    def add(self, span: Span, box: Box, words: int) -> None:
        self.spans.append(span)
        self.boxes.append(box)
        self.words += words


def chunk(document: ParsedDocument, settings: ChunkSettings = ChunkSettings()) -> tuple[Chunk, ...]:
    """The chunks of a document, in reading order, tables last; the same document gives the same chunks."""
    texts = {page.number: page.text for page in document.pages}
    title = document.metadata.title or document.name
    made: list[Chunk] = []
    for passage in _merged(_passages(document, settings), settings):
        text = Chunk.SPAN_JOIN.join(texts[span.page][span.start : span.end] for span in passage.spans)
        made.append(
            Chunk(
                id=chunk_id(document.id, len(made), text),
                document=document.id,
                ordinal=len(made),
                kind=passage.kind,
                text=text,
                context=_context(title, passage.section),
                section=passage.section,
                spans=tuple(passage.spans),
                page=passage.spans[0].page,
                boxes=tuple(passage.boxes),
            )
        )
    for index, table in enumerate(document.tables):
        for text, row, boxes in _table_texts(table, settings):
            made.append(
                Chunk(
                    id=chunk_id(document.id, len(made), text),
                    document=document.id,
                    ordinal=len(made),
                    kind=ChunkKind.TABLE if row is None else ChunkKind.ROW,
                    text=text,
                    context=_context(title, table.section, table.caption if row is not None else ""),
                    section=table.section,
                    page=boxes[0].page if boxes else table.page,
                    boxes=boxes,
                    table=index,
                    row=row,
                )
            )
    return tuple(made)


def _context(title: str, section: str, caption: str = "") -> str:
    parts = [title, section, caption[:_CAPTION_IN_CONTEXT]]
    return " > ".join(part for part in parts if part)


def _passages(document: ParsedDocument, settings: ChunkSettings) -> Iterator[_Passage]:
    """Passages in reading order. Captions stand alone; footnotes do not break the passage that they interrupt."""
    current: _Passage | None = None
    for page in document.pages:
        for block in page.blocks:
            if block.span is None or block.kind is BlockKind.HEADING:
                continue
            if block.kind is BlockKind.CAPTION:
                yield _alone(block, ChunkKind.CAPTION)
                continue
            if block.kind in _FRONT_KINDS:
                section = "Front matter"
            elif block.kind in _PASSAGE_KINDS:
                section = block.section
            else:
                continue
            for span in _cut(block.span, page.text, settings):
                words = len(page.text[span.start : span.end].split())
                if current is None or current.section != section or current.words + words > settings.words:
                    if current is not None:
                        yield current
                    current = _Passage(section=section)
                current.add(span, _box(block, page.boxes(span.start, span.end)), words)
    if current is not None:
        yield current


def _alone(block: Block, kind: ChunkKind) -> _Passage:
    assert block.span is not None
    passage = _Passage(section=block.section, kind=kind)
    passage.add(block.span, block.box, len(block.text.split()))
    return passage


def _box(block: Block, printed: Sequence[Box]) -> Box:
    """Where a part of a block stands: around its printed lines, else the block's own box."""
    if not printed:
        return block.box
    return Box(
        printed[0].page,
        min(box.x0 for box in printed),
        min(box.y0 for box in printed),
        max(box.x1 for box in printed),
        max(box.y1 for box in printed),
    )


def _cut(span: Span, text: str, settings: ChunkSettings) -> Iterator[Span]:
    """The span itself, or, when it is too long, pieces that end with sentences (or at words, when a sentence is too long)."""
    body = text[span.start : span.end]
    if len(body.split()) <= settings.words:
        yield span
        return
    begin, count, last = None, 0, 0
    for start, end in _bounded(body, settings.words):
        words = len(body[start:end].split())
        if begin is not None and count + words > settings.words:
            yield Span(span.page, span.start + begin, span.start + last)
            begin, count = None, 0
        begin = start if begin is None else begin
        count, last = count + words, end
    if begin is not None:
        yield Span(span.page, span.start + begin, span.start + last)


def _bounded(body: str, most: int) -> Iterator[tuple[int, int]]:
    """Sentences of at most so many words; a longer one in pieces."""
    for start, end in sentences(body):
        words = [(start + word.start(), start + word.end()) for word in re.finditer(r"\S+", body[start:end])]
        for first in range(0, len(words), most):
            part = words[first : first + most]
            yield part[0][0], part[-1][1]


def _merged(passages: Iterable[_Passage], settings: ChunkSettings) -> list[_Passage]:
    """Fragments joined to a neighbour of their section, the one before first; captions stay alone."""
    merged: list[_Passage] = []
    for passage in passages:
        before = next((p for p in reversed(merged) if p.kind is ChunkKind.TEXT), None)
        fits = (
            before is not None
            and passage.kind is ChunkKind.TEXT
            and before.section == passage.section
            and min(before.words, passage.words) < settings.fragment
        )
        if fits and before is not None:
            before.spans += passage.spans
            before.boxes += passage.boxes
            before.words += passage.words
        else:
            merged.append(passage)
    return merged


def _table_texts(table: Table, settings: ChunkSettings) -> Iterator[tuple[str, int | None, tuple[Box, ...]]]:
    """(text, row, boxes): the whole grid, in parts when it is long, then each row as a statement."""
    head = [table.caption] if table.caption else [table.label]
    names = columns(table)
    if any(names):
        head.append(" | ".join(name for name in names if name))
    body = body_rows(table)
    lines = [printed_row(table, row) for row in body]
    for part in _packed(lines, settings.words - sum(len(line.split()) for line in head)):
        yield "\n".join([*head, *part]), None, table.parts or (table.box,)
    for row in body:
        if row_name(table, row) or printed_row(table, row):
            yield statement(table, row), row, _row_boxes(table, row)


def _packed(lines: Sequence[str], most: int) -> Iterator[list[str]]:
    part: list[str] = []
    count = 0
    for line in lines:
        words = len(line.split())
        if part and count + words > max(most, 50):
            yield part
            part, count = [], 0
        part.append(line)
        count += words
    yield part


def _row_boxes(table: Table, row: int) -> tuple[Box, ...]:
    boxes = [cell.box for cell in table.rows[row] if cell.box is not None and cell.text]
    if not boxes:
        return (table.box,)
    return (
        Box(
            boxes[0].page, min(b.x0 for b in boxes), min(b.y0 for b in boxes), max(b.x1 for b in boxes), max(b.y1 for b in boxes)
        ),
    )
