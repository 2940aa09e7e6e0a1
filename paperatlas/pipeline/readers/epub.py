"""EPUB books: the parts of the spine in order, a page each, read as HTML."""

import posixpath
import re
import zipfile
import zlib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote, urldefrag

from lxml import etree

from paperatlas.core.errors import EncryptedFile, InputError, UnreadableFile
from paperatlas.core.ids import document_id
from paperatlas.core.ports import OnPage
from paperatlas.core.types import Metadata, ParsedDocument, ParseWarning
from paperatlas.pipeline.front.identifiers import doi_in
from paperatlas.pipeline.readers.archive import open_archive, parse_xml
from paperatlas.pipeline.readers.decoding import decoded, file_bytes, kind_of
from paperatlas.pipeline.readers.html_flow import pour
from paperatlas.pipeline.readers.html_text import parse_html
from paperatlas.pipeline.readers.outline import Outline
from paperatlas.pipeline.readers.told_orders import beside_markup

__all__ = ["EpubReader"]

_FONT_ALGORITHMS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
"""Ways of garbling fonts; they leave the text readable."""


class EpubReader:
    """Reads EPUB 2 and 3."""

    suffixes: ClassVar = frozenset({".epub"})
    version: ClassVar = "epub-3"

    def read(self, path: Path, *, name: str, on_page: OnPage, skip: Collection[int] = ()) -> ParsedDocument:
        content = file_bytes(path)
        if kind := kind_of(content) if not content.startswith(b"PK") else "":
            raise UnreadableFile(f"{name!r} is {kind}, not an EPUB.", hint="Give it the ending of what it is.")
        with open_archive(content, name) as archive:
            _refuse_locked(archive, name)
            package, folder = _package(archive, name)
            parts = _spine(package, folder)
            if not parts:
                raise UnreadableFile(f"{name!r} lists no text.", hint="Fetch or export the file again.")
            outline = Outline(stated=_metadata(package))
            for number, part in enumerate(parts, start=1):
                if number > 1:
                    outline.turn_page()
                on_page(number, len(parts))
                if number in skip:
                    outline.warnings.append(ParseWarning(code="page_skipped", message=f"{part!r} was left out.", page=number))
                else:
                    _add_part(outline, archive, part, number)
        if outline.is_empty:
            raise UnreadableFile(f"{name!r} holds no text.", hint="Fetch or export the file again.")
        return outline.document(name=name, content=document_id(content))


def _refuse_locked(archive: zipfile.ZipFile, name: str) -> None:
    if "META-INF/encryption.xml" not in archive.namelist():
        return
    methods = [
        each.get("Algorithm", "") for each in parse_xml(archive.read("META-INF/encryption.xml")).iter("{*}EncryptionMethod")
    ]
    if any(method not in _FONT_ALGORITHMS for method in methods):
        raise EncryptedFile(
            f"{name!r} is protected against reading (DRM).", hint="Get a copy without protection from its seller."
        )


def _package(archive: zipfile.ZipFile, name: str) -> tuple[etree._Element, str]:
    """The package document, and the folder that its paths start from."""
    try:
        container = parse_xml(archive.read("META-INF/container.xml"))
        path = next(unquote(each.get("full-path", "")) for each in container.iter("{*}rootfile"))
        return parse_xml(archive.read(path)), posixpath.dirname(path)
    except (KeyError, StopIteration, zipfile.BadZipFile, etree.LxmlError) as error:
        raise UnreadableFile(
            f"{name!r} is no EPUB: its table of parts is missing or damaged.", hint="Fetch the file again."
        ) from error


def _spine(package: etree._Element, folder: str) -> list[str]:
    """Names of the parts in reading order, without the navigation."""
    items: Mapping[str, etree._Element] = {each.get("id", ""): each for each in package.iter("{*}item")}
    found = []
    for reference in package.iter("{*}itemref"):
        item = items.get(reference.get("idref", ""))
        if item is None or "nav" in item.get("properties", "").split():
            continue
        path, _ = urldefrag(item.get("href", ""))
        found.append(posixpath.normpath(posixpath.join(folder, unquote(path))))
    return found


def _add_part(outline: Outline, archive: zipfile.ZipFile, part: str, number: int) -> None:
    """A part that cannot be read is an empty page and a warning."""
    try:
        text, warnings = decoded(archive.read(part), part)
        root, lost = parse_html(text, part)
        outline.warnings.extend((*warnings, *lost))
        outline.unshown += beside_markup(text)
        pour(root, outline)
    except (InputError, KeyError, zipfile.BadZipFile, zlib.error, NotImplementedError, OSError, EOFError) as error:
        outline.warnings.append(ParseWarning(code="page_unreadable", message=f"{part!r} could not be read: {error}", page=number))


def _metadata(package: etree._Element) -> Metadata:
    def texts(tag: str) -> list[str]:
        return [
            text
            for each in package.iter(f"{{http://purl.org/dc/elements/1.1/}}{tag}")
            if (text := " ".join((each.text or "").split()))
        ]

    def first(tag: str) -> str:
        return next(iter(texts(tag)), "")

    year = re.search(r"\b(1[5-9]\d\d|20\d\d)\b", first("date"))
    return Metadata(
        title=first("title"),
        authors=tuple(texts("creator")),
        year=int(year[0]) if year else None,
        venue=first("publisher"),
        doi=next((doi for text in texts("identifier") if (doi := doi_in(text))), ""),
        abstract=" ".join(re.sub(r"<[^<>]*>", " ", first("description")).split()),
        language=first("language")[:2].lower(),
    )
