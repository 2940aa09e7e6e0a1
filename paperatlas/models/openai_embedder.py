"""`Embedder` over any endpoint that speaks OpenAI's embeddings: hosted, vLLM, llama.cpp, Ollama, text-embeddings-inference."""

import base64
import hashlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from paperatlas.core.errors import BadOutput
from paperatlas.core.ports import Float32
from paperatlas.models.encodable import encodable
from paperatlas.models.json_endpoint import JsonEndpoint, Refused

__all__ = ["EmbeddingModel", "OpenAIEmbedder"]

AT_ONCE = 4
"""Requests in flight: hides the way to and fro without drawing a rate limit."""
SHORTEST_CUT = 400
"""Characters below which a refused text is not cut any more: no model's window is that short."""
BLANK = " "
"""Sent for a text without a sign: several services refuse an empty one."""

_Post = Callable[[str, dict[str, Any]], dict[str, Any]]
_Encoding = Literal["base64", "float"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingModel:
    """Which model is asked for, and how."""

    name: str
    dimensions: int | None = None
    """To ask for, of models that can shorten their vectors; None for what the model gives by itself."""
    query_prefix: str = ""
    passage_prefix: str = ""

    @property
    def id(self) -> str:
        """Of the model, not of where it is served: moving to another address changes no vector."""
        size = f"/{self.dimensions}" if self.dimensions else ""
        use = f"{self.query_prefix}|{self.passage_prefix}"
        return f"openai:{self.name}{size}/{hashlib.sha256(use.encode()).hexdigest()[:6]}"


class OpenAIEmbedder:
    """Implements `Embedder`.

    Vectors come as base64 where the endpoint can (a fourth of the bytes), else as numbers. A batch that is refused is sent
    in halves, and a text that is refused alone is cut in half until it fits the model's window: one long table does not
    stop a library.
    """

    def __init__(self, model: EmbeddingModel, endpoint: JsonEndpoint, *, batch: int = 64) -> None:
        """`batch` is the most texts of a request."""
        self.model = model
        self.id = model.id
        self._endpoint = endpoint
        self._batch = batch
        self._encoding: _Encoding = "base64"
        self._lock = threading.Lock()

    @cached_property
    def dimension(self) -> int:
        """Asked of the endpoint at its first use, where it is not set. Raises ProviderError."""
        with self._lock:
            return self.model.dimensions or self._rows([self.model.passage_prefix + "dimension"]).shape[1]

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        """Float32[n, dimension], rows L2-normalised.

        Raises:
            RateLimited, TimedOut: after retries.
            BadOutput: the endpoint's vectors are not what was asked for.
            ProviderError: the endpoint is out of reach, refuses the key or the model, or fails.
        """
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        prefix = self.model.query_prefix if kind == "query" else self.model.passage_prefix
        rows = self._rows([prefix + encodable(text) for text in texts])
        if rows.shape[1] != self.dimension:
            raise self._bad(f"gave {rows.shape[1]} dimensions, not {self.dimension}")
        return rows

    def _rows(self, texts: Sequence[str]) -> Float32:
        batches = [texts[start : start + self._batch] for start in range(0, len(texts), self._batch)]
        with self._endpoint.session() as post, ThreadPoolExecutor(min(AT_ONCE, len(batches))) as pool:
            blocks = list(pool.map(lambda batch: self._refitted(post, batch), batches))
        if len({block.shape[1] for block in blocks}) != 1:
            raise self._bad("gave vectors of several dimensions")
        rows = np.concatenate(blocks)
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        if not np.isfinite(norms).all() or not norms.all():
            raise self._bad("gave a vector that is zero or not finite")
        return np.asarray(rows / norms, dtype=np.float32)

    def _refitted(self, post: _Post, texts: Sequence[str]) -> Float32:
        """The rows of a batch, asked for in parts where the endpoint refuses it whole."""
        try:
            return self._asked(post, texts)
        except Refused:
            middle = len(texts) // 2
            if middle:
                first, second = (self._refitted(post, part) for part in (texts[:middle], texts[middle:]))
                if first.shape[1] != second.shape[1]:
                    raise self._bad("gave vectors of several dimensions") from None
                return np.concatenate([first, second])
            if len(texts[0]) < 2 * SHORTEST_CUT:
                raise
            return self._refitted(post, [texts[0][: len(texts[0]) // 2]])

    def _asked(self, post: _Post, texts: Sequence[str]) -> Float32:
        body: dict[str, Any] = {"model": self.model.name, "input": [text if text.strip() else BLANK for text in texts]}
        if self.model.dimensions:
            body["dimensions"] = self.model.dimensions
        try:
            return self._read(post("/embeddings", {**body, "encoding_format": self._encoding}), len(texts))
        except Refused:
            if self._encoding == "float":
                raise
        rows = self._read(post("/embeddings", {**body, "encoding_format": "float"}), len(texts))
        self._encoding = "float"  # it was the encoding that was refused
        return rows

    def _read(self, reply: dict[str, Any], wanted: int) -> Float32:
        """The vectors in the order of the texts, whatever order they came in."""
        try:
            items = sorted(reply["data"], key=lambda item: int(item["index"]))
            indexes = [int(item["index"]) for item in items]
            rows = [_vector(item["embedding"]) for item in items]
        except (KeyError, TypeError, ValueError) as error:
            raise self._bad(f"gave no embeddings: {error!r}") from error
        if indexes != list(range(wanted)):
            raise self._bad(f"gave {len(indexes)} vectors for {wanted} texts")
        if len({len(row) for row in rows}) != 1 or not len(rows[0]):
            raise self._bad("gave vectors of several dimensions, or of none")
        return np.stack(rows)

    def _bad(self, what: str) -> BadOutput:
        return BadOutput(
            f"{self._endpoint.url} {what}, asked for embeddings by {self.model.name!r}.",
            hint="Check PAPERATLAS_EMBED_MODEL and PAPERATLAS_EMBED_DIMENSIONS.",
        )


def _vector(value: Any) -> Float32:
    if isinstance(value, str):
        return np.frombuffer(base64.b64decode(value, validate=True), dtype="<f4").astype(np.float32)
    row = np.asarray(value, dtype=np.float32)
    if row.ndim != 1:
        raise ValueError(f"an embedding has {row.ndim} axes")
    return row
