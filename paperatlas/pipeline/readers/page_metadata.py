"""What a web page states of itself in its head: Highwire, Dublin Core and PRISM tags, and the plain ones."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from lxml import etree

from paperatlas.core.types import Metadata
from paperatlas.pipeline.front.identifiers import arxiv_id_in, doi_in, emails_in
from paperatlas.pipeline.front.names import is_name

__all__ = ["page_metadata", "page_title"]

_TITLE = ("citation_title", "dc.title", "dcterms.title", "eprints.title", "bepress_citation_title")
_AUTHOR = ("citation_author", "citation_authors", "dc.creator", "dcterms.creator", "bepress_citation_author", "author")
_DATE = (
    "citation_publication_date",
    "citation_date",
    "citation_year",
    "citation_online_date",
    "prism.publicationdate",
    "dc.date",
    "dcterms.issued",
    "dc.date.issued",
    "article:published_time",
    "date",
)
_VENUE = ("citation_journal_title", "citation_conference_title", "citation_inbook_title", "prism.publicationname", "dc.source")
_DOI = ("citation_doi", "prism.doi", "dc.identifier", "dc.identifier.doi", "bepress_citation_doi", "doi")


def page_metadata(root: etree._Element) -> Metadata:
    """The metadata of a page's head."""
    tags = _tags(root)
    shown = _shown_authors(root)
    date = re.search(r"\b(1[89]\d\d|20\d\d)\b", _first(tags, _DATE))
    language = _first(tags, ("citation_language", "dc.language", "dcterms.language")) or root.get("lang", "")
    return Metadata(
        title=_first(tags, _TITLE),
        authors=tuple(_authors(tags)) or tuple(name for name, _ in shown),
        year=int(date[0]) if date else None,
        venue=_first(tags, _VENUE),
        doi=next((doi for key in _DOI for value in tags.get(key, ()) if (doi := doi_in(value))), ""),
        arxiv_id=arxiv_id_in(f"arXiv:{_first(tags, ('citation_arxiv_id',))}") or _listed_arxiv_id(root),
        abstract=_first(tags, ("citation_abstract", "dcterms.abstract", "dc.description")),
        language=language[:2].lower() if re.match(r"[A-Za-z]{2}(?:[-_]|$)", language) else "",
        affiliations=tuple(
            dict.fromkeys(tags.get("citation_author_institution", ()) or [line for _, lines in shown for line in lines])
        ),
    )


def _listed_arxiv_id(root: etree._Element) -> str:
    """Pages made of arXiv's papers begin their title with the id."""
    title = next(root.iter("title"), None)
    listed = re.match(r"\s*\[(\d{4}\.\d{4,5})(?:v\d+)?\]", "".join(title.itertext())) if title is not None else None
    return listed[1] if listed else ""


def _shown_authors(root: etree._Element) -> list[tuple[str, list[str]]]:
    """Names with their affiliations as LaTeXML shows them, a line each."""
    found = []
    for person in root.iter("span"):
        if "ltx_personname" in person.get("class", "").split():
            lines = [text for line in _lines(person) if (text := " ".join(line.split()))]
            names = (
                [re.sub(r"(?<![\d*†‡,\s])[\d*†‡,\s]+$", "", name) for name in re.split(r",\s*|\s+and\s+|\s*&\s*", lines[0])]
                if lines
                else []
            )
            places = [line for line in lines[1:] if not emails_in(line)]
            found += [(name, places) for name in names if is_name(name)]
    return found


def _lines(element: etree._Element) -> list[str]:
    """The text of an element, parted at its line breaks, without what is raised."""
    lines = [element.text or ""]
    for each in element:
        if each.tag == "br":
            lines.append("")
        elif each.tag not in ("sup", "math") and isinstance(each.tag, str):
            inner = _lines(each)
            lines[-1] += inner[0]
            lines += inner[1:]
        lines[-1] += each.tail or ""
    return lines


def page_title(root: etree._Element) -> str:
    """The title in the window's bar, without the name of the site; for pages that show none themselves."""
    title = _first(_tags(root), ("og:title", "twitter:title"))
    if not title:
        shown = next(root.iter("title"), None)
        title = " ".join("".join(shown.itertext()).split()) if shown is not None else ""
    parts = re.split(r"\s+[|·–—]\s+", title)
    return max(parts, key=len).strip()


def _tags(root: etree._Element) -> Mapping[str, Sequence[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for element in root.iter("meta"):
        key, value = element.get("name") or element.get("property") or "", " ".join((element.get("content") or "").split())
        if key and value:
            found[key.lower()].append(value)
    return found


def _first(tags: Mapping[str, Sequence[str]], keys: Sequence[str]) -> str:
    return next((tags[key][0] for key in keys if tags.get(key)), "")


def _authors(tags: Mapping[str, Sequence[str]]) -> Iterator[str]:
    values = next((tags[key] for key in _AUTHOR if tags.get(key)), ())
    for value in values:
        for name in value.split(";"):
            # "Last, First" is how catalogues write it; a longer list in one tag is of names parted by commas.
            parts = [part.strip() for part in name.split(",") if part.strip()]
            yield from [f"{parts[1]} {parts[0]}"] if len(parts) == 2 and " " not in parts[0] else parts
