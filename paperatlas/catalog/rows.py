"""Rows of the catalog as values of the core, and back."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from paperatlas.catalog.packing import (
    from_json,
    pack_blocks,
    pack_pieces,
    places,
    to_json,
    unpack_blocks,
    unpack_boxes,
    unpack_pieces,
    unpack_spans,
)
from paperatlas.core.ids import text_key
from paperatlas.core.reading import ReportSummary
from paperatlas.core.text import fold
from paperatlas.core.types import (
    Chunk,
    ChunkKind,
    Document,
    Equation,
    Figure,
    Heading,
    Metadata,
    Page,
    ParsedDocument,
    ParseWarning,
    Reference,
    Table,
)

__all__ = [
    "CHUNK_COLUMNS",
    "PART_KINDS",
    "Part",
    "chunk_of",
    "chunk_row",
    "document_of",
    "fields_of",
    "page_of",
    "page_row",
    "parts_of",
]

Row = tuple[Any, ...]


class Part(NamedTuple):
    """A row of `parts`, without its document."""

    kind: str
    ordinal: int
    page: int | None
    label: str
    body: str


PART_KINDS: Mapping[str, Any] = {
    "heading": Heading,
    "table": Table,
    "figure": Figure,
    "equation": Equation,
    "reference": Reference,
    "warning": ParseWarning,
}


def parts_of(document: ParsedDocument) -> Iterator[Part]:
    """Everything of a document that is kept as a part."""
    for i, heading in enumerate(document.headings):
        yield Part("heading", i, heading.page, heading.label, to_json(heading, Heading))
    for i, table in enumerate(document.tables):
        yield Part("table", i, table.page, table.label, to_json(table, Table))
    for i, figure in enumerate(document.figures):
        yield Part("figure", i, figure.page, figure.label, to_json(figure, Figure))
    for i, equation in enumerate(document.equations):
        yield Part("equation", i, equation.page, equation.number, to_json(equation, Equation))
    for i, reference in enumerate(document.references):
        yield Part("reference", i, reference.page, reference.title, to_json(reference, Reference))
    for i, warning in enumerate(document.warnings):
        yield Part("warning", i, warning.page, warning.code, to_json(warning, ParseWarning))


def fields_of(metadata: Metadata) -> list[tuple[str, str]]:
    """The (name, value) pairs that `Scope.where` is compared with: case folded, each once, in order."""
    named = {
        "title": (metadata.title,),
        "author": (*metadata.authors, *map(fold, metadata.authors)),
        "year": () if metadata.year is None else (str(metadata.year),),
        "venue": (metadata.venue,),
        "doi": (metadata.doi,),
        "arxiv_id": (metadata.arxiv_id,),
        "language": (metadata.language,),
    }
    pairs = [(name, value) for name, values in named.items() for value in values if value] + list(metadata.fields)
    return sorted({(name.casefold(), value.strip().casefold()) for name, value in pairs})


def page_row(page: Page) -> Row:
    """number, label, width, height, text, blocks, pieces, turn, source."""
    blocks, pieces = pack_blocks(page.blocks), pack_pieces(page.pieces)
    return (page.number, page.label, page.width, page.height, page.text, blocks, pieces, page.turn, page.source)


def page_of(row: Row) -> Page:
    number, label, width, height, text, blocks, pieces, turn, source = row
    return Page(
        number=number,
        label=label,
        width=width,
        height=height,
        text=text,
        blocks=unpack_blocks(blocks),
        pieces=unpack_pieces(pieces),
        turn=turn,
        source=source,
    )


CHUNK_COLUMNS = (
    "id, document, ordinal, kind, text, context, section, spans, page, boxes, table_index, table_row,"
    " section_key, first_page, last_page, text_key"
)


def chunk_row(chunk: Chunk) -> Row:
    """In the order of CHUNK_COLUMNS."""
    on_pages = [chunk.page, *(span.page for span in chunk.spans), *(box.page for box in chunk.boxes)]
    return (
        chunk.id,
        chunk.document,
        chunk.ordinal,
        chunk.kind.value,
        chunk.text,
        chunk.context,
        chunk.section,
        places(chunk.spans),
        chunk.page,
        places(chunk.boxes),
        chunk.table,
        chunk.row,
        chunk.section.casefold(),
        min(on_pages),
        max(on_pages),
        text_key(chunk.embedded_text),
    )


def chunk_of(row: Row) -> Chunk:
    """From a row that begins as CHUNK_COLUMNS do."""
    id_, document, ordinal, kind, text, context, section, spans, page, boxes, table, table_row, *_ = row
    return Chunk(
        id=id_,
        document=document,
        ordinal=ordinal,
        kind=ChunkKind(kind),
        text=text,
        context=context,
        section=section,
        spans=unpack_spans(spans),
        page=page,
        boxes=unpack_boxes(boxes),
        table=table,
        row=table_row,
    )


def document_of(row: Row, sources: tuple[str, ...], collections: tuple[str, ...], *, outdated: bool) -> Document:
    """id, name, metadata, pages, words, chunks, tables, figures, reference_count, skipped_pages, added_at, report."""
    id_, name, metadata, pages, words, chunks, tables, figures, references, skipped_pages, added_at, report = row
    return Document(
        id=id_,
        name=name,
        metadata=from_json(metadata, Metadata),
        pages=pages,
        words=words,
        chunks=chunks,
        tables=tables,
        figures=figures,
        references=references,
        status="outdated" if outdated else "partial" if skipped_pages else "ok",
        added_at=added_at,
        sources=sources,
        collections=collections,
        report=from_json(report, ReportSummary) if report else None,
    )
