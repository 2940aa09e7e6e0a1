"""A second opinion on the first few chunks of a ranking, from a model that reads query and passage together."""

import numpy as np
from numpy.typing import NDArray

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
    opinions, earlier = _standard(reranker.score(query, texts)), _standard(np.array([score for _, score in head]))
    order = np.argsort(-(weight * opinions + (1 - weight) * earlier), kind="stable").tolist()
    return [*((head[at][0], score) for at, (_, score) in zip(order, head, strict=True)), *ranked[len(head) :]]


def _standard(scores: NDArray[np.floating]) -> NDArray[np.floating]:
    spread = scores.std()
    return (scores - scores.mean()) / spread if spread > 0 else np.zeros_like(scores)
