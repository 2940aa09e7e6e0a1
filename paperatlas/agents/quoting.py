"""From a place in a chunk to the proof that stands on its page."""

from paperatlas.agents.proof import Source
from paperatlas.agents.row_proof import row_proof
from paperatlas.agents.state import Proof
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
    return (row_proof(chunk.document, parsed.tables[chunk.table], chunk.row, source, chunk=chunk.id),)
