"""Papers that people send: kept on disk before anything is promised, so that a restart finishes what was begun."""

import shutil
import time
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from paperatlas.core.errors import InputError, LibraryLocked
from paperatlas.core.types import Document
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.jobs import Work
from paperatlas.mcp_server.tools.changing import ingest, read_again
from paperatlas.web.kept_jobs import KeptJob, KeptJobs, id_of

__all__ = ["Sent", "Upload", "Uploads"]

FOLDER = "uploads"
_PIECE = 1 << 20
_LONGEST_NAME = 120
_PAUSE = 1.0
"""Seconds between two looks whether the library is free."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A file as it comes."""

    name: str
    content: BinaryIO


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload(KeptJob):
    """Files that were sent together; its result is what `ingest` said."""

    files: tuple[str, ...]
    collection: str = ""
    folder: str = ""
    """A folder or file of the server's machine that is taken in, where nothing was sent."""
    again: str = ""
    """The document that is read anew, where nothing was sent."""


class Uploads(KeptJobs[Upload]):
    """Papers that were sent, or named to be read."""

    def __init__(self, desk: Desk, *, most_bytes: int) -> None:
        super().__init__(desk, kind=Upload, noun="upload", folder=FOLDER)
        self._most_bytes = most_bytes

    def receive(self, files: Sequence[Sent], *, collection: str = "", key: str = "") -> Upload:
        """Keep files and begin to read them. The same `key` again is the same upload, whatever is sent with it.

        Raises:
            InputError: there is nothing, it has no usable name, or it is too large; nothing of it is kept.
        """
        id_ = id_of(key)
        if key and self._has(id_):
            return self.get(id_)
        if not files:
            raise InputError("No file was sent.", hint="Send at least one as multipart/form-data, in the field `files`.")
        folder = self._place(id_)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            names = tuple(dict.fromkeys(self._keep(each, folder) for each in files))
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return self._take_on(Upload(id=id_, files=names, collection=collection))

    def take(self, path: Path, *, collection: str = "") -> Upload:
        """Begin to read what lies on the server's machine."""
        return self._take_on(Upload(id=id_of(""), files=(path.name,), folder=str(path), collection=collection))

    def read_again(self, document: Document) -> Upload:
        """Begin to read a document of the library anew."""
        return self._take_on(Upload(id=id_of(""), files=(document.name,), again=document.id))

    def _work(self, job: Upload, work: Work) -> dict[str, Any]:
        """A library has one writer; another process that writes is waited for."""
        while True:
            try:
                if job.again:
                    return read_again(self._desk, job.again, work).data
                kept = self._place(job.id)
                files = [job.folder] if job.folder else [str(kept / name) for name in job.files]
                return ingest(self._desk, files, work, collection=job.collection).data
            except LibraryLocked as error:
                work.step(error.message)
                time.sleep(_PAUSE)

    def _keep(self, sent: Sent, folder: Path) -> str:
        name = _plain(sent.name)
        size = 0
        with (folder / name).open("wb") as file:
            while piece := sent.content.read(_PIECE):
                size += len(piece)
                if size > self._most_bytes:
                    raise InputError(
                        f"{name!r} is larger than {self._most_bytes >> 20} MiB.", hint="Ingest it from the command line."
                    )
                file.write(piece)
        if not size:
            raise InputError(f"{name!r} is empty.", hint="Send it again.")
        return name


def _plain(name: str) -> str:
    """A file name without a path. Raises InputError where nothing is left of it."""
    last = unicodedata.normalize("NFC", name).replace("\\", "/").rpartition("/")[2]
    stem, dot, ending = "".join(char for char in last if char.isprintable() and char not in '<>:"|?*').strip(" .").rpartition(".")
    if not stem or not ending.isalnum():
        raise InputError(f"{name!r} is no name of a paper.", hint="Name it with its ending, such as smith2024.pdf.")
    return f"{stem[:_LONGEST_NAME]}{dot}{ending.lower()}"
