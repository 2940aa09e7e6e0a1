"""How a document was read, drawn on its pages: what the documentation shows, and what one looks at when a page went wrong.

Every block has the colour of its kind and its number in the reading order; a line leads from one to the next. Cells of
tables, labels, and what is kept out of the text are drawn too. A strip beside the page says what the colours mean, and
what is doubtful. In viewers with layers each of these can be switched off.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pymupdf

from paperatlas.core.geometry import Rect, turned_size
from paperatlas.core.reading import ParseReport
from paperatlas.core.types import Block, BlockKind, Box, Heading, Page, ParsedDocument
from paperatlas.pipeline.readers.pdf_engine import open_pdf
from paperatlas.pipeline.readers.pdf_frame import rotation_as_shown
from paperatlas.pipeline.rendering.legend import Legend, legend_of
from paperatlas.pipeline.rendering.paged import check_paged
from paperatlas.pipeline.rendering.palette import COLOURS, INK, WHITE, Colour, font_for

__all__ = ["overlay"]

_USUAL = 612 * 792
"""Square points of a letter page, on which lines and letters have the sizes below; posters have larger ones."""
_TAG = 6.5
"""Size of the letters of a tag."""


def overlay(file: Path, document: ParsedDocument, report: ParseReport, *, password: str = "") -> bytes:
    """A PDF with a page for each page of the file.

    Raises:
        UnsupportedFile: the file has no printed pages.
        UnreadableFile: it cannot be opened.
    """
    check_paged(file)
    source = open_pdf(file, file.name, password)
    drawn = pymupdf.open()
    try:
        if source.is_form_pdf or source.has_annots():
            source.bake()  # what is filled in and noted is part of the page as it is shown
        layers = _Layers(drawn)
        for page in document.pages:
            original = source.load_page(page.number - 1)
            sheet, unit = _sheet(drawn, original, legend_of(page, document, report))
            pen = _Pen(sheet, unit)
            _draw_blocks(pen, page, document.headings, layers)
            _draw_floats(pen, page, document, layers)
            _draw_order(pen, page.blocks, layers)
        return bytes(drawn.tobytes(garbage=3, deflate=True))
    finally:
        drawn.close()
        source.close()
        pymupdf.TOOLS.store_shrink(100)


class _Layers:
    """What can be switched off in a viewer."""

    def __init__(self, drawn: Any) -> None:
        self.blocks, self.order, self.tables = (drawn.add_ocg(name) for name in ("Blocks", "Reading order", "Tables"))


def _sheet(drawn: Any, original: Any, legend: Legend) -> tuple[Any, float]:
    """A new page with the original as it is shown, and the legend beside it; and how much larger it is than usual."""
    rotation = rotation_as_shown(original)
    width, height = turned_size(rotation, float(original.rect.width), float(original.rect.height))
    unit = max(0.4, (width * height / _USUAL) ** 0.5)
    sheet = drawn.new_page(width=width + legend.width * unit, height=max(height, legend.height * unit))
    try:
        sheet.show_pdf_page(pymupdf.Rect(0, 0, width, height), original.parent, original.number, rotate=-rotation)
    except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase):
        # A page that is damaged, or has no area, was not read either; its place in the document is kept.
        sheet.insert_text((20, 40), "This page cannot be shown.", fontsize=12)
    legend.draw(sheet, left=width, unit=unit)
    return sheet, unit


class _Pen:
    """Draws boxes and tags on a page, `unit` times as thick as on a page of usual size."""

    def __init__(self, sheet: Any, unit: float) -> None:
        self.sheet = sheet
        self.unit = unit

    def box(self, rect: Rect, colour: Colour, layer: int, *, fill: float = 0.0, width: float = 0.7, dashed: bool = False) -> None:
        shape = self.sheet.new_shape()
        shape.draw_rect(pymupdf.Rect(rect))
        shape.finish(
            color=colour,
            fill=colour if fill else None,
            fill_opacity=fill or 1,
            width=width * self.unit,
            dashes=f"[{2 * self.unit:g}] 0" if dashed else None,
            oc=layer,
        )
        shape.commit()

    def tag(self, text: str, corner: tuple[float, float], colour: Colour, layer: int, *, right: bool = False) -> None:
        """A filled label whose left (or right) lower corner is at `corner`."""
        size = _TAG * self.unit
        font = font_for(text)
        length = pymupdf.get_text_length(text, fontname=font, fontsize=size) + 0.5 * size
        left = corner[0] - length if right else corner[0]
        top = max(0.0, corner[1] - 1.25 * size)
        shape = self.sheet.new_shape()
        shape.draw_rect(pymupdf.Rect(left, top, left + length, top + 1.25 * size))
        shape.finish(color=None, fill=colour, oc=layer)
        shape.insert_text((left + 0.25 * size, top + 0.95 * size), text, fontname=font, fontsize=size, color=WHITE, oc=layer)
        shape.commit()

    def path(self, points: Sequence[tuple[float, float]], layer: int) -> None:
        shape = self.sheet.new_shape()
        shape.draw_polyline([pymupdf.Point(point) for point in points])
        shape.finish(color=INK, width=0.6 * self.unit, stroke_opacity=0.45, closePath=False, oc=layer)
        for x, y in points:
            shape.draw_circle(pymupdf.Point(x, y), 1.3 * self.unit)
        shape.finish(color=None, fill=INK, fill_opacity=0.6, oc=layer)
        shape.commit()


def _draw_blocks(pen: _Pen, page: Page, headings: Sequence[Heading], layers: _Layers) -> None:
    levels = {heading.span: heading.level for heading in headings if heading.span}
    number = 0
    for block in page.blocks:
        colour = COLOURS[block.kind]
        kept_out = block.span is None
        pen.box(block.box[1:], colour, layers.blocks, fill=0.06 if kept_out else 0.16, dashed=kept_out)
        if block.span is not None:
            number += 1
            text = f"{number} H{levels[block.span]}" if block.span in levels else str(number)
            pen.tag(text, (block.box.x0, block.box.y0), colour, layers.order, right=block.box.x0 > 3 * _TAG * pen.unit)


def _draw_order(pen: _Pen, blocks: Sequence[Block], layers: _Layers) -> None:
    points = [(block.box.x0, (block.box.y0 + block.box.y1) / 2) for block in blocks if block.span is not None]
    if len(points) > 1:
        pen.path(points, layers.order)


def _draw_floats(pen: _Pen, page: Page, document: ParsedDocument, layers: _Layers) -> None:
    table, figure, equation = (COLOURS[kind] for kind in (BlockKind.TABLE, BlockKind.FIGURE, BlockKind.EQUATION))
    for each in document.tables:
        for part in each.parts or (each.box,):
            if part.page == page.number:
                size = f"{len(each.rows)} by {max(map(len, each.rows), default=0)}"
                _draw_float(pen, part, f"{each.label or 'table'}, {size}", table, layers.tables)
        for index, row in enumerate(each.rows):
            for cell in row:
                if cell.box and cell.box.page == page.number:
                    fill = 0.22 if index < each.header_rows else 0.0
                    pen.box(cell.box[1:], table, layers.tables, fill=fill, width=0.4)
    for drawing in document.figures:
        if drawing.page == page.number:
            _draw_float(pen, drawing.box, drawing.label or "figure", figure, layers.blocks)
    for formula in document.equations:
        if formula.page == page.number:
            _draw_float(pen, formula.box, f"({formula.number})" if formula.number else "equation", equation, layers.blocks)


def _draw_float(pen: _Pen, box: Box, text: str, colour: Colour, layer: int) -> None:
    pen.box(box[1:], colour, layer, width=1.2)
    pen.tag(text, (box.x1, box.y0), colour, layer, right=True)
