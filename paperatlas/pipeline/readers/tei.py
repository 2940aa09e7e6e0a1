"""Documents in TEI, above all those that GROBID makes of PDFs."""

import re
from collections.abc import Sequence

from lxml import etree

from paperatlas.core.types import BlockKind, Metadata
from paperatlas.pipeline.bibliography.reference_fields import Fields, read_fields
from paperatlas.pipeline.front.identifiers import arxiv_id_in, doi_in, emails_in
from paperatlas.pipeline.readers.outline import Outline
from paperatlas.pipeline.readers.xml_text import child, descendants, line, named

__all__ = ["fill_from_tei"]

_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_NOTES = ("note",)
_MOST_SPAN = 1000
_EQUATION_NUMBER = re.compile(r"\s*\(([A-Z]?\.?\d+(?:\.\d+)*[a-z]?)\)\s*$")


def fill_from_tei(root: etree._Element, outline: Outline) -> None:
    """Put a document into an outline."""
    header = child(root, "teiHeader")
    outline.stated = _metadata(header, root)
    outline.add(BlockKind.TITLE, outline.stated.title)
    outline.add(BlockKind.AUTHOR, ", ".join(outline.stated.authors))
    flow = _Flow(outline)
    abstract = child(header, "profileDesc/abstract")
    if abstract is not None and line(abstract):
        outline.heading("Abstract", 1, number="")
        flow.divisions(abstract, 1, BlockKind.ABSTRACT)
    for part in ("text/front", "text/body", "text/back"):
        if (element := child(root, part)) is not None:
            flow.divisions(element, 0)


class _Flow:
    """Goes through a document in the order of its text."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline

    def divisions(self, parent: etree._Element, level: int, kind: BlockKind = BlockKind.PARAGRAPH) -> None:
        for each in parent:
            match each.tag:
                case "div" | "div1" | "div2" | "div3":
                    inner = self._head(each, level)
                    self.divisions(each, inner, kind)
                case "listBibl":
                    self._references(each, level)
                case "figure":
                    self._figure(each)
                case "formula":
                    self._formula(each)
                case "list":
                    for item in named(each, "item"):
                        self._outline.add(BlockKind.LIST, f"{line(child(item, 'label')) or '•'} {line(item, without=('label',))}")
                case "note":
                    self._outline.add(BlockKind.FOOTNOTE, line(each))
                case "head" | "fw" | "pb":
                    continue
                case "floatingText" | "quote" | "group":
                    self.divisions(each, level, kind)
                case _ if isinstance(each.tag, str):
                    self._paragraph(each, kind)

    def _head(self, division: etree._Element, level: int) -> int:
        """The level of a division. GROBID sets all of them side by side, and their numbers tell which is in which."""
        head = child(division, "head")
        if head is None or not line(head):
            return level
        number = head.get("n", "").rstrip(" .")
        own = level + 1 + (number.count(".") if level == 0 else 0)
        self._outline.heading(line(head), own, number=number or None)
        return own

    def _paragraph(self, element: etree._Element, kind: BlockKind) -> None:
        self._outline.add(kind, line(element, without=("figure", "formula", *_NOTES)))
        for each in descendants(element, "figure", "formula", "note"):
            if each.tag == "figure":
                self._figure(each)
            elif each.tag == "formula":
                self._formula(each)
            else:
                self._outline.add(BlockKind.FOOTNOTE, line(each))

    def _formula(self, element: etree._Element) -> None:
        text, number = line(element, without=("label",)), line(child(element, "label")).strip(" ()")
        if not number and (printed := _EQUATION_NUMBER.search(text)):
            text, number = text[: printed.start()], printed[1]
        self._outline.equation(text, number)

    def _figure(self, element: etree._Element) -> None:
        label, head, text = (line(child(element, name)) for name in ("label", "head", "figDesc"))
        is_table = element.get("type") == "table" or child(element, "table") is not None
        # GROBID gives the number alone as the label, and both again at the start of the head or the description.
        lead = f"{'Table' if is_table else 'Figure'} {label}" if label[:1].isdigit() else label
        bare = [re.sub(rf"^{re.escape(lead)}[\s.:]*", "", each, flags=re.IGNORECASE) if lead else each for each in (head, text)]
        caption = bare[1] if bare[1].startswith(bare[0]) else " ".join(filter(None, bare))
        caption = f"{lead}: {caption}" if lead and caption else lead or caption
        if not is_table:
            self._outline.figure(caption)
            return
        table = child(element, "table")
        rows = _grid(table) if table is not None else []
        if not rows:
            self._outline.caption(caption)
        self._outline.table(rows, header_rows=_header_rows(table, rows), caption=caption)

    def _references(self, listed: etree._Element, level: int) -> None:
        self._outline.heading(line(child(listed, "head")) or "References", level + 1, number="")
        for at, entry in enumerate(named(listed, "biblStruct", "bibl"), start=1):
            raw = next((line(note) for note in entry.iter("note") if note.get("type") == "raw_reference"), "")
            fields = _fields(entry)
            text = raw or (_worded(fields) if entry.tag == "biblStruct" else line(entry))
            named_number = re.search(r"\d$", entry.get("{http://www.w3.org/XML/1998/namespace}id", ""))
            fields = fields if fields.title or fields.authors else read_fields(text)
            self._outline.reference(text, number=at if named_number or entry.tag == "biblStruct" else None, fields=fields)


def _grid(table: etree._Element) -> list[list[str]]:
    """Rows with what spans put into its first place."""
    rows: list[list[str]] = []
    taken: dict[int, int] = {}
    for row in table.iter("row"):
        texts: list[str] = []
        for cell in named(row, "cell"):
            while taken.get(len(texts), 0):
                texts.append("")
            wide, high = _span(cell, "cols"), _span(cell, "rows")
            taken.update(dict.fromkeys(range(len(texts), len(texts) + wide), high))
            texts += [line(cell), *[""] * (wide - 1)]
        taken = {column: left - 1 for column, left in taken.items() if left > 1}
        rows.append(texts)
    return rows


def _span(cell: etree._Element, name: str) -> int:
    value = cell.get(name, "")
    return min(max(1, int(value)), _MOST_SPAN) if value.isdecimal() and len(value) < 5 else 1


def _header_rows(table: etree._Element | None, rows: Sequence[Sequence[str]]) -> int:
    marked = [row.get("role") == "label" for row in table.iter("row")] if table is not None else []
    labelled = next((at for at, is_label in enumerate(marked) if not is_label), len(marked))
    return labelled if 0 < labelled < len(marked) else int(len(rows) > 1)


def _metadata(header: etree._Element | None, root: etree._Element) -> Metadata:
    source = child(header, "fileDesc/sourceDesc/biblStruct")
    titles = list(header.iterfind("fileDesc/titleStmt/title")) if header is not None else []
    main = next((each for each in titles if each.get("type") == "main"), titles[0] if titles else None)
    analytic = child(source, "analytic")
    people = list(named(analytic, "author")) if analytic is not None else []
    abstract = child(header, "profileDesc/abstract")
    text = child(root, "text")
    language = (text.get("{http://www.w3.org/XML/1998/namespace}lang") if text is not None else "") or ""
    stated = _fields(source) if source is not None else Fields()
    held = source if source is not None else etree.Element("none")
    return Metadata(
        title=line(main) or stated.title,
        authors=tuple(filter(None, map(_person, people))),
        year=stated.year,
        venue=stated.venue,
        doi=stated.doi,
        arxiv_id=stated.arxiv_id,
        abstract=" ".join(line(each) for each in descendants(abstract, "p")) if abstract is not None else "",
        language=language[:2].lower(),
        affiliations=tuple(dict.fromkeys(text for each in held.iter("affiliation") if (text := _affiliation(each)))),
        emails=tuple(dict.fromkeys(address for each in held.iter("email") for address in emails_in(line(each)))),
    )


def _affiliation(element: etree._Element) -> str:
    raw = next((line(note) for note in element.iter("note") if note.get("type") == "raw_affiliation"), "")
    parts = [line(each) for each in element.iter("orgName", "settlement", "region", "country", "addrLine")]
    return raw or ", ".join(filter(None, parts)) or line(element)


def _person(author: etree._Element) -> str:
    name = child(author, "persName")
    if name is None:
        return line(child(author, "orgName")) or line(child(author, "name"))
    parts = [line(each) for each in named(name, "forename", "nameLink")] + [line(child(name, "surname"))]
    return " ".join(filter(None, parts)) if name.find("surname") is not None else line(name)


def _fields(entry: etree._Element) -> Fields:
    analytic, book = child(entry, "analytic"), child(entry, "monogr")
    holder = next((each for each in (analytic, book, entry) if each is not None and child(each, "author") is not None), None)
    identifiers = {each.get("type", "").lower(): line(each) for each in entry.iter("idno")}
    date = next((each.get("when") or line(each) for each in entry.iter("date")), "")
    year = _YEAR.search(date)
    title, venue = line(child(analytic, "title")), line(child(book, "title"))
    return Fields(
        authors=tuple(filter(None, map(_person, named(holder, "author")))) if holder is not None else (),
        year=int(year[0]) if year else None,
        title=title or venue,
        venue=venue if title else "",
        doi=doi_in(identifiers.get("doi", "")),
        arxiv_id=arxiv_id_in(f"arXiv:{identifiers.get('arxiv', '').removeprefix('arXiv:')}"),
    )


def _worded(fields: Fields) -> str:
    where = ", ".join(filter(None, (fields.venue, str(fields.year or ""))))
    return " ".join(f"{part.rstrip('.')}." for part in (", ".join(fields.authors), fields.title, where, fields.doi) if part)
