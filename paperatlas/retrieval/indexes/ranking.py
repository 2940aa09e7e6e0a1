"""Order of results, the same for every index: best first, equal scores by id."""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Float32

__all__ = ["DECIMALS", "best", "cosines", "largest", "nearest"]

Real = NDArray[np.float32] | NDArray[np.float64]

DECIMALS = 5
"""Engines sum in different orders, so that equal texts differ in the seventh digit; scores are compared rounded."""

OF_A_GROUP = 64
SPARE_GROUPS = 2
"""Groups for each of the best: with fewer, most groups hold one of them, and hardly any are left out."""


def best(scored: Iterable[tuple[ChunkId, float]], limit: int) -> list[tuple[ChunkId, float]]:
    """The first `limit` of `scored`."""
    rounded = ((chunk, round(score, DECIMALS)) for chunk, score in scored)
    return sorted(rounded, key=lambda item: (-item[1], item[0]))[:limit]


def cosines(matrix: Float32, vector: Float32) -> Float32:
    """Of each row with the vector, all of length 1.

    Row by row and not as a matrix product: that is threaded, as fast on an idle machine (.2 ms and .4 ms for 13,000
    rows) and twenty times slower on a busy one, and its last digits depend on which rows are asked for together.
    """
    return np.asarray(np.vecdot(matrix, vector), dtype=np.float32)


def largest(scores: Real, count: int) -> float:
    """The `count`-th largest of at least so many.

    Where they are many: each of `count` groups whose best are the best reaches the worst of these, so that nothing below
    it needs to be looked at. Three passes without branches, a fifth of the time that partitioning takes.
    """
    groups = len(scores) // OF_A_GROUP
    if groups >= SPARE_GROUPS * count:
        # Neighbours stand in different groups: the chunks of one document are alike.
        first = scores[: groups * OF_A_GROUP].reshape(OF_A_GROUP, groups).max(axis=0)
        scores = scores[scores >= np.partition(first, groups - count)[groups - count]]
    return float(np.partition(scores, len(scores) - count)[len(scores) - count])


def nearest(ids: NDArray[np.object_], scores: Float32, limit: int) -> list[tuple[ChunkId, float]]:
    """The first `limit` of `ids` by cosine, without sorting the rest."""
    if limit < 1:
        return []
    if len(ids) > limit:
        last = largest(scores, limit)
        kept = np.flatnonzero(scores >= last - 10.0**-DECIMALS)  # all that may tie with the last after rounding
        ids, scores = ids[kept], scores[kept]
    rounded = np.asarray(np.round(scores.astype(np.float64), DECIMALS), dtype=np.float64)
    order = np.argsort(-rounded, kind="stable")
    ids, rounded = ids[order], rounded[order]
    for start, end in _equal(rounded):
        ids[start:end] = sorted(ids[start:end])
    return list(zip(ids[:limit].tolist(), rounded[:limit].tolist(), strict=True))


def _equal(ordered: NDArray[np.float64]) -> Iterator[tuple[int, int]]:
    """Where two or more neighbours are equal, as half-open ranges."""
    pairs = np.flatnonzero(ordered[1:] == ordered[:-1])
    for run in np.split(pairs, np.flatnonzero(np.diff(pairs) > 1) + 1):
        if len(run):
            yield int(run[0]), int(run[-1]) + 2
