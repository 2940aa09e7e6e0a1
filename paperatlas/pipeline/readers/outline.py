"""A document without a geometry, put together from its headings, blocks and tables in reading order.

Every reader of a format that is not laid out on pages fills one of these; what a heading, a list of references or a
caption means for the document is decided here, once, for all of them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from paperatlas.core.ids import DocumentId
from paperatlas.core.orders import gives_orders
from paperatlas.core.types import (
    Block,
    BlockKind,
    Box,
    Cell,
    Equation,
    Figure,
    Heading,
    Metadata,
    Page,
    ParsedDocument,
    ParseWarning,
    Reference,
    Span,
    Table,
)
from paperatlas.pipeline.bibliography.reference_fields import Fields, read_fields
from paperatlas.pipeline.front.identifiers import arxiv_id_in, arxiv_year, doi_in
from paperatlas.pipeline.front.language import language_of
from paperatlas.pipeline.front.names import is_name
from paperatlas.pipeline.readers.told_orders import of_metadata, of_pages, of_unshown

__all__ = ["Outline", "label_of"]

_NUMBERED = re.compile(r"((?:\d{1,2}|[A-Z])(?:\.\d{1,3}){0,5}|[IVX]{1,5})(?:[.)]\s+|\s+(?=\S))(?=\D)")
_LABEL = re.compile(
    r"(?P<kind>table|tab\.|figure|fig\.|scheme|algorithm|listing|表|图|図)\s*(?P<number>[A-Z]{0,2}\.?\d+(?:\.\d+)*|[IVX]+)\b",
    re.IGNORECASE,
)
_KINDS = {"table": "Table", "tab.": "Table", "表": "Table", "figure": "Figure", "fig.": "Figure", "图": "Figure", "図": "Figure"}
_ABSTRACT = re.compile(r"(?:\d\.?\s*)?(?:abstract|summary|摘要)\W*$", re.IGNORECASE)
_REFERENCES = re.compile(
    r"(?:\d+\.?\s*)?(?:references|bibliography|works cited|literature(?: cited)?|参考文献)\W*$", re.IGNORECASE
)
_DIVISION = re.compile(r"(?:part|item|chapter|section)\s+(?:\d|[IVX]+\b)", re.IGNORECASE)
_ENTRY_NUMBER = re.compile(r"\[?(\d{1,4})[\].)]\s*")
_FRONT = 2000
"""Characters at the beginning within which a paper states its identifiers; later ones are those of papers it cites."""
_SAMPLE = 4000
"""Characters that suffice to tell the language."""
_LONGEST_BYLINE = 400
"""Characters."""
_MOST_ABOVE_TITLE = 40
"""Words above a title: the section of a site, a date, a kind of article."""


def label_of(caption: str) -> str:
    """The label of a caption in its usual form ("Table 2", "Figure S1"); empty when it has none."""
    match = _LABEL.match(caption)
    return f"{_KINDS.get(match['kind'].lower(), match['kind'].capitalize())} {match['number']}" if match else ""


@dataclass(slots=True)
class _Entry:
    """A block, before sections are known."""

    kind: BlockKind
    text: str
    page: int
    level: int = 0
    table: int | None = None
    in_body: bool = True
    number: str | None = None
    """Of a heading whose number the file keeps apart; None where it is looked for in the text."""
    run_in: bool = False
    reference: Reference | None = None
    """What the file says of an entry of the list of references."""

    @property
    def printed(self) -> str:
        return f"{self.number} {self.text}".strip() if self.number else self.text


@dataclass(slots=True)
class Outline:
    """Collects a document. Texts are taken as they are; empty ones are left out."""

    stated: Metadata = field(default_factory=Metadata)
    """What the file says of itself; what is missing is looked for in the text."""
    fallback_title: str = ""
    """For a document that neither states nor shows a title."""
    warnings: list[ParseWarning] = field(default_factory=list)
    unshown: list[str] = field(default_factory=list)
    """What the file holds and its readers do not see: it is not read, but looked at for orders to a machine."""
    _entries: list[_Entry] = field(default_factory=list)
    _tables: list[Table] = field(default_factory=list)
    _figures: list[Figure] = field(default_factory=list)
    _equations: list[Equation] = field(default_factory=list)
    _page: int = 1

    @property
    def is_empty(self) -> bool:
        return not self._entries

    def turn_page(self) -> None:
        """What follows stands on the next page."""
        self._page += 1

    def heading(self, text: str, level: int, *, number: str | None = None, run_in: bool = False) -> None:
        """Level 1 is the outermost. Without `number`, the text may begin with it."""
        if text:
            self._entries.append(
                _Entry(kind=BlockKind.HEADING, text=text, page=self._page, level=level, number=number, run_in=run_in)
            )

    def add(self, kind: BlockKind, text: str, *, in_body: bool = True) -> None:
        """A block; one that is not `in_body` is kept but not read (running heads, lists of contents)."""
        if text:
            self._entries.append(_Entry(kind=kind, text=text, page=self._page, in_body=in_body))

    def caption(self, text: str) -> None:
        """A block that the file marks as a caption; of which table or figure, its place and label tell."""
        self.add(BlockKind.CAPTION, text)

    def table(self, rows: Sequence[Sequence[str]], *, header_rows: int, caption: str = "") -> None:
        """A grid; rows that are shorter than the longest are filled up."""
        width = max((len(row) for row in rows), default=0)
        grid = tuple(tuple(Cell(row[column] if column < len(row) else "") for column in range(width)) for row in rows)
        if not any(cell.text for row in grid for cell in row):
            return
        if caption:
            self.add(BlockKind.CAPTION, caption)
        self._entries.append(
            _Entry(
                kind=BlockKind.TABLE,
                text="\n".join(" | ".join(cell.text for cell in row if cell.text) for row in grid),
                page=self._page,
                table=len(self._tables),
                in_body=False,
            )
        )
        self._tables.append(
            Table(
                label=label_of(caption),
                caption=caption,
                page=self._page,
                box=_nowhere(self._page),
                rows=grid,
                header_rows=min(header_rows, len(grid)),
            )
        )

    def figure(self, caption: str) -> None:
        """A figure; one without a caption says nothing and is left out."""
        if caption:
            self.add(BlockKind.CAPTION, caption)
            self._figures.append(Figure(label=label_of(caption), caption=caption, page=self._page, box=_nowhere(self._page)))

    def equation(self, text: str, number: str = "") -> None:
        """A displayed formula, with the number that is printed beside it."""
        if text:
            self.add(BlockKind.EQUATION, f"{text} ({number})" if number else text)
            self._equations.append(Equation(number=number, text=text, page=self._page, box=_nowhere(self._page)))

    def reference(self, text: str, *, number: int | None = None, fields: Fields | None = None) -> None:
        """An entry of the list of references; without `fields` they are read from its text."""
        if text:
            known = _reference(text, number, self._page, fields or read_fields(text))
            printed = f"[{number}] {text}" if number is not None else text
            self._entries.append(_Entry(kind=BlockKind.REFERENCE, text=printed, page=self._page, reference=known))

    def document(self, *, name: str, content: DocumentId, words: int | None = None) -> ParsedDocument:
        """The document, once all is collected. `words` are counted here unless the reader knows better."""
        self._find_captions()
        title, authors = self._find_title()
        blocks, headings = self._sectioned()
        pages = tuple(
            _page(number, [block for block in blocks if block.box.page == number]) for number in range(1, self._page + 1)
        )
        text = "\n".join(page.text for page in pages)
        metadata = _completed(self.stated, title or self.fallback_title, authors, blocks, text)
        return ParsedDocument(
            name=name,
            id=content,
            pages=pages,
            metadata=metadata,
            headings=tuple(replace(heading, span=span) for heading, span in zip(headings, _heading_spans(pages), strict=True)),
            tables=tuple(self._tables),
            figures=tuple(self._figures),
            equations=tuple(self._equations),
            references=_references(self._entries, blocks),
            warnings=(*self.warnings, *of_pages(pages), *of_metadata(metadata), *of_unshown(self.unshown)),
            words=sum(len(block.text.replace(" | ", " ").split()) for block in blocks) if words is None else words,
        )

    def _find_captions(self) -> None:
        """What stands beside a table and reads "Table 2: …" is its caption; what reads "Figure 2: …" stands for a figure."""
        taken = {table.caption for table in self._tables if table.caption}
        for at, entry in enumerate(self._entries):
            if entry.table is None or self._tables[entry.table].caption:
                continue
            for beside in (at - 1, at + 1):
                caption = self._entries[beside].text if 0 <= beside < len(self._entries) else ""
                if caption not in taken and self._is_caption(beside, "Table"):
                    taken.add(caption)
                    self._entries[beside].kind = BlockKind.CAPTION
                    self._tables[entry.table] = replace(self._tables[entry.table], caption=caption, label=label_of(caption))
                    break
        known = {figure.label for figure in self._figures}
        for at, entry in enumerate(self._entries):
            label = label_of(entry.text)
            if label.startswith("Figure") and label not in known and self._is_caption(at, "Figure"):
                known.add(label)
                entry.kind = BlockKind.CAPTION
                self._figures.append(Figure(label=label, caption=entry.text, page=entry.page, box=_nowhere(entry.page)))

    def _is_caption(self, at: int, kind: str) -> bool:
        if not 0 <= at < len(self._entries):
            return False
        entry = self._entries[at]
        label, match = label_of(entry.text), _LABEL.match(entry.text)
        if entry.kind is BlockKind.CAPTION:
            return label.startswith(kind) or not label
        # "Table 2 shows that …" is a sentence about a table; a caption goes on with a mark, a capital or nothing.
        return (
            entry.kind is BlockKind.PARAGRAPH
            and match is not None
            and label.startswith(kind)
            and re.match(r"\s*[.:|)–—-]|\s+[A-Z]|\s*$", entry.text[match.end() :]) is not None
        )

    def _find_title(self) -> tuple[str, tuple[str, ...]]:
        """The title and the names below it. A first heading that no other equals in level is the title, not a section."""
        body = [entry for entry in self._entries if entry.in_body and entry.kind is not BlockKind.SIDEBAR]
        at = next((at for at, entry in enumerate(body) if entry.kind in (BlockKind.HEADING, BlockKind.TITLE)), None)
        if at is None or sum(len(entry.text.split()) for entry in body[:at]) > _MOST_ABOVE_TITLE:
            return self.stated.title, self.stated.authors
        first = body[at]
        same = [entry for entry in body if entry.kind is BlockKind.HEADING and entry.level == first.level]
        is_title = first.kind is BlockKind.TITLE or len(same) == 1 or _key(first.text) == _key(self.stated.title)
        if not is_title or _ABSTRACT.match(first.text) or _DIVISION.match(first.text):
            return self.stated.title, self.stated.authors
        first.kind = BlockKind.TITLE
        authors = _byline(body[at + 1].text) if len(body) > at + 1 and body[at + 1].kind is BlockKind.PARAGRAPH else ()
        if authors:
            body[at + 1].kind = BlockKind.AUTHOR
        stated = "" if gives_orders(self.stated.title) else self.stated.title
        return stated or first.text, self.stated.authors or authors

    def _sectioned(self) -> tuple[list[Block], list[Heading]]:
        blocks: list[Block] = []
        headings: list[Heading] = []
        open_sections: list[Heading] = []
        outermost = min((entry.level for entry in self._entries if entry.kind is BlockKind.HEADING), default=1)
        for entry in self._entries:
            if entry.kind is BlockKind.HEADING:
                # Sites set the abstract's heading small; it is a section like the others.
                level = 1 if _ABSTRACT.match(entry.text) and not headings else 1 + entry.level - outermost
                heading = _heading(entry, level)
                open_sections = [*(each for each in open_sections if each.level < heading.level), heading]
                headings.append(heading)
            section = " > ".join(each.label for each in open_sections)
            if entry.table is not None:
                self._tables[entry.table] = replace(self._tables[entry.table], section=section)
            kind = _in_section(entry.kind, open_sections[-1].text if open_sections else "")
            span = Span(entry.page, 0, len(entry.printed)) if entry.in_body else None
            blocks.append(Block(kind=kind, text=entry.printed, box=_nowhere(entry.page), section=section, span=span))
        captions = {block.text: block.section for block in blocks if block.kind is BlockKind.CAPTION}
        self._figures = [replace(figure, section=captions.get(figure.caption, "")) for figure in self._figures]
        return blocks, headings


def _nowhere(page: int) -> Box:
    """A box on a page that has no geometry."""
    return Box(page, 0, 0, 0, 0)


def _key(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()


def _heading(entry: _Entry, level: int) -> Heading:
    match = _NUMBERED.match(entry.text) if entry.number is None else None
    number, text = (match[1], entry.text[match.end() :]) if match else (entry.number or "", entry.text)
    return Heading(number=number, text=text, level=level, page=entry.page, run_in=entry.run_in)


def _in_section(kind: BlockKind, section: str) -> BlockKind:
    """Paragraphs of an abstract and entries of a list of references are of their own kind."""
    if kind not in (BlockKind.PARAGRAPH, BlockKind.LIST):
        return kind
    if _ABSTRACT.match(section) and kind is BlockKind.PARAGRAPH:
        return BlockKind.ABSTRACT
    return BlockKind.REFERENCE if _REFERENCES.match(section) else kind


def _page(number: int, blocks: Sequence[Block]) -> Page:
    placed: list[Block] = []
    offset = 0
    for block in blocks:
        if block.span is None:
            placed.append(block)
            continue
        placed.append(replace(block, span=Span(number, offset, offset + len(block.text))))
        offset += len(block.text) + 1
    return Page(number=number, text="\n".join(block.text for block in blocks if block.span is not None), blocks=tuple(placed))


def _heading_spans(pages: Sequence[Page]) -> list[Span | None]:
    return [block.span for page in pages for block in page.blocks if block.kind is BlockKind.HEADING]


def _byline(text: str) -> tuple[str, ...]:
    """The names in a line under the title; none unless all of it is names."""
    if len(text) > _LONGEST_BYLINE:
        return ()
    parts = [part for part in re.split(r"\s*(?:[,;·|]|\band\b|&)\s*", re.sub(r"^by\s+", "", text, flags=re.IGNORECASE)) if part]
    names = tuple(re.sub(r"[\d*†‡§¶]+$", "", part).strip() for part in parts)
    return names if names and all(is_name(name) for name in names) else ()


def _completed(stated: Metadata, title: str, authors: tuple[str, ...], blocks: Sequence[Block], text: str) -> Metadata:
    """What is stated, and for what is not, what the beginning of the text says."""
    front = "\n".join(block.text for block in blocks if block.span is not None and block.kind is not BlockKind.REFERENCE)[:_FRONT]
    arxiv_id = stated.arxiv_id or arxiv_id_in(front)
    abstract = " ".join(block.text for block in blocks if block.kind is BlockKind.ABSTRACT)
    return replace(
        stated,
        title=title,
        authors=authors,
        doi=stated.doi or doi_in(front),
        arxiv_id=arxiv_id,
        year=stated.year if stated.year is not None else arxiv_year(arxiv_id),
        abstract=stated.abstract or abstract,
        language=stated.language or language_of(text[:_SAMPLE]),
    )


def _references(entries: Sequence[_Entry], blocks: Sequence[Block]) -> tuple[Reference, ...]:
    found = []
    for entry, block in zip(entries, blocks, strict=True):
        if block.kind is not BlockKind.REFERENCE:
            continue
        bare = block.text.removeprefix("• ")
        number = _ENTRY_NUMBER.match(bare)
        text = bare[number.end() :] if number else bare
        found.append(entry.reference or _reference(text, int(number[1]) if number else None, entry.page, read_fields(text)))
    return tuple(found)


def _reference(text: str, number: int | None, page: int, fields: Fields) -> Reference:
    return Reference(
        number=number,
        text=text,
        page=page,
        authors=fields.authors,
        year=fields.year,
        title=fields.title,
        doi=fields.doi,
        arxiv_id=fields.arxiv_id,
        venue=fields.venue,
    )
