"""Keeps one table from filling a result list with its rows."""

from collections import Counter
from collections.abc import Mapping

from paperatlas.core.ids import ChunkId
from paperatlas.core.types import Chunk
from paperatlas.retrieval.fuse import Scored

__all__ = ["defer_rows"]


def defer_rows(ranked: Scored, chunks: Mapping[ChunkId, Chunk], *, per_table: int) -> Scored:
    """The same chunks, those of one table beyond its best `per_table` after all others.

    A table is indexed whole and row by row, and its rows resemble each other: a query that meets one meets most, and
    twenty rows would push the text that explains them off the list. The best few keep their places, whether rows or the
    whole table; the rest are not lost to someone who asks for more. They take the score of the last chunk before them.
    """
    seen: Counter[tuple[str, int]] = Counter()
    kept, deferred = [], []
    for chunk_id, score in ranked:
        chunk = chunks[chunk_id]
        if chunk.table is not None:
            seen[chunk.document, chunk.table] += 1
            if seen[chunk.document, chunk.table] > per_table:
                deferred.append(chunk_id)
                continue
        kept.append((chunk_id, score))
    return [*kept, *((chunk_id, kept[-1][1]) for chunk_id in deferred)]
