"""Running heads, page numbers, stamps and line numbers."""

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.flow.running import running_lines, without_line_numbers
from paperatlas.pipeline.layout import Line
from tests.fakes.printed import column, line, page

BODY = ["The first line of the text of this page", "and a second one that goes on below it."]


def taken(pages):
    """Texts of the running lines of each page."""
    return [{pages[i].lines[index].text: kind for index, kind in found.items()} for i, found in enumerate(running_lines(pages))]


def test_what_repeats_at_the_edges_is_a_running_head_whatever_its_number():
    pages = [page(n, [column(BODY, 70, 100)], more=[line(f"Smith et al. {n}", 70, 40)]) for n in range(1, 4)]
    assert taken(pages) == [{f"Smith et al. {n}": BlockKind.HEADER} for n in range(1, 4)]


def test_a_page_number_needs_no_repetition():
    assert taken([page(1, [column(BODY, 70, 100)], more=[line("- 7 -", 300, 760)])]) == [{"- 7 -": BlockKind.FOOTER}]


def test_a_number_within_the_text_is_text():
    assert taken([page(1, [column([*BODY, "1984"], 70, 100)])]) == [{}]


def test_an_upright_stamp_in_the_margin_is_no_text():
    stamp = line("arXiv:1234.56789v1 [cs.CL] 1 Jan 2020", 20, 300)
    upright = Line(stamp.words, (20.0, 200.0, 34.0, 500.0), horizontal=False)
    assert list(running_lines([page(1, [column(BODY, 70, 100)], more=[upright])])[0].values()) == [BlockKind.HEADER]


def test_the_only_line_of_a_page_is_its_text_even_where_a_model_calls_it_a_header():
    assert taken([page(1, [column(["Hello world"], 70, 40, kind="page-header")])]) == [{}]


def test_numbers_that_count_the_lines_in_the_margin_leave_the_text():
    text = [f"words of row number {row} of this page" for row in range(12)]
    numbers = [line(str(41 + row), 40, 100 + 12 * row, size=7) for row in range(12)]
    cleaned, counted = without_line_numbers(page(1, [column(text, 70, 100)], more=numbers))
    assert [row.text for row in cleaned.lines] == text
    assert [row.text for row in counted] == [str(41 + row) for row in range(12)]


def test_line_numbers_are_found_where_an_engine_took_them_for_the_first_word_of_the_line():
    text = [f"{10 + 5 * row} words of row {row} of this page" for row in range(12)]
    cleaned, counted = without_line_numbers(page(1, [column(text, 70, 100)]))
    assert [row.text for row in cleaned.lines] == [f"words of row {row} of this page" for row in range(12)]
    assert len(counted) == 12


def test_a_short_numbered_list_stays():
    text = [f"{row} things to do" for row in range(1, 6)]
    cleaned, counted = without_line_numbers(page(1, [column(text, 70, 100)]))
    assert [row.text for row in cleaned.lines] == text
    assert counted == ()


def test_a_copyright_line_at_the_foot_of_the_first_page_is_no_text_and_on_others_it_may_be():
    imprint = column(["© 2020 The Authors, ISSN 1234-5678"], 70, 690)
    pages = [page(1, [column(BODY, 70, 100), imprint]), page(2, [column(BODY, 70, 100), imprint])]
    assert taken(pages) == [{imprint.lines[0].text: BlockKind.FOOTER}, {}]


def test_the_mark_of_a_footnote_is_no_page_number():
    note = [line("1", 70, 742, size=6), line("The text of the note", 76, 740, size=8)]
    assert taken([page(1, [column(BODY, 70, 100)], more=note)]) == [{}]
