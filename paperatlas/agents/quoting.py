"""From a place in a chunk to the proof that stands on its page."""

from paperatlas.agents.proof import Source
from paperatlas.agents.state import Proof
from paperatlas.core.grid import printed_row
from paperatlas.core.types import Chunk, ChunkKind

__all__ = ["proofs_of"]


def proofs_of(chunk: Chunk, start: int, end: int, source: Source) -> tuple[Proof, ...]:
    """The proofs of `chunk.text[start:end]`: two where it runs over a page's end, the printed row for a table statement."""
    if chunk.kind in {ChunkKind.ROW, ChunkKind.TABLE}:
        return _row_proof(chunk, source)
    found = []
    for span in chunk.locate(start, end):
        page = source.page(chunk.document, span.page)
        quote = page.text[span.start : span.end] if page else ""
        if stripped := quote.strip():
            begin = span.start + len(quote) - len(quote.lstrip())
            found.append(
                Proof(
                    document=chunk.document,
                    page=span.page,
                    section=chunk.section,
                    quote=stripped,
                    chunk=chunk.id,
                    start=begin,
                    end=begin + len(stripped),
                )
            )
    return tuple(found)


def _row_proof(chunk: Chunk, source: Source) -> tuple[Proof, ...]:
    parsed = source.parsed(chunk.document)
    if parsed is None or chunk.table is None or chunk.row is None:
        return ()
    table = parsed.tables[chunk.table]
    boxes = tuple(cell.box for cell in table.rows[chunk.row] if cell.box is not None and cell.text)
    return (
        Proof(
            document=chunk.document,
            page=boxes[0].page if boxes else table.page,
            section=table.section or table.label,
            quote=printed_row(table, chunk.row),
            boxes=boxes,
            chunk=chunk.id,
        ),
    )
