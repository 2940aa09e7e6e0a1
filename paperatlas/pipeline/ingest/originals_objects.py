"""Originals in an object store, for libraries whose files are more than a disk holds or that several machines share.

Which store is fsspec's matter: S3, Google Cloud Storage, Azure, SFTP, WebDAV and more. What is used lately lies on this machine
too, in the library's folder.
"""

import os
import time
import uuid
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from paperatlas.core.errors import StoreError
from paperatlas.core.masking import masked_address
from paperatlas.core.writing import Stamp
from paperatlas.pipeline.ingest.originals import content_of
from paperatlas.pipeline.ingest.originals_folder import FolderOriginals

__all__ = ["ObjectOriginals"]

_IN_USE_SECONDS = 3600.0
"""A file that was asked for so lately may be open: it is not let go."""
_LOOKS = 16
"""How often the room is looked at while the files at hand grow to their limit once."""


class ObjectOriginals:
    """Implements `Originals` as objects `<root>/<first two digits>/<name>`, with a folder for those at hand."""

    def __init__(self, files: Any, root: str, folder: FolderOriginals, *, most: int) -> None:
        """`files` is a file system of fsspec, `root` a place in it, `most` the bytes at hand before old files are let go."""
        self._files = files
        self._root = root.rstrip("/")
        self._folder = folder
        self._most = most
        self._added = 0

    @property
    def folders(self) -> tuple[Path, Path]:
        return self._folder.folders

    def at_hand(self, name: str) -> Path:
        return self._folder.at_hand(name)

    def path(self, name: str) -> Path:
        path = self.at_hand(name)
        if not path.is_file():
            with suppress(FileNotFoundError):
                self._fetch(name, path)
        with suppress(OSError):  # of a disk that may only be read: then nothing is let go there either
            os.utime(path)
        return path

    def _fetch(self, name: str, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f"{uuid.uuid4().hex}.partial")
        try:
            with self._reached():
                self._files.get_file(self._object(name), str(partial))
            if content_of(partial) == path.stem:  # else it is damaged there, which is as good as lost
                partial.replace(path)
                self._make_room(path.stat().st_size)
        finally:
            partial.unlink(missing_ok=True)

    def keep(self, path: Path, stamp: Stamp) -> str:
        name = self._folder.keep(path, stamp)
        self._send(name)
        return name

    def lay_down(self, content: bytes, source: Path) -> Path:
        return self._folder.lay_down(content, source)

    def put(self, path: Path, name: str) -> None:
        self._folder.put(path, name)
        self._send(name, anew=True)

    def adopt(self, file: Path) -> None:
        self._folder.adopt(file)
        self._send(file.name)

    def _send(self, name: str, *, anew: bool = False) -> None:
        path = self.at_hand(name)
        size = path.stat().st_size
        if anew or self._size(name) != size:
            with self._reached():
                self._files.put_file(str(path), self._object(name))
        self._make_room(size)

    def drop(self, name: str) -> None:
        self._folder.drop(name)
        with self._reached(), suppress(FileNotFoundError):
            self._files.rm_file(self._object(name))

    def strays(self, wanted: Collection[str]) -> int:
        return self._folder.strays(wanted) + sum(1 for name in self._names() if name not in wanted)

    def sweep(self, wanted: Collection[str]) -> None:
        self._folder.sweep(wanted)
        for name in self._names():
            if name not in wanted:
                self.drop(name)

    def is_empty(self) -> bool:
        return self._folder.is_empty() and not any(self._names())

    def is_intact(self, name: str) -> bool:
        """What is at hand is as it was sent, so that it is not fetched again to be looked at."""
        size, path = self._size(name), self.path(name)
        return size is not None and self._folder.is_intact(name) and path.stat().st_size == size

    def _object(self, name: str) -> str:
        return f"{self._root}/{name[:2]}/{name}"

    def _size(self, name: str) -> int | None:
        with self._reached():
            self._files.invalidate_cache()  # another machine may have sent or removed it
            try:
                return int(self._files.info(self._object(name))["size"])
            except FileNotFoundError:
                return None

    def _names(self) -> list[str]:
        with self._reached():
            self._files.invalidate_cache()
            try:
                return [path.rpartition("/")[2] for path in self._files.find(self._root)]
            except FileNotFoundError:
                return []

    def _make_room(self, added: int) -> None:
        """Let go of what was longest not used, once there is too much. Only what the store has goes."""
        self._added += added
        if self._added < self._most // _LOOKS:
            return
        self._added = 0
        held = sorted((path.stat().st_mtime, path.stat().st_size, path) for path in self.folders[1].glob("??/*"))
        over = sum(size for _, size, _ in held) - self._most
        for used, size, path in held:
            if over <= 0 or used > time.time() - _IN_USE_SECONDS:
                break
            if self._size(path.name) == size:
                path.unlink(missing_ok=True)
                over -= size

    @contextmanager
    def _reached(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            raise
        except Exception as error:  # each kind of store raises what its own library does
            raise StoreError(
                f"The originals in {masked_address(self._files.unstrip_protocol(self._root))!r} could not be used:"
                f" {masked_address(str(error)) or type(error).__name__}.",
                hint="See that the store is up and its name and password are right, and run the command again.",
            ) from error
