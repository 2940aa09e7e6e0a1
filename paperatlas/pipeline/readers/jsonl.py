"""JSON Lines: one document a line."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

from paperatlas.core.errors import InputError, UnreadableFile
from paperatlas.core.ids import document_id
from paperatlas.core.ports import BadRecord, Record
from paperatlas.core.types import BlockKind, Metadata, ParsedDocument
from paperatlas.pipeline.readers.decoding import kind_of
from paperatlas.pipeline.readers.outline import Outline

__all__ = ["JsonlReader"]

_LONGEST_LINE = 64 << 20
"""Bytes of one record. A book is a few million; a longer line is a file that is not JSON Lines."""
_TEXT_KEYS = ("text", "body", "content", "abstract")
_KNOWN = frozenset({"id", "_id", "title", "text", "body", "content", "abstract", "authors", "author", "year", "venue", "journal",
                    "doi", "arxiv_id", "language"})  # fmt: skip
_HINT = 'A line reads {"id": "…", "title": "…", "text": "…"}, with any further fields.'


class JsonlReader:
    """Reads records of `id`, `title`, `text` and metadata."""

    suffixes: ClassVar = frozenset({".jsonl", ".ndjson"})
    version: ClassVar = "jsonl-1"

    def records(self, path: Path) -> Iterator[Record | BadRecord]:
        try:
            with path.open("rb") as file:
                for number, line in _lines(file, path.name):
                    if isinstance(line, InputError):
                        yield BadRecord(line=number, name="", error=line)
                    elif line.strip():
                        yield _record(line, number, path.name)
        except OSError as error:
            raise UnreadableFile(
                f"{path.name!r} cannot be opened: {error.strerror}.", hint="Check that the file is there and may be read."
            ) from error

    def parse(self, record: Record) -> ParsedDocument:
        fields: Mapping[str, Any] = json.loads(record.content)
        outline = Outline(stated=_metadata(fields))
        text, key = _text(fields)
        kind = BlockKind.ABSTRACT if key == "abstract" else BlockKind.PARAGRAPH
        for paragraph in text.split("\n"):
            outline.add(kind, paragraph.strip())
        if outline.is_empty:
            outline.add(BlockKind.TITLE, outline.stated.title)
        return outline.document(name=record.name, content=document_id(record.content))


def _lines(file: BinaryIO, name: str) -> Iterator[tuple[int, bytes | InputError]]:
    """Numbered lines; one that is too long is an error and is passed over without being held."""
    number = 0
    while line := file.readline(_LONGEST_LINE + 1):
        number += 1
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
            if kind := kind_of(line) or ("UTF-16 or binary" if b"\x00" in line[:4096] else ""):
                raise UnreadableFile(f"{name!r} is {kind}, not JSON Lines.", hint=f"Save it as UTF-8. {_HINT}")
        if len(line) <= _LONGEST_LINE:
            yield number, line
            continue
        while line and not line.endswith(b"\n"):
            line = file.readline(_LONGEST_LINE)
        yield number, InputError(f"Line {number} of {name!r} is longer than {_LONGEST_LINE >> 20} MiB.", hint=_HINT)


def _record(line: bytes, number: int, name: str) -> Record | BadRecord:
    def bad(reason: str, record: str = "") -> BadRecord:
        return BadRecord(line=number, name=record, error=InputError(f"Line {number} of {name!r} {reason}.", hint=_HINT))

    try:
        fields = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        return bad(f"is not UTF-8 (byte {error.start + 1})")
    except RecursionError:
        return bad("is nested too deeply")
    except ValueError as error:
        return bad(f"is not valid JSON: {error}")
    if not isinstance(fields, dict):
        return bad("is not a JSON object")
    identifier = _plain(fields.get("id", fields.get("_id")))
    if not identifier:
        return bad("has no `id`")
    if not _text(fields)[0] and not _plain(fields.get("title")):
        return bad(f"({identifier!r}) has neither `text` nor `title`", identifier)
    # A lone half of a surrogate pair is legal in JSON and in no encoding.
    content = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
    return Record(line=number, name=identifier, content=content)


def _text(fields: Mapping[str, Any]) -> tuple[str, str]:
    """The text, and the key that it stands under."""
    for key in _TEXT_KEYS:
        value = fields.get(key)
        text = "\n".join(each for each in value if isinstance(each, str)) if isinstance(value, list) else value
        if isinstance(text, str) and text.strip():
            return text.strip(), key
    return "", ""


def _metadata(fields: Mapping[str, Any]) -> Metadata:
    year = re.search(r"\b\d{4}\b", _plain(fields.get("year")))
    return Metadata(
        title=_plain(fields.get("title")),
        authors=_names(fields.get("authors", fields.get("author"))),
        year=int(year[0]) if year else None,
        venue=_plain(fields.get("venue")) or _plain(fields.get("journal")),
        doi=_plain(fields.get("doi")),
        arxiv_id=_plain(fields.get("arxiv_id")),
        abstract=_plain(fields.get("abstract")),
        language=_plain(fields.get("language"))[:2].lower(),
        fields=tuple((key, text) for key, value in fields.items() if key not in _KNOWN and (text := _plain(value))),
    )


def _plain(value: object) -> str:
    """A scalar, or a list of them, as text on one line; empty for anything else."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(filter(None, (_plain(each) for each in value if not isinstance(each, list | dict))))
    return " ".join(str(value).split()) if isinstance(value, str | int | float) else ""


def _names(value: object) -> tuple[str, ...]:
    """Authors as a list of names or of objects with a `name`, or as one text."""
    if isinstance(value, list):
        names = (_plain(each.get("name") if isinstance(each, dict) else each) for each in value)
        return tuple(name for name in names if name)
    text = _plain(value)
    return tuple(name for name in re.split(r"\s*;\s*|\s+and\s+|\s*,\s*(?:and\s+)?", text) if name)
