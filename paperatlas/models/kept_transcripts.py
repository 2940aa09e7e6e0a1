"""Transcripts of pages, kept by what they were made of: a model is paid once for a page."""

import hashlib
from pathlib import Path

from paperatlas.core.ports import PageReader
from paperatlas.models.kept_files import KeptFiles

__all__ = ["KeptTranscripts"]


class KeptTranscripts:
    """A `PageReader` around another one, with a folder of files that processes may share."""

    def __init__(self, reader: PageReader, folder: Path) -> None:
        self.name = reader.name
        self.prompt = reader.prompt
        self._reader = reader
        self._kept = KeptFiles(folder, suffix=".txt")

    def transcribe(self, png: bytes) -> str:
        """Errors as of the reader's."""
        key = self._key(png)
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        text = self._reader.transcribe(png)
        self._kept.put(key, text)
        return text

    def _key(self, png: bytes) -> str:
        digest = hashlib.sha256()
        for part in (self.name.encode(), self.prompt.encode(), png):
            digest.update(hashlib.sha256(part).digest())
        return digest.hexdigest()
