"""What goes into the catalog of a document that was read: with what a registry adds to what it says, and what a person
corrected in place of both.
"""

from collections.abc import Callable
from dataclasses import replace

from paperatlas.core.types import Chunk, ParsedDocument
from paperatlas.core.writing import CatalogWriter, Entry, Made, Stamp
from paperatlas.pipeline.ingest.frames import Read
from paperatlas.pipeline.report.report import report

__all__ = ["entry_of"]


def entry_of(
    read: Read,
    *,
    stamp: Stamp,
    made: Made,
    original: str,
    writer: CatalogWriter,
    chunk: Callable[[ParsedDocument], tuple[Chunk, ...]],
) -> Entry:
    """`read` has what the document says of itself. Its chunks are cut anew where either is of what they carry."""
    document, chunks = read.document, read.chunks
    stated = document.metadata
    known = writer.registered(document.id, stamp.source).applied(stated)
    metadata = writer.correction(document.id, stamp.source).applied(known)
    if metadata != stated:
        document = replace(document, metadata=metadata)
        chunks = chunk(document)
    return Entry(
        stamp=stamp,
        document=document,
        chunks=chunks,
        made=made,
        original=original,
        report=report(document).summary,
        stated=stated if metadata != stated else None,
    )
