"""Rows that a table model ran together or cut in two come out as they are printed."""

from collections.abc import Sequence

from paperatlas.core.types import Table
from paperatlas.pipeline.floats.floats import find_floats
from paperatlas.pipeline.layout import Rect, Region
from tests.fakes.floating import drawn, table_block
from tests.fakes.printed import Column, column, page

LEFTS = [60.0, 150.0, 300.0]


def merged(rows: Sequence[Sequence[str]], *together: tuple[int, int], lefts: Sequence[float] = LEFTS) -> Column:
    """A table whose model took the rows `first` to `last` of each pair for one."""
    block = table_block(rows, lefts, 100)
    grid = list(block.region.grid)
    for first, last in sorted(together, reverse=True):
        whole = tuple((a[0], a[1], a[2], b[3]) for a, b in zip(grid[first], grid[last], strict=True))
        grid[first : last + 1] = [whole]
    return Column(block.lines, Region("table", block.region.rect, tuple(grid)))


def the_table(block: Column, rules: Sequence[Rect] = ()) -> Table:
    caption = column(["Table 1: Scores."], 60, block.region.rect[3] + 12, kind="caption")
    (table,) = find_floats([drawn(page(1, [block, caption]), rules=rules)], " ".join).tables
    return table


def texts(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def test_no_row_crosses_a_rule():
    rows = [["Source", "Language", "Size"], ["", "Open data", ""], ["One", "English", "2 GB"], ["Two", "French", "3 GB"]]
    table = the_table(merged(rows, (0, 1)), [(58, 110, 330, 110.4), (58, 122, 330, 122.4)])
    assert texts(table) == rows


def test_a_rule_under_a_group_of_columns_parts_the_headings_over_it_only():
    rows = [["", "Length", ""], ["Batch", "", ""], ["", "1024", "4096"], ["yes", "262", "25"], ["no", "855", "258"]]
    block = merged(rows, (0, 2))
    table = the_table(block, [(148, 118, 330, 118.4), (58, 134, 330, 134.4)])
    assert texts(table) == [["Batch", "Length", ""], ["", "1024", "4096"], *rows[3:]]
    assert table.header_rows == 2


def test_a_value_that_is_underlined_stays_in_its_row():
    rows = [["Model", "Acc", "F1"], ["Small", "53.1", "23.4"], ["Large", "63.6", "6.4"]]
    assert texts(the_table(merged(rows), [(150, 121, 168, 121.4)])) == rows


def test_rows_of_sentences_are_parted_where_a_line_was_broken_for_nothing():
    rows = [
        ["Speaker", "This dialogue", "That dialogue"],
        ["One", "hello , how are you", "yes , it is a fine day"],
        ["Two", "i am well , but i have been up for", "no"],
        ["", "many hours of the night", ""],
        ["Three", "that is a long time", "i see"],
    ]
    table = the_table(merged(rows, (1, 4)))
    whole = "i am well , but i have been up for many hours of the night"
    assert texts(table) == [rows[0], rows[1], ["Two", whole, "no"], rows[4]]


def test_a_label_that_is_broken_beside_a_single_line_stays_one():
    rows = [
        ["Source", "Kind", "Size"],
        ["MARCO, Natural", "English text", "1.1 M"],
        ["Hotpot", "", ""],
        ["Other", "French", "2.0 M"],
    ]
    table = the_table(merged(rows, (1, 2)))
    assert texts(table)[1] == ["MARCO, Natural Hotpot", "English text", "1.1 M"]


def test_a_label_of_two_lines_about_its_values_is_one_row():
    rows = [["Task", "Small", "Large"], ["Extended", "", ""], ["", "32", "64"], ["thinking", "", ""], ["Reading", "1.5", "2.5"]]
    block = table_block(rows, LEFTS, 100)
    head, upper, middle, lower, last = block.region.grid
    both = tuple((a[0], a[1], a[2], b[3]) for a, b in zip(upper, middle, strict=True))
    table = the_table(Column(block.lines, Region("table", block.region.rect, (head, both, lower, last))))
    assert texts(table) == [rows[0], ["Extended thinking", "32", "64"], rows[4]]


def test_all_rows_of_words_over_rows_of_values_are_the_header_where_they_group_columns():
    rows = [
        ["training", "COCO train", ""],
        ["test", "COCO val", ""],
        ["mAP", "at half", "mean"],
        ["baseline", "41.5", "21.2"],
        ["ours", "48.4", "27.2"],
    ]
    assert the_table(merged(rows)).header_rows == 3


def test_labels_that_come_again_head_nothing():
    rows = [["One", "hello", "yes"], ["Two", "hi", "no"], ["One", "bye", "no"], ["Two", "ciao", "no"]]
    assert the_table(merged(rows), [(58, 122, 330, 122.4)]).header_rows == 0


def test_a_label_level_with_values_opens_a_row_whatever_stands_between():
    rows = [
        ["Effect", "First F", "Second F"],
        ["Family", "1.99 ns", "1.07 ns"],
        ["", "df = 1", "df = 1"],
        ["Training", "2.99 ns", "2.10 ns"],
        ["", "df = 2", "df = 2"],
    ]
    table = the_table(merged(rows, (1, 4)))
    assert texts(table)[1:] == [["Family", "1.99 ns df = 1", "1.07 ns df = 1"], ["Training", "2.99 ns df = 2", "2.10 ns df = 2"]]
