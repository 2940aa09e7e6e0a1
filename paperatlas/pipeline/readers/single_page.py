"""What the readers of formats without pages share: one page, an outline, and the same answers to bad input."""

from abc import ABC, abstractmethod
from collections.abc import Collection
from pathlib import Path
from typing import ClassVar

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.ids import document_id
from paperatlas.core.ports import OnPage
from paperatlas.core.types import Page, ParsedDocument, ParseWarning
from paperatlas.pipeline.readers.decoding import file_bytes
from paperatlas.pipeline.readers.outline import Outline

__all__ = ["SinglePageReader"]


class SinglePageReader(ABC):
    """A DocumentReader of files that are one flow of text."""

    suffixes: ClassVar[frozenset[str]]
    version: ClassVar[str]

    def read(self, path: Path, *, name: str, on_page: OnPage, skip: Collection[int] = ()) -> ParsedDocument:
        content = file_bytes(path)
        on_page(1, 1)
        if 1 in skip:
            warning = ParseWarning(code="page_skipped", message="The text was left out.", page=1)
            return ParsedDocument(name=name, id=document_id(content), pages=(Page(number=1, text=""),), warnings=(warning,))
        outline = Outline()
        self._fill(outline, content, name)
        if outline.is_empty:
            raise UnreadableFile(f"{name!r} holds no text.", hint="Fetch or export the file again.")
        return outline.document(name=name, content=document_id(content))

    @abstractmethod
    def _fill(self, outline: Outline, content: bytes, name: str) -> None:
        """Put what a file holds into an outline.

        Raises:
            UnreadableFile: nothing of it can be read.
            EncryptedFile: it needs a password.
        """
