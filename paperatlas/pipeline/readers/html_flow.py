"""An HTML page as a flow of headings, paragraphs, lists and tables."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from lxml import etree

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.readers.filing import Headings
from paperatlas.pipeline.readers.html_equations import displayed, tex_display
from paperatlas.pipeline.readers.html_tables import HtmlTable, read_table
from paperatlas.pipeline.readers.html_text import (
    Inline,
    Pieces,
    Style,
    formula_of,
    is_hidden,
    note_of,
    raised_mark,
    style_of,
    tag_of,
)
from paperatlas.pipeline.readers.outline import Outline

__all__ = ["main_part", "pour"]

_BLOCKS = frozenset(
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6"
    " header hr html legend li main ol p pre section summary table tbody td tfoot th thead tr ul".split()
)
_OWN_MARK = re.compile(r"\[[\w.+-]{1,20}\]")
"""Of an entry in a list of references, which needs no bullet."""
_HEADING = re.compile(r"h[1-6]$")
_ROLES = {"doc-footnote": BlockKind.FOOTNOTE, "doc-biblioentry": BlockKind.REFERENCE, "doc-abstract": BlockKind.ABSTRACT}
_MAIN_SHARE = 0.4
"""Share of a page's text that its `main` or `article` must hold to be taken for all of it."""


def main_part(root: etree._Element) -> etree._Element:
    """The part of a page that is its text, where the page marks one."""
    body = next(root.iter("body"), root)
    whole = _length(body)
    for tag in ("main", "article"):
        marked = list(body.iter(tag))
        if len(marked) == 1 and _length(marked[0]) > _MAIN_SHARE * whole:
            return marked[0]
    return body


def _length(element: etree._Element) -> int:
    return sum(len(text) for text in element.itertext())


def pour(root: etree._Element, outline: Outline) -> None:
    """Put a page, or a part of one, into an outline."""
    _Flow(outline, Headings.of(root)).run(root)


@dataclass(slots=True)
class _Flow:
    """Goes through a page once. Texts gather until a block begins or ends."""

    _outline: Outline
    _headings: Headings
    _pieces: Pieces = field(default_factory=Pieces)
    _styles: list[Style] = field(default_factory=lambda: [Style()])
    _open: list[etree._Element] = field(default_factory=list)
    """The block elements around the current place, outermost first."""
    _items: list[int] = field(default_factory=list)
    """The number of the next item of each open list; 0 where items have none."""
    _notes: list[str] = field(default_factory=list)
    """Footnotes within the current block, which come after it."""
    _mark: str = ""
    """The mark of an item whose first text is to come."""

    def run(self, root: etree._Element) -> None:
        walk = etree.iterwalk(root, events=("start", "end"))
        for event, element in walk:
            if event == "start":
                if not self._enter(element):
                    walk.skip_subtree()
            else:
                self._leave(element)
                if element is not root:
                    self._pieces.add(element.tail, self._styles[-1])

    def _enter(self, element: etree._Element) -> bool:
        """False when what is inside is not to be looked at."""
        tag = tag_of(element)
        self._styles.append(style_of(element, self._styles[-1]))
        if is_hidden(element) or _is_foot_of_page(element):
            self._outline.unshown.append(" ".join(" ".join(element.itertext()).split()))
            return False
        if note := note_of(element):
            self._notes.append(note)
            return False
        if equations := displayed(element):
            self._flush()
            for text, number in equations:
                self._outline.equation(text, number)
            return False
        if formula := formula_of(element):
            self._pieces.add(formula, self._styles[-1])
            return False
        if tag in _BLOCKS:
            self._flush()
            self._open.append(element)
            if tag in ("ol", "ul"):
                self._items.append(_first_number(element) if tag == "ol" else 0)
            elif tag == "li" and self._items:
                self._mark = f"{self._items[-1]}." if self._items[-1] else "•"
                self._items[-1] += bool(self._items[-1])
            elif tag == "table":
                return not self._table(read_table(element))
        elif "ltx_bibblock" in element.get("class", ""):
            self._pieces.add(" ", self._styles[-1])
        elif tag == "br":
            self._pieces.add("\n", self._styles[-1])
        elif tag == "sup":
            self._pieces.add(raised_mark(element, self._pieces), self._styles[-1])
        self._pieces.add(element.text, self._styles[-1])
        return True

    def _leave(self, element: etree._Element) -> None:
        self._styles.pop()
        if self._open and self._open[-1] is element:
            self._flush()
            self._open.pop()
            if tag_of(element) in ("ol", "ul"):
                self._items.pop()

    def _flush(self) -> None:
        tags = [tag_of(element) for element in self._open]
        content = self._pieces.take(lines="pre" in tags)
        if content.text:
            self._block(content, tags)
        notes, self._notes = self._notes, []
        for note in notes:
            self._outline.add(BlockKind.FOOTNOTE, note)

    def _block(self, content: Inline, tags: Sequence[str]) -> None:
        level = next((int(tag[1]) for tag in reversed(tags) if _HEADING.match(tag)), 0)
        if level:
            self._outline.heading(content.text, level)
        elif "figcaption" in tags and not self._holds_table():
            self._outline.figure(content.text)
        elif self._items and "li" in tags:
            mark = "" if _OWN_MARK.match(content.text) else self._mark
            self._outline.add(self._special_kind() or BlockKind.LIST, f"{mark} {content.text}".strip())
            self._mark = ""
        else:
            self._paragraph(content)

    def _paragraph(self, content: Inline) -> None:
        if equation := tex_display(content.text):
            self._outline.equation(*equation)
        elif kind := self._special_kind():
            self._outline.add(kind, content.text)
        elif level := self._headings.level(content):
            self._outline.heading(content.text, level)
        elif self._headings.is_page_number(content):
            self._outline.add(BlockKind.FOOTER, content.text, in_body=False)
        else:
            self._outline.add(BlockKind.PARAGRAPH, content.text)

    def _holds_table(self) -> bool:
        figure = next((element for element in reversed(self._open) if tag_of(element) == "figure"), None)
        return figure is not None and next(figure.iter("table"), None) is not None

    def _special_kind(self) -> BlockKind | None:
        """What the page says that a block is."""
        for element in reversed(self._open):
            if kind := _ROLES.get(element.get("role", "").lower()):
                return kind
            names = {*element.get("class", "").lower().split(), element.get("id", "").lower()}
            if "abstract" in names:
                return BlockKind.ABSTRACT
            if tag_of(element) == "aside" or names & {"footnote", "footnotes"}:
                return BlockKind.FOOTNOTE if names & {"footnote", "footnotes"} else BlockKind.SIDEBAR
        return None

    def _table(self, table: HtmlTable) -> bool:
        """Takes a table; False when it only lays out parts of the page, which are then read one by one."""
        match table.use:
            case "data":
                self._outline.table(table.rows, header_rows=table.header_rows, caption=table.caption)
            case "contents":
                text = "\n".join(" ".join(filter(None, row)) for row in table.rows)
                self._outline.add(BlockKind.SIDEBAR, text, in_body=False)
            case "rows":
                for at, row in enumerate(table.rows):
                    text, bold = " ".join(filter(None, row)), table.bold_rows[at]
                    if table.is_item(at) and not bold:
                        self._outline.add(BlockKind.LIST, text)
                    else:
                        self._paragraph(Inline(text, bold))
            case "layout":
                return False
        return True


def _first_number(element: etree._Element) -> int:
    start = element.get("start", "")
    return int(start) if start.isdecimal() and len(start) < 6 else 1


def _is_foot_of_page(element: etree._Element) -> bool:
    parent = element.getparent()
    return tag_of(element) == "footer" and parent is not None and tag_of(parent) == "body"
