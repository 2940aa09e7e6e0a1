"""An embeddings endpoint whose model is the hash embedder of the tests, with the manners of real endpoints as switches."""

import base64
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.fakes.notes import HashEmbedder
from tests.fakes.service import Asked, Reply


@dataclass(kw_only=True)
class EmbeddingService:
    """Answers POST /v1/embeddings."""

    dimension: int = 32
    takes_base64: bool = True
    refuses_base64: bool = False
    window: int | None = None
    """Characters a text may have; a longer one is refused."""
    backwards: bool = False

    def __call__(self, asked: Asked) -> Reply:
        texts = asked.body["input"]
        wants_base64 = asked.body.get("encoding_format") == "base64"
        if any(not text for text in texts):
            return _refusal("input must not be an empty string")
        if wants_base64 and self.refuses_base64:
            return _refusal("encoding_format must be float")
        if self.window and any(len(text) > self.window for text in texts):
            return _refusal("input is longer than the model's context")
        size = asked.body.get("dimensions", self.dimension)
        # Not of unit length, so that whoever asks has to see to it.
        rows = 3 * HashEmbedder(dimension=size).embed([text + " end" for text in texts], kind="passage")
        data = [
            {"object": "embedding", "index": index, "embedding": _written(row, wants_base64 and self.takes_base64)}
            for index, row in enumerate(rows)
        ]
        return Reply(body={"object": "list", "data": data[::-1] if self.backwards else data, "model": asked.body["model"]})


def _written(row: Any, as_base64: bool) -> Any:
    return base64.b64encode(np.asarray(row, dtype="<f4").tobytes()).decode() if as_base64 else [float(value) for value in row]


def _refusal(why: str) -> Reply:
    return Reply(status=400, body={"error": {"message": why, "type": "invalid_request_error"}})
