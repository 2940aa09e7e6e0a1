"""Bringing the indexes to where the catalog is."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from paperatlas.core.ports import LexicalIndex, VectorIndex
from paperatlas.core.writing import CatalogWriter

__all__ = ["Quiet", "catch_up"]

BATCH = 2000
"""Chunks between two commits of the indexes: a commit costs them some tenths of a second however little it holds."""


Quiet = Callable[[], AbstractContextManager[None]]
"""Holds off the searches of this process while the indexes move from one state to the next."""


def catch_up(writer: CatalogWriter, lexical: LexicalIndex, vector: VectorIndex, *, quiet: Quiet) -> None:
    """Replay what is pending. Doing it twice is doing it once, so it may be interrupted anywhere and simply done again."""
    while ids := writer.pending(BATCH):
        chunks = writer.catalog.chunks(ids)
        gone = [id_ for id_ in ids if id_ not in chunks]
        kept = list(chunks.values())
        lexical.delete(gone)
        vector.delete(gone)
        lexical.upsert(kept, writer.titles({chunk.document for chunk in kept}))
        vector.upsert(list(chunks), writer.catalog.vectors(list(chunks)))
        with quiet():
            lexical.commit()
            vector.commit()
        # Only now: readers look again when the generation moves, and must then find the indexes complete.
        with writer.transaction():
            writer.settle(ids)
