"""Quotes that every reader of a file finds: words that a page hides may lie amid its printed lines."""

from paperatlas.agents.clear import clear_part
from paperatlas.core.types import Block, BlockKind, Box, Page, Piece, Span

LINES = ("the upper line of a sentence", "runs on over a middle line", "and ends on a lower one")
TEXT = " ".join(LINES)


def page(*hidden: Box) -> Page:
    """Three printed lines, ten points high and twelve apart, with these hidden words among them."""
    starts = [TEXT.index(line) for line in LINES]
    pieces = tuple(
        Piece(start, start + len(line), 50.0, 100.0 + 12 * n, 250.0, 110.0 + 12 * n)
        for n, (start, line) in enumerate(zip(starts, LINES, strict=True))
    )
    body = Block(kind=BlockKind.PARAGRAPH, text=TEXT, box=Box(1, 50, 100, 250, 134), span=Span(1, 0, len(TEXT)))
    asides = (Block(kind=BlockKind.HIDDEN, text="word", box=box) for box in hidden)
    return Page(number=1, text=TEXT, blocks=(body, *asides), pieces=pieces, width=600, height=800)


def test_a_page_that_hides_nothing_is_quoted_whole() -> None:
    assert clear_part(page(), 4, len(TEXT)) == (4, len(TEXT))


def test_a_line_with_a_hidden_word_in_it_is_left_out() -> None:
    start, end = clear_part(page(Box(1, 60, 101, 90, 107)), 0, len(TEXT))
    assert TEXT[start:end] == "runs on over a middle line and ends on a lower one"


def test_the_longer_run_is_kept_when_the_hidden_word_lies_between() -> None:
    start, end = clear_part(page(Box(1, 60, 113, 90, 119)), 0, len(TEXT))
    assert TEXT[start:end] == LINES[0]


def test_what_is_hidden_in_another_column_does_not_matter() -> None:
    assert clear_part(page(Box(1, 300, 101, 330, 107)), 0, len(TEXT)) == (0, len(TEXT))


def test_half_a_word_is_not_quoted() -> None:
    cut = page(Box(1, 60, 101, 90, 107))
    start, end = clear_part(cut, 0, len(TEXT) - 2)
    assert TEXT[start:end] == "runs on over a middle line and ends on a lower"


def test_nothing_is_clear_where_every_line_is_crossed() -> None:
    start, end = clear_part(page(*(Box(1, 60, 101 + 12 * n, 90, 107 + 12 * n) for n in range(3))), 0, len(TEXT))
    assert start == end
