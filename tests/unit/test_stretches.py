"""Documents of more pages than are read as one text."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.pieces import Pieces
from paperatlas.core.types import BlockKind, Heading, Piece
from paperatlas.pipeline.readers.pdf import PdfReader
from paperatlas.pipeline.readers.stretches import joined
from tests.fakes.documents import document, page, table
from tests.fakes.pages import open_note


def test_what_comes_before_the_first_heading_belongs_to_the_last_section():
    first = document(page(1, [(BlockKind.PARAGRAPH, "1 Gates", "They open.")]))
    second = document(
        page(2, [(BlockKind.PARAGRAPH, "", "And close."), (BlockKind.PARAGRAPH, "2 Doors", "They too.")]), tables=[table([["a"]])]
    )
    third = document(page(4, [(BlockKind.HEADER, "", "Running head"), (BlockKind.PARAGRAPH, "", "At noon.")]))
    whole = joined([first, replace(second, headings=(Heading(number="2", text="Doors", level=1, page=2),)), third], pages=4)
    assert [[block.section for block in each.blocks] for each in whole.pages] == [
        ["1 Gates"],
        ["1 Gates", "2 Doors"],
        [],
        ["", "2 Doors"],
    ]
    assert [each.text for each in whole.pages][2] == ""
    assert whole.tables[0].section == "1 Gates"
    assert [heading.text for heading in whole.headings] == ["Doors"]


def test_every_page_of_a_long_file_is_read_in_its_place(tmp_path):
    pages = [f"This is the text of page {number}." for number in range(1, 651)]
    path = tmp_path / "long.pdf"
    path.write_text("\f".join(pages), encoding="utf-8")
    announced = []
    read = PdfReader(open_note).read(path, name="long.pdf", on_page=lambda number, count: announced.append((number, count)))
    assert [each.text for each in read.pages] == pages
    assert [each.number for each in read.pages] == list(range(1, 651))
    assert announced == [(number, 650) for number in range(1, 651)]


POINTS = st.floats(0, 2000)
PIECES = st.lists(st.builds(Piece, st.integers(0, 10**6), st.integers(0, 10**6), POINTS, POINTS, POINTS, POINTS), max_size=20)


@given(PIECES)
def test_packed_pieces_are_the_pieces(pieces):
    packed = Pieces(pieces)
    assert packed == tuple(pieces) == tuple(packed)
    assert hash(packed) == hash(tuple(pieces))
    assert len(packed) == len(pieces)
    assert packed[1:] == tuple(pieces[1:])
    assert [packed[at] for at in range(len(pieces))] == pieces
