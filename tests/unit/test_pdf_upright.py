"""Columns of signs that run down the page, and pages that need no layout model."""

from paperatlas.pipeline.flow.plain import is_plain
from paperatlas.pipeline.flow.upright import is_upright, runs_down, upright_lines, upright_parts
from paperatlas.pipeline.signs.glyphs import Glyph
from tests.fakes.printed import HEIGHT, column, line

FIRST, SECOND = "吾輩は猫である。", "名前はまだ無い。"


def signs(text: str, x: float, y: float = 100.0) -> list[Glyph]:
    return [
        Glyph(char, x, y + 10.0 * i, x + 10, y + 10.0 * (i + 1), y + 10.0 * i + 9, 10.0, "Mincho", bold=False, italic=False)
        for i, char in enumerate(text)
    ]


def test_columns_are_read_from_the_right():
    drawn = [*signs(SECOND, 280), *signs(FIRST, 300)]
    assert runs_down(drawn)
    lines = upright_lines(drawn)
    assert all(map(is_upright, lines))
    assert ["".join(word.text for word in row.words) for part in upright_parts(lines, 1) for row in part.rows] == [FIRST, SECOND]


def test_a_column_that_begins_lower_begins_a_paragraph():
    drawn = [*signs(FIRST, 300), *signs(SECOND, 280), *signs(FIRST, 260, 110)]
    assert [len(part.rows) for part in upright_parts(upright_lines(drawn), 1)] == [2, 1]


def test_a_stop_that_its_font_puts_below_the_next_sign_keeps_its_place():
    column = signs("含む。）を", 300)
    moved = [sign._replace(y0=sign.y0 + 8, y1=sign.y1 + 8) if sign.text in "。）" else sign for sign in column]
    [line] = upright_lines(moved)
    assert "".join(word.text for word in line.words) == "含む。）を"


def test_a_rule_across_the_columns_parts_bands_and_a_tables_rule_does_not():
    drawn = [*signs(FIRST, 300), *signs(FIRST, 260), *signs(SECOND, 300, 200), *signs(SECOND, 260, 200)]
    across, short = (255.0, 190.0, 315.0, 190.5), (295.0, 190.0, 315.0, 190.5)

    def read(rules):
        parts = upright_parts(upright_lines(drawn), 1, rules)
        return "".join(word.text for part in parts for row in part.rows for word in row.words)

    assert read([across]) == FIRST + FIRST + SECOND + SECOND
    assert [part.rect for part in upright_parts(upright_lines(drawn), 1, [short])] == [
        part.rect for part in upright_parts(upright_lines(drawn), 1)
    ]


def test_a_row_of_single_signs_does_not_run_down():
    across = [
        glyph._replace(x0=10.0 * i, x1=10.0 * i + 10, y0=100, y1=110, baseline=109) for i, glyph in enumerate(signs(FIRST, 0))
    ]
    assert not runs_down(across)


TEXT = column(["1 Introduction", "A page of text that fills one column and", "nothing else is on it."], 72, 200).lines


def test_one_column_of_text_is_plain():
    assert is_plain(TEXT, [(72.0, 50.0, 500.0, 50.5)], HEIGHT)


def test_what_is_drawn_on_or_beside_text_needs_a_closer_look():
    assert not is_plain(TEXT, [(72.0, 300.0, 500.0, 300.5)], HEIGHT)
    assert not is_plain([*TEXT, line("Another column stands beside it", 360, 212)], [], HEIGHT)
    assert not is_plain([], [], HEIGHT)


def test_mathematics_needs_a_closer_look():
    formula = [row.__class__(tuple(word._replace(font="CMMI10") for word in row.words), row.rect) for row in TEXT[:1]]
    assert not is_plain([*formula, *TEXT[1:]], [], HEIGHT)


def test_underlined_words_and_a_frame_around_the_text_leave_it_plain():
    x0, _, x1, bottom = TEXT[1].rect
    assert is_plain(TEXT, [(x0 + 20, bottom + 1, x0 + 60, bottom + 1.5)], HEIGHT)
    assert is_plain(TEXT, [(60.0, 150.0, 520.0, 400.0)], HEIGHT)
    assert not is_plain(TEXT, [(x0, bottom + 1, x1, bottom + 1.5)], HEIGHT)
    assert not is_plain(TEXT, [(60.0, 300.0, 520.0, 400.0)], HEIGHT)


def test_a_short_line_by_itself_that_may_be_a_heading_is_left_to_the_model():
    above = column(["A page of text that fills one column and", "nothing else is on it, as one can", "see at once."], 72, 200)
    below = column(["And here it goes on with more text that", "fills the column as the text above does."], 72, 280)
    assert is_plain([*above.lines, *below.lines], [], HEIGHT)
    assert not is_plain([*above.lines, line("Feasibility", 72, 260), *below.lines], [], HEIGHT)
