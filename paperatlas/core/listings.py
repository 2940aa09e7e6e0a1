"""What a reference manager's export says of the papers it lists, and which documents of a library those are.

What a paper prints of itself stands: it can be shown and quoted. A listing fills what the paper does not say, as a scan or
a preprint often does not.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Document, Metadata

__all__ = ["Listing", "completed", "match_listings"]

_SHORT_TITLE = 3
"""Words; an entry is not known by less: "Introduction"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """One entry of a bibliography file."""

    key: str
    metadata: Metadata
    files: tuple[str, ...] = ()
    """Files that the entry names as its own, as they are written."""
    collections: tuple[str, ...] = ()
    """Those that the reference manager has it in."""


def completed(stated: Metadata, listed: Metadata) -> Metadata:
    """What a document states, and where it states nothing, what it is listed with."""
    return replace(
        stated,
        title=stated.title or listed.title,
        authors=stated.authors or listed.authors,
        year=stated.year if stated.year is not None else listed.year,
        venue=stated.venue or listed.venue,
        doi=stated.doi or listed.doi,
        arxiv_id=stated.arxiv_id or listed.arxiv_id,
        abstract=stated.abstract or listed.abstract,
    )


def match_listings(
    listings: Sequence[Listing], documents: Sequence[Document]
) -> tuple[Mapping[DocumentId, Listing], tuple[Listing, ...]]:
    """The entry of each document that is listed, and the entries of no document.

    An entry is of the files that lie where it says; else of the one file of its name; else of the documents with its DOI or arXiv
    id; else of the one document with its title: of two, one may be a preprint, to which the DOI of what was published does not
    belong.
    """
    index = _index(documents)
    found: dict[DocumentId, Listing] = {}
    unmatched = []
    for listing in listings:
        own: Sequence[DocumentId] = [document for key in _path_keys(listing.files) for document in index.get(key, ())]
        matches = own or next((held for key in _keys(listing) if (held := index.get(key)) and _is_clear(key, held)), ())
        for document in matches:
            found.setdefault(document, listing)
        if not matches:
            unmatched.append(listing)
    return found, tuple(unmatched)


def _is_clear(key: tuple[str, str], documents: Sequence[DocumentId]) -> bool:
    return len(documents) == 1 or key[0] in ("doi", "arxiv")


def _index(documents: Iterable[Document]) -> Mapping[tuple[str, str], Sequence[DocumentId]]:
    found: dict[tuple[str, str], list[DocumentId]] = {}
    for document in documents:
        for key in dict.fromkeys((*_path_keys(document.sources), *_file_keys(document.sources), *_said(document.metadata))):
            found.setdefault(key, []).append(document.id)
    return found


def _keys(listing: Listing) -> Iterator[tuple[str, str]]:
    yield from _file_keys(listing.files)
    yield from _said(listing.metadata)


def _path_keys(paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    for path in paths:
        yield "path", unicodedata.normalize("NFC", path)


def _file_keys(paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """By name: the folders of whoever made the list are often others."""
    for path in paths:
        yield "file", unicodedata.normalize("NFC", PurePosixPath(path.replace("\\", "/")).name).casefold()


def _said(metadata: Metadata) -> Iterator[tuple[str, str]]:
    if metadata.doi:
        yield "doi", metadata.doi.casefold()
    if metadata.arxiv_id:
        yield "arxiv", metadata.arxiv_id.casefold()
    words = re.findall(r"\w+", unicodedata.normalize("NFKC", metadata.title).casefold())
    if len(words) >= _SHORT_TITLE:
        yield "title", " ".join(words)
