"""Originals in a folder of the library."""

import hashlib
import os
import uuid
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Literal

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.writing import Stamp
from paperatlas.pipeline.ingest.originals import content_of, original_name

__all__ = ["FolderOriginals"]

_PARTIAL = ".partial"
_GATHERED = "gathered"
_BUFFER = 1 << 20


class FolderOriginals:
    """Implements `Originals`, as files `<first two digits>/<hash><suffix>`."""

    def __init__(self, folder: Path, *, store: Literal["copy", "link"]) -> None:
        self._folder = folder.resolve()
        self._store = store

    @property
    def folders(self) -> tuple[Path, Path]:
        return self._folder.parent, self._folder

    def path(self, name: str) -> Path:
        return self.at_hand(name)

    def at_hand(self, name: str) -> Path:
        return self._folder / name[:2] / name

    def keep(self, path: Path, stamp: Stamp) -> str:
        """A link is a hard link: it costs nothing and survives that the file is moved or deleted; where the file system
        has none, it is a copy.
        """
        name = original_name(path, stamp)
        target = self.path(name)
        if not (target.exists() and target.stat().st_size == stamp.size):
            self.put(path, name)
        return name

    def lay_down(self, content: bytes, source: Path) -> Path:
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

    def adopt(self, file: Path) -> None:
        target = self.path(file.name)
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            file.replace(target)

    def drop(self, name: str) -> None:
        """One that another program holds open stays until the next sweep."""
        with suppress(OSError):
            self.path(name).unlink(missing_ok=True)

    def strays(self, wanted: Collection[str]) -> int:
        return len(self._strays(wanted))

    def sweep(self, wanted: Collection[str]) -> None:
        for path in self._strays(wanted):
            path.unlink(missing_ok=True)

    def _strays(self, wanted: Collection[str]) -> list[Path]:
        return [path for path in self._folder.glob("*/*") if path.name not in wanted]

    def is_empty(self) -> bool:
        return not any(self._folder.glob("*/*"))

    def is_intact(self, name: str) -> bool:
        path = self.path(name)
        return path.is_file() and content_of(path) == path.stem


def _copy(source: BinaryIO, copy: BinaryIO) -> str:
    digest = hashlib.sha256()
    while block := source.read(_BUFFER):
        digest.update(block)
        copy.write(block)
    copy.flush()
    os.fsync(copy.fileno())  # the catalog will say that it is here
    return digest.hexdigest()[:32]
