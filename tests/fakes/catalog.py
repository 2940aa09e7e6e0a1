"""Chunks made by hand."""

from paperatlas.core.ids import chunk_id, document_id
from paperatlas.core.types import Chunk, ChunkKind


def a_chunk(
    text: str,
    *,
    document: str = "doc",
    ordinal: int = 0,
    context: str = "",
    table: int | None = None,
    kind: ChunkKind = ChunkKind.TEXT,
) -> Chunk:
    """A chunk of the document with that name."""
    of = document_id(document.encode())
    return Chunk(
        id=chunk_id(of, ordinal, text),
        document=of,
        ordinal=ordinal,
        kind=kind,
        text=text,
        context=context,
        section="",
        table=table,
    )
