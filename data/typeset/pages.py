"""Sets a sample paper in PDF: one or two columns under a full-width title, running heads, footnotes, hyphenated lines.

The same source gives the same bytes: no dates, no random ids (`invariant`), and no compression, because
compressors differ between systems.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from reportlab.lib.colors import black
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    FrameBreak,
    KeepTogether,
    NextPageTemplate,
    PageTemplate,
    Spacer,
    TableStyle,
)
from reportlab.platypus import Paragraph as Text
from reportlab.platypus import Table as Grid

from typeset.figures import draw
from typeset.source import Equation, Figure, Heading, Item, Paper, Paragraph, Reference, Table

__all__ = ["typeset"]

WIDTH, HEIGHT = A4
MARGIN, TOP, BOTTOM, GUTTER = 54.0, 62.0, 64.0, 18.0
FICTION = (
    "This paper is fictional. Its research, people, places and organisations are invented; it was written as sample data"
    " for PaperAtlas and is dedicated to the public domain (CC0 1.0)."
)

_BODY = ParagraphStyle(
    "body", fontName="Times-Roman", fontSize=11, leading=13.4, alignment=TA_JUSTIFY, firstLineIndent=10,
    hyphenationLang="en_GB", hyphenationMinWordLength=6, allowWidows=0, allowOrphans=0,
)  # fmt: skip
_FIRST = ParagraphStyle("first", parent=_BODY, firstLineIndent=0)
_ABSTRACT = ParagraphStyle("abstract", parent=_FIRST, fontSize=10, leading=12, leftIndent=14, rightIndent=14, spaceAfter=3)
_ITEM = ParagraphStyle("item", parent=_FIRST, leftIndent=14, bulletIndent=4, spaceAfter=1)
_CAPTION = ParagraphStyle("caption", parent=_FIRST, fontSize=10, leading=12)
_SHORT_CAPTION = ParagraphStyle("short caption", parent=_CAPTION, alignment=TA_CENTER)
_REFERENCE = ParagraphStyle(
    "reference", parent=_FIRST, fontSize=10, leading=11.8, leftIndent=16, firstLineIndent=-16, spaceAfter=2
)
_NOTE = ParagraphStyle("note", parent=_FIRST, fontSize=8, leading=9.4)
_TITLE = ParagraphStyle("title", fontName="Times-Bold", fontSize=16, leading=19, alignment=TA_CENTER, spaceAfter=9)
_AUTHORS = ParagraphStyle("authors", fontName="Times-Roman", fontSize=12.5, leading=15, alignment=TA_CENTER, spaceAfter=4)
_ADDRESS = ParagraphStyle("address", fontName="Times-Italic", fontSize=10, leading=12, alignment=TA_CENTER)
_EMAIL = ParagraphStyle("email", parent=_ADDRESS, fontName="Courier", fontSize=9, spaceBefore=2)
_ABSTRACT_HEAD = ParagraphStyle(
    "abstract head", fontName="Times-Bold", fontSize=11, leading=14, alignment=TA_CENTER, spaceAfter=3
)
_HEADINGS = {
    1: ParagraphStyle("h1", fontName="Times-Bold", fontSize=12, leading=14, spaceBefore=8, spaceAfter=3, keepWithNext=1),
    2: ParagraphStyle("h2", fontName="Times-Bold", fontSize=10.5, leading=13, spaceBefore=5, spaceAfter=2, keepWithNext=1),
}
_LEFT_CELL = ParagraphStyle("cell", fontName="Times-Roman", fontSize=9, leading=10.5)
_CENTRE_CELL = ParagraphStyle("centred cell", parent=_LEFT_CELL, alignment=TA_CENTER)


def typeset(paper: Paper, path: Path) -> None:
    """Writes the paper's PDF."""
    full = WIDTH - 2 * MARGIN
    column = full if paper.columns == 1 else (full - GUTTER) / 2
    front = list(_front(paper, full))
    front_height = (
        sum(flowable.wrap(full, HEIGHT)[1] + flowable.getSpaceAfter() + flowable.getSpaceBefore() for flowable in front) + 14
    )
    notes = [Text(_markup(note), _NOTE) for note in paper.footnotes]
    notes_height = sum(note.wrap(column, HEIGHT)[1] for note in notes) + (8 if notes else 0)

    def first_page(canvas: Canvas, _: BaseDocTemplate) -> None:
        _first_foot(canvas, paper)
        _draw_notes(canvas, notes, column, notes_height)

    def later_page(canvas: Canvas, _: BaseDocTemplate) -> None:
        number = paper.first_page + canvas.getPageNumber() - 1
        canvas.setFont("Times-Italic", 9)
        canvas.drawCentredString(WIDTH / 2, HEIGHT - 40, paper.heads[number % 2])
        _page_number(canvas, number)

    title = Frame(MARGIN, HEIGHT - TOP - front_height, full, front_height, 0, 0, 0, 0, id="front")
    below = HEIGHT - TOP - front_height - BOTTOM
    starts = [MARGIN + index * (column + GUTTER) for index in range(paper.columns)]
    first = [
        Frame(x, BOTTOM + (notes_height if index == 0 else 0), column, below - (notes_height if index == 0 else 0), 0, 0, 0, 0)
        for index, x in enumerate(starts)
    ]
    later = [Frame(x, BOTTOM, column, HEIGHT - TOP - BOTTOM, 0, 0, 0, 0) for x in starts]
    document = BaseDocTemplate(
        str(path), pagesize=A4, title=paper.title, author=_plain_authors(paper.authors), subject=paper.venue,
        creator="PaperAtlas sample data", invariant=1, pageCompression=0,
    )  # fmt: skip
    document.addPageTemplates(
        [PageTemplate("first", [title, *first], onPage=first_page), PageTemplate("later", later, onPage=later_page)]
    )
    document.build([NextPageTemplate("later"), *front, FrameBreak(), *_abstract(paper), *_body(paper, column)])


def _front(paper: Paper, width: float) -> Iterable[Flowable]:
    yield Text(_markup(paper.title), _TITLE)
    yield Text(_markup(paper.authors), _AUTHORS)
    yield from (Text(_markup(address), _ADDRESS) for address in paper.affiliations)
    yield Text(paper.emails, _EMAIL)
    if paper.columns == 1:
        yield Spacer(width, 4)


def _abstract(paper: Paper) -> Iterable[Flowable]:
    yield Text("Abstract", _ABSTRACT_HEAD)
    yield from (Text(_markup(part), _ABSTRACT) for part in paper.abstract)
    if paper.keywords:
        yield Text(f"<b>Keywords:</b> {paper.keywords}", _ABSTRACT)


def _body(paper: Paper, column: float) -> Iterable[Flowable]:
    flush = False
    for block in paper.blocks:
        match block:
            case Heading():
                yield Text(block.text, _HEADINGS[block.level])
            case Paragraph():
                yield Text(_markup(block.text), _FIRST if flush else _BODY)
            case Item():
                yield Text(_markup(block.text), _ITEM, bulletText="•")
            case Reference():
                yield Text(_markup(block.text), _REFERENCE)
            case Equation():
                yield _equation(block, column)
            case Table():
                yield KeepTogether([Spacer(1, 7), _caption(block.caption, column), Spacer(1, 5), _table(block), Spacer(1, 8)])
            case Figure():
                yield KeepTogether(
                    [Spacer(1, 7), draw(block, column), Spacer(1, 4), _caption(block.caption, column), Spacer(1, 8)]
                )
        flush = isinstance(block, (Heading, Equation))


def _equation(block: Equation, column: float) -> Flowable:
    cells = [[Text(_markup(block.text), ParagraphStyle("eq", parent=_CENTRE_CELL, fontSize=11)), block.number]]
    style = TableStyle(
        [("VALIGN", (0, 0), (-1, -1), "MIDDLE"), ("ALIGN", (1, 0), (1, 0), "RIGHT"), ("FONT", (1, 0), (1, 0), "Times-Roman", 11)]
    )
    return Grid(cells, colWidths=[column - 24, 24], style=style)


def _table(table: Table) -> Grid:
    header = table.header_rows
    style = [
        ("FONT", (0, 0), (-1, -1), "Times-Roman", 9),
        ("FONT", (0, 0), (-1, header - 1), "Times-Bold", 9),
        ("ALIGN", (1, 0), (-1, -1), "CENTER"),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 1.6),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.6),
        ("LEFTPADDING", (0, 0), (-1, -1), 5),
        ("RIGHTPADDING", (0, 0), (-1, -1), 5),
    ]
    if table.style == "grid":
        style.append(("GRID", (0, 0), (-1, -1), 0.5, black))
    if table.style == "rules":
        style += [
            ("LINEABOVE", (0, 0), (-1, 0), 0.9, black),
            ("LINEBELOW", (0, header - 1), (-1, header - 1), 0.5, black),
            ("LINEBELOW", (0, -1), (-1, -1), 0.9, black),
        ]
    cells = [[cell.removesuffix(">").rstrip() for cell in row] for row in table.rows]
    for y, row in enumerate(table.rows):
        for x in (x for x, cell in enumerate(row) if cell.endswith(">")):
            style += [("SPAN", (x, y), (x + 1, y)), ("LINEBELOW", (x, y), (x + 1, y), 0.4, black)]
    return Grid(cells, style=TableStyle(style), repeatRows=header)


def _first_foot(canvas: Canvas, paper: Paper) -> None:
    canvas.setFont("Times-Roman", 8.5)
    canvas.drawString(MARGIN, HEIGHT - 40, paper.venue)
    if paper.doi:
        canvas.drawRightString(WIDTH - MARGIN, HEIGHT - 40, f"https://doi.org/{paper.doi}")
    _page_number(canvas, paper.first_page)
    fiction = Text(FICTION, ParagraphStyle("fiction", fontName="Times-Italic", fontSize=8, leading=9.4, alignment=TA_CENTER))
    _, height = fiction.wrap(WIDTH - 2 * MARGIN, 30)
    fiction.drawOn(canvas, MARGIN, 44 - height / 2)


def _draw_notes(canvas: Canvas, notes: list[Text], column: float, height: float) -> None:
    if not notes:
        return
    y = BOTTOM + height - 6
    canvas.setLineWidth(0.4)
    canvas.line(MARGIN, y + 2, MARGIN + 0.3 * column, y + 2)
    for note in notes:
        _, used = note.wrap(column, HEIGHT)
        y -= used
        note.drawOn(canvas, MARGIN, y)


def _page_number(canvas: Canvas, number: int) -> None:
    canvas.setFont("Times-Roman", 9)
    canvas.drawCentredString(WIDTH / 2, 22, str(number))


def _caption(text: str, column: float) -> Text:
    label, _, rest = text.partition(":")
    one_line = stringWidth(text, _CAPTION.fontName, _CAPTION.fontSize) < 0.95 * column
    return Text(f"<b>{label}:</b>{_markup(rest)}", _SHORT_CAPTION if one_line else _CAPTION)


def _markup(text: str) -> str:
    """**bold**, *italic* and ^raised^ as the tags of a reportlab paragraph."""
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"\*(.+?)\*", r"<i>\1</i>", text)
    return re.sub(r"\^(.+?)\^", r'<super rise="3.5" size="7">\1</super>', text)


def _plain_authors(authors: str) -> str:
    return re.sub(r"\^.+?\^", "", authors)
