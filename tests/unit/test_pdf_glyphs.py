"""Glyphs to words, words to lines."""

import pytest

from paperatlas.pipeline.flow.accents import compose_accents
from paperatlas.pipeline.flow.lines import lines_of
from paperatlas.pipeline.flow.words import words_of
from paperatlas.pipeline.signs.glyphs import Glyph, clean


def glyphs(text: str, x: float = 0.0, *, y: float = 100.0, size: float = 10.0, step: float = 5.0) -> list[Glyph]:
    return [
        Glyph(char, x + step * i, y - 0.7 * size, x + step * (i + 1), y + 0.2 * size, y, size, "Serif", bold=False, italic=False)
        for i, char in enumerate(text)
    ]


def over(accent: str, letter: str, *, first: bool = True) -> list[Glyph]:
    """An accent printed over a letter, in either order of the file."""
    pair = [glyphs(accent, 0.5, step=4.0)[0], glyphs(letter)[0]]
    return pair if first else pair[::-1]


@pytest.mark.parametrize(
    ("accent", "letter", "text"),
    [("¨", "u", "ü"), ("ˇ", "r", "ř"), ("´", "ı", "í"), ("¸", "c", "ç"), ("˜", "n", "ñ"), ("˚", "A", "Å")],
)
@pytest.mark.parametrize("first", [True, False])
def test_an_accent_and_the_letter_under_it_are_one(accent, letter, text, first):
    assert [glyph.text for glyph in compose_accents(over(accent, letter, first=first))] == [text]


def test_an_accent_beside_a_letter_stays_a_sign_of_its_own():
    assert [glyph.text for glyph in compose_accents(glyphs("a~b"))] == ["a", "~", "b"]


def test_the_gap_that_an_engine_sees_under_an_accent_is_none():
    accent, letter = over("¨", "u")
    assert [glyph.text for glyph in compose_accents([accent, *glyphs(" ", 1.0), letter])] == ["ü"]


def test_words_end_at_spaces_and_at_gaps():
    run = [*glyphs("two words"), *glyphs("apart", 60.0)]
    assert [placed.word.text for placed in words_of(run)] == ["two", "words", "apart"]


def test_a_raised_mark_is_a_word_of_its_own():
    run = [*glyphs("Smith"), *glyphs("12", 25.0, y=96.0, size=6.0, step=3.0), *glyphs(",", 31.0)]
    words = [placed.word for placed in words_of(run)]
    assert [(word.text, word.superscript) for word in words] == [("Smith", False), ("12", True), (",", False)]


def test_signs_that_print_nothing_are_dropped():
    assert [clean(sign) for sign in ("\u200b", "\x00", "\ud800", "ﬃ", "\u00a0")] == ["", "", "", "ffi", " "]


def test_han_text_is_cut_at_its_punctuation_only():
    run = glyphs("注意力机制。方法", step=10.0, size=10.0)
    assert [placed.word.text for placed in words_of(run)] == ["注意力机制。", "方法"]


def test_a_space_that_is_printed_parts_han_text():
    heading = [*glyphs("第一章", step=10.0), *glyphs("绪论", 35.0, step=10.0)]
    assert [placed.word.text for placed in words_of(heading)] == ["第一章", "绪论"]
    spaced = [*glyphs("ａ", step=10.0), *glyphs(" ", 10.0, step=2.5), *glyphs("端子", 12.5, step=10.0)]
    assert [placed.word.text for placed in words_of(spaced)] == ["ａ", "端子"]


def test_justified_han_text_has_no_spaces():
    run = [sign for i, char in enumerate("注意力机制") for sign in glyphs(char, 13.0 * i, step=10.0)]
    assert [placed.word.text for placed in words_of(run)] == ["注意力机制"]


def test_han_text_drawn_sign_by_sign_is_one_word_and_a_clause_ends_without_a_space():
    words = [placed for i, char in enumerate("关于红军。原则") for placed in words_of(glyphs(char, 10.0 * i, step=10.0))]
    [line] = lines_of(words, regions=())
    assert [word.text for word in line.words] == ["关于红军。", "原则"]
    assert line.text == "关于红军。原则"


def test_bold_signs_are_a_word_of_their_own():
    run = [*(sign._replace(bold=True) for sign in glyphs("定义", step=10.0)), *glyphs("注意", 20.0, step=10.0)]
    assert [(placed.word.text, placed.word.bold) for placed in words_of(run)] == [("定义", True), ("注意", False)]


def test_lines_do_not_depend_on_the_order_of_the_file():
    upper, lower = words_of(glyphs("one two three")), words_of(glyphs("four five", y=112.0))
    lines = lines_of([lower[1], upper[2], upper[0], lower[0], upper[1]], regions=())
    assert [line.text for line in lines] == ["one two three", "four five"]


def test_a_wide_gap_parts_lines():
    words = [*words_of(glyphs("left")), *words_of(glyphs("right", 200.0))]
    assert [line.text for line in lines_of(words, regions=())] == ["left", "right"]


def test_hebrew_is_read_from_the_right_with_its_numbers_from_the_left():
    words = [
        *words_of(glyphs("םולש", 60.0)),
        *words_of(glyphs("20", 40.0)),
        *words_of(glyphs("21", 51.5)),
        *words_of(glyphs("םלוע", 15.0)),
    ]
    assert [line.text for line in lines_of(words, regions=())] == ["שלום 21 20 עולם"]
