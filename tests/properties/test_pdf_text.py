"""What holds for the text of any page, however it is set and in whatever order its file draws it."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperatlas.core.types import Page
from paperatlas.pipeline.flow.flow import read_flow
from paperatlas.pipeline.flow.order import reading_order
from paperatlas.pipeline.layout import RawPage
from paperatlas.pipeline.readers.pdf_engine import raw_pages
from tests.fakes.printed import HEIGHT, Column, column, line, page

WORDS = st.sampled_from(
    "reading order is a matter of geometry, well-known; of co-\t evalu- Fig. (see α) 10 note ^5 *Bold* ¨ 注意 words.".split(" ")
)
ROWS = st.lists(WORDS, min_size=1, max_size=6).map(lambda words: " ".join(words).strip() or "x")
TEXTS = st.lists(ROWS, min_size=1, max_size=12)


@st.composite
def columns(draw: st.DrawFn) -> list[Column]:
    """One to three columns of one to three paragraphs each, perhaps below a title."""
    count = draw(st.integers(1, 3))
    made = [column([draw(ROWS)], 72, 80, size=16, kind="title")] if draw(st.booleans()) else []
    for number in range(count):
        y = 130.0
        for _ in range(draw(st.integers(1, 3))):
            size = draw(st.sampled_from([8.0, 10.0, 12.0]))
            kind = draw(st.sampled_from(["text", "text", "list-item", "section-header", "footnote", "formula"]))
            made.append(column(draw(TEXTS), 60 + number * 170, y, size=size, kind=kind))
            y = made[-1].region.rect[3] + 14
    return made


def read(*raw: RawPage) -> list[Page]:
    return list(read_flow(raw, outline=(), info=()).pages)


def assert_consistent(made: Page) -> None:
    body = [block for block in made.blocks if block.span is not None]
    assert [made.text[block.span.start : block.span.end] for block in body] == [block.text for block in body]
    assert "\n".join(block.text for block in body) == made.text
    assert all("\n" not in block.text for block in body)
    ends = 0
    covered: set[int] = set()
    for piece in made.pieces:
        assert ends <= piece.start < piece.end <= len(made.text)
        assert piece.x0 <= piece.x1
        assert piece.y0 <= piece.y1
        ends = piece.end
        covered.update(range(piece.start, piece.end))
    assert {index for index, char in enumerate(made.text) if not char.isspace()} <= covered


@given(columns(), columns())
@settings(max_examples=60, deadline=None)
def test_blocks_are_the_text_and_every_printed_sign_has_a_place(first, second):
    for made in read(page(1, first), page(2, second)):
        assert_consistent(made)


@given(columns(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_order_in_which_a_file_draws_its_lines_means_nothing(drawn, chance):
    raw = page(1, drawn)
    lines = list(raw.lines)
    chance.shuffle(lines)
    shuffled = RawPage(
        number=1, label="", width=raw.width, height=raw.height, lines=tuple(lines), regions=tuple(reversed(raw.regions))
    )
    assert read(raw) == read(shuffled)


@given(st.lists(TEXTS, min_size=3, max_size=4), st.integers(1, 400))
@settings(max_examples=30, deadline=None)
def test_running_heads_page_numbers_and_line_numbers_change_no_text(texts, start):
    def pages(*, dressed: bool) -> list[RawPage]:
        made = []
        for number, drawn in enumerate(texts, start):
            rows = ["A row of text that stands in the body", *drawn, *["and more of the same that follows it"] * 8]
            held = column(rows, 80, 120)
            more = []
            if dressed:
                more = [line(f"Smith and Jones et al. {number}", 80, 40), line(str(number), 300, HEIGHT - 40)]
                more += [line(str(1000 + row), 30, 120 + 12.0 * row, size=7) for row in range(len(rows))]
            made.append(page(number - start + 1, [held], more=more))
        return made

    bare, dressed = read(*pages(dressed=False)), read(*pages(dressed=True))
    assert [each.text for each in dressed] == [each.text for each in bare]


@pytest.mark.shared
@pytest.mark.slow
def test_of_a_real_paper_too_neither_the_order_of_drawing_nor_line_numbers_change_the_text(shared):
    path = shared / "data/parse/pdfs/P19-1164.pdf"
    raw = list(raw_pages(path))
    plain = read(*raw)
    for seed in range(3):
        assert read(*(shuffled(each, random.Random(seed)) for each in raw)) == plain
    assert [each.text for each in read(*map(numbered, raw))] == [each.text for each in plain]


def shuffled(raw: RawPage, chance: random.Random) -> RawPage:
    lines, regions = list(raw.lines), list(raw.regions)
    chance.shuffle(lines)
    chance.shuffle(regions)
    return replace(raw, lines=tuple(lines), regions=tuple(regions))


def numbered(raw: RawPage) -> RawPage:
    """A page with the number of every printed row in its margin, as drafts for review have them."""
    rows = range(60)
    counts = [line(f"{60 * (raw.number - 1) + row:03d}", 24, 70 + 11.0 * row, size=7) for row in rows]
    return replace(raw, lines=(*raw.lines, *counts))


@given(st.lists(st.tuples(*[st.integers(0, 40)] * 2, st.integers(1, 40), st.integers(1, 40)), max_size=14), st.integers(0, 99))
def test_every_box_is_read_once_and_only_place_decides(corners, seed):
    rects = [(10.0 * x, 10.0 * y, 10.0 * (x + w), 10.0 * (y + h)) for x, y, w, h in corners]
    order = reading_order(rects)
    assert sorted(order) == list(range(len(rects)))
    mixed = rects[:]
    random.Random(seed).shuffle(mixed)
    assert [mixed[index] for index in reading_order(mixed)] == [rects[index] for index in order]
