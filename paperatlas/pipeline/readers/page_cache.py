"""Pages that were read before, kept on disk: most of the time of reading goes into models that look at pages.

What is kept is what an engine made of a page, not what was made of it since: the rules that find headings, tables and
references run again, so a better rule is at work on the next reading. An entry is a file for each document, its name a
hash of the document's bytes and of everything that decides what a page looks like; nothing in it is ever brought up to
date. It is written aside and renamed when it is whole, so processes can share the folder; what is damaged is written
again. The files that were not used for the longest time make room for new ones.
"""

import contextlib
import hashlib
import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, TypeAdapter
from pydantic_core import from_json

from paperatlas.pipeline.layout import RawPage
from paperatlas.pipeline.readers.paged import OpenPdf, PagedFile

__all__ = ["CachedOpening", "PageCache"]

_MAGIC = b"paperatlas pages 1\n"
_SUFFIX = ".pages"
_LEVEL = 3
"""Of zlib: a page takes half a millisecond and a tenth of its size."""
_CODE = ("layout.py", "rects.py", "flow/*.py", "readers/*.py", "readers/ocr/*.py")
"""Modules that have a say in what an engine makes of a page. A change in one of them makes all entries stale."""


class _Head(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    info: tuple[tuple[str, str], ...]
    outline: tuple[tuple[int, str, int], ...]
    pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PageCache:
    """A folder of read pages."""

    folder: Path
    most_bytes: int
    renew: bool = False
    """Read everything anew, and keep that in place of what there is."""


class CachedOpening:
    """An `OpenPdf` around another one, which is asked when a file's pages are not in the cache."""

    def __init__(self, open_file: OpenPdf, *, cache: PageCache, made_by: Callable[[], str]) -> None:
        """`made_by` names the engine, its version, and every setting that decides what it makes of a page."""
        self._open_file = open_file
        self._cache = cache
        self._made_by = made_by

    def __call__(self, path: Path, name: str) -> AbstractContextManager[PagedFile]:
        return _open_cached(path, name, self._open_file, self._cache, self._made_by())


@contextmanager
def _open_cached(path: Path, name: str, open_file: OpenPdf, cache: PageCache, made_by: str) -> Iterator[PagedFile]:
    try:
        entry = cache.folder / f"{_key(path, made_by)}{_SUFFIX}"
    except OSError:  # how to say that a file cannot be opened is the engine's
        with open_file(path, name) as file:
            yield file
        return
    kept = None if cache.renew else _kept(entry)
    if kept is not None:
        with kept:
            yield kept
        return
    with open_file(path, name) as file:
        keeping = _Keeping(file, entry, cache.most_bytes)
        try:
            yield keeping
            keeping.finish()
        finally:
            keeping.drop()


def _key(path: Path, made_by: str) -> str:
    with path.open("rb") as file:
        content = hashlib.file_digest(file, "sha256")
    return hashlib.sha256(f"{content.hexdigest()} {made_by} {_code()}".encode()).hexdigest()


@cache
def _code() -> str:
    """A hash of the code that makes pages."""
    pipeline = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for file in sorted(file for pattern in _CODE for file in pipeline.glob(pattern)):
        digest.update(file.read_bytes())
    return digest.hexdigest()


@cache
def _adapter() -> TypeAdapter[tuple[RawPage, int]]:
    return TypeAdapter(tuple[RawPage, int])


def _kept(entry: Path) -> "_Kept | None":
    """The pages of an entry; None where there is none, or a damaged one."""
    with contextlib.ExitStack() as open_:
        try:
            file = open_.enter_context(entry.open("rb"))
            head, places = _looked_through(file)
            os.utime(entry)  # used just now
        except (OSError, ValueError, zlib.error):
            return None
        open_.pop_all()
        return _Kept(file, head, places)


def _looked_through(file: BinaryIO) -> tuple[_Head, list[int]]:
    """The head of an entry and where its pages begin.

    Raises:
        ValueError, zlib.error: it is not whole. Better now than on a page in the middle.
    """
    if file.readline() != _MAGIC:
        raise ValueError("another format")
    head = _Head.model_validate_json(zlib.decompress(_record(file)))
    places = []
    for _ in range(head.pages):
        places.append(file.tell())
        _record(file)
    return head, places


class _Kept:
    """A `PagedFile` of pages that were read before."""

    def __init__(self, file: BinaryIO, head: _Head, places: Sequence[int]) -> None:
        self._file = file
        self._head = head
        self._places = places

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def __len__(self) -> int:
        return self._head.pages

    @property
    def info(self) -> tuple[tuple[str, str], ...]:
        return self._head.info

    @property
    def outline(self) -> tuple[tuple[int, str, int], ...]:
        return self._head.outline

    def page(self, number: int) -> tuple[RawPage, int]:
        self._file.seek(self._places[number - 1])
        return _adapter().validate_python(from_json(zlib.decompress(_record(self._file))))


class _Keeping:
    """A `PagedFile` that writes down what another one reads. Only a document of which every page was read well is kept."""

    def __init__(self, file: PagedFile, entry: Path, most_bytes: int) -> None:
        self._file = file
        self._entry = entry
        self._most_bytes = most_bytes
        self._next = 1
        self._aside: BinaryIO | None = None
        self._part = entry.with_name(f"{entry.stem}.{uuid4().hex}.part")

    def __len__(self) -> int:
        return len(self._file)

    @property
    def info(self) -> tuple[tuple[str, str], ...]:
        return self._file.info

    @property
    def outline(self) -> tuple[tuple[int, str, int], ...]:
        return self._file.outline

    def page(self, number: int) -> tuple[RawPage, int]:
        raw, words = self._file.page(number)
        if number == self._next and not raw.troubles:
            with contextlib.suppress(OSError):  # a full disk costs the entry, not the document
                self._write(_adapter().dump_json((raw, words)))
                self._next += 1
        return raw, words

    def finish(self) -> None:
        """Put the entry in its place, if it is whole."""
        if self._aside is None or self._next <= len(self._file):
            return
        with contextlib.suppress(OSError):
            self._aside.close()
            self._part.replace(self._entry)
            _make_room(self._entry.parent, self._most_bytes)

    def drop(self) -> None:
        """Leave nothing half-written behind."""
        if self._aside is not None:
            with contextlib.suppress(OSError):
                self._aside.close()
            with contextlib.suppress(OSError):
                self._part.unlink(missing_ok=True)

    def _write(self, content: bytes) -> None:
        if self._aside is None:
            self._part.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._aside = self._part.open("xb")
            self._aside.write(_MAGIC)
            head = _Head(info=self._file.info, outline=self._file.outline, pages=len(self._file))
            _put(self._aside, head.model_dump_json().encode())
        _put(self._aside, content)


def _put(file: BinaryIO, content: bytes) -> None:
    packed = zlib.compress(content, _LEVEL)
    file.write(len(packed).to_bytes(4, "big") + zlib.crc32(packed).to_bytes(4, "big") + packed)


def _record(file: BinaryIO) -> bytes:
    """Raises ValueError where it is cut short or changed."""
    head = file.read(8)
    packed = file.read(int.from_bytes(head[:4], "big"))
    if len(head) < 8 or zlib.crc32(packed) != int.from_bytes(head[4:], "big"):
        raise ValueError("damaged")
    return packed


def _make_room(folder: Path, most_bytes: int) -> None:
    """Remove the files that were not used for the longest time until the rest fits; other processes may do the same."""
    entries = []
    for file in folder.iterdir():
        with contextlib.suppress(OSError):
            found = file.stat()
            entries.append((found.st_mtime, found.st_size, file))
    total = sum(size for _, size, _ in entries)
    for _, size, file in sorted(entries):
        if total <= most_bytes:
            return
        with contextlib.suppress(OSError):
            file.unlink()
            total -= size
