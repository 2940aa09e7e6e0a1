"""The proof of a table's cell: its row as printed, and the caption that says what the row is about."""

from paperatlas.agents.proof import Source
from paperatlas.agents.state import Proof
from paperatlas.core.grid import printed_row
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.text import find_quote
from paperatlas.core.types import Table

__all__ = ["row_proof"]


def row_proof(document: DocumentId, table: Table, row: int, source: Source, *, chunk: ChunkId | None = None) -> Proof:
    """The proof of what a row says.

    The quote is the caption: a row is printed in pieces that readers of a PDF put in any order (by column, mostly), so
    a row as a quote could be checked by nobody but us. The row stands beside it and is checked against the table.
    """
    boxes = tuple(cell.box for cell in table.rows[row] if cell.box is not None and cell.text)
    printed = printed_row(table, row)
    page = source.page(document, table.page)
    caption = find_quote(table.caption, page.text, table.page) if page and table.caption else None
    if page is None or caption is None:
        return Proof(
            document=document,
            page=boxes[0].page if boxes else table.page,
            section=table.section or table.label,
            quote=printed,
            boxes=boxes,
            chunk=chunk,
        )
    return Proof(
        document=document,
        page=table.page,
        section=table.section or table.label,
        quote=page.text[caption.start : caption.end],
        boxes=(*boxes, *page.boxes(caption.start, caption.end)),
        chunk=chunk,
        start=caption.start,
        end=caption.end,
        row=printed,
    )
