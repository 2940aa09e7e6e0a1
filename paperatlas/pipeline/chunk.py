"""A document cut into what is indexed: passages that keep to their section, captions, tables, and each row of a table.

Title and section go into the context of a chunk, which is searched but never quoted.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paperatlas.core.grid import columns, statements
from paperatlas.core.ids import chunk_id
from paperatlas.core.types import Box, Chunk, ChunkKind, ParsedDocument, Span, Table
from paperatlas.pipeline.passages import around, pack, size

__all__ = ["ChunkSettings", "chunk"]

RULES = 3
"""Version of the rules by which documents are cut and rows are read out: a change of them re-chunks every library."""

_CAPTION_IN_CONTEXT = 200
"""Characters of a caption put before each row: enough to say what is measured, short enough not to drown the row."""
_LEAST_TABLE_WORDS = 50
"""Words of rows in each part of a table that is split, however long its caption and header are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkSettings:
    """How large passages are."""

    words: int = 350
    """Most words of a passage: an embedder's window of 512 tokens holds about that many."""
    fragment: int = 40
    """A passage with fewer words than this joins a neighbour of its section."""

    @property
    def key(self) -> str:
        """Changes when a library has to be chunked anew."""
        return hashlib.sha256(f"{RULES}/{self.words}/{self.fragment}".encode()).hexdigest()[:16]


_DEFAULT = ChunkSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draft:
    """A chunk that has no number yet."""

    kind: ChunkKind
    text: str
    context: str
    section: str
    boxes: tuple[Box, ...]
    spans: tuple[Span, ...] = ()
    table: int | None = None
    row: int | None = None


def chunk(document: ParsedDocument, settings: ChunkSettings = _DEFAULT) -> tuple[Chunk, ...]:
    """The chunks of a document: passages and captions in reading order, then tables. The same document gives the same chunks."""
    return tuple(
        Chunk(
            id=chunk_id(document.id, ordinal, draft.text),
            document=document.id,
            ordinal=ordinal,
            kind=draft.kind,
            text=draft.text,
            context=draft.context,
            section=draft.section,
            spans=draft.spans,
            page=draft.boxes[0].page,
            boxes=draft.boxes,
            table=draft.table,
            row=draft.row,
        )
        for ordinal, draft in enumerate(_drafts(document, settings))
    )


def _drafts(document: ParsedDocument, settings: ChunkSettings) -> Iterator[_Draft]:
    title = document.metadata.title or document.name
    texts = {page.number: page.text for page in document.pages}
    for passage in pack(document, most=settings.words, fragment=settings.fragment):
        yield _Draft(
            kind=passage.kind,
            text=Chunk.SPAN_JOIN.join(texts[span.page][span.start : span.end] for span in passage.spans),
            context=_context(title, passage.section),
            section=passage.section,
            boxes=tuple(passage.boxes),
            spans=tuple(passage.spans),
        )
    for index, table in enumerate(document.tables):
        yield from _whole(table, index, title, settings)
        yield from _rows(table, index, title)


def _context(*parts: str) -> str:
    return " > ".join(part for part in parts if part)


def _whole(table: Table, index: int, title: str, settings: ChunkSettings) -> Iterator[_Draft]:
    """The grid, or, when it is long, its rows in parts, each under caption and header."""
    if not table.rows:
        return
    head = [table.caption or table.label, " | ".join(columns(table)).strip(" |")]
    head = [line for line in head if line]
    room = max(_LEAST_TABLE_WORDS, settings.words - size("\n".join(head)))
    parts = list(_split(table, room))
    for rows in parts:
        yield _Draft(
            kind=ChunkKind.TABLE,
            text="\n".join([*head, *(_line(table, row) for row in rows)]),
            context=_context(title, table.section),
            section=table.section,
            boxes=(table.parts or (table.box,)) if len(parts) == 1 else tuple(_boxes(table, rows)),
            table=index,
        )


def _line(table: Table, row: int) -> str:
    """A row with its empty cells, so that cells stay under their headers."""
    return " | ".join(cell.text for cell in table.rows[row]).strip()


def _split(table: Table, room: int) -> Iterator[list[int]]:
    part: list[int] = []
    words = 0
    for row in range(table.header_rows, len(table.rows)):
        count = size(_line(table, row))
        if part and words + count > room:
            yield part
            part, words = [], 0
        part.append(row)
        words += count
    yield part


def _rows(table: Table, index: int, title: str) -> Iterator[_Draft]:
    caption = _shortened(table.caption)
    for row, text in statements(table):
        yield _Draft(
            kind=ChunkKind.ROW,
            text=text,
            context=_context(title, table.section, caption),
            section=table.section,
            boxes=tuple(_boxes(table, [row])),
            table=index,
            row=row,
        )


def _shortened(caption: str) -> str:
    if len(caption) <= _CAPTION_IN_CONTEXT:
        return caption
    return caption[:_CAPTION_IN_CONTEXT].rsplit(maxsplit=1)[0] + " …"


def _boxes(table: Table, rows: Sequence[int]) -> Iterator[Box]:
    """One box around the rows on each page; the table's own where cells have none."""
    boxes = [cell.box for row in rows for cell in table.rows[row] if cell.box is not None and cell.text]
    pages = dict.fromkeys(box.page for box in boxes)
    if not pages:
        yield table.box
    for page in pages:
        yield around([box for box in boxes if box.page == page])
