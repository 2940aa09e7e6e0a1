"""What Zotero exports of a library: items with their files and collections, as RDF or as JSON.

Zotero RDF comes with a folder `files` beside it; JSON comes from its extension Better BibTeX, or from Zotero's own interface for
programs of its machine, which has the same items. CSL-JSON, which others write too, names neither files nor collections.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from lxml import etree

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.listings import Listing
from paperatlas.core.types import Metadata
from paperatlas.pipeline.front.identifiers import arxiv_id_in, doi_in
from paperatlas.pipeline.readers.archive import parse_xml
from paperatlas.pipeline.readers.decoding import decoded, file_bytes

__all__ = ["JsonListingReader", "ZoteroRdfReader"]

_HINT = "Export it again from the reference manager."
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_NS = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "z": "http://www.zotero.org/namespaces/export#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "bib": "http://purl.org/net/biblio#",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "link": "http://purl.org/rss/1.0/modules/link/",
}
_ABOUT, _RESOURCE = f"{{{_NS['rdf']}}}about", f"{{{_NS['rdf']}}}resource"
_HEAD = 4096
"""Bytes that show what a JSON file is."""
_OURS = re.compile(rb'"label"\s*:\s*"BetterBibTeX JSON"|^\s*\[\s*\{\s*"(?:id|type)"\s*:\s*"[^"]*"\s*,[^\]]*"(?:type|id)"\s*:')
_NO_PAPERS = frozenset({"attachment", "note", "annotation"})
_VENUES = ("publicationTitle", "proceedingsTitle", "conferenceName", "bookTitle", "university", "institution", "container-title")
_PARENTS = 20
"""Collections within collections; more is a circle."""


class JsonListingReader:
    """Reads Better BibTeX's JSON and CSL-JSON."""

    suffixes: ClassVar = frozenset({".json"})

    def is_document(self, path: Path) -> bool:
        """Whether a JSON file in a folder is a bibliography: most are something else."""
        try:
            with path.open("rb") as file:
                return _OURS.search(file.read(_HEAD)) is not None
        except OSError:
            return False

    def listings(self, path: Path) -> tuple[Sequence[Listing], int]:
        text, _ = decoded(file_bytes(path), path.name)
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise _unreadable(path) from error
        items, collections = (value.get("items"), value.get("collections")) if isinstance(value, dict) else (value, None)
        rows = [each for each in items if isinstance(each, dict)] if isinstance(items, list) else []
        groups = _groups(collections) if isinstance(collections, dict) else {}
        found = [_of_item(each, groups) for each in rows if each.get("itemType") not in _NO_PAPERS]
        if not found:
            raise _unreadable(path)
        return found, 0


def _unreadable(path: Path) -> UnreadableFile:
    return UnreadableFile(f"{path.name!r} holds no entry that can be read.", hint=_HINT)


def _groups(collections: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    """The collections of each item, each named with those above it: "Moss/Field work"."""
    known = {key: each for key, each in collections.items() if isinstance(each, dict)}
    parents = {key: str(each.get("parent") or "") for key, each in known.items()}
    names = {key: str(each.get("name") or key) for key, each in known.items()}
    found: dict[str, list[str]] = {}
    for key, each in known.items():
        for item in each.get("items") or ():
            found.setdefault(str(item), []).append(_path(key, parents, names))
    return found


def _path(key: str, parents: Mapping[str, str], names: Mapping[str, str]) -> str:
    path = [names[key]]
    while (key := parents.get(key, "")) in names and len(path) < _PARENTS:
        path.insert(0, names[key])
    return "/".join(path)


def _of_item(item: Mapping[str, Any], groups: Mapping[str, Sequence[str]]) -> Listing:
    def first(*names: str) -> str:
        values = (item.get(name) for name in names)
        held = (value[0] if isinstance(value, list) and value else value for value in values)
        return next((" ".join(value.split()) for value in held if isinstance(value, str) and value.strip()), "")

    said = " ".join((first("DOI", "doi"), first("extra"), first("url", "URL"), first("archiveID"), first("number")))
    attached = item.get("attachments")
    issued = json.dumps(item.get("issued", ""))
    year = _YEAR.search(first("date")) or _YEAR.search(issued)
    keys = [str(item[name]) for name in ("itemID", "key", "id") if item.get(name)]
    return Listing(
        key=first("citationKey", "citation-key", "id", "key") or next(iter(keys), ""),
        metadata=Metadata(
            title=first("title", "caseName", "subject"),
            authors=tuple(_people(item.get("creators") or item.get("author"))),
            year=int(year[0]) if year else None,
            venue=first(*_VENUES),
            doi=doi_in(said),
            arxiv_id=arxiv_id_in(said),
            abstract=first("abstractNote", "abstract"),
        ),
        files=tuple(str(each["path"]) for each in attached if isinstance(each, dict) and each.get("path"))
        if isinstance(attached, list)
        else (),
        collections=tuple(dict.fromkeys(name for key in keys for name in groups.get(key, ()))),
    )


def _people(creators: Any) -> Iterator[str]:
    for each in creators if isinstance(creators, list) else ():
        if isinstance(each, dict) and each.get("creatorType", "author") in {"author", "presenter", "inventor"}:
            parts = (each.get(one) or each.get(other) for one, other in (("firstName", "given"), ("lastName", "family")))
            spoken = " ".join(str(part) for part in parts if part) or str(each.get("name") or each.get("literal") or "")
            if spoken:
                yield " ".join(spoken.split())


class ZoteroRdfReader:
    """Reads Zotero RDF."""

    suffixes: ClassVar = frozenset({".rdf"})

    def listings(self, path: Path) -> tuple[Sequence[Listing], int]:
        try:
            root = parse_xml(file_bytes(path))
        except etree.XMLSyntaxError as error:
            raise _unreadable(path) from error
        by_id = {each.get(_ABOUT, ""): each for each in root if isinstance(each.tag, str)}
        groups = _rdf_groups(root)
        found = [
            _of_resource(each, by_id, groups)
            for each in root
            if (kind := each.findtext("z:itemType", "", _NS)) and kind not in _NO_PAPERS
        ]
        if not found:
            raise _unreadable(path)
        return found, 0


def _rdf_groups(root: etree._Element) -> Mapping[str, Sequence[str]]:
    made = {each.get(_ABOUT, ""): each for each in root.iterfind("z:Collection", _NS)}
    parts = {key: [part.get(_RESOURCE, "") for part in each.iterfind("dcterms:hasPart", _NS)] for key, each in made.items()}
    parents = {part: key for key, held in parts.items() for part in held if part in made}
    collections = {
        key: {"name": each.findtext("dc:title", "", _NS), "parent": parents.get(key), "items": parts[key]}
        for key, each in made.items()
    }
    return _groups(collections)


def _of_resource(item: etree._Element, by_id: Mapping[str, etree._Element], groups: Mapping[str, Sequence[str]]) -> Listing:
    about = item.get(_ABOUT, "")
    part = item.find("dcterms:isPartOf", _NS)
    held_in = part[0] if part is not None and len(part) else by_id.get(part.get(_RESOURCE, "") if part is not None else "")
    said = " ".join((about, *_identifiers(item)))
    # Zotero writes the DOI of an article into its journal, and one journal may stand there for all of its articles.
    dois = {doi for text in _identifiers(held_in) if (doi := doi_in(text))} if held_in is not None else set()
    year = _YEAR.search(item.findtext("dc:date", "", _NS))
    return Listing(
        key=about,
        metadata=Metadata(
            title=_line(item.findtext("dc:title", "", _NS)),
            authors=tuple(_authors(item)),
            year=int(year[0]) if year else None,
            venue=_line(held_in.findtext("dc:title", "", _NS)) if held_in is not None else "",
            doi=doi_in(said) or (next(iter(dois)) if len(dois) == 1 else ""),
            arxiv_id=arxiv_id_in(said),
            abstract=_line(item.findtext("dcterms:abstract", "", _NS)),
        ),
        files=tuple(_files(item, by_id)),
        collections=tuple(dict.fromkeys(groups.get(about, ()))),
    )


def _identifiers(element: etree._Element) -> list[str]:
    return [_line("".join(each.itertext())) for each in element.iterfind("dc:identifier", _NS)]


def _authors(item: etree._Element) -> Iterator[str]:
    for person in item.iterfind("bib:authors/rdf:Seq/rdf:li/foaf:Person", _NS):
        names = (person.findtext(f"foaf:{name}", "", _NS) for name in ("givenName", "givenname", "surname"))
        if spoken := _line(" ".join(names)):
            yield spoken


def _files(item: etree._Element, by_id: Mapping[str, etree._Element]) -> Iterator[str]:
    for link in item.iterfind("link:link", _NS):
        attachment = by_id.get(link.get(_RESOURCE, ""))
        for name in ("z:path", "rdf:resource") if attachment is not None else ():
            held = attachment.find(name, _NS) if attachment is not None else None
            if held is not None and held.get(_RESOURCE):
                yield held.get(_RESOURCE, "")


def _line(text: str) -> str:
    return " ".join(text.split())
