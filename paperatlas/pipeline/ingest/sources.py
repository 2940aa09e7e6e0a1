"""From what a person names (files, folders, globs) to the files to take, each once and in a fixed order."""

import glob
import hashlib
import os
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from paperatlas.core.errors import InputError, PaperAtlasError, UnreadableFile, UnsupportedFile
from paperatlas.core.ids import DocumentId, document_id
from paperatlas.core.ports import Record
from paperatlas.core.writing import Stamp

__all__ = ["Found", "find", "record_stamp", "stamp"]


@dataclass(slots=True)
class Found:
    """What there is to take."""

    files: list[Path] = field(default_factory=list)
    """Resolved, each once, sorted."""
    refused: list[tuple[str, PaperAtlasError]] = field(default_factory=list)
    """What was named and cannot be taken."""
    notes: list[str] = field(default_factory=list)
    """What was left out of a folder."""
    folders: list[Path] = field(default_factory=list)
    """The folders that were gone through."""


def find(
    paths: Iterable[str | os.PathLike[str]],
    suffixes: frozenset[str],
    *,
    outside: Collection[Path] = (),
    is_document: Callable[[Path], bool] = lambda _: True,
) -> Found:
    """The files that `paths` stand for. A file that is named is taken or refused; in a folder only what can be read is taken.

    Folders in `outside` are not entered: the library's own, when it lies among the papers. Files of a folder that are no
    `is_document`, such as the chapters of a LaTeX document, are left out.
    """
    found = Found()
    for named in paths:
        for path in _expanded(os.fspath(named)):
            if path.is_dir():
                found.folders.append(path.resolve())
                files = list(_in_folder(path.resolve(), suffixes, outside, found.notes))
                taken = [file for file in files if is_document(file)]
                found.notes.extend(_parts(path, sorted(set(files) - set(taken))))
                found.files.extend(taken)
            elif refusal := _refusal(path, suffixes):
                found.refused.append((str(path), refusal))
            else:
                found.files.append(path.resolve())
    found.files = sorted(set(found.files), key=str)
    return found


def _expanded(named: str) -> list[Path]:
    path = Path(named).expanduser()
    if path.exists() or not glob.has_magic(named):
        return [path]
    return [Path(match) for match in sorted(glob.glob(str(path), recursive=True))] or [path]  # noqa: PTH207 - Path.glob takes no absolute pattern


def _refusal(path: Path, suffixes: frozenset[str]) -> InputError | None:
    if not path.is_file():
        return UnreadableFile(
            f"There is no file {str(path)!r}.", hint="Check the path; quote a pattern so that the shell leaves it alone."
        )
    if path.suffix.lower() not in suffixes:
        return UnsupportedFile(
            f"{path.name!r} is not of a kind that can be read.", hint=f"These are: {', '.join(sorted(suffixes))}."
        )
    if not _is_unicode(path):
        return UnreadableFile(f"The name of {os.fsencode(path)!r} is not Unicode.", hint="Rename the file.")
    return None


def _is_unicode(path: Path) -> bool:
    try:
        str(path.resolve()).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _in_folder(root: Path, suffixes: frozenset[str], outside: Collection[Path], notes: list[str]) -> Iterator[Path]:
    hidden = 0
    for folder, folders, names in os.walk(root, followlinks=False):
        here = Path(folder)
        notes.extend(_leaving_links(root, (here / name for name in folders)))
        hidden += sum(name.startswith(".") for name in (*folders, *names))
        folders[:] = sorted(name for name in folders if not name.startswith(".") and here / name not in outside)
        files = [here / name for name in sorted(names) if not name.startswith(".") and Path(name).suffix.lower() in suffixes]
        leaving = list(_leaving_links(root, files))
        notes.extend(leaving)
        for path in files:
            target = path.resolve()
            if not target.is_relative_to(root) or not target.is_file():
                continue
            if _is_unicode(path):
                yield target
            else:
                notes.append(f"left out {os.fsencode(path)!r}: its name is not Unicode")
    if hidden:
        notes.append(f"left out {hidden} hidden files or folders in {str(root)!r}")


def _parts(folder: Path, left_out: list[Path]) -> Iterator[str]:
    if left_out:
        files = "1 file" if len(left_out) == 1 else f"{len(left_out)} files"
        yield f"left out {files} in {str(folder)!r} that are no documents of their own, such as {left_out[0].name!r}"


def _leaving_links(root: Path, paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        if path.is_symlink() and not path.resolve().is_relative_to(root):
            yield f"left out {str(path)!r}: the link leads out of the folder"


def stamp(path: Path) -> Stamp:
    """A file as it is now.

    Raises:
        UnreadableFile: it cannot be opened.
    """
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            content = DocumentId(hashlib.file_digest(file, "sha256").hexdigest()[:32])
    except OSError as error:
        raise UnreadableFile(
            f"{str(path)!r} cannot be opened: {error.strerror}.", hint="Check that the file is there and may be read."
        ) from error
    return Stamp(
        source=str(path),
        folder=str(path.parent),
        base=unicodedata.normalize("NFC", path.name),
        content=content,
        size=status.st_size,
        mtime_ns=status.st_mtime_ns,
    )


def record_stamp(path: Path, record: Record) -> Stamp:
    """A record of a file. It has no time of its own: the file's would make every record look touched."""
    # JSON can spell half a surrogate pair, which no encoding can.
    name = unicodedata.normalize("NFC", record.name.encode("utf-8", "replace").decode("utf-8"))
    return Stamp(
        source=f"{path}#{name}",
        folder=str(path),
        base=name,
        content=document_id(record.content),
        size=len(record.content),
        mtime_ns=0,
    )
