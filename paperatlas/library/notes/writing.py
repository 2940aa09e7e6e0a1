"""Notes on papers in a folder, such as a vault of Obsidian: each written whole, and only when something is new.

A note is known by its property `paperatlas`, wherever in the folder it was moved and whatever it was renamed to.
"""

import os
import re
import shutil
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from paperatlas.core.disk import writing_to
from paperatlas.core.ids import DocumentId
from paperatlas.core.summaries import Summary
from paperatlas.core.types import Document
from paperatlas.library.notes.note import KEY, Quoted, Ties, note_text, own_part
from paperatlas.library.notes.ties import ties_between
from paperatlas.library.opened import Opened

__all__ = ["NotesReport", "write_notes"]

FILES = "files"
"""The folder for the papers themselves."""
_PROPERTIES = re.compile(r"\A---\n(.*?)\n---(?:\n|\Z)", re.DOTALL)
_NO_NAME = re.compile(r'[\\/:*?"<>|#^\[\]%\x00-\x1f]+')
"""What a file's name, or a link to it, may not hold on one of the systems."""
_LONGEST_NAME = 100
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesReport:
    folder: str
    written: tuple[str, ...]
    """Names of notes that are new or changed."""
    unchanged: tuple[str, ...]
    left: tuple[str, ...]
    """Notes from which the marker was taken away: they are a person's own now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Note:
    """A note that is there."""

    path: Path
    text: str
    properties: Mapping[str, Any]


def write_notes(
    opened: Opened,
    documents: Sequence[Document],
    folder: Path,
    *,
    summary_of: Callable[[DocumentId], Summary],
    copy_files: bool,
) -> NotesReport:
    """Raises StoreError where the folder cannot be written to."""
    with writing_to("The folder of notes", folder):
        folder.mkdir(parents=True, exist_ok=True)
        there = {str(note.properties[KEY]): note for note in _notes(folder)}
        places = _places(documents, there, folder)
        names = {document.id: places[document.id].stem for document in documents}
        knowledge = opened.knowledge if opened.parts.graph else None
        ties, quoted = ties_between(opened.catalog, knowledge, names), _quoted(opened)
        found: defaultdict[str, list[str]] = defaultdict(list)
        for document in documents:
            path, before = places[document.id], there.get(document.name)
            own = own_part(before.text) if before else ""
            if own is None:
                found["left"].append(path.stem)
                continue
            text = note_text(
                document,
                file=_file(opened, document, folder, path, copy_files=copy_files),
                summary=summary_of(document.id),
                quoted=quoted.get(document.id, ()),
                ties=ties.get(document.id, Ties()),
                kept=before.properties if before else {},
                own=own,
            )
            same = before is not None and before.text == text
            if not same:
                _write(path, text)
            found["unchanged" if same else "written"].append(path.stem)
    return NotesReport(
        folder=str(folder), written=tuple(found["written"]), unchanged=tuple(found["unchanged"]), left=tuple(found["left"])
    )


def _notes(folder: Path) -> Iterator[_Note]:
    """The notes on papers, in the folder and below; other notes are only looked into."""
    import yaml  # noqa: PLC0415 - start-up time

    for home, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(home) / name
            if path.suffix != ".md" or path.is_symlink():
                continue
            text = path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n")
            try:
                properties = yaml.safe_load(head[1]) if (head := _PROPERTIES.match(text)) else None
            except yaml.YAMLError:  # a person's own
                continue
            if isinstance(properties, dict) and KEY in properties:
                yield _Note(path=path, text=text, properties=properties)


def _places(documents: Sequence[Document], there: Mapping[str, _Note], folder: Path) -> Mapping[DocumentId, Path]:
    """The file of each note: where it is, else one that no other file has. Links find notes by their names alone."""
    taken = {path.stem.casefold() for path in folder.rglob("*.md")}
    places: dict[DocumentId, Path] = {}
    for document in documents:
        if note := there.get(document.name):
            places[document.id] = note.path
            continue
        plain = _file_name(document.title)
        number, name = 1, plain
        while name.casefold() in taken:
            number += 1
            name = f"{plain} ({number})"
        taken.add(name.casefold())
        places[document.id] = folder / f"{name}.md"
    return places


def _file_name(title: str) -> str:
    name = " ".join(_NO_NAME.sub(" ", title).split())[:_LONGEST_NAME].strip(" .")
    return f"{name} -" if _DEVICES.match(name) else name or "Paper"


def _quoted(opened: Opened) -> Mapping[DocumentId, Sequence[Quoted]]:
    """What answers that are kept quote from each paper, each passage once, in the order of pages."""
    found: defaultdict[DocumentId, dict[tuple[int, str], Quoted]] = defaultdict(dict)
    for thread in opened.conversations.threads():
        for kept in opened.conversations.turns(thread.name):
            for citation in kept.turn.answer.citations if kept.turn.answer else ():
                key = (citation.page, citation.row or citation.quote)
                found[citation.document].setdefault(key, Quoted(question=kept.turn.question, citation=citation))
    return {document: [quotes[key] for key in sorted(quotes)] for document, quotes in found.items()}


def _file(opened: Opened, document: Document, folder: Path, note: Path, *, copy_files: bool) -> str:
    """The paper as a link from its note: a copy beside the notes, else the library's own."""
    kept = opened.catalog.original(document.id)
    original = opened.originals.path(kept) if kept else None
    if original is None or not original.exists():
        return ""
    if not copy_files:
        return original.resolve().as_uri()
    base = document.name.rpartition("/")[2]
    # Its name, and of two papers of one name the beginning of the id.
    copy = folder / FILES / (base if base == document.name else f"{document.id[:8]}-{base}")
    if not _is_copy(copy, original):
        copy.parent.mkdir(parents=True, exist_ok=True)
        part = copy.with_name(f"{uuid.uuid4().hex}.part")
        try:
            shutil.copyfile(original, part)
            part.replace(copy)
        finally:
            part.unlink(missing_ok=True)
    return quote(Path(os.path.relpath(copy, note.parent)).as_posix())


def _is_copy(copy: Path, original: Path) -> bool:
    """By time and not by content: what a person marks in the copy stays."""
    return copy.exists() and copy.stat().st_mtime_ns >= original.stat().st_mtime_ns


def _write(path: Path, text: str) -> None:
    """Whole or not at all: an editor may have it open."""
    part = path.with_name(f".{uuid.uuid4().hex}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
