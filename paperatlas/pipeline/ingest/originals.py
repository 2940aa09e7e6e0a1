"""The originals of a library, kept by the hash of their bytes, so that pages can be shown when the user's file has moved."""

import hashlib
from collections.abc import Collection
from pathlib import Path
from typing import Protocol

from paperatlas.core.ids import DocumentId
from paperatlas.core.writing import Stamp

__all__ = ["Originals", "content_of", "original_name"]


class Originals(Protocol):
    """Files by names that begin with the hash of their content: what has a name never changes, so no file is ever replaced."""

    @property
    def folders(self) -> tuple[Path, Path]:
        """The library's folder and the originals' in it: no papers to ingest are there."""
        ...

    def path(self, name: str) -> Path:
        """A file on this machine with that original. It may not be there where the original is lost.

        Raises:
            StoreError: where originals are kept is out of reach.
        """
        ...

    def at_hand(self, name: str) -> Path:
        """Where that file lies on this machine if it does; nothing is fetched."""
        ...

    def keep(self, path: Path, stamp: Stamp) -> str:
        """Keep a file; its name here.

        Raises:
            UnreadableFile: the file is gone, or no longer what the stamp says.
            StoreError: as of `path`.
        """
        ...

    def lay_down(self, content: bytes, source: Path) -> Path:
        """Write what was put together of several files to a file, for `keep`; the caller deletes it.

        Raises:
            UnreadableFile: it cannot be written; `source` names what it was made of.
        """
        ...

    def put(self, path: Path, name: str) -> None:
        """Keep a file under the name of its content. Raises as `keep`."""
        ...

    def adopt(self, file: Path) -> None:
        """Take over a file of the library's disk that has the name of its content. It may be moved.

        Raises:
            StoreError: as of `path`.
        """
        ...

    def drop(self, name: str) -> None:
        """Remove an original."""
        ...

    def strays(self, wanted: Collection[str]) -> int:
        """How many files there are that are not wanted, such as copies that were never finished."""
        ...

    def sweep(self, wanted: Collection[str]) -> None:
        """Remove those."""
        ...

    def is_empty(self) -> bool:
        """Whether no file is kept."""
        ...

    def is_intact(self, name: str) -> bool:
        """Whether the original is there and still has the bytes that it is named after."""
        ...


def original_name(path: Path, stamp: Stamp) -> str:
    """The name under which a file is kept."""
    return f"{stamp.content}{path.suffix.lower()}"


def content_of(path: Path) -> DocumentId:
    """The document id of a file's bytes."""
    with path.open("rb") as file:
        return DocumentId(hashlib.file_digest(file, "sha256").hexdigest()[:32])
