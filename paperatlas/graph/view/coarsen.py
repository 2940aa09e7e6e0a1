"""Joining nodes of a graph in groups, so that a smaller graph of the same shape can be laid out first."""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

__all__ = ["coarser"]

LEAVES_A_GROUP = 4
"""A hub of a thousand leaves can be paired with one of them only; its other leaves are joined with one another, a few at a
time, since all at once would put one node where a thousand need room."""


def coarser(pull: csr_array) -> NDArray[np.int64]:
    """The group of each node, numbered from 0: pairs by the strongest tie, and leaves of one node together."""
    group = np.full(pull.shape[0], -1, dtype=np.int64)
    count = _pair(pull, group)
    count = _join_leaves(pull, group, count)
    alone = np.flatnonzero(group < 0)
    group[alone] = np.arange(count, count + len(alone))
    return group


def _pair(pull: csr_array, group: NDArray[np.int64]) -> int:
    """Those with few neighbours choose first: hubs find a partner anyway."""
    degrees = np.diff(pull.indptr)
    count = 0
    for node in np.argsort(degrees, kind="stable").tolist():
        if group[node] >= 0:
            continue
        near = pull.indices[pull.indptr[node] : pull.indptr[node + 1]]
        free = group[near] < 0
        if not free.any():
            continue
        # A strong tie to a small node first, so that groups stay alike in size.
        strength = pull.data[pull.indptr[node] : pull.indptr[node + 1]][free] / degrees[near[free]]
        group[node] = group[near[free][int(np.argmax(strength))]] = count
        count += 1
    return count


def _join_leaves(pull: csr_array, group: NDArray[np.int64], count: int) -> int:
    """Nodes that found their only neighbours taken, with others that hang on the same one."""
    waiting: dict[int, list[int]] = {}
    for node in np.flatnonzero(group < 0).tolist():
        near = pull.indices[pull.indptr[node] : pull.indptr[node + 1]]
        if not len(near):
            continue
        strongest = int(near[int(np.argmax(pull.data[pull.indptr[node] : pull.indptr[node + 1]]))])
        waiting.setdefault(strongest, []).append(node)
    for leaves in waiting.values():
        for begin in range(0, len(leaves), LEAVES_A_GROUP):
            group[leaves[begin : begin + LEAVES_A_GROUP]] = count
            count += 1
    return count
