"""Displayed equations keep their number."""

import pytest

from paperatlas.pipeline.floats.floats import find_floats
from tests.fakes.printed import column, line, page


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
