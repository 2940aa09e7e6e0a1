"""One ranking from several routes.

Measured with the bundled embedder (weights chosen on half of the questions, figures on the other half; nDCG@10 on
SciFact, recall@5 on 2Wiki): the sum of standardised scores, every candidate scored by every route, .754 and .707;
reciprocal ranks (k 60) .740 and .708; standardised scores of each route's own hits alone .745 and .711;
vectors alone .695 and .706; words alone .708 and .665. Scores beat ranks where one route is sure: an identifier that
stands in one chunk stands far out of the words' scores, and is merely first in their ranks.
"""

from collections.abc import Collection, Mapping
from itertools import accumulate
from typing import TypeAlias, TypeVar

import numpy as np

from paperatlas.core.ids import ChunkId

__all__ = ["Scored", "fuse", "guarantee"]

K = TypeVar("K", bound=str)
Scored: TypeAlias = list[tuple[ChunkId, float]]
"""Chunks with their scores, best first."""

FLOOR = -2.0
"""Lowest standard score. Among two hundred chunks that resemble the question, the one that holds its identifier is far
below the mean of the vectors; without a floor that would outweigh that the words are sure of it."""


def fuse(scores: Mapping[K, Mapping[ChunkId, float]], *, weights: Mapping[K, float], scale_on: Collection[ChunkId]) -> Scored:
    """Chunks by the weighted sum of their standard scores in each route; equal sums in order of id.

    Args:
        scores: of each route, for the same chunks.
        weights: of each route.
        scale_on: the chunks whose mean and deviation are the scale. Keeping them the same while more chunks are asked
            for keeps the order of the first ones.
    """
    chunks = sorted(next(iter(scores.values()), ()))
    on = np.fromiter((chunk in scale_on for chunk in chunks), dtype=bool, count=len(chunks))
    totals = np.zeros(len(chunks))
    for route, of_route in scores.items():
        given = np.fromiter((of_route[chunk] for chunk in chunks), dtype=np.float64, count=len(chunks))
        centre, spread = (float(given[on].mean()), float(given[on].std())) if on.any() else (0.0, 0.0)
        if spread > 0:
            totals += weights[route] * np.maximum((given - centre) / spread, FLOOR)
    order = np.argsort(-totals, kind="stable")
    return [(chunks[at], total) for at, total in zip(order.tolist(), totals[order].tolist(), strict=True)]


def guarantee(ranked: Scored, favourites: Collection[ChunkId], *, within: int) -> Scored:
    """The same ranking with each of `favourites`, of which there are at most `within`, among the first `within`.

    Those that were lower come last there; what they pass keeps its order. A chunk that moves up takes the score of the
    one it passes, so that scores go on falling.
    """
    wanted = set(favourites)
    head = [chunk for chunk, _ in ranked[:within]]
    if wanted.issubset(head):
        return ranked
    others = [chunk for chunk in head if chunk not in wanted]
    leaving = set(others[max(within - len(wanted), 0) :])
    first = [item for item in ranked[:within] if item[0] not in leaving]
    raised = [item for item in ranked[within:] if item[0] in wanted]
    rest = [item for item in ranked if item[0] in leaving] + [item for item in ranked[within:] if item[0] not in wanted]
    moved = [*first, *raised, *rest]
    highest_below = list(accumulate((score for _, score in reversed(moved)), max))[::-1]
    return [(chunk, score) for (chunk, _), score in zip(moved, highest_below, strict=True)]
