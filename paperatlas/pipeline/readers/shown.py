"""From pages as they were read, with their text level, to pages as they are shown.

Every box is turned with its page, and cut to it: what is printed over the edge of a page cannot be pointed at.
"""

from collections.abc import Mapping
from dataclasses import replace

from paperatlas.core.geometry import Rect, turned, turned_size
from paperatlas.core.pieces import Pieces
from paperatlas.core.types import Block, Box, Cell, Equation, Figure, Page, ParsedDocument, Piece, Reference, Table
from paperatlas.pipeline.layout import RawPage

__all__ = ["as_shown"]


def as_shown(document: ParsedDocument, raw: Mapping[int, RawPage]) -> ParsedDocument:
    """A document whose boxes are those of its pages as shown. `raw` are its pages as they were read, by number."""
    shown = _Shown(raw)
    return replace(
        document,
        pages=tuple(map(shown.page, document.pages)),
        tables=tuple(map(shown.table, document.tables)),
        figures=tuple(map(shown.figure, document.figures)),
        equations=tuple(map(shown.equation, document.equations)),
        references=tuple(map(shown.reference, document.references)),
    )


class _Shown:
    def __init__(self, raw: Mapping[int, RawPage]) -> None:
        self._raw = raw

    def page(self, page: Page) -> Page:
        raw = self._raw.get(page.number)
        if raw is None:
            return page
        width, height = turned_size(raw.turn, raw.width, raw.height)
        return replace(
            page,
            width=width,
            height=height,
            turn=raw.turn,
            blocks=tuple(map(self._block, page.blocks)),
            pieces=Pieces(self._piece(piece, raw) for piece in page.pieces),
        )

    def _piece(self, piece: Piece, raw: RawPage) -> Piece:
        _, _, x0, y0, x1, y1 = piece
        # Thousands of them a document, and nearly all are well where they are.
        if not raw.turn and x0 >= 0 and y0 >= 0 and x1 <= raw.width and y1 <= raw.height:
            return piece
        return Piece(piece.start, piece.end, *_placed((x0, y0, x1, y1), raw))

    def _box(self, box: Box) -> Box:
        raw = self._raw.get(box.page)
        return Box(box.page, *_placed(box[1:], raw)) if raw else box

    def _block(self, block: Block) -> Block:
        return replace(block, box=self._box(block.box))

    def table(self, table: Table) -> Table:
        rows = tuple(tuple(Cell(cell.text, cell.box and self._box(cell.box)) for cell in row) for row in table.rows)
        return replace(table, box=self._box(table.box), rows=rows, parts=tuple(map(self._box, table.parts)))

    def figure(self, figure: Figure) -> Figure:
        return replace(figure, box=self._box(figure.box))

    def equation(self, equation: Equation) -> Equation:
        return replace(equation, box=self._box(equation.box))

    def reference(self, reference: Reference) -> Reference:
        return replace(reference, box=reference.box and self._box(reference.box))


def _placed(rect: Rect, raw: RawPage) -> Rect:
    x0, y0, x1, y1 = turned(rect, raw.turn, raw.width, raw.height)
    width, height = turned_size(raw.turn, raw.width, raw.height)
    return min(max(x0, 0.0), width), min(max(y0, 0.0), height), min(max(x1, 0.0), width), min(max(y1, 0.0), height)
