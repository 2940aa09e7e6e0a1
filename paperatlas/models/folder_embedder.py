"""Any sentence encoder exported to ONNX, in a folder laid out as sentence-transformers does it."""

import hashlib
import json
from pathlib import Path
from typing import Any, Literal

from paperatlas.core.errors import ConfigError
from paperatlas.models.onnx_embedder import EncoderFolder, OnnxEmbedder

__all__ = ["folder_embedder"]


def folder_embedder(path: Path, *, threads: int) -> OnnxEmbedder:
    """The encoder in `path`: `model.onnx`, `tokenizer.json` and `config.json`.

    `config_sentence_transformers.json` may name the prompts of queries and passages, `1_Pooling/config.json` the pooling
    (mean when it does not say), as those files do for sentence-transformers.

    Raises:
        ConfigError: a file is missing or does not say what it must.
    """
    config = _json(path / "config.json")
    prompts = _json(path / "config_sentence_transformers.json", default={}).get("prompts") or {}
    pooling: Literal["cls", "mean"] = (
        "cls" if _json(path / "1_Pooling" / "config.json", default={}).get("pooling_mode_cls_token") else "mean"
    )
    try:
        folder = EncoderFolder(
            name=path.name,
            path=path,
            sha256=hashlib.sha256((path / "model.onnx").read_bytes()).hexdigest(),
            dimension=int(config["hidden_size"]),
            query_prefix=str(prompts.get("query") or ""),
            passage_prefix=str(prompts.get("passage") or prompts.get("document") or ""),
            pooling=pooling,
            window=min(512, int(config.get("max_position_embeddings", 512))),
        )
    except (OSError, KeyError, ValueError) as error:
        raise ConfigError(
            f"The folder {str(path)!r} holds no usable encoder: {error!r}.",
            hint="It needs model.onnx, tokenizer.json and a config.json with hidden_size.",
        ) from error
    return OnnxEmbedder(folder, threads=threads)


def _json(file: Path, default: dict[str, Any] | None = None) -> dict[str, Any]:
    if default is not None and not file.exists():
        return default
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"The encoder's file {str(file)!r} cannot be read: {error}.",
            hint="Name another folder with PAPERATLAS_EMBEDDER_PATH.",
        ) from error
    return content if isinstance(content, dict) else {}
