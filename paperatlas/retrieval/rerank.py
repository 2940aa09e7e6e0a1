"""A second opinion on the first few chunks of a ranking, from a model that reads query and passage together."""

from statistics import fmean, pstdev

import numpy as np

from paperatlas.core.ports import Reranker
from paperatlas.retrieval.fuse import Scored

__all__ = ["reranked"]


def reranked(ranked: Scored, query: str, texts: list[str], reranker: Reranker, *, weight: float) -> Scored:
    """The ranking with its first `len(texts)` chunks in the order of both scores, each as standard scores.

    A reranker alone loses what the routes knew; half and half is what most published pipelines end at. The chunks keep
    the scores of the places they take, so that scores go on falling.

    Args:
        ranked: chunks with their scores, best first.
        query: the query.
        texts: of the first chunks, in their order.
        reranker: the model.
        weight: of the model's standard scores, from 0 to 1; the scores in `ranked` have the rest.
    """
    head = ranked[: len(texts)]
    if len(head) < 2:
        return ranked
    opinions = _standard([float(score) for score in np.asarray(reranker.score(query, texts))])
    earlier = _standard([score for _, score in head])
    mixed = [weight * opinion + (1 - weight) * score for opinion, score in zip(opinions, earlier, strict=True)]
    order = sorted(range(len(head)), key=lambda at: (-mixed[at], at))
    return [*((head[at][0], score) for at, (_, score) in zip(order, head, strict=True)), *ranked[len(head) :]]


def _standard(scores: list[float]) -> list[float]:
    spread = pstdev(scores)
    return [(score - fmean(scores)) / spread if spread > 0 else 0.0 for score in scores]
