"""Displayed equations keep their number."""

import pytest

from paperatlas.pipeline.floats.floats import find_floats
from paperatlas.pipeline.layout import Region
from tests.fakes.floating import drawn, table_block
from tests.fakes.printed import Column, column, line, page


def equations(*columns, more=()):
    return find_floats([page(4, columns, more=more)], " ".join).equations


@pytest.mark.parametrize(("printed", "number"), [("(1)", "1"), ("(2.3)", "2.3"), ("(A.4)", "A.4"), ("(5a)", "5a")])
def test_a_number_at_the_right_end_is_the_equations(printed, number):
    (found,) = equations(column([f"a = b + c {printed}"], 100, 200, kind="formula"))
    assert found.number == number


def test_a_number_left_out_of_the_box_is_found_beside_it():
    (found,) = equations(column(["a = b + c"], 100, 200, kind="formula"), more=[line("(7)", 480, 200)])
    assert (found.number, found.text) == ("7", "a = b + c")


def test_brackets_inside_a_formula_are_no_number():
    (found,) = equations(column(["y = f (3) + c"], 100, 200, kind="formula"))
    assert found.number == ""


def test_a_number_of_the_next_column_is_not_taken():
    block = column(["a = b + c"], 60, 200, kind="formula")
    (found,) = equations(block, more=[line("so that it holds (7)", 320, 200)])
    assert found.number == ""


TEXT = [
    "This is the body of the paper, which goes on over the whole of the column and says that",
    "every equation below it has a number at the right edge, as it is given in equation (9)",
]


def test_each_number_in_one_box_has_an_equation_of_its_own():
    block = column(["a = b + c", "x = y + z"], 100, 200, kind="formula")
    found = equations(column(TEXT, 60, 100), block, more=[line("(1)", 435, 200), line("(2)", 435, 212)])
    assert [(each.number, each.text) for each in found] == [("1", "a = b + c"), ("2", "x = y + z")]


def test_an_equation_that_the_model_took_for_text_is_found_by_its_number():
    found = equations(column(TEXT, 60, 100), column(["a = b + c"], 100, 200), more=[line("(3)", 435, 200)])
    assert [(each.number, each.text) for each in found] == [("3", "a = b + c")]


def test_a_sentence_that_ends_in_a_number_is_no_equation():
    assert equations(column(TEXT, 60, 100)) == ()


def test_a_sentence_in_the_box_of_an_equation_is_left_out_of_it():
    block = column(["a = b + c", "where all of these letters stand for numbers"], 100, 200, kind="formula")
    (found,) = equations(column(TEXT, 60, 100), block)
    assert (found.text, found.box.y1) == ("a = b + c", block.lines[0].rect[3])


def test_what_stands_over_and_under_a_bar_is_a_fraction():
    made = [line("y =", 80, 206), line("u + v", 100, 200), line("w", 104, 212)]
    around = (80.0, 200.0, 130.0, 222.0)
    whole = Column(tuple(made), Region("formula", around))
    (found,) = find_floats([drawn(page(4, [whole]), rules=[(99, 210.4, 125, 210.9)])], " ".join).equations
    assert found.text == "y = (u + v) / w"


def test_numbers_in_tables_belong_to_no_equation():
    rows = [["Model", "a = b"], ["Small", "(1)"], ["Large", "(2)"]]
    made = page(4, [table_block(rows, [60.0, 150.0], 100), column(["Table 1: Scores."], 60, 150, kind="caption")])
    assert find_floats([made], " ".join).equations == ()
