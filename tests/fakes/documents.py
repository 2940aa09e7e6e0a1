"""Parsed documents made by hand, for tests of what works on them."""

from collections.abc import Sequence

from paperatlas.core.ids import document_id
from paperatlas.core.types import Block, BlockKind, Box, Cell, Metadata, Page, ParsedDocument, Piece, Span, Table


def page(number: int, blocks: Sequence[tuple[BlockKind, str, str]]) -> Page:
    """A page of (kind, section, text) blocks, one above the other, each word with a box in a line of its block."""
    made: list[Block] = []
    pieces: list[Piece] = []
    text = ""
    for row, (kind, section, body) in enumerate(blocks):
        start = len(text) + (1 if text else 0)
        text = f"{text}\n{body}" if text else body
        top = 20.0 * row
        made.append(
            Block(
                kind=kind, text=body, box=Box(number, 0, top, 400, top + 10), section=section, span=Span(number, start, len(text))
            )
        )
        offset = start
        for index, word in enumerate(body.split()):
            offset = text.index(word, offset)
            pieces.append(Piece(offset, offset + len(word), 10.0 * index, top, 10.0 * index + 8, top + 10))
            offset += len(word)
    return Page(number=number, text=text, blocks=tuple(made), width=400, height=800, pieces=tuple(pieces))


def document(*pages: Page, tables: Sequence[Table] = (), title: str = "A Title") -> ParsedDocument:
    return ParsedDocument(
        name="paper.pdf",
        id=document_id("\n".join(each.text for each in pages).encode()),
        pages=tuple(pages),
        metadata=Metadata(title=title),
        tables=tuple(tables),
    )


def table(
    rows: Sequence[Sequence[str]], *, header_rows: int = 1, label: str = "Table 1", caption: str = "", section: str = ""
) -> Table:
    """A table whose cells have no boxes."""
    return Table(
        label=label,
        caption=caption,
        page=1,
        box=Box(1, 0, 0, 100, 100),
        rows=tuple(tuple(Cell(text) for text in row) for row in rows),
        header_rows=header_rows,
        section=section,
    )


def drawn_table(
    rows: Sequence[Sequence[tuple[str, float, float] | None]], *, header_rows: int = 1, label: str = "Table 1"
) -> Table:
    """A table whose cells are (text, left, top), 6 points a letter wide and 8 high; None is an empty cell."""
    return Table(
        label=label,
        caption="",
        page=1,
        box=Box(1, 0, 0, 500, 500),
        rows=tuple(
            tuple(
                Cell("") if cell is None else Cell(cell[0], Box(1, cell[1], cell[2], cell[1] + 6 * len(cell[0]), cell[2] + 8))
                for cell in row
            )
            for row in rows
        ),
        header_rows=header_rows,
    )
