"""Texts kept by a key, in a folder of files that processes may share."""

import os
import uuid
from contextlib import suppress
from pathlib import Path

__all__ = ["KeptFiles"]


class KeptFiles:
    """What is written is there whole or not at all; what cannot be read or written is as if it had never been kept."""

    def __init__(self, folder: Path, *, suffix: str) -> None:
        self._folder = folder
        self._suffix = suffix

    def get(self, key: str) -> str | None:
        """None for what was not kept, or is damaged."""
        try:
            return self._file(key).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def put(self, key: str, text: str) -> None:
        """A disk that is full costs the next run its time, not this one its result."""
        kept = self._file(key)
        with suppress(OSError):
            kept.parent.mkdir(parents=True, exist_ok=True)
            aside = kept.with_suffix(f".{uuid.uuid4().hex}")
            aside.write_text(text, encoding="utf-8")
            os.replace(aside, kept)  # noqa: PTH105 - atomic on every system

    def _file(self, key: str) -> Path:
        return self._folder / f"{key}{self._suffix}"
