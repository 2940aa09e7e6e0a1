"""Bibliography files (BibTeX, BibLaTeX, RIS) as what they say of papers; they are no documents themselves."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.listings import Listing
from paperatlas.core.types import Metadata
from paperatlas.pipeline.front.identifiers import arxiv_id_in, doi_in
from paperatlas.pipeline.readers.bibtex import BibEntry, read_entries
from paperatlas.pipeline.readers.decoding import decoded, file_bytes

__all__ = ["BibTexReader", "RisReader"]

_TAG = re.compile(r"^([A-Z][A-Z0-9])  -[ ]?(.*)$")
_HINT = "Export it again from the reference manager."


class BibTexReader:
    """Reads what Zotero, JabRef, Mendeley and publishers export."""

    suffixes: ClassVar = frozenset({".bib"})

    def listings(self, path: Path) -> tuple[Sequence[Listing], int]:
        text, _ = decoded(file_bytes(path), path.name)
        entries, broken = read_entries(text)
        if not entries:
            raise UnreadableFile(f"{path.name!r} holds no entry that can be read.", hint=_HINT)
        return [_listing(entry) for entry in entries], broken


def _listing(entry: BibEntry) -> Listing:
    stated = entry.fields
    return Listing(
        key=entry.key,
        metadata=Metadata(
            title=stated.title,
            authors=stated.authors,
            year=stated.year,
            venue=stated.venue,
            doi=stated.doi,
            arxiv_id=stated.arxiv_id,
            abstract=entry.abstract,
        ),
        files=entry.files,
    )


class RisReader:
    """Reads RIS, which nearly every catalogue exports."""

    suffixes: ClassVar = frozenset({".ris"})

    def listings(self, path: Path) -> tuple[Sequence[Listing], int]:
        text, _ = decoded(file_bytes(path), path.name)
        records = list(_records(text))
        if not records:
            raise UnreadableFile(f"{path.name!r} holds no entry that can be read.", hint=_HINT)
        return [_ris(at, record) for at, record in enumerate(records, start=1)], 0


def _records(text: str) -> Iterator[dict[str, list[str]]]:
    """The values of each record by their tags."""
    record: dict[str, list[str]] = {}
    last: list[str] = []
    for line in text.split("\n"):
        tag = _TAG.match(line)
        if tag is None:
            if last and line.strip():
                last[-1] = f"{last[-1]} {line.strip()}"
            continue
        if tag[1] == "TY":
            record = {}
        last = record.setdefault(tag[1], [])
        last.append(tag[2].strip())
        if tag[1] == "ER" and len(record) > 1:
            yield record
            record, last = {}, []


def _ris(number: int, record: dict[str, list[str]]) -> Listing:
    def first(*tags: str) -> str:
        return next((value for tag in tags for value in record.get(tag, ()) if value), "")

    year = re.search(r"\b(1[5-9]\d\d|20\d\d)\b", first("PY", "Y1", "DA"))
    names = [name for tag in ("AU", "A1") for name in record.get(tag, ())]
    address = " ".join(record.get("UR", ()))
    return Listing(
        key=first("ID") or str(number),
        metadata=Metadata(
            title=first("TI", "T1", "CT"),
            authors=tuple(dict.fromkeys(" ".join(reversed([part.strip() for part in name.split(",", 1)])) for name in names)),
            year=int(year[0]) if year else None,
            venue=first("JO", "JF", "T2", "JA", "BT"),
            doi=doi_in(first("DO")) or doi_in(address),
            arxiv_id=arxiv_id_in(address),
            abstract=first("AB", "N2"),
        ),
        files=tuple(path for tag in ("L1", "LK") for path in record.get(tag, ()) if path),
    )
