"""Footnotes, and the marks in the text that call for them."""

from paperatlas.core.types import BlockKind, Page
from paperatlas.pipeline.flow.flow import read_flow
from paperatlas.pipeline.layout import RawPage, Region
from tests.fakes.printed import HEIGHT, column, line, page

MORE = ["and further words that fill the page", "so that its size is that of the body."]


def read(raw: RawPage) -> Page:
    return read_flow([raw], outline=(), info=()).pages[0]


def noted(*rows: str, note: str = "^1 It glows.") -> Page:
    return read(page(1, [column([*rows, *MORE], 72, 300), column([note], 72, 700, size=8)]))


def texts(made: Page, kind: BlockKind) -> list[str]:
    return [block.text for block in made.blocks if block.kind is kind]


def test_a_mark_that_calls_for_a_note_of_its_page_is_left_out_of_the_text():
    made = noted("We call it GlowNet ^1 and use it,")
    assert made.text.splitlines()[0] == " ".join(["We call it GlowNet and use it,", *MORE])
    assert texts(made, BlockKind.FOOTNOTE) == ["¹ It glows."]


def test_a_raised_number_without_its_note_stays():
    assert "GlowNet ²" in noted("We call it GlowNet ^2 and use it,").text


def test_a_raised_number_at_two_places_calls_for_no_note():
    assert noted("We call it GlowNet ^1 on a plain ^1 and use it,").text.count("¹") == 3


def test_exponents_stay():
    assert "x ¹" in noted("We take x ^1 for it and use it,").text
    assert "10 ¹" in noted("We take 10 ^1 for it and use it,").text


def test_a_note_that_the_model_takes_for_the_pages_foot_is_a_footnote():
    body, note = column(["The text of the page is here.", *MORE], 72, 300), line("^1 It glows.", 72, HEIGHT - 80, size=8)
    raw = page(1, [body], more=[note, line("12", 300, HEIGHT - 40)])
    foot = Region("page-footer", note.rect)
    seen = RawPage(number=1, label="", width=raw.width, height=raw.height, lines=raw.lines, regions=(*raw.regions, foot))
    assert texts(read(seen), BlockKind.FOOTNOTE) == ["¹ It glows."]
