"""Order of results, the same for every index: best first, equal scores by id."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Float32

__all__ = ["DECIMALS", "best", "nearest"]

DECIMALS = 5
"""Engines sum in different orders, so that equal texts differ in the seventh digit; scores are compared rounded."""


def best(scored: Iterable[tuple[ChunkId, float]], limit: int) -> list[tuple[ChunkId, float]]:
    """The first `limit` of `scored`."""
    rounded = ((chunk, round(score, DECIMALS)) for chunk, score in scored)
    return sorted(rounded, key=lambda item: (-item[1], item[0]))[:limit]


def nearest(ids: NDArray[np.object_], cosines: Float32, limit: int) -> list[tuple[ChunkId, float]]:
    """The first `limit` of `ids` by cosine, without sorting the rest."""
    if limit < 1:
        return []
    if len(ids) > limit:
        last = np.partition(cosines, len(ids) - limit)[len(ids) - limit]
        kept = np.flatnonzero(cosines >= last - 10.0**-DECIMALS)  # all that may tie with the last after rounding
        ids, cosines = ids[kept], cosines[kept]
    return best(zip(ids.tolist(), cosines.tolist(), strict=True), limit)
