"""What bibliography files say of documents that do not say it themselves."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from paperatlas.core.errors import InputError
from paperatlas.core.ids import DocumentId
from paperatlas.core.listings import Listing, completed, match_listings
from paperatlas.core.ports import ListingReader
from paperatlas.core.reports import Failure
from paperatlas.core.types import Document, ParsedDocument
from paperatlas.core.writing import CatalogWriter, Stamp

__all__ = ["Completion", "Listed", "completions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A bibliography file."""

    path: Path
    reader: ListingReader


@dataclass(frozen=True, slots=True, kw_only=True)
class Restated:
    """A document with what it is listed with."""

    stamp: Stamp
    document: ParsedDocument


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What a listing adds to a document of the library."""

    document: DocumentId
    collections: tuple[str, ...] = ()
    """Those that it is to be in."""
    restated: Restated | None = None
    """None where the listing says nothing that the document does not say."""


def completions(
    files: Sequence[Listed], writer: CatalogWriter, notes: list[str], failures: list[tuple[Path, Failure]]
) -> Iterator[Completion]:
    """The documents that a bibliography file has something to add to; what else is to be said of it goes into `notes`."""
    for file in files:
        try:
            listings, broken = file.reader.listings(file.path)
        except InputError as error:
            failures.append((file.path, Failure.of(error)))
            continue
        documents = {document.id: document for document in writer.catalog.documents() if _is_file(document)}
        listings = [replace(each, files=tuple(_beside(file.path, each.files))) for each in listings]
        found, unmatched = match_listings(listings, list(documents.values()))
        changed = 0
        for each, listing in found.items():
            restated = _restated(documents[each], listing, writer)
            changed += restated is not None
            if restated or listing.collections:
                yield Completion(document=each, collections=listing.collections, restated=restated)
        notes.append(_told(file.path, len(listings), changed, unmatched, broken))


def _beside(listing: Path, files: Sequence[str]) -> Iterator[str]:
    """Files as a bibliography names them, from the folder that it lies in."""
    for file in files:
        try:
            yield str((listing.parent / file.replace("\\", "/")).resolve())
        except (OSError, ValueError):  # no path of this system: it may still be known by its name
            yield file


def _is_file(document: Document) -> bool:
    """Records of a file state their metadata in it."""
    return bool(document.sources) and "#" not in Path(document.sources[0]).name


def _restated(document: Document, listing: Listing, writer: CatalogWriter) -> Restated | None:
    stated = writer.stated(document.id)
    metadata = completed(stated, listing.metadata)
    if metadata == stated:
        return None
    path = Path(document.sources[0])
    base = unicodedata.normalize("NFC", path.name)
    size = mtime_ns = 0
    if path.exists():  # else the document stays, and with it what is known of it
        status = path.stat()
        size, mtime_ns = status.st_size, status.st_mtime_ns
    stamp = Stamp(source=str(path), folder=str(path.parent), base=base, content=document.id, size=size, mtime_ns=mtime_ns)
    return Restated(stamp=stamp, document=replace(writer.catalog.parsed(document.id), name=base, metadata=metadata))


def _told(path: Path, total: int, changed: int, unmatched: Sequence[Listing], broken: int) -> str:
    parts = [
        f"{path.name!r}: {total - len(unmatched)} of {total} entries are of documents here, {changed} documents were completed"
    ]
    if unmatched:
        first = unmatched[0]
        parts.append(f"{len(unmatched)} are of none, such as {first.metadata.title or first.key!r}")
    if broken:
        parts.append(f"{broken} could not be read")
    return "; ".join(parts)
