"""Rows to paragraphs, paragraphs to page text."""

from paperatlas.core.types import BlockKind, Box
from paperatlas.pipeline.flow.body import Draft, mend_page_ends, set_page, tokens_of
from paperatlas.pipeline.flow.hyphens import Mender
from paperatlas.pipeline.flow.notes import mark_notes
from paperatlas.pipeline.flow.paragraphs import attach_leads, join_broken, split_part
from paperatlas.pipeline.flow.parts import Part, parts_of
from tests.fakes.printed import column, line, page

MENDER = Mender([])


def part(held, kind=BlockKind.PARAGRAPH) -> Part:
    return Part(page=1, kind=kind, rows=held.lines)


def text_of(rows) -> str:
    drafts = [Draft(kind=BlockKind.PARAGRAPH, box=Box(1, 0, 0, 1, 1), tokens=tokens_of(rows, MENDER))]
    return set_page(page(1, []), drafts)[0].text


def texts(parts):
    return [each.text for each in parts]


def test_an_indented_row_after_a_full_stop_begins_a_paragraph():
    held = column(
        ["The first paragraph goes on and on", "and ends here.", "\tThe second goes on for a while", "and ends."], 70, 100
    )
    assert [len(piece.rows) for piece in split_part(part(held))] == [2, 2]


def test_a_sentence_that_goes_on_is_not_cut_by_an_indent():
    held = column(
        ["The first paragraph goes on and on", "\tas a quotation within it does", "and then ends here for good now."], 70, 100
    )
    assert len(split_part(part(held))) == 1


def test_bullets_are_items():
    held = column(["• one thing that is to do", "which takes two lines", "• another thing"], 70, 100)
    assert texts(split_part(part(held, BlockKind.LIST))) == ["• one thing that is to do which takes two lines", "• another thing"]


def test_a_paragraph_broken_by_a_columns_end_is_made_whole():
    left, right = column(["It begins in one column and is not"], 70, 700), column(["yet at its end."], 320, 100)
    assert [len(paragraph.parts) for paragraph in join_broken([part(left), part(right)])] == [2]


def test_a_float_between_its_halves_stays_apart():
    left, right = column(["It begins in one column and is not"], 70, 700), column(["yet at its end."], 320, 300)
    caption = part(column(["Figure 1: A thing."], 320, 100), BlockKind.CAPTION)
    whole = join_broken([part(left), caption, part(right)])
    assert [(paragraph.kind, len(paragraph.parts)) for paragraph in whole] == [(BlockKind.PARAGRAPH, 2), (BlockKind.CAPTION, 1)]


def test_a_heading_ends_a_paragraph_however_it_ended():
    open_end, heading = part(column(["It has no end"], 70, 100)), part(column(["2 Methods"], 70, 130), BlockKind.HEADING)
    after = part(column(["in lower case it begins."], 70, 150))
    assert len(join_broken([open_end, heading, after])) == 3


def test_a_bold_line_right_above_its_paragraph_is_its_lead():
    lead = part(column(["Target languages and morphology"], 70, 100, bold=True), BlockKind.HEADING)
    text = part(column(["We take eight languages of many", "kinds and look at each of them."], 70, 112))
    assert texts(attach_leads([lead, text], 10.0)) == [f"{lead.text} {text.text}"]


def test_a_bold_line_set_apart_is_a_heading():
    lead = part(column(["Target languages and morphology"], 70, 90, bold=True), BlockKind.HEADING)
    text = part(column(["We take eight languages of many", "kinds and look at each of them."], 70, 112))
    assert len(attach_leads([lead, text], 10.0)) == 2


def test_small_type_at_the_foot_that_begins_with_a_mark_is_a_footnote():
    body, note = column(["Some text of the body of the page"], 70, 500), column(["^1 A note on it."], 70, 720, size=8)
    parts = parts_of(page(1, [body, note]), [*body.lines, *note.lines])
    assert [each.kind for each in mark_notes(parts, page(1, [body, note]), 10.0)] == [BlockKind.PARAGRAPH, BlockKind.FOOTNOTE]


def test_what_text_stands_below_is_no_footnote():
    small, body = column(["^1 Small print."], 70, 500, size=8), column(["Some text of the body of the page"], 70, 600)
    parts = parts_of(page(1, [small, body]), [*small.lines, *body.lines])
    assert [each.kind for each in mark_notes(parts, page(1, [small, body]), 10.0)] == [BlockKind.PARAGRAPH] * 2


def test_a_line_just_outside_its_region_joins_it():
    held = column(["The text of a paragraph of three", "lines of which the model saw"], 70, 100)
    last = line("only two.", 70, 124)
    assert texts(parts_of(page(1, [held], more=[last]), [*held.lines, last])) == [
        "The text of a paragraph of three lines of which the model saw only two."
    ]


def test_a_mended_word_has_a_piece_for_each_side():
    held = column(["an eval-", "uation protocol"], 70, 100)
    drafts = [Draft(kind=BlockKind.PARAGRAPH, box=Box(1, 0, 0, 1, 1), tokens=tokens_of(held.lines, MENDER))]
    made, _ = set_page(page(1, []), drafts)
    assert [made.text[piece.start : piece.end] for piece in made.pieces] == ["an", "eval", "uation", "protocol"]
    assert len(made.boxes(3, 13)) == 2


def test_raised_signs_are_raised_in_the_text():
    assert text_of([line("of the toolkit ^5 and so on", 70, 100)]) == "of the toolkit ⁵ and so on"


def test_a_word_cut_at_a_pages_end_stands_whole_on_the_page_where_it_ends():
    upper, lower = column(["It makes a differ-"], 70, 700), column(["ence to us."], 70, 100)
    drafts = [
        [Draft(kind=BlockKind.PARAGRAPH, box=Box(n, 0, 0, 1, 1), tokens=tokens_of(held.lines, MENDER))]
        for n, held in enumerate((upper, lower), 1)
    ]
    pages = [set_page(page(n, []), made)[0] for n, made in enumerate(mend_page_ends(drafts, MENDER), 1)]
    assert [each.text for each in pages] == ["It makes a", "difference to us."]
    assert pages[1].boxes(0, 10)[0][1:] == lower.lines[0].words[0].rect
