"""From pages as they were read, with their text level, to pages as they are shown: every box is turned with its page."""

from collections.abc import Mapping
from dataclasses import replace

from paperatlas.core.geometry import turned, turned_size
from paperatlas.core.types import Block, Box, Cell, Equation, Figure, Page, ParsedDocument, Piece, Reference, Table
from paperatlas.pipeline.layout import RawPage

__all__ = ["as_shown"]


class _Turn:
    """The turns of a document's pages."""

    def __init__(self, pages: Mapping[int, RawPage]) -> None:
        self._pages = pages

    def box(self, box: Box) -> Box:
        page = self._pages.get(box.page)
        return Box(box.page, *turned(box[1:], page.turn, page.width, page.height)) if page else box

    def page(self, page: Page) -> Page:
        raw = self._pages.get(page.number)
        if raw is None:
            return page
        size = raw.turn, raw.width, raw.height
        width, height = turned_size(*size)
        return replace(
            page,
            width=width,
            height=height,
            turn=raw.turn,
            blocks=tuple(map(self._block, page.blocks)),
            pieces=tuple(Piece(piece.start, piece.end, *turned(piece[2:], *size)) for piece in page.pieces),
        )

    def _block(self, block: Block) -> Block:
        return replace(block, box=self.box(block.box))

    def table(self, table: Table) -> Table:
        rows = tuple(tuple(Cell(cell.text, cell.box and self.box(cell.box)) for cell in row) for row in table.rows)
        return replace(table, box=self.box(table.box), rows=rows, parts=tuple(map(self.box, table.parts)))

    def figure(self, figure: Figure) -> Figure:
        return replace(figure, box=self.box(figure.box))

    def equation(self, equation: Equation) -> Equation:
        return replace(equation, box=self.box(equation.box))

    def reference(self, reference: Reference) -> Reference:
        return replace(reference, box=reference.box and self.box(reference.box))


def as_shown(document: ParsedDocument, raw: Mapping[int, RawPage]) -> ParsedDocument:
    """A document whose boxes are those of its pages as shown. `raw` are its pages as they were read, by number."""
    sideways = {number: page for number, page in raw.items() if page.turn}
    if not sideways:
        return document
    turn = _Turn(sideways)
    return replace(
        document,
        pages=tuple(map(turn.page, document.pages)),
        tables=tuple(map(turn.table, document.tables)),
        figures=tuple(map(turn.figure, document.figures)),
        equations=tuple(map(turn.equation, document.equations)),
        references=tuple(map(turn.reference, document.references)),
    )
