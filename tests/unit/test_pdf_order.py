"""Reading order by geometry."""

from itertools import permutations

from paperatlas.pipeline.flow.order import reading_order

TITLE = (50.0, 40.0, 560.0, 70.0)
LEFT_1, LEFT_2 = (50.0, 100.0, 295.0, 300.0), (50.0, 310.0, 295.0, 700.0)
RIGHT_1, RIGHT_2 = (315.0, 100.0, 560.0, 250.0), (315.0, 260.0, 560.0, 700.0)


def test_two_columns_are_read_one_after_the_other_below_their_title():
    for rects in permutations([TITLE, LEFT_1, LEFT_2, RIGHT_1, RIGHT_2]):
        assert [rects[index] for index in reading_order(rects)] == [TITLE, LEFT_1, LEFT_2, RIGHT_1, RIGHT_2]


def test_what_spans_both_columns_parts_the_page_into_bands():
    table = (60.0, 350.0, 550.0, 420.0)
    upper = [(50.0, 100.0, 295.0, 340.0), (315.0, 100.0, 560.0, 340.0)]
    lower = [(50.0, 430.0, 295.0, 700.0), (315.0, 430.0, 560.0, 700.0)]
    rects = [lower[1], upper[1], table, lower[0], upper[0]]
    assert [rects[index] for index in reading_order(rects)] == [*upper, table, *lower]


def test_three_columns_are_read_from_the_left():
    columns = [(x, y, x + 150.0, y + 290.0) for x in (40.0, 220.0, 400.0) for y in (100.0, 400.0)]
    rects = columns[::-1]
    assert [rects[index] for index in reading_order(rects)] == columns


def test_a_page_may_change_from_two_columns_to_three():
    upper = [(40.0, 100.0, 295.0, 300.0), (315.0, 100.0, 570.0, 300.0)]
    lower = [(40.0, 400.0, 205.0, 700.0), (222.0, 400.0, 388.0, 700.0), (405.0, 400.0, 570.0, 700.0)]
    rects = [*lower[::-1], *upper[::-1]]
    assert [rects[index] for index in reading_order(rects)] == [*upper, *lower]


def test_one_column_is_read_from_the_top_and_its_rows_from_the_left():
    formula, number = (150.0, 200.0, 300.0, 215.0), (540.0, 202.0, 560.0, 213.0)
    paragraphs = [(50.0, 100.0, 560.0, 190.0), (50.0, 230.0, 560.0, 400.0)]
    rects = [paragraphs[1], number, paragraphs[0], formula]
    assert [rects[index] for index in reading_order(rects)] == [paragraphs[0], formula, number, paragraphs[1]]


def test_a_formula_that_hangs_over_the_gutter_spans_nothing():
    formula = (100.0, 310.0, 310.0, 330.0)
    left = [LEFT_1, formula, (50.0, 340.0, 295.0, 700.0)]
    rects = [RIGHT_2, *left[::-1], RIGHT_1]
    assert [rects[index] for index in reading_order(rects)] == [*left, RIGHT_1, RIGHT_2]


def test_nothing_has_an_empty_order():
    assert reading_order([]) == []
