"""Whatever a page holds, tables are rectangles that lose no number, and the order of a file means nothing."""

import random
from collections import Counter
from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from paperatlas.pipeline.bibliography.reference_fields import read_fields
from paperatlas.pipeline.bibliography.references import split_references
from paperatlas.pipeline.floats.floats import find_floats
from tests.fakes.floating import drawn, table_block
from tests.fakes.printed import column, line, page

CELL = st.one_of(
    st.from_regex(r"[0-9]{1,3}(\.[0-9]{1,2})?", fullmatch=True),
    st.sampled_from(["Model", "Acc", "–", "x (y)", "two words", "±0.3", "", "12.5 (0.3)", "1,024"]),
)
LEFTS = [60.0, 150.0, 230.0, 310.0]


@st.composite
def grids(draw):
    width = draw(st.integers(2, 4))
    row = st.lists(CELL, min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=2, max_size=7))
    assume(all(any(cells) for cells in rows))
    assume(sum(len(list(filter(None, cells))) > 1 for cells in rows) > len(rows) / 2)
    assume(sum(any(row[index] for row in rows) for index in range(width)) > 1)
    return rows


def a_page(rows, *, grid):
    block = table_block(rows, LEFTS[: len(rows[0])], 100, grid=grid)
    caption = column(["Table 1: Some scores."], 60, 112 + 12 * len(rows), kind="caption")
    text = column(["This is the body of the paper, which goes on over the", "whole column and then some more lines."], 60, 400)
    return page(1, [block, caption, text])


def tokens(texts):
    return Counter(token for text in texts for token in text.split())


@given(grids(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_table_is_a_rectangle_that_holds_every_word_once(rows, grid):
    (table,) = find_floats([a_page(rows, grid=grid)], " ".join).tables
    assert len({len(row) for row in table.rows}) == 1
    printed = tokens(cell for row in rows for cell in row)
    assert tokens(cell.text for row in table.rows for cell in row) == printed
    assert 0 <= table.header_rows <= len(table.rows)


@given(grids(), st.lists(st.tuples(st.floats(90, 200), st.floats(50, 300), st.floats(5, 300)), max_size=6))
@settings(max_examples=60, deadline=None)
def test_no_rule_costs_a_table_a_word(rows, strokes):
    rules = [(x, y, x + length, y + 0.5) for y, x, length in strokes]
    (table,) = find_floats([drawn(a_page(rows, grid=True), rules=rules)], " ".join).tables
    assert len({len(row) for row in table.rows}) == 1
    assert tokens(cell.text for row in table.rows for cell in row) == tokens(cell for row in rows for cell in row)
    assert 0 <= table.header_rows <= len(table.rows)


SIDE = st.lists(st.sampled_from(["a", "b", "x", "f(x)", "2", "log", "where"]), min_size=1, max_size=5).map(" ".join)


@given(st.lists(SIDE, min_size=1, max_size=5), st.booleans())
@settings(max_examples=60, deadline=None)
def test_every_numbered_line_is_an_equation_and_each_of_its_words_is_in_one(sides, seen):
    shown = [f"y = {side}" for side in sides]
    numbers = tuple(line(f"({row + 1})", 435, 100 + 12 * row) for row in range(len(shown)))
    formula = column(shown, 100, 100, kind="formula" if seen else "text")
    text = column(3 * ["This is the body of the paper, which goes on over the whole of the column and says so."], 60, 400)
    found = find_floats([page(1, [formula, text], more=numbers)], " ".join).equations
    assert [each.number for each in found] == [str(row + 1) for row in range(len(shown))]
    assert tokens(each.text for each in found) == tokens(shown)


@given(grids(), st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_the_order_of_words_lines_and_regions_in_the_file_changes_nothing(rows, chance: random.Random):
    made = drawn(a_page(rows, grid=True), (300, 500, 400, 560), (100, 500, 280, 560))
    figure = column(["Figure 1: A drawing."], 60, 600, kind="caption")
    made = replace(made, lines=made.lines + figure.lines, regions=(*made.regions, figure.region))

    def shuffled(items):
        items = list(items)
        chance.shuffle(items)
        return tuple(items)

    mixed = replace(
        made,
        lines=shuffled(made.lines),
        regions=shuffled(made.regions),
        drawings=shuffled(made.drawings),
    )
    assert find_floats([mixed], " ".join) == find_floats([made], " ".join)


@given(st.text(max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_text_gives_fields_that_are_in_it(text):
    fields = read_fields(text)
    assert fields.doi in text
    assert fields.arxiv_id.lower() in text.lower()
    assert fields.year is None or str(fields.year) in text


@given(st.lists(st.text(alphabet="abc .[]()1234 ", min_size=1, max_size=40).filter(str.strip), max_size=12))
@settings(max_examples=60, deadline=None)
def test_every_line_of_an_unnumbered_list_is_in_one_entry(texts):
    lines = [made for row, text in enumerate(texts) for made in column([text], 50, 100 + 14 * row).lines]
    found = split_references([(1, lines)], " ".join)
    if found and all(each.number is None for each in found):
        assert tokens(each.text for each in found) == tokens(line.text for line in lines)
