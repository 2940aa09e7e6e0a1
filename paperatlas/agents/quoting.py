"""From a place in a chunk, or on a page, to the proof that stands on its page."""

from paperatlas.agents.clear import clear_part
from paperatlas.agents.proof import Source
from paperatlas.agents.row_proof import row_proof
from paperatlas.agents.state import Proof
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.types import Chunk, ChunkKind, Span

__all__ = ["is_clear", "proof_at", "proofs_of"]

_ENOUGH = 0.4
"""Share of a quote that must be clear for that part to stand for it: a clause is as good as a sentence, a few words are not."""


def proofs_of(chunk: Chunk, start: int, end: int, source: Source) -> tuple[Proof, ...]:
    """The proofs of `chunk.text[start:end]`: two where it runs over a page's end, the printed row for a table statement."""
    if chunk.kind in {ChunkKind.ROW, ChunkKind.TABLE}:
        return _row_proof(chunk, source)
    found = (proof_at(chunk.document, span, source, section=chunk.section, chunk=chunk.id) for span in chunk.locate(start, end))
    return tuple(proof for proof in found if proof is not None)


def proof_at(document: DocumentId, span: Span, source: Source, *, section: str, chunk: ChunkId | None) -> Proof | None:
    """The proof of what a span of a page says: its clear part, where that says enough."""
    page = source.page(document, span.page)
    if page is None:
        return None
    start, end = clear_part(page, span.start, span.end)
    if end - start < _ENOUGH * (span.end - span.start):
        start, end = span.start, span.end
    quote = page.text[start:end]
    stripped = quote.strip()
    begin = start + len(quote) - len(quote.lstrip())
    if not stripped:
        return None
    return Proof(
        document=document,
        page=span.page,
        section=section,
        quote=stripped,
        chunk=chunk,
        start=begin,
        end=begin + len(stripped),
    )


def is_clear(document: DocumentId, span: Span, source: Source) -> bool:
    """Whether enough of a span of a page is found by any reader of the file."""
    page = source.page(document, span.page)
    if page is None:
        return False
    start, end = clear_part(page, span.start, span.end)
    return end - start >= _ENOUGH * (span.end - span.start)


def _row_proof(chunk: Chunk, source: Source) -> tuple[Proof, ...]:
    parsed = source.parsed(chunk.document)
    if parsed is None or chunk.table is None or chunk.row is None:
        return ()
    return (row_proof(chunk.document, parsed.tables[chunk.table], chunk.row, source, chunk=chunk.id),)
