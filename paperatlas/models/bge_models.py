"""bge-m3 and bge-reranker-v2-m3, run by FlagEmbedding in its own environment."""

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

from paperatlas.core.errors import BadSetting, ProviderError
from paperatlas.core.ports import Float32
from paperatlas.models import bge_worker
from paperatlas.models.encodable import encodable
from paperatlas.models.worker_process import WorkerProcess, WorkerProgram

__all__ = ["BgeEmbedder", "BgeModel", "BgeReranker", "bge_m3", "bge_python", "bge_reranker_v2_m3"]

Comparison: TypeAlias = Literal["sparse", "colbert", "pairs"]
"""How query and passage are compared: by weighted words, by the vectors of their tokens, or read together."""

TEXTS = 64
"""Of one request: bounds what is in the pipe and how long an interruption waits."""
SAMPLE = 1 << 20
"""Bytes at either end of each weights file that a model is known by: reading gigabytes at each start would take seconds."""
WEIGHTS = frozenset({".safetensors", ".bin", ".pt"})
HEADS = ("colbert_linear.pt", "sparse_linear.pt")
"""Without them FlagEmbedding would go on with random ones and not say so."""
VENV = ".venv-bge"


@dataclass(frozen=True, slots=True, kw_only=True)
class BgeModel:
    """A model in a folder, and the worker that runs it; shared by all that use the model, so that it is loaded once."""

    id: str
    dimension: int
    worker: WorkerProcess


def bge_python() -> Path:
    """The interpreter of the environment that `make setup-bge` makes in the checkout that this package runs from."""
    checkout = Path(__file__).resolve().parents[2]
    return checkout / VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def bge_m3(path: Path | None, *, python: Path, threads: int) -> BgeModel:
    """The model of that name in a folder, as its authors publish it.

    Raises:
        BadSetting: there is no folder, or it lacks a file.
    """
    return _model(path, kind="m3", name="bge-m3", needed=HEADS, python=python, threads=threads)


def bge_reranker_v2_m3(path: Path | None, *, python: Path, threads: int) -> BgeModel:
    """The cross-encoder of that name. Raises BadSetting as `bge_m3`."""
    return _model(path, kind="cross-encoder", name="bge-reranker-v2-m3", needed=(), python=python, threads=threads)


class BgeEmbedder:
    """Implements `Embedder` with the dense vectors of bge-m3, which needs no instruction.

    Raises, in `embed`: MissingExtra, ConfigError, TimedOut and ProviderError, as `WorkerProcess.ask`.
    """

    def __init__(self, model: BgeModel) -> None:
        self.id = f"{model.id}/dense/w{bge_worker.PASSAGE_TOKENS}"
        self.dimension = model.dimension
        self._worker = model.worker

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        """Float32[n, dimension], rows L2-normalised."""
        del kind
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for start in range(0, len(texts), TEXTS):
            batch = [encodable(text) for text in texts[start : start + TEXTS]]
            found = self._worker.ask({"op": "dense", "texts": batch})
            _check(found, (len(batch), self.dimension))
            rows[start : start + len(batch)] = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-12)
        return rows


class BgeReranker:
    """Implements `Reranker` with one of the three ways to compare. Raises, in `score`, as BgeEmbedder."""

    def __init__(self, model: BgeModel, comparison: Comparison) -> None:
        self.id = f"{model.id}/{comparison}"
        self._worker = model.worker
        self._comparison = comparison

    def score(self, query: str, passages: Sequence[str]) -> Float32:
        """Float32[n]."""
        scores = np.zeros(len(passages), dtype=np.float32)
        for start in range(0, len(passages), TEXTS):
            batch = [encodable(passage) for passage in passages[start : start + TEXTS]]
            found = self._worker.ask({"op": self._comparison, "query": encodable(query), "texts": batch})
            _check(found, (len(batch),))
            scores[start : start + len(batch)] = found
        return scores


def _model(path: Path | None, *, kind: str, name: str, needed: tuple[str, ...], python: Path, threads: int) -> BgeModel:
    setting = f"PAPERATLAS_{name.upper().replace('-', '_')}_PATH"
    hint = f"Download it, as docs/howto/embedders.md says, and name its folder with {setting}."
    if path is None:
        raise BadSetting(f"Nothing says where {name} lies.", hint=hint)
    for file in ("config.json", *needed):
        if not (path / file).is_file():
            raise BadSetting(f"The folder {str(path)!r} holds no {name}: there is no {file!r} in it.", hint=hint)
    program = WorkerProgram(
        name=name,
        python=python,
        program=Path(bge_worker.__file__),
        load={"op": "load", "model": kind, "path": str(path.resolve()), "threads": threads},
    )
    return BgeModel(id=f"{name}@{_fingerprint(path)}", dimension=_hidden_size(path, hint), worker=WorkerProcess(program))


def _hidden_size(path: Path, hint: str) -> int:
    try:
        size = json.loads((path / "config.json").read_text(encoding="utf-8"))["hidden_size"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadSetting(f"{str(path / 'config.json')!r} does not tell the model's hidden_size.", hint=hint) from error
    return int(size)


def _fingerprint(path: Path) -> str:
    """Twelve digits that change with the configuration, the tokenizer and, all but surely, with any weight file."""
    digest = hashlib.sha256()
    for file in sorted(path.iterdir()):
        if file.suffix not in WEIGHTS | {".json"}:
            continue
        size = file.stat().st_size
        digest.update(f"{file.name}:{size}:".encode())
        with file.open("rb") as content:
            digest.update(content.read(SAMPLE))
            content.seek(max(0, size - SAMPLE))
            digest.update(content.read(SAMPLE))
    return digest.hexdigest()[:12]


def _check(found: Float32, shape: tuple[int, ...]) -> None:
    if found.shape != shape or not np.isfinite(found).all():
        raise ProviderError(f"The model gave {found.shape} numbers, not {shape}, or some not finite.", hint="Please report it.")
