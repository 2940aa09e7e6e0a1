"""Words looked for in one paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.find import find_in
from paperatlas.core.types import Block, BlockKind, Box, Cell, Page, ParsedDocument, Piece, Span, Table

TEXT = "The naïve lamp shines.\nA second lamp\nshines too."


def paper(text: str = TEXT, **parts: object) -> ParsedDocument:
    pieces, at = [], 0
    for row, line in enumerate(text.split("\n")):
        pieces.append(Piece(at, at + len(line), 10, 20 * row, 10 + len(line), 20 * row + 10))
        at += len(line) + 1
    blocks = (Block(kind=BlockKind.PARAGRAPH, text=text, box=Box(1, 0, 0, 99, 99), span=Span(1, 0, len(text))),)
    page = Page(number=1, text=text, blocks=(*blocks, *parts.pop("blocks", ())), pieces=tuple(pieces))
    return ParsedDocument(name="a.pdf", id="a", pages=(page,), **parts)


def test_each_place_has_its_box_and_what_stands_around_it() -> None:
    first, second = find_in(paper(), "lamp")
    assert (first.before, first.text, first.after[:8]) == ("The naïve ", "lamp", " shines.")
    assert second.boxes == (Box(1, 10, 20, 23, 30),)


@pytest.mark.parametrize("query", ["LAMP SHINES", "lamp  shines", "lamp shi"])
def test_case_white_space_and_ends_of_lines_make_no_difference(query: str) -> None:
    assert [len(place.boxes) for place in find_in(paper(), query)] == [1, 2]


def test_accents_make_no_difference() -> None:
    assert [place.text for place in find_in(paper(), "naive")] == ["naïve"]


@pytest.mark.parametrize("query", ["", "  ", "\u0301", "zebra"])
def test_nothing_is_found_of_nothing(query: str) -> None:
    assert list(find_in(paper(), query)) == []


def test_captions_and_cells_that_are_not_in_the_text_are_looked_at_too() -> None:
    caption = Block(kind=BlockKind.CAPTION, text="Table 1: Zebras", box=Box(1, 5, 5, 50, 9))
    table = Table(
        label="Table 1", caption="Zebras", page=1, box=Box(1, 0, 50, 90, 90), rows=((Cell("zebra", Box(1, 1, 2, 3, 4)),),)
    )
    places = list(find_in(paper(blocks=(caption,), tables=(table,)), "zebra"))
    assert [place.boxes for place in places] == [(Box(1, 5, 5, 50, 9),), (Box(1, 1, 2, 3, 4),)]


@given(st.text(max_size=60), st.integers(0, 59), st.integers(1, 20))
def test_any_part_of_a_text_is_found_in_it(text: str, start: int, length: int) -> None:
    part = " ".join(text[start : start + length].split())
    found = list(find_in(paper(text), part))
    if any(char.isalnum() and char.isascii() for char in part):
        assert found
    for place in found:
        assert place.text
