"""One ranking from several routes.

Measured with the bundled embedder (weights chosen on half of the questions, figures on the other half; nDCG@10 on
SciFact, recall@5 on 2Wiki): the sum of standardised scores, every candidate scored by every route, .754 and .707;
reciprocal ranks with the same weights .740 and .708; standardised scores of each route's own hits alone .745 and .711;
vectors alone .695 and .706; words alone .708 and .665. Scores beat ranks where one route is sure: an identifier that
stands in one chunk stands far out of the words' scores, and is merely first in their ranks.
"""

from collections.abc import Collection, Mapping, Sequence
from statistics import fmean, pstdev
from typing import TypeAlias

from paperatlas.core.ids import ChunkId

__all__ = ["Scored", "fuse", "guarantee"]

Scored: TypeAlias = list[tuple[ChunkId, float]]
"""Chunks with their scores, best first."""


def fuse(scores: Mapping[str, Mapping[ChunkId, float]], *, weights: Mapping[str, float], scale_on: Collection[ChunkId]) -> Scored:
    """Chunks by the weighted sum of their standard scores in each route; equal sums in order of id.

    Args:
        scores: of each route, for the same chunks.
        weights: of each route.
        scale_on: the chunks whose mean and deviation are the scale. Keeping them the same while more chunks are asked
            for keeps the order of the first ones.
    """
    totals: dict[ChunkId, float] = {}
    for route, of_route in scores.items():
        sample = [of_route[chunk] for chunk in sorted(scale_on)]
        centre, spread = (fmean(sample), pstdev(sample)) if sample else (0.0, 0.0)
        for chunk, score in of_route.items():
            standard = (score - centre) / spread if spread > 0 else 0.0
            totals[chunk] = totals.get(chunk, 0.0) + weights[route] * standard
    return sorted(totals.items(), key=lambda item: (-item[1], item[0]))


def guarantee(ranked: Scored, favourites: Sequence[ChunkId], *, within: int) -> Scored:
    """The same ranking with each of `favourites` among the first `within`.

    One that was lower takes the last of those places, with the score of the chunk it moves down.
    """
    head = [chunk for chunk, _ in ranked[:within]]
    late = [chunk for chunk in dict.fromkeys(favourites) if chunk not in head]
    place = max(within - len(late), 0)
    if not late or place >= len(ranked):
        return ranked
    raised = [(chunk, ranked[place][1]) for chunk in late]
    rest = [item for item in ranked if item[0] not in late]
    return [*rest[:place], *raised, *rest[place:]]
