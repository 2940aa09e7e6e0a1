"""What cells stand under."""

from paperatlas.core.grid import body_rows, columns, printed_row, row_name, row_names, statement, statements
from tests.fakes.documents import drawn_table, table


def test_a_spanning_header_is_read_over_each_of_its_columns() -> None:
    grid = table(
        [["", "Alpha", "", "Beta", ""], ["Lang", "Acc", "F1", "Acc", "F1"], ["FR", "1.0", "2.0", "3.0", "4.0"]], header_rows=2
    )
    assert columns(grid) == ("Lang", "Alpha Acc", "Alpha F1", "Beta Acc", "Beta F1")


def test_a_header_in_the_stub_does_not_spread() -> None:
    grid = table([["Model", "", ""], ["", "Dev", "Test"], ["X", "1", "2"]], header_rows=2)
    assert columns(grid) == ("Model", "Dev", "Test")


def test_an_inner_span_stops_where_an_outer_one_begins() -> None:
    grid = table(
        [["", "Dev", "", "Test", ""], ["", "F1", "", "F1", ""], ["M", "a", "b", "a", "b"], ["X", "1", "2", "3", "4"]],
        header_rows=3,
    )
    assert columns(grid) == ("M", "Dev F1 a", "Dev F1 b", "Test F1 a", "Test F1 b")


def test_a_header_set_over_one_column_does_not_spread_when_boxes_show_it() -> None:
    grid = drawn_table(
        [
            [None, ("Size", 100, 0), None, None],
            [("Model", 0, 10), ("(M)", 103, 10), ("F1", 200, 10), ("EM", 300, 10)],
            [("X", 0, 20), ("110", 103, 20), ("88", 200, 20), ("80", 300, 20)],
        ],
        header_rows=2,
    )
    assert columns(grid) == ("Model", "Size (M)", "F1", "EM")


def test_a_centred_header_spreads_over_what_it_is_centred_on() -> None:
    grid = drawn_table(
        [
            [None, ("Dev", 147, 0), None, None],
            [("Model", 0, 10), ("F1", 100, 10), ("EM", 200, 10), ("Time", 300, 10)],
            [("X", 0, 20), ("88", 100, 20), ("80", 200, 20), ("7", 303, 20)],
        ],
        header_rows=2,
    )
    assert columns(grid) == ("Model", "Dev F1", "Dev EM", "Time")


def test_a_header_printed_at_the_middle_of_its_span_covers_the_columns_to_both_sides() -> None:
    columns_at = [100.0, 200.0, 300.0, 400.0, 500.0]
    grid = drawn_table(
        [
            [None, None, ("Ours", 194, 0), None, ("Base", 444, 0), None],
            [("Model", 0, 10), *((f"m{i}", x, 10) for i, x in enumerate(columns_at))],
            [("X", 0, 20), *((f"{i}0", x, 20) for i, x in enumerate(columns_at))],
        ],
        header_rows=2,
    )
    assert columns(grid) == ("Model", "Ours m0", "Ours m1", "Ours m2", "Base m3", "Base m4")


def test_a_row_is_named_by_its_first_cell_and_read_out_with_its_headers() -> None:
    grid = table([["", "Acc", "F1"], ["FR", "63.6", ""], ["DE", "59.4", "12.5"]], label="Table 2")
    assert row_name(grid, 2) == "DE"
    assert statement(grid, 2) == "Table 2, row DE, Acc: 59.4; F1: 12.5"
    assert statement(grid, 1) == "Table 2, row FR, Acc: 63.6"
    assert printed_row(grid, 2) == "DE | 59.4 | 12.5"


def test_a_line_of_its_own_names_the_group_of_the_rows_below() -> None:
    grid = table([["", "Acc"], ["Supervised", ""], ["A", "1"], ["B", "2"], ["Zero-shot", ""], ["A", "3"]])
    assert body_rows(grid) == (2, 3, 5)
    assert [row_names(grid)[row] for row in body_rows(grid)] == ["Supervised, A", "Supervised, B", "Zero-shot, A"]


def test_a_group_ends_where_rows_are_no_longer_set_in() -> None:
    rows = [
        [("Sex", 0, 10), None],
        [("Men", 8, 20), ("5", 90, 20)],
        [("Women", 8, 30), ("6", 90, 30)],
        [("Age", 0, 40), ("45.9", 90, 40)],
    ]
    grid = drawn_table([[("Group", 0, 0), ("N", 90, 0)], *rows])
    assert [row_names(grid)[row] for row in body_rows(grid)] == ["Sex, Men", "Sex, Women", "Age"]


def test_a_name_that_spans_rows_from_their_top_is_shared() -> None:
    grid = table([["Data", "Model", "Acc"], ["News", "A", "1.5"], ["", "B", "2.5"], ["Web", "A", "3.5"], ["", "B", "4.5"]])
    assert row_names(grid)[1:] == ("News, A", "News, B", "Web, A", "Web, B")
    assert statement(grid, 2) == "Table 1, row News, B, Acc: 2.5"


def test_a_name_set_at_the_middle_of_its_rows_is_shared_by_them() -> None:
    sizes = ["1", "2", "3", "4", "5"]
    tops = [10.0, 20.0, 30.0, 40.0, 50.0]
    names = {0: None, 1: ("web", 0.0, 20.0), 2: None, 3: ("news", 0.0, 45.0), 4: None}
    rows = [[names[i], (sizes[i] + "00", 100.0, tops[i]), (f"{i}.5", 200.0, tops[i])] for i in range(5)]
    grid = drawn_table([[None, ("tokens", 100, 0), ("Acc", 200, 0)], *rows])
    assert row_names(grid)[1:] == (
        "web, tokens 100",
        "web, tokens 200",
        "web, tokens 300",
        "news, tokens 400",
        "news, tokens 500",
    )


def test_a_name_broken_over_two_lines_is_one_name() -> None:
    tops = [10.0, 24.0, 38.0, 52.0]
    names = {0: None, 1: ("news", 0.0, 26.0), 2: ("crawl", 0.0, 34.0), 3: None}
    rows = [[names[i], (f"{i + 1}00", 100.0, tops[i]), (f"{i}.5", 200.0, tops[i])] for i in range(4)]
    grid = drawn_table([[None, ("tokens", 100, 0), ("Acc", 200, 0)], *rows])
    assert [name.split(",")[0] for name in row_names(grid)[1:]] == ["news crawl"] * 4


def test_a_row_with_a_measure_of_its_own_is_not_under_the_heading_above() -> None:
    grid = table(
        [["", "N"], ["Sex, n (%)", ""], ["Men", "7 (70)"], ["Women", "3 (30)"], ["Age, mean (SD)", "45 (9)"], ["Height", "1.7"]]
    )
    assert [row_names(grid)[row] for row in body_rows(grid)] == [
        "Sex, n (%), Men",
        "Sex, n (%), Women",
        "Age, mean (SD)",
        "Height",
    ]


def test_a_line_over_the_columns_heads_those_in_the_column_of_names() -> None:
    grid = table(
        [
            ["", "A", "B"],
            ["", "At 6 years", ""],
            ["Ratio", "", ""],
            ["adjusted", "1", "2"],
            ["", "At 12 years", ""],
            ["adjusted", "3", "4"],
        ]
    )
    assert [row_names(grid)[row] for row in body_rows(grid)] == ["At 6 years, Ratio, adjusted", "At 12 years, adjusted"]


def test_a_total_without_a_name_takes_none_from_the_row_above() -> None:
    grid = table([["", "2026", "2025"], ["Cash", "10", "9"], ["Debt", "20", "19"], ["", "30", "28"]])
    assert row_names(grid)[3] == ""
    assert statement(grid, 3) == "Table 1, 2026: 30; 2025: 28"


def test_rows_of_one_name_are_told_apart_by_names_and_settings_and_never_by_results() -> None:
    grid = table([["Model", "Layers", "Acc"], ["X", "12", "0.91"], ["X", "24", "0.93"], ["Y", "12", "0.90"]])
    assert row_names(grid)[1:] == ("X, Layers 12", "X, Layers 24", "Y")
    counts = table([["Model", "Right", "Acc"], ["X", "12", "0.91"], ["X", "24", "0.93"], ["Y", "9.5", "0.90"]])
    assert row_names(counts)[1:] == ("X", "X", "Y")
    results = table([["Model", "Acc"], ["X", "0.91"], ["X", "0.93"]])
    assert row_names(results)[1:] == ("X", "X")


def test_a_header_repeated_after_a_page_break_is_no_row() -> None:
    grid = table([["M", "Acc"], ["A", "1"], ["M", "Acc"], ["B", "2"]])
    assert [row for row, _ in statements(grid)] == [1, 3]


def test_a_table_without_rows_or_headers_says_what_it_can() -> None:
    assert columns(table([])) == ()
    assert statements(table([])) == ()
    bare = table([["A", "1"], ["B", "2"]], header_rows=0, label="")
    assert statements(bare) == ((0, "row A, 1"), (1, "row B, 2"))


def test_a_row_that_heads_columns_which_the_first_rows_leave_empty_is_a_header() -> None:
    grid = table(
        [
            ["Method", "", "", "Error"],
            ["Gauge [10]", "", "", "9.4"],
            ["", "# lamps", "# lenses", ""],
            ["Beacon", "20", "2.7", "8.7"],
            ["Beacon", "110", "1.7", "6.4 (6.6)"],
        ]
    )
    assert columns(grid) == ("Method", "# lamps", "# lenses", "Error")
    assert body_rows(grid) == (1, 3, 4)
    assert row_names(grid)[3:] == ("Beacon, # lamps 20", "Beacon, # lamps 110")


def test_rows_that_recur_in_blocks_are_told_apart_by_what_opens_the_block() -> None:
    grid = table(
        [
            ["", "None", "Some"],
            ["", "At 6 years", ""],
            ["Fog", "34.5", "59.1"],
            ["Wrecks", "3.3", "3.7"],
            ["Ice", "31.9", "56.9"],
            ["Wrecks", "0.7", "1.5"],
        ]
    )
    assert row_names(grid)[2:] == ("At 6 years, Fog", "At 6 years, Fog, Wrecks", "At 6 years, Ice", "At 6 years, Ice, Wrecks")


def test_rows_that_recur_without_blocks_keep_their_name() -> None:
    grid = table([["", "None"], ["Fog", "3.1"], ["Wrecks", "4.1"], ["Wrecks", "5.1"]])
    assert row_names(grid)[1:] == ("Fog", "Wrecks", "Wrecks")


def test_a_heading_over_the_columns_heads_all_rows_below_whatever_cell_it_was_put_into() -> None:
    grid = drawn_table(
        [
            [None, ("No", 200, 0), ("Yes", 300, 0)],
            [("At 6 years", 220, 10), None, None],
            [("Fog", 0, 20), ("3", 200, 20), ("4", 300, 20)],
            [("HR", 0, 30), None, None],
            [("Crude", 20, 40), ("5", 200, 40), ("6", 300, 40)],
            [("Ice", 0, 50), ("5", 200, 50), ("6", 300, 50)],
        ]
    )
    assert row_names(grid)[5] == "At 6 years, Ice"
