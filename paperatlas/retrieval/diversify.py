"""Keeps the like of one thing from filling a result list."""

from collections import Counter
from collections.abc import Mapping

from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import ChunkPlace, Float32
from paperatlas.retrieval.fuse import Scored

__all__ = ["best_of_each", "defer_rows", "spread", "undeferred"]


def defer_rows(ranked: Scored, places: Mapping[ChunkId, ChunkPlace], *, per_table: int) -> Scored:
    """The same chunks, those of one table beyond its best `per_table` after all others.

    A table is indexed whole and row by row, and its rows resemble each other: a query that meets one meets most, and
    twenty rows would push the text that explains them off the list. The best few keep their places, whether rows or the
    whole table; the rest are not lost to someone who asks for more. They take the score of the last chunk before them.
    """
    kept = undeferred(ranked, places, per_table=per_table)
    first = {chunk_id for chunk_id, _ in kept}
    return [*kept, *((chunk_id, kept[-1][1]) for chunk_id, _ in ranked if chunk_id not in first)]


def undeferred(ranked: Scored, places: Mapping[ChunkId, ChunkPlace], *, per_table: int) -> Scored:
    """Those that `defer_rows` leaves where they are."""
    seen: Counter[tuple[str, int]] = Counter()
    kept = []
    for chunk_id, score in ranked:
        document, table = places[chunk_id]
        if table is not None:
            seen[document, table] += 1
        if table is None or seen[document, table] <= per_table:
            kept.append((chunk_id, score))
    return kept


def best_of_each(ranked: Scored, places: Mapping[ChunkId, ChunkPlace]) -> Scored:
    """The first chunk of each document."""
    first: dict[str, tuple[ChunkId, float]] = {}
    for chunk_id, score in ranked:
        first.setdefault(places[chunk_id].document, (chunk_id, score))
    return list(first.values())


def spread(ranked: Scored, vectors: Float32, *, penalty: float) -> Scored:
    """Maximal marginal relevance over the first chunks: each place goes to the chunk with the highest score less its
    likeness to the chunks already placed. The scores of the places stay, so that they go on falling.

    After Carbonell and Goldstein, The use of MMR (1998); scores are scaled to 0..1, cosines are as they are.

    Args:
        ranked: chunks with their scores, best first.
        vectors: Float32[n, dimension], of the first n chunks, those that take part; rows L2-normalised.
        penalty: of the likeness, from 0 (none) to 1 (likeness alone).
    """
    head = ranked[: len(vectors)]
    if penalty == 0 or len(head) < 3:
        return ranked
    low, high = head[-1][1], head[0][1]
    worth = [(score - low) / (high - low) if high > low else 0.0 for _, score in head]
    alike = vectors @ vectors.T
    order, left = [0], list(range(1, len(head)))
    while left:
        best = max(left, key=lambda at: ((1 - penalty) * worth[at] - penalty * float(alike[at, order].max()), -at))
        order.append(best)
        left.remove(best)
    return [*((head[at][0], score) for at, (_, score) in zip(order, head, strict=True)), *ranked[len(head) :]]
