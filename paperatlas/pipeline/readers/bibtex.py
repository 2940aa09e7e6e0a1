"""Entries of BibTeX and BibLaTeX files: what they say of a work, in plain text, and which files they are of."""

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperatlas.pipeline.bibliography.reference_fields import Fields
from paperatlas.pipeline.front.identifiers import arxiv_id_in, doi_in
from paperatlas.pipeline.readers.latex_nodes import parse
from paperatlas.pipeline.readers.latex_text import Printer

__all__ = ["BibEntry", "plain", "read_entries"]

_VENUES = ("journal", "journaltitle", "booktitle", "series", "howpublished", "publisher", "school", "institution")
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_MARKUP = re.compile(r"[\\{}$~]|--|``|''")


@dataclass(frozen=True, slots=True, kw_only=True)
class BibEntry:
    """One entry."""

    key: str
    kind: str
    """"article", "inproceedings" and so on."""
    fields: Fields
    pages: str = ""
    abstract: str = ""
    files: tuple[str, ...] = ()
    """Paths of the files that a reference manager keeps with the entry, as it writes them."""

    @property
    def text(self) -> str:
        """The entry as a line of a list of references."""
        stated = self.fields
        names = ", ".join(stated.authors)
        parts = [names, stated.title, ", ".join(filter(None, (stated.venue, str(stated.year or ""), self.pages))), stated.doi]
        parts += [f"arXiv:{stated.arxiv_id}"] if stated.arxiv_id else []
        return " ".join(f"{part.rstrip('.')}." for part in parts if part)


def read_entries(text: str) -> tuple[list[BibEntry], int]:
    """The entries of a file, and the number of those that are broken and were passed over."""
    import bibtexparser  # noqa: PLC0415 - only where BibTeX is read
    from bibtexparser.middlewares import SeparateCoAuthors  # noqa: PLC0415

    # What it warns of is counted below and told in the report.
    logging.getLogger("bibtexparser").addHandler(logging.NullHandler())
    library = bibtexparser.parse_string(text, append_middleware=[SeparateCoAuthors()])
    entries = [
        _entry(each.key, each.entry_type, {key.lower(): field.value for key, field in each.fields_dict.items()})
        for each in library.entries
    ]
    return entries, len(library.failed_blocks)


def _entry(key: str, kind: str, fields: Mapping[str, str | Sequence[str]]) -> BibEntry:
    def first(*names: str) -> str:
        values = (fields.get(name, "") for name in names)
        return next((text for value in values if isinstance(value, str) and (text := plain(value))), "")

    authors = fields.get("author") or fields.get("editor") or ()
    eprint = first("eprint", "arxivid", "arxiv")
    address = first("url", "note", "journal", "howpublished")
    is_arxiv = first("archiveprefix", "eprinttype").lower() in ("", "arxiv")
    year = _YEAR.search(first("year", "date"))
    file = fields.get("file", "")
    return BibEntry(
        key=key,
        kind=kind.lower(),
        fields=Fields(
            authors=tuple(filter(None, map(_name, [authors] if isinstance(authors, str) else authors))),
            year=int(year[0]) if year else None,
            title=first("title"),
            venue=first(*_VENUES),
            doi=doi_in(first("doi")) or doi_in(first("url", "note")),
            arxiv_id=(arxiv_id_in(f"arXiv:{eprint}") if eprint and is_arxiv else "") or arxiv_id_in(address),
        ),
        pages=first("pages"),
        abstract=first("abstract"),
        files=tuple(_files(file)) if isinstance(file, str) else (),
    )


def plain(value: str) -> str:
    """A value without TeX's markup, on one line."""
    if not _MARKUP.search(value):
        return " ".join(value.split())
    return Printer().line(parse(value, "a BibTeX value"))


def _name(value: str) -> str:
    """A name as spoken: "Vaswani, Ashish" and "de la Cruz, Jr, Ana" are turned round, a name in braces is left alone."""
    if value.strip().lower() == "others":
        return ""
    parts = [part.strip() for part in re.split(r",(?![^{]{0,500}\})", value)]
    spoken = " ".join([*parts[2:], parts[0], *parts[1:2]] if len(parts) > 2 else reversed(parts))
    return plain(spoken)


def _files(value: str) -> list[str]:
    """The paths in a `file` field: as JabRef and Mendeley write it ("name:path:type;…"), or Zotero, or as a plain path.

    A colon or semicolon that belongs to a path is written with a backslash before it.
    """
    found = []
    for each in re.split(r"(?<!\\);", value.strip("{} \n")):
        parts = re.split(r"(?<!\\):", each)
        path = parts[-2] if len(parts) >= 3 else each
        path = re.sub(r"\\([:;_&%#\\])", r"\1", path).strip()
        if path:
            found.append(path)
    return found
