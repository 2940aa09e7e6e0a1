"""An open PDF as the reader sees it, whatever engine opened it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from paperatlas.pipeline.layout import RawPage

__all__ = ["OpenPdf", "PagedFile"]


class PagedFile(Protocol):
    """An open PDF, whatever engine opened it."""

    @property
    def info(self) -> tuple[tuple[str, str], ...]:
        """The file's properties: title, author, subject, keywords and the like."""
        ...

    @property
    def outline(self) -> tuple[tuple[int, str, int], ...]:
        """Its bookmarks: level from 1, title, page."""
        ...

    def __len__(self) -> int:
        """How many pages it has."""
        ...

    def page(self, number: int) -> tuple[RawPage, int]:
        """A page, and how many words its text layer has. Raises whatever the engine raises on a damaged page."""
        ...


OpenPdf = Callable[[Path, str], AbstractContextManager[PagedFile]]
"""Opens a file by path, given the name that errors call it by. Raises UnreadableFile and EncryptedFile."""
