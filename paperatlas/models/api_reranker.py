"""`Reranker` over an endpoint with `/rerank` as Jina, Cohere, vLLM, llama.cpp, LocalAI and Infinity have it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from paperatlas.core.errors import BadOutput
from paperatlas.core.ports import Float32
from paperatlas.models.encodable import encodable
from paperatlas.models.json_endpoint import JsonEndpoint

__all__ = ["ApiReranker"]

BLANK = " "
"""Sent for a text without a sign: several services refuse an empty one."""
MOST_CHARACTERS = 16_000
"""Of a passage: some 4,000 tokens. Services cut at their own window, but some refuse what is far beyond it."""


class ApiReranker:
    """Implements `Reranker`."""

    def __init__(self, model: str, endpoint: JsonEndpoint) -> None:
        self.id = f"api:{model}"
        self._model = model
        self._endpoint = endpoint

    def score(self, query: str, passages: Sequence[str]) -> Float32:
        """Float32[n], as the service scales them.

        Raises:
            RateLimited, TimedOut: after retries.
            BadOutput: the answer is not one score for each passage.
            ProviderError: the service is out of reach, refuses the key or the request, or fails.
        """
        if not passages:
            return np.zeros(0, dtype=np.float32)
        body = {
            "model": self._model,
            "query": _sent(query),
            "documents": [_sent(passage) for passage in passages],
            "top_n": len(passages),
            "return_documents": False,
        }
        with self._endpoint.session() as post:
            reply = post("/rerank", body)
        return self._read(reply, len(passages))

    def _read(self, reply: dict[str, Any], wanted: int) -> Float32:
        """The scores in the order of the passages; services send them best first."""
        try:
            scored = {int(item["index"]): float(item["relevance_score"]) for item in reply["results"]}
        except (KeyError, TypeError, ValueError) as error:
            raise self._bad(f"gave no scores: {error!r}") from error
        if scored.keys() != set(range(wanted)) or not np.isfinite(list(scored.values())).all():
            raise self._bad(f"gave {len(scored)} scores for {wanted} passages, or some not finite")
        return np.array([scored[index] for index in range(wanted)], dtype=np.float32)

    def _bad(self, what: str) -> BadOutput:
        return BadOutput(
            f"{self._endpoint.url} {what}, asked to rerank with {self._model!r}.",
            hint="Check PAPERATLAS_RERANK_MODEL, and that the service has a /rerank as Jina and Cohere have it.",
        )


def _sent(text: str) -> str:
    return encodable(text[:MOST_CHARACTERS]) if text.strip() else BLANK
