"""Vectors in groups of those that are alike."""

import math

import numpy as np

from paperatlas.core.ports import Float32

__all__ = ["groups"]

MOST_EXACT = 512
"""Items that are joined one by one, which takes the cube of their number; more are first gathered around so many of them."""
_ROUNDS = 10


def groups(vectors: Float32) -> list[list[int]]:
    """The rows of Float32[n, dimension] in groups, by average linkage of their cosines around the mean of all.

    Two groups are joined as long as their members are more alike than two of all rows are on average, down to as many groups
    as the rows can be halved; beyond that only while there are more groups than the root of the rows. Rows in the same order
    give the same groups.
    """
    if len(vectors) == 0:
        return []
    rows = _units(vectors - vectors.mean(axis=0))
    gathered = _gathered(rows) if len(rows) > MOST_EXACT else [[row] for row in range(len(rows))]
    most, fewest = max(2, math.ceil(math.sqrt(len(rows)))), round(math.log2(len(rows)))
    sums = np.stack([rows[members].sum(axis=0) for members in gathered])
    sizes = np.array([len(members) for members in gathered], dtype=np.float32)
    alive = list(range(len(gathered)))
    while len(alive) > 1:
        likeness = (sums[alive] @ sums[alive].T) / np.outer(sizes[alive], sizes[alive])
        np.fill_diagonal(likeness, -np.inf)
        best = int(np.argmax(likeness))
        one, other = sorted((alive[best // len(alive)], alive[best % len(alive)]))
        if len(alive) <= (most if likeness.flat[best] <= 0 else fewest):
            break
        gathered[one] = sorted(gathered[one] + gathered[other])
        sums[one] += sums[other]
        sizes[one] += sizes[other]
        alive.remove(other)
    return [gathered[index] for index in alive]


def _gathered(rows: Float32) -> list[list[int]]:
    """Around centres that begin as far from one another as they can, each row at the nearest (spherical k-means)."""
    centres = rows[_far_apart(rows)]
    for _ in range(_ROUNDS):
        nearest = np.argmax(rows @ centres.T, axis=1)
        moved = np.zeros_like(centres)
        np.add.at(moved, nearest, rows)
        centres = _units(moved)
    return [members.tolist() for index in range(len(centres)) if len(members := np.flatnonzero(nearest == index))]


def _far_apart(rows: Float32) -> list[int]:
    chosen = [0]
    nearest = rows @ rows[0]
    while len(chosen) < MOST_EXACT:
        chosen.append(int(np.argmin(nearest)))
        nearest = np.maximum(nearest, rows @ rows[chosen[-1]])
    return chosen


def _units(rows: Float32) -> Float32:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    units: Float32 = (rows / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)
    return units
