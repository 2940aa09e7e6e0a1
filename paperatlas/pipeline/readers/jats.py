"""Articles in JATS, the XML of PubMed Central and of most journals."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from lxml import etree

from paperatlas.core.types import BlockKind, Metadata
from paperatlas.pipeline.bibliography.reference_fields import Fields, read_fields
from paperatlas.pipeline.front.identifiers import arxiv_id_in, doi_in, emails_in
from paperatlas.pipeline.readers.html_tables import read_table
from paperatlas.pipeline.readers.mathml import formula_text
from paperatlas.pipeline.readers.outline import Outline
from paperatlas.pipeline.readers.xml_text import child, descendants, line, named

__all__ = ["fill_from_jats"]

_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_BLOCKS = ("table-wrap", "fig", "disp-formula", "list", "def-list", "boxed-text", "disp-quote", "fig-group", "table-wrap-group",
           "disp-formula-group", "code", "preformat", "statement")  # fmt: skip
_NOTES = ("fn",)
_LEADS = ("epub", "epub-ppub", "pub", "ppub", "collection")
"""Kinds of publication date, that by which a paper is cited first."""


def fill_from_jats(article: etree._Element, outline: Outline) -> None:
    """Put an article into an outline."""
    meta = child(article, "front/article-meta")
    if meta is None:
        meta = child(article, "front-stub")
    outline.stated = _metadata(article, meta)
    outline.add(BlockKind.TITLE, outline.stated.title)
    outline.add(BlockKind.AUTHOR, ", ".join(outline.stated.authors))
    flow = _Flow(outline)
    for abstract in _abstracts(meta):
        outline.heading(line(child(abstract, "title")) or "Abstract", 1, number="")
        flow.sections(abstract, 1, BlockKind.ABSTRACT)
    for part in named(article, "body", "back", "floats-group"):
        flow.sections(part, 0)


class _Flow:
    """Goes through an article in the order of its text."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline

    def sections(self, parent: etree._Element, level: int, kind: BlockKind = BlockKind.PARAGRAPH) -> None:
        """What a section holds, `level` being its own."""
        for each in parent:
            match each.tag:
                case "sec" | "app" | "ack" | "notes" | "glossary":
                    self._heading(each, level + 1)
                    self.sections(each, level + 1, kind)
                case "app-group" | "sec-group":
                    self.sections(each, level, kind)
                case "ref-list":
                    self._references(each, level + 1)
                case "fn-group":
                    self._notes(named(each, *_NOTES))
                case "title" | "label" | "sec-meta":
                    continue
                case _ if isinstance(each.tag, str):
                    self._block(each, kind)

    def _heading(self, section: etree._Element, level: int) -> None:
        title = line(child(section, "title"), without=_NOTES) or ("Acknowledgments" if section.tag == "ack" else "")
        number = line(child(section, "label")).rstrip(" .:") if child(section, "label") is not None else None
        self._outline.heading(title, level, number=number)

    def _block(self, element: etree._Element, kind: BlockKind) -> None:
        match element.tag:
            case "table-wrap":
                self._table(element)
            case "fig":
                self._outline.figure(_caption(element))
            case "disp-formula":
                number = line(child(element, "label")).strip(" ()[].")
                self._outline.equation(formula_text(element) or line(element, without=("label",)), number)
            case "list":
                self._list(element)
            case "def-list":
                for item in named(element, "def-item"):
                    self._outline.add(BlockKind.LIST, f"• {line(child(item, 'term'))}: {line(child(item, 'def'))}")
            case "code" | "preformat":
                self._outline.add(kind, "".join(element.itertext()).strip("\n"))
            case "boxed-text" | "disp-quote" | "fig-group" | "table-wrap-group" | "disp-formula-group" | "statement":
                self.sections(element, 2, kind)
            case _:
                self._paragraph(element, kind)

    def _paragraph(self, element: etree._Element, kind: BlockKind) -> None:
        """A paragraph; what stands in it as a block of its own comes where it stands, its notes come after it."""
        notes = list(descendants(element, *_NOTES))  # parting moves them
        for part in _parted(element):
            if part.tag in _BLOCKS:
                self._block(part, kind)
            else:
                self._outline.add(kind, line(part, without=_NOTES))
        self._notes(notes)

    def _notes(self, notes: Iterable[etree._Element]) -> None:
        for note in notes:
            self._outline.add(BlockKind.FOOTNOTE, line(note, without=("label",)))

    def _list(self, element: etree._Element) -> None:
        numbered = element.get("list-type", "") in ("order", "arabic", "roman-lower", "alpha-lower", "roman-upper", "alpha-upper")
        for at, item in enumerate(named(element, "list-item"), start=1):
            mark = line(child(item, "label")) or (f"{at}." if numbered else "•")
            self._outline.add(BlockKind.LIST, f"{mark} {line(item, without=('label', 'list', *_NOTES))}".strip())
            for inner in descendants(item, "list"):
                self._list(inner)

    def _table(self, wrap: etree._Element) -> None:
        caption = _caption(wrap)
        tables = list(descendants(wrap, "table"))
        if not tables:
            self._outline.caption(caption)
        for table in tables:
            grid = read_table(table)
            self._outline.table(grid.rows, header_rows=grid.header_rows, caption=caption)
            caption = ""
        for foot in named(wrap, "table-wrap-foot"):
            self._outline.add(BlockKind.FOOTNOTE, line(foot))

    def _references(self, listed: etree._Element, level: int) -> None:
        self._outline.heading(line(child(listed, "title")) or "References", level, number="")
        for reference in listed.iter("ref"):
            citation = next(descendants(reference, "element-citation", "mixed-citation", "citation", "nlm-citation"), None)
            if citation is not None:
                number = re.search(r"\d+", line(child(reference, "label")))
                text, fields = _cited(citation)
                self._outline.reference(text, number=int(number[0]) if number else None, fields=fields)


def _parted(paragraph: etree._Element) -> Iterator[etree._Element]:
    """A paragraph cut at the blocks in it."""
    if next(descendants(paragraph, *_BLOCKS), None) is None:
        yield paragraph
        return
    part = etree.Element("p")
    part.text = paragraph.text
    for each in list(paragraph):
        if each.tag not in _BLOCKS:
            part.append(each)
            continue
        yield part
        part = etree.Element("p")
        part.text, each.tail = each.tail, None
        yield each
    yield part


def _caption(element: etree._Element) -> str:
    """The caption with its label before it, in the usual form: `Table 1: Scores.`"""
    label = line(child(element, "label")).rstrip(" .:")
    caption = line(child(element, "caption"), without=_NOTES)
    return f"{label}: {caption}" if label and caption else label or caption


def _abstracts(meta: etree._Element | None) -> list[etree._Element]:
    """The abstract proper, without graphical ones and those for the press."""
    found = list(named(meta, "abstract")) if meta is not None else []
    return [each for each in found if each.get("abstract-type") in (None, "", "summary", "section")][:1]


def _metadata(article: etree._Element, meta: etree._Element | None) -> Metadata:
    if meta is None:
        return Metadata()
    identifiers = {each.get("pub-id-type", ""): line(each) for each in named(meta, "article-id")}
    marks = {each.get("id", ""): line(each, without=("label", "email")) for each in meta.iter("aff")}
    affiliations = tuple(dict.fromkeys(filter(None, (text.strip(" ,;") for text in marks.values()))))
    people = [each for each in meta.iter("contrib") if each.get("contrib-type", "author") == "author"]
    names = [(name, each) for each in people if (name := _person(each))]
    return Metadata(
        title=line(child(meta, "title-group/article-title"), without=(*_NOTES, "xref")),
        authors=tuple(name for name, _ in names),
        year=_year(meta),
        venue=line(child(article, "front/journal-meta/journal-title-group/journal-title"))
        or line(child(article, "front/journal-meta/journal-title")),
        doi=doi_in(identifiers.get("doi", "")),
        arxiv_id=arxiv_id_in(f"arXiv:{identifiers.get('arxiv', '')}"),
        abstract=" ".join(line(each, without=("title", "label")) for each in _abstracts(meta)),
        language=(article.get("{http://www.w3.org/XML/1998/namespace}lang") or "")[:2].lower(),
        affiliations=affiliations,
        emails=tuple(dict.fromkeys(address for each in meta.iter("email") for address in emails_in(line(each)))),
        author_affiliations=_ties([each for _, each in names], marks, affiliations),
    )


def _ties(people: Sequence[etree._Element], marks: Mapping[str, str], affiliations: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    places = {text: at for at, text in enumerate(affiliations)}
    tied = []
    for person in people:
        ids = [
            each for pointer in person.iter("xref") if pointer.get("ref-type") == "aff" for each in pointer.get("rid", "").split()
        ]
        ids += [each.get("id", "") for each in person.iter("aff")]
        tied.append(tuple(places[text] for each in ids if (text := marks.get(each, "").strip(" ,;")) in places))
    return tuple(tied) if any(tied) else ()


def _person(element: etree._Element) -> str:
    """The name in a contribution."""
    return next((_spoken(name) for name in descendants(element, "name", "string-name", "collab")), "")


def _spoken(name: etree._Element) -> str:
    """A name as one says it."""
    if name.tag == "collab" or name.find("surname") is None:
        return line(name, without=("contrib-group",))
    return " ".join(filter(None, (line(child(name, part)) for part in ("given-names", "surname", "suffix"))))


def _year(meta: etree._Element) -> int | None:
    dates = {each.get("pub-type") or each.get("date-type") or "": line(child(each, "year")) for each in named(meta, "pub-date")}
    text = next((dates[kind] for kind in _LEADS if kind in dates), next(iter(dates.values()), ""))
    year = _YEAR.search(text)
    return int(year[0]) if year else None


def _cited(citation: etree._Element) -> tuple[str, Fields]:
    """The text of an entry and its fields; an entry that is only fields is put into words."""
    people = [group for group in named(citation, "person-group") if group.get("person-group-type", "author") == "author"]
    authors = [name for group in people or [citation] for each in group if each.tag in ("name", "string-name", "collab")
               if (name := _spoken(each))]  # fmt: skip
    identifiers = {each.get("pub-id-type", ""): line(each) for each in citation.iter("pub-id")}
    source = line(child(citation, "source"))
    title = line(child(citation, "article-title")) or line(child(citation, "chapter-title"))
    year = _YEAR.search(line(child(citation, "year")))
    whole = line(citation)
    fields = Fields(
        authors=tuple(authors),
        year=int(year[0]) if year else None,
        title=title or source,
        venue=source if title else "",
        doi=doi_in(identifiers.get("doi", "")) or doi_in(whole),
        arxiv_id=arxiv_id_in(f"arXiv:{identifiers.get('arxiv', '')}") or arxiv_id_in(whole),
    )
    if citation.tag == "element-citation" or not (citation.text or "".join(each.tail or "" for each in citation)).strip():
        volume, first, last = (line(child(citation, name)) for name in ("volume", "fpage", "lpage"))
        pages = "–".join(filter(None, (first, last)))
        where = ", ".join(filter(None, (source if title else "", volume, pages, year[0] if year else "")))
        parts = [", ".join(authors), title or source, where, fields.doi]
        return " ".join(f"{part.rstrip('.')}." for part in parts if part), fields
    return whole, fields if authors or title else read_fields(whole)
