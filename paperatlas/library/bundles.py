"""Copies of a library where they lie: a folder that is brought up to date by each backup, or one file to hand on.

In a folder each file lies under the hash of its bytes. So a backup writes only what is new, and nothing of the one before is
touched until the list of the new one has taken its place, by a rename.
"""

import hashlib
import os
import shutil
import stat
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Protocol

from filelock import FileLock, Timeout

from paperatlas.core.errors import LibraryLocked
from paperatlas.library.manifest import MANIFEST, MOST_BYTES, Kept, Manifest, refused

__all__ = ["Bundle", "FolderTarget", "Target", "ZipTarget", "open_bundle", "taken", "working_in"]

_FILES = "files"
_PART = "part"
_BUFFER = 1 << 20
_MOST_TIMES = 100
"""Times the archive's size that it may unpack to: catalogs of real papers come to 4, and what is made to fill a disk to 1,000."""
_PACKED = frozenset({".pdf", ".docx", ".epub", ".gz"})
"""What deflating would not make smaller."""


class Bundle(Protocol):
    """A copy to read."""

    manifest: Manifest

    def open(self, kept: Kept) -> IO[bytes]:
        """Raises UnreadableBackup: it is not there."""
        ...


class Target(Protocol):
    """A copy that is being made."""

    copied: int
    """Files that were written."""

    def held(self, path: str) -> Kept | None:
        """The original of that path if the copy that this one follows has it."""
        ...

    def put(self, path: str, file: Path) -> Kept:
        """Take a file into it. Raises OSError, FileNotFoundError where the file is gone."""
        ...

    def finish(self, manifest: Manifest) -> None:
        """From now on it is this copy and no other."""
        ...

    def close(self) -> None:
        """Let go of it, finished or not."""
        ...


class FolderTarget:
    """Implements `Target`."""

    def __init__(self, folder: Path, work: Path) -> None:
        self._folder = folder
        self._work = work
        before = _manifest_of(folder) if (folder / MANIFEST).exists() else None
        self._before = {kept.path: kept for kept in before.files} if before else {}
        self.copied = 0

    def held(self, path: str) -> Kept | None:
        kept = self._before.get(path)
        return kept if kept and kept.is_original and _has_size(self._place(kept), kept.size) else None

    def put(self, path: str, file: Path) -> Kept:
        partial = self._work / "file"
        with file.open("rb") as source, partial.open("wb") as copy:
            kept = _copied(path, source, copy)
        target = self._place(kept)
        if not _has_size(target, kept.size):
            target.parent.mkdir(parents=True, exist_ok=True)
            partial.replace(target)
            self.copied += 1
        return kept

    def finish(self, manifest: Manifest) -> None:
        partial = self._work / MANIFEST
        _write_through(partial, manifest.written())
        partial.replace(self._folder / MANIFEST)
        wanted = {self._place(kept) for kept in manifest.files}
        for file in (self._folder / _FILES).glob("*/*"):
            if file not in wanted:
                file.unlink(missing_ok=True)

    def close(self) -> None:
        """Nothing is held."""

    def _place(self, kept: Kept) -> Path:
        return _place_of(self._folder, kept)


class ZipTarget:
    """Implements `Target`: a zip archive, of any size, that appears when it is whole."""

    def __init__(self, file: Path, work: Path) -> None:
        self._file = file
        self._partial = work / "archive.zip"
        self._stream = self._partial.open("wb")
        self._zip = zipfile.ZipFile(self._stream, "w", zipfile.ZIP_DEFLATED)
        self.copied = 0

    def held(self, path: str) -> Kept | None:
        del path
        return None  # an archive is written whole

    def put(self, path: str, file: Path) -> Kept:
        info = zipfile.ZipInfo(path)
        info.compress_type = zipfile.ZIP_STORED if file.suffix in _PACKED else zipfile.ZIP_DEFLATED
        with file.open("rb") as source, self._zip.open(info, "w", force_zip64=True) as copy:
            kept = _copied(path, source, copy)
        self.copied += 1
        return kept

    def finish(self, manifest: Manifest) -> None:
        self._zip.writestr(MANIFEST, manifest.written())
        self._zip.close()
        self._stream.flush()
        os.fsync(self._stream.fileno())
        self._stream.close()
        self._partial.replace(self._file)

    def close(self) -> None:
        with suppress(OSError, ValueError):  # of what was given up the directory need not be written
            self._zip.close()
        with suppress(OSError):
            self._stream.close()


class _FolderBundle:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.manifest = _manifest_of(folder)

    def open(self, kept: Kept) -> IO[bytes]:
        place = _place_of(self._folder, kept)
        try:
            if not stat.S_ISREG(place.lstat().st_mode):
                raise refused(str(self._folder), f"{kept.path!r} is no plain file there")
            return place.open("rb")
        except FileNotFoundError:
            raise refused(str(self._folder), f"{kept.path!r} is missing") from None


class _ZipBundle:
    def __init__(self, file: Path, archive: zipfile.ZipFile) -> None:
        self._place = str(file)
        self._zip = archive
        entries = archive.infolist()
        # Entries that overlap can unpack to any size; those that do not take no more room than the file has.
        if sum(entry.compress_size for entry in entries) > file.stat().st_size:
            raise refused(self._place, "its parts overlap")
        for entry in entries:
            mode = entry.external_attr >> 16
            if mode and not stat.S_ISREG(mode) and stat.S_IFMT(mode):
                raise refused(self._place, f"{entry.filename[:80]!r} is no plain file")
            if entry.flag_bits & 1:
                raise refused(self._place, f"{entry.filename[:80]!r} is encrypted")
        with self._entry(MANIFEST) as stream:
            self.manifest = Manifest.read(_at_most(stream, MOST_BYTES, self._place), self._place)
        if self.manifest.bytes > _MOST_TIMES * file.stat().st_size:
            raise refused(self._place, "it would unpack to far more than any library")

    def open(self, kept: Kept) -> IO[bytes]:
        return self._entry(kept.path)

    def _entry(self, name: str) -> IO[bytes]:
        try:
            return self._zip.open(name)
        except (KeyError, zipfile.BadZipFile, NotImplementedError) as error:
            raise refused(self._place, f"{name!r} is missing or damaged") from error


@contextmanager
def open_bundle(place: Path) -> Iterator[Bundle]:
    """A backup's folder, or an exported file.

    Raises:
        UnreadableBackup: it is neither, or it is not whole.
    """
    if place.is_dir():
        yield _FolderBundle(place)
        return
    try:
        with ExitStack() as stack:
            try:
                archive = stack.enter_context(zipfile.ZipFile(place))
            except FileNotFoundError:
                raise refused(str(place), "there is nothing at that place") from None
            except zipfile.BadZipFile as error:
                raise refused(str(place), "it is no archive, or was cut off") from error
            yield _ZipBundle(place, archive)
    except zipfile.BadZipFile as error:
        raise refused(str(place), f"it is damaged ({error})") from error


def taken(bundle: Bundle, kept: Kept, target: Path, *, place: Path) -> None:
    """Write one file of a copy to `target`, and be sure that it is what the list says.

    Raises:
        UnreadableBackup: it is not; what was written is no longer there.
        OSError: it cannot be written.
    """
    try:
        with bundle.open(kept) as source, target.open("wb") as copy:
            found = _copied(kept.path, source, copy, most=kept.size)
    except (zipfile.BadZipFile, EOFError) as error:
        target.unlink(missing_ok=True)
        raise refused(str(place), f"{kept.path!r} is damaged") from error
    if found != kept:
        target.unlink(missing_ok=True)
        raise refused(str(place), f"{kept.path!r} is not what it was")


@contextmanager
def working_in(beside: Path) -> Iterator[Path]:
    """An empty folder for what is not finished; what one before left in it is gone.

    Raises:
        LibraryLocked: another process works there.
    """
    work = beside / _PART
    work.mkdir(parents=True, exist_ok=True)
    lock = FileLock(beside / f"{_PART}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise LibraryLocked(
            f"Another process is writing a copy to {str(beside)!r}.", hint="Wait until it is done, or name another place."
        ) from None
    try:
        shutil.rmtree(work)
        work.mkdir()
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)
        lock.release()


def _manifest_of(folder: Path) -> Manifest:
    try:
        with (folder / MANIFEST).open("rb") as stream:
            return Manifest.read(_at_most(stream, MOST_BYTES, str(folder)), str(folder))
    except FileNotFoundError:
        raise refused(str(folder), f"it has no {MANIFEST}") from None


def _at_most(stream: IO[bytes], most: int, place: str) -> bytes:
    content = stream.read(most + 1)
    if len(content) > most:
        raise refused(place, f"its {MANIFEST} is too large")
    return content


def _place_of(folder: Path, kept: Kept) -> Path:
    return folder / _FILES / kept.sha256[:2] / f"{kept.sha256}{kept.suffix}"


def _has_size(file: Path, size: int) -> bool:
    return file.is_file() and file.stat().st_size == size


def _copied(path: str, source: IO[bytes], copy: IO[bytes], *, most: int | None = None) -> Kept:
    """Up to one byte more than `most`, which is enough to see that it is another file."""
    digest, size = hashlib.sha256(), 0
    while block := source.read(_BUFFER):
        size += len(block)
        if most is not None and size > most:
            break
        digest.update(block)
        copy.write(block)
    copy.flush()
    if (descriptor := _descriptor(copy)) is not None:
        os.fsync(descriptor)
    return Kept(path=path, size=size, sha256=digest.hexdigest())


def _descriptor(copy: IO[bytes]) -> int | None:
    """None for what is part of another file."""
    try:
        return copy.fileno()
    except (OSError, AttributeError):
        return None


def _write_through(file: Path, content: bytes) -> None:
    with file.open("wb") as written:
        written.write(content)
        written.flush()
        os.fsync(written.fileno())
