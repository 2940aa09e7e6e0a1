"""Text that is read from the right, told from where its signs stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.pipeline.flow.flow import read_flow
from paperatlas.pipeline.flow.lines import lines_of
from paperatlas.pipeline.flow.parts import rows_of
from paperatlas.pipeline.flow.words import words_of
from paperatlas.pipeline.signs.directions import reads_leftward, signs_as_read
from paperatlas.pipeline.signs.glyphs import Glyph, clean
from tests.fakes.printed import column, page


def glyph(text: str, x0: float, x1: float) -> Glyph:
    return Glyph(text, x0, 93.0, x1, 102.0, 100.0, 10.0, "Serif", bold=False, italic=False)


def drawn(visual: str, x: float = 0.0) -> list[Glyph]:
    """Signs as a page shows them, from the left."""
    return [glyph(char, x + 5.0 * i, x + 5.0 * (i + 1)) for i, char in enumerate(visual)]


def shown(text: str) -> str:
    """A text read from the right, from the left."""
    return text[::-1]


def read(run: list[Glyph]) -> str:
    return "".join(sign.text for sign in signs_as_read(run))


def test_letters_are_read_from_the_right():
    assert read(drawn(shown("שלום עולם"))) == "שלום עולם"


@given(st.permutations(range(9)))
def test_the_order_in_which_a_run_is_drawn_means_nothing(order):
    run = drawn(shown("שלום עולם"))
    assert read([run[index] for index in order]) == "שלום עולם"


@pytest.mark.parametrize("number", ["2023", "1403/09/19", "47.500", "١٤٣٤", "50%", "%50", "€20"])
def test_numbers_are_read_from_the_left(number):
    assert read(drawn(f"{number} {shown('שנת')}")) == f"שנת {number}"


def test_numbers_that_a_space_parts_follow_the_text():
    assert read(drawn(f"2026 - 2024 {shown('שנת')}")) == "שנת 2024 - 2026"


def test_foreign_words_are_read_from_the_left():
    assert read(drawn(f"{shown('גדול')} version 2 {shown('מודל')}")) == "מודל version 2 גדול"


def test_one_foreign_word_does_not_turn_a_line():
    assert read(drawn(f"A line with {shown('שלום')} in it")) == "A line with שלום in it"


def test_a_ligature_that_an_engine_turned_inside_out_is_put_right():
    run = [glyph("ک", 26, 30), glyph("ا", 22, 26), glyph("ا", 22, 22), glyph("ل", 16, 22), glyph("ی", 9, 16)]
    assert read(run) == "کالای"
    assert [placed.word.text for placed in words_of(run)] == ["کالای"]


def test_vowel_marks_stay_on_their_letter():
    run = [glyph("ح", 20, 25), glyph("\u064e", 21, 23), glyph("ب", 15, 20)]
    assert read(run) == "حَب"


def test_brackets_that_name_the_sign_drawn_are_turned():
    assert read(drawn("(" + shown("يناير") + ")")) == "(يناير)"


def test_brackets_that_say_what_they_mean_stay():
    assert read(drawn(")" + shown("يناير") + "(")) == "(يناير)"


def test_letters_in_their_drawn_shapes_are_letters():
    assert [clean(sign) for sign in ("\ufefb", "\ufe8e", "\ufb2a")] == ["لا", "ا", "ש\u05c1"]


def test_cells_of_a_row_are_read_from_the_right_where_most_are():
    words = [*words_of(drawn(shown("שלום עולם"), 200.0)), *words_of(drawn("2023", 100.0)), *words_of(drawn(shown("סוף"), 20.0))]
    assert [row.text for row in rows_of(lines_of(words, regions=()))] == ["שלום עולם 2023 סוף"]


def test_columns_are_read_from_the_right_where_most_words_are():
    def texts(row: str) -> list[str]:
        left, right = column([f"{row} one."] * 5, 60, 100), column([f"{row} two."] * 5, 330, 100)
        [read] = read_flow([page(1, [left, right])], outline=(), info=()).pages
        return [block.text.split()[-1] for block in read.blocks]

    assert texts("אות שלום עולם גדול") == ["two.", "one."]
    assert texts("a row of many words") == ["one.", "two."]


def test_text_without_letters_has_no_direction():
    assert not reads_leftward(["12", "%"])
