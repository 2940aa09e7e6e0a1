"""Files that were fetched: each source has a folder of its own, and a file appears whole or not at all."""

import hashlib
import re
import uuid
from collections.abc import Iterable, Mapping
from pathlib import Path

__all__ = ["folder_of", "listing_of", "write_whole"]

_SEPARATOR = re.compile(r"([\\,])")


def folder_of(into: Path, source: str) -> Path:
    """The folder below `into` for what a source names: the same for the same source, and no other's."""
    return into / hashlib.sha256(source.encode()).hexdigest()[:12]


def write_whole(content: bytes, file: Path) -> Path:
    """Under a name ending in .part until it is complete."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{uuid.uuid4().hex}.part")
    try:
        part.write_bytes(content)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return file


def listing_of(entries: Mapping[str, Mapping[str, str]], *, groups: Mapping[str, Iterable[str]] | None = None) -> bytes:
    """A BibTeX file of what a service says of works: their fields by key, and the collections that each is in.

    Collections are written as JabRef writes its groups, which the reader of bibliographies takes.
    """
    from bibtexparser import Library, write_string  # noqa: PLC0415 - start-up time
    from bibtexparser.model import Entry, Field  # noqa: PLC0415

    library = Library()
    for key, stated in entries.items():
        values = {**stated, "groups": ", ".join(_SEPARATOR.sub(r"\\\1", name) for name in (groups or {}).get(key, ()))}
        # Braces inside a value would end it early.
        library.add(Entry("misc", key, [Field(name, re.sub(r"[{}]", "", value)) for name, value in values.items() if value]))
    written: str = write_string(library)
    return written.encode()
