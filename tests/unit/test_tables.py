"""Tables come out as they are printed: cell by cell, with their caption and header."""

import pytest

from paperatlas.pipeline.floats.floats import find_floats
from paperatlas.pipeline.layout import Line, Region
from tests.fakes.floating import drawn, table_block, table_lines
from tests.fakes.printed import Column, column, page

ROWS = [
    ["Model", "Acc", "F1"],
    ["Small", "53.1", "23.4"],
    ["Large model", "63.6", "6.4"],
    ["Huge", "71.0", "–"],
]
LEFTS = [60.0, 150.0, 200.0]
TEXT = [
    "This is a paragraph of the body that goes on over the column and",
    "says nothing about the table below it, nor the one above it.",
]


def tables(*pages):
    return find_floats(pages, " ".join).tables


def texts(table):
    return [[cell.text for cell in row] for row in table.rows]


def test_every_word_goes_into_the_cell_it_is_printed_in():
    (table,) = tables(page(1, [table_block(ROWS, LEFTS, 100), column(["Table 1: Scores."], 60, 160, kind="caption")]))
    assert texts(table) == ROWS
    assert (table.label, table.caption, table.header_rows) == ("Table 1", "Table 1: Scores.", 1)


def test_each_cell_knows_where_it_is_printed():
    (table,) = tables(page(1, [table_block(ROWS, LEFTS, 100), column(["Table 1: Scores."], 60, 160, kind="caption")]))
    assert table.rows[2][1].box == (1, 150.0, 124.0, 168.0, 133.0)
    assert all(cell.box is not None for row in table.rows for cell in row if cell.text)


@pytest.mark.parametrize("above", [True, False])
def test_the_nearer_of_two_captions_names_a_table(above):
    tops = (80, 280) if above else (160, 360)
    captions = [column([f"Table {n}: Scores."], 60, top, kind="caption") for n, top in enumerate(tops, 1)]
    found = tables(page(1, [table_block(ROWS, LEFTS, 100), table_block(ROWS, LEFTS, 300), *captions]))
    assert [table.label for table in found] == ["Table 1", "Table 2"]
    assert [table.box.y0 for table in found] == [100, 300]


def test_tables_side_by_side_keep_their_own_captions():
    blocks = [table_block(ROWS, [left + x for x in (0, 90, 140)], 100) for left in (60.0, 340.0)]
    captions = [column([f"Table {n}: Scores of {n}."], left, 160, kind="caption") for n, left in ((1, 60), (2, 340))]
    found = tables(page(1, [*blocks, *captions]))
    assert [(table.label, table.box.x0) for table in found] == [("Table 1", 60), ("Table 2", 340)]


def test_a_spanning_header_fills_its_first_column():
    rows = [["", "", ""], *ROWS]
    block = table_block(ROWS, LEFTS, 112)
    over = table_lines([["", "Both of the scores"]], [60.0, 165.0], 100)
    around = (60.0, 100.0, 245.0, block.region.rect[3])
    cells = [tuple((c[0], 98.5, c[2], 110.5) for c in block.region.grid[0]), *block.region.grid]
    region = Region("table", around, tuple(cells))
    (table,) = tables(page(1, [Column((*over, *block.lines), region), column(["Table 1: Scores."], 60, 172, kind="caption")]))
    assert texts(table)[0] == ["", "Both of the scores", ""]
    assert texts(table)[1:] == rows[1:]
    assert table.header_rows == 2


def test_a_rule_across_the_table_ends_its_header():
    rows = [["", "Size", "Kind"], ["", "of it", "of it"], ["One", "large", "good"], ["Two", "small", "bad"]]
    made = page(1, [table_block(rows, LEFTS, 100), column(["Table 1: Things."], 60, 160, kind="caption")])
    (table,) = tables(drawn(made, rules=[(58, 97, 230, 97.5), (58, 122, 230, 122.5), (58, 150, 230, 150.5)]))
    assert table.header_rows == 2


def test_without_a_grid_columns_are_the_white_between_the_words():
    (table,) = tables(page(1, [table_block(ROWS, LEFTS, 100, grid=False), column(["Table 1: Scores."], 60, 160, kind="caption")]))
    assert texts(table) == ROWS


def test_a_table_that_the_layout_model_missed_is_found_at_its_caption():
    made = page(
        1,
        [column(TEXT, 60, 40), column(["Table 1: Scores."], 60, 160, kind="caption"), column(TEXT, 60, 200)],
        more=table_lines(ROWS, LEFTS, 100),
    )
    (table,) = tables(made)
    assert texts(table) == ROWS


def test_rows_that_the_model_ran_together_are_parted():
    block = table_block(ROWS, LEFTS, 100)
    head, second, third, last = block.region.grid
    both = tuple((upper[0], upper[1], upper[2], lower[3]) for upper, lower in zip(second, third, strict=True))
    merged = Column(block.lines, Region("table", block.region.rect, (head, both, last)))
    (table,) = tables(page(1, [merged, column(["Table 1: Scores."], 60, 160, kind="caption")]))
    assert texts(table) == ROWS


def test_a_raised_exponent_does_not_change_the_number():
    block = table_block([["Model", "Cost"], ["Small", "10"], ["Large", "20"]], [60.0, 150.0], 100)
    cost = next(line for line in block.lines if line.text == "10")
    base = cost.words[0]
    power = base._replace(text="18", x0=base.x1, x1=base.x1 + 6, y0=base.y0 - 2, y1=base.y0 + 4, size=6.0, superscript=True)
    lines = tuple(Line((base, power), line.rect) if line is cost else line for line in block.lines)
    (table,) = tables(page(1, [Column(lines, block.region), column(["Table 1: Costs."], 60, 150, kind="caption")]))
    assert texts(table)[1] == ["Small", "10^18"]


def test_empty_rows_and_columns_of_the_grid_are_dropped():
    rows = [["Model", "", "F1"], ["", "", ""], ["Small", "", "23.4"]]
    block = table_block(rows, LEFTS, 100)
    (table,) = tables(page(1, [block, column(["Table 1: Scores."], 60, 160, kind="caption")]))
    assert texts(table) == [["Model", "F1"], ["Small", "23.4"]]


def test_a_table_that_goes_on_over_the_page_is_one_with_two_parts():
    first = page(1, [column(["Table 1: Scores."], 60, 80, kind="caption"), table_block(ROWS, LEFTS, 100)])
    second = page(2, [table_block([ROWS[0], ["Tiny", "1.0", "2.0"]], LEFTS, 60), column(TEXT, 60, 200)])
    (table,) = tables(first, second)
    assert texts(table) == [*ROWS, ["Tiny", "1.0", "2.0"]]
    assert [box.page for box in table.parts] == [1, 2]


def test_a_table_of_its_own_on_the_next_page_stays_one():
    first = page(1, [column(["Table 1: Scores."], 60, 80, kind="caption"), table_block(ROWS, LEFTS, 100), column(TEXT, 60, 200)])
    second = page(2, [column(["Table 2: Scores."], 60, 80, kind="caption"), table_block(ROWS, LEFTS, 100)])
    assert [table.label for table in tables(first, second)] == ["Table 1", "Table 2"]


def test_program_text_in_a_table_region_is_no_table():
    rows = [["for i in range(n):", "total = 0"], ["x = f(i);", "y = g(x);"], ["print(x);", "return(y);"]]
    assert tables(page(1, [table_block(rows, [60.0, 200.0], 100), column(TEXT, 60, 200)])) == ()


def test_a_listing_keeps_its_box_from_becoming_a_table():
    block = table_block(ROWS, LEFTS, 100)
    assert tables(page(1, [block, column(["Algorithm 1: Do it."], 60, 160, kind="caption")])) == ()


def test_a_heading_over_a_group_of_rows_fills_the_first_column():
    rows = [["Model", "Acc", "F1"], ["", "Reading", ""], ["Small", "53.1", "23.4"], ["", "Coding", ""], ["Small", "1.1", "2.4"]]
    lefts = [60.0, 120.0, 190.0]
    (table,) = tables(page(1, [table_block(rows, lefts, 100), column(["Table 1: Scores."], 60, 172, kind="caption")]))
    assert [row[0].text for row in table.rows] == ["Model", "Reading", "Small", "Coding", "Small"]


def test_columns_set_as_close_as_words_are_parted_where_they_hold_numbers():
    rows = [["Model", "one two six"], ["Small", "1.5 2.5 3.5"], ["Large", "4.5 5.5 6.5"]]
    made = page(1, [table_block(rows, [60.0, 120.0], 100), column(["Table 1: Scores."], 60, 150, kind="caption")])
    (table,) = tables(made)
    assert texts(table) == [["Model", "one", "two", "six"], ["Small", "1.5", "2.5", "3.5"], ["Large", "4.5", "5.5", "6.5"]]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["Person-years", "Hazard ratio"], ["Model", "Person-years", "Hazard ratio", "Low"]),
        (["A label that is much too long for", "One line"], ["Model", "A label that is much too long for One line", "Low"]),
    ],
)
def test_a_second_line_is_a_row_of_its_own_when_it_would_have_fitted_on_the_first(lines, expected):
    rows = [["Model", "Acc"], [lines[0], "1.0"], [lines[1], ""], ["Low", "3.0"]]
    block = table_block(rows, [60.0, 210.0], 100)
    head, upper, lower, last = block.region.grid
    both = tuple((a[0], a[1], a[2], b[3]) for a, b in zip(upper, lower, strict=True))
    merged = Column(block.lines, Region("table", block.region.rect, (head, both, last)))
    (table,) = tables(page(1, [merged, column(["Table 1: Scores."], 60, 160, kind="caption")]))
    assert [row[0].text for row in table.rows] == expected


def test_a_list_of_contents_is_no_table():
    rows = [[f"{n} Chapter of things", str(7 * n)] for n in range(1, 8)]
    assert tables(page(1, [table_block(rows, [60.0, 300.0], 100), column(TEXT, 60, 300)])) == ()


def test_of_two_boxes_on_one_table_one_is_kept():
    whole = table_block(ROWS, LEFTS, 100)
    part = table_block(ROWS[2:], LEFTS, 124)
    inner = Column((), part.region)
    found = tables(page(1, [whole, inner, column(["Table 1: Scores."], 60, 160, kind="caption")]))
    assert [table.label for table in found] == ["Table 1"]


@pytest.mark.parametrize("caption_top", [80, 160])
def test_tables_side_by_side_in_one_box_are_told_apart_by_their_captions(caption_top):
    both = [[*row, *row] for row in ROWS]
    block = table_block(both, [*LEFTS, 320.0, 410.0, 460.0], 100)
    captions = [column([f"Table {n}: Scores of them."], left, caption_top, kind="caption") for n, left in ((1, 60), (2, 330))]
    first, second = tables(page(1, [block, *captions]))
    assert (first.label, second.label) == ("Table 1", "Table 2")
    assert texts(first) == texts(second) == ROWS
    assert first.box.x1 <= second.box.x0


def test_the_box_of_a_table_holds_its_words_and_the_rules_around_them():
    made = page(1, [table_block(ROWS, LEFTS, 100), column(["Table 1: Scores."], 60, 165, kind="caption")])
    (table,) = tables(drawn(made, rules=[(56, 96, 225, 96.6), (56, 148, 225, 148.6), (56, 200, 225, 200.6)]))
    assert table.box == (1, 56, 96, 225, 148.6)
