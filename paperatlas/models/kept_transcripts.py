"""Transcripts of pages, kept by what they were made of: a model is paid once for a page."""

import hashlib
import os
import uuid
from contextlib import suppress
from pathlib import Path

from paperatlas.core.ports import PageReader

__all__ = ["KeptTranscripts"]


class KeptTranscripts:
    """A `PageReader` around another one, with a folder of files that processes may share."""

    def __init__(self, reader: PageReader, folder: Path) -> None:
        self.name = reader.name
        self.prompt = reader.prompt
        self._reader = reader
        self._folder = folder

    def transcribe(self, png: bytes) -> str:
        """Errors as of the reader's."""
        kept = self._folder / f"{self._key(png)}.txt"
        try:
            return kept.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            pass  # not read before, or damaged
        text = self._reader.transcribe(png)
        with suppress(OSError):  # a full disk costs the next reading some seconds, not this one its page
            self._folder.mkdir(parents=True, exist_ok=True)
            aside = kept.with_suffix(f".{uuid.uuid4().hex}")
            aside.write_text(text, encoding="utf-8")
            os.replace(aside, kept)  # noqa: PTH105 - atomic on every system
        return text

    def _key(self, png: bytes) -> str:
        digest = hashlib.sha256()
        for part in (self.name.encode(), self.prompt.encode(), png):
            digest.update(hashlib.sha256(part).digest())
        return digest.hexdigest()
