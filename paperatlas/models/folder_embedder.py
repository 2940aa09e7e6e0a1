"""An embedding model of the user's own, in place of the bundled one."""

import hashlib
import json
from pathlib import Path
from typing import Any

from paperatlas.core.errors import ConfigError
from paperatlas.models.onnx_embedder import EncoderFolder, OnnxEmbedder

__all__ = ["folder_embedder"]

MOST_TOKENS = 512
"""Passages are about so long; a longer window would only cost."""


def folder_embedder(path: Path, *, threads: int) -> OnnxEmbedder:
    """The model in a folder, laid out as sentence-transformers exports it.

    `model.onnx`, `tokenizer.json` and `config.json` must be there. `1_Pooling/config.json` says whether a text's vector is
    its first token's (assumed without it) or the mean of all, and `config_sentence_transformers.json` which prompts go
    before queries and passages (none without it).

    Raises:
        ConfigError: a file is missing or says something else than expected.
    """
    config = _json(path / "config.json", needed=True)
    prompts = _json(path / "config_sentence_transformers.json").get("prompts", {})
    folder = EncoderFolder(
        name=path.resolve().name,
        path=path,
        sha256=_sha256(path / "model.onnx"),
        dimension=_whole(config, "hidden_size", path),
        query_prefix=prompts.get("query", ""),
        passage_prefix=prompts.get("document", prompts.get("passage", "")),
        pooling="mean" if _json(path / "1_Pooling" / "config.json").get("pooling_mode_mean_tokens") else "cls",
        window=min(_whole(config, "max_position_embeddings", path), MOST_TOKENS),
    )
    return OnnxEmbedder(folder, threads=threads)


def _whole(config: dict[str, Any], key: str, path: Path) -> int:
    value = config.get(key)
    if not isinstance(value, int) or value < 1:
        raise _unusable(path, f"config.json gives no {key!r}")
    return value


def _json(file: Path, *, needed: bool = False) -> dict[str, Any]:
    if not needed and not file.exists():
        return {}
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _unusable(file.parent, f"{file.name} cannot be read") from error
    if not isinstance(content, dict):
        raise _unusable(file.parent, f"{file.name} holds no object")
    return content


def _sha256(file: Path) -> str:
    try:
        with file.open("rb") as weights:
            return hashlib.file_digest(weights, "sha256").hexdigest()
    except OSError as error:
        raise _unusable(file.parent, f"{file.name} cannot be read") from error


def _unusable(path: Path, why: str) -> ConfigError:
    return ConfigError(
        f"The embedding model in {str(path)!r} cannot be used: {why}.",
        hint="PAPERATLAS_EMBEDDER_PATH must name a folder with model.onnx, tokenizer.json and config.json.",
    )
