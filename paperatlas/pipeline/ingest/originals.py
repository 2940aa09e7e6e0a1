"""The originals of a library, kept by the hash of their bytes, so that pages can be shown when the user's file has moved."""

import hashlib
import os
import uuid
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Literal

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.ids import DocumentId
from paperatlas.core.writing import Stamp

__all__ = ["Originals"]

_PARTIAL = ".partial"
_GATHERED = "gathered"
_BUFFER = 1 << 20


class Originals:
    """Files `<first two digits>/<hash><suffix>`. A name once given never changes its content, so no file is ever replaced."""

    def __init__(self, folder: Path, *, store: Literal["copy", "link"]) -> None:
        self._folder = folder.resolve()
        self._store = store

    @property
    def folders(self) -> tuple[Path, Path]:
        """The library's folder and the originals' in it: no papers to ingest are there."""
        return self._folder.parent, self._folder

    def path(self, name: str) -> Path:
        """Where the original of that file name lies."""
        return self._folder / name[:2] / name

    @staticmethod
    def name(path: Path, stamp: Stamp) -> str:
        """The file name under which a file is kept."""
        return f"{stamp.content}{path.suffix.lower()}"

    def keep(self, path: Path, stamp: Stamp) -> str:
        """Keep a file; its file name here.

        A link is a hard link: it costs nothing and survives that the file is moved or deleted; where the file system
        has none, it is a copy.

        Raises:
            UnreadableFile: the file is gone, or no longer what the stamp says.
        """
        name = self.name(path, stamp)
        target = self.path(name)
        if not (target.exists() and target.stat().st_size == stamp.size):
            self.put(path, name)
        return name

    def lay_down(self, content: bytes, source: Path) -> Path:
        """Write what was put together of several files to a file, for `keep`; the caller deletes it."""
        path = self._folder / _GATHERED / f"{uuid.uuid4().hex}.tar"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except OSError as error:
            raise UnreadableFile(
                f"{str(source)!r} could not be put together: {error.strerror or error}.", hint="Check the room on the disk."
            ) from error
        return path

    def put(self, path: Path, name: str) -> None:
        """Keep a file under the name of its content.

        Raises:
            UnreadableFile: the file is gone, or its content is another.
        """
        target = self.path(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = target.with_name(f"{uuid.uuid4().hex}{_PARTIAL}")
        try:
            content = self._take(path, partial)
            if content != target.stem:
                raise UnreadableFile(f"{str(path)!r} changed while it was read.", hint="Ingest it again when it is finished.")
            partial.replace(target)
        except OSError as error:
            raise UnreadableFile(
                f"{str(path)!r} could not be kept in the library: {error.strerror or error}.",
                hint="Check the file, and the room on the disk.",
            ) from error
        finally:
            with suppress(OSError):  # on a disk that may not be written to; else the next writer sweeps it
                partial.unlink(missing_ok=True)

    def _take(self, path: Path, partial: Path) -> str:
        if self._store == "link":
            with suppress(OSError):
                os.link(path, partial)
                return content_of(partial)
        with path.open("rb") as source, partial.open("xb") as copy:
            return _copy(source, copy)

    def drop(self, name: str) -> None:
        """Remove an original. One that another program holds open stays until the next sweep."""
        with suppress(OSError):
            self.path(name).unlink(missing_ok=True)

    def strays(self, wanted: Collection[str]) -> tuple[Path, ...]:
        """The files here that are not wanted, such as copies that were never finished; sorted."""
        return tuple(sorted(path for path in self._folder.glob("*/*") if path.name not in wanted))

    def is_intact(self, name: str) -> bool:
        """Whether the original is there and still has the bytes that it is named after."""
        path = self.path(name)
        return path.is_file() and content_of(path) == path.stem


def content_of(path: Path) -> DocumentId:
    """The document id of a file's bytes."""
    with path.open("rb") as file:
        return DocumentId(hashlib.file_digest(file, "sha256").hexdigest()[:32])


def _copy(source: BinaryIO, copy: BinaryIO) -> str:
    digest = hashlib.sha256()
    while block := source.read(_BUFFER):
        digest.update(block)
        copy.write(block)
    copy.flush()
    os.fsync(copy.fileno())  # the catalog will say that it is here
    return digest.hexdigest()[:32]
