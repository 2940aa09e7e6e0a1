"""The parse report: what was found, and what a person should look at again."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.types import (
    Block,
    BlockKind,
    Box,
    Cell,
    Equation,
    Figure,
    Heading,
    Metadata,
    ParsedDocument,
    ParseWarning,
    Reference,
    Span,
    Table,
)
from paperatlas.core.wire import report_json
from paperatlas.pipeline.report.numbering import listed, missing_labels, missing_numbers
from paperatlas.pipeline.report.report import report
from tests.fakes.documents import document, page, table

PROSE = "the order of the words on a page is to be told from where they are and not from how the file has them stored in it "


def codes(found: ParsedDocument) -> list[str]:
    return [doubt.code for doubt in report(found).doubts]


def said(found: ParsedDocument, code: str) -> list[str]:
    return [doubt.message for doubt in report(found).doubts if doubt.code == code]


def captioned(*captions: str, tables: Sequence[Table] = ()) -> ParsedDocument:
    return document(page(1, [(BlockKind.CAPTION, "", text) for text in captions]), tables=tables)


def cites(text: str, *references: Reference) -> ParsedDocument:
    return replace(document(page(1, [(BlockKind.PARAGRAPH, "", text)])), references=references, metadata=WHOLE)


def entry(number: int | None, text: str = "A work.", year: int | None = None) -> Reference:
    return Reference(number=number, text=text, page=3, year=year)


WHOLE = Metadata(title="A Title", authors=("Ada Example",), year=2024, abstract="In short.", language="en")
GRID = [["Model", "Score"], ["A", "1"]]


def test_a_document_without_fault_gives_no_doubt():
    found = replace(
        document(
            page(1, [(BlockKind.TITLE, "", "A Title"), (BlockKind.PARAGRAPH, "", f"{PROSE * 4} as others did [1]")]),
            page(2, [(BlockKind.CAPTION, "", "Table 1: Scores")]),
            tables=[table(GRID, label="Table 1")],
        ),
        metadata=WHOLE,
        references=(entry(1),),
    )
    assert report(found).doubts == ()
    assert report(found).summary.doubts == 0


def test_warnings_of_the_reader_are_doubts_and_those_of_the_whole_come_first():
    warnings = (
        ParseWarning(code="no_text_layer", message="page 1 is an image", page=1),
        ParseWarning(code="mended", message="m"),
    )
    found = report(replace(captioned("Note"), warnings=warnings))
    assert [(doubt.code, doubt.page) for doubt in found.doubts] == [("mended", None), ("no_text_layer", 1)]


def test_a_table_whose_caption_alone_was_found_is_named_with_its_page():
    found = report(captioned("Table 1: Scores", "Table 2. More", tables=[table(GRID, label="Table 2")]))
    assert [(doubt.code, doubt.page) for doubt in found.doubts] == [("caption_without_table", 1)]
    assert "Table 1" in found.doubts[0].message


def test_a_figure_whose_caption_alone_was_found_is_named():
    assert codes(captioned("Fig. 1: A plot")) == ["caption_without_figure"]


def test_a_listing_needs_no_picture():
    assert codes(captioned("Algorithm 1: Sorting")) == []


def test_a_gap_between_labels_is_named_with_its_neighbours():
    tables = [table(GRID, label=f"Table {number}") for number in (1, 2, 4)]
    assert said(captioned(tables=tables), "label_missing") == ["Table 3 was not found between Table 2 and Table 4"]


def test_each_series_of_labels_is_counted_by_itself():
    figures = [
        Figure(label=label, caption="", page=1, box=Box(1, 0, 0, 9, 9)) for label in ("Figure 1", "Figure S2", "Figure A.1")
    ]
    found = replace(captioned(), figures=tuple(figures))
    assert said(found, "label_missing") == ["Figure S1 was not found before Figure S2"]


def test_parts_of_a_figure_and_roman_numerals_are_in_the_series():
    assert missing_labels(["Figure 1a", "Figure 1b", "Figure 2"]) == []
    assert missing_labels(["Table I", "Table II", "Table IV"]) == [("Table 3", "between Table 2 and Table 4")]


def test_a_table_of_one_column_is_poor():
    assert codes(captioned(tables=[table([["A"], ["B"], ["C"]])])) == ["poor_table"]


def test_missing_equations_are_told_by_their_neighbours():
    equations = tuple(Equation(number=number, text="x", page=1, box=Box(1, 0, 0, 9, 9)) for number in ("1", "", "4"))
    assert said(replace(captioned(), equations=equations), "equation_missing") == ["no equation (2 and 3) was found before (4)"]


def headed(*blocks: tuple[BlockKind, str, int]) -> ParsedDocument:
    """Blocks of (kind, text, level); the level of a heading."""
    made = page(1, [(kind, "", text) for kind, text, _ in blocks])
    headings = [
        Heading(number=text.split()[0] if text[0].isdigit() else "", text=text, level=level, page=1, span=block.span)
        for (kind, text, level), block in zip(blocks, made.blocks, strict=True)
        if kind is BlockKind.HEADING
    ]
    return replace(document(made), headings=tuple(headings))


def test_a_heading_with_nothing_below_it_is_doubted_and_one_above_its_own_subsection_is_not():
    head, text = BlockKind.HEADING, BlockKind.PARAGRAPH
    found = headed((head, "1 Data", 1), (head, "1.1 Size", 2), (text, "Ten.", 0), (head, "2 Results", 1), (head, "3 End", 1))
    assert said(found, "empty_section") == ["nothing was found under '2 Results'", "nothing was found under '3 End'"]


def test_a_section_number_that_is_passed_over_is_named():
    head, text = BlockKind.HEADING, BlockKind.PARAGRAPH
    found = headed((head, "1 Data", 1), (text, "Ten.", 0), (head, "3 End", 1), (text, "It ends.", 0))
    assert said(found, "section_missing") == ["no heading of section 2 was found before section 3"]


def test_a_gap_in_the_reference_list_is_named():
    found = cites("As in [1].", *(entry(number) for number in (1, 2, 4, 5)))
    assert said(found, "reference_missing") == ["reference 3 is missing in the list"]


def test_numbers_that_are_cited_beyond_the_list_are_named():
    found = cites("We follow [1], [2-3] and [5, 6].", *(entry(number) for number in (1, 2, 3, 4)))
    assert said(found, "citation_without_reference") == ["the text cites 5 and 6, and the list ends at 4"]


def test_intervals_are_no_citations():
    found = cites("We follow [1], [2] and [3]; x is in [0, 9] and years in [200].", *(entry(number) for number in (1, 2, 3)))
    assert codes(found) == []


def test_authors_and_years_that_the_list_does_not_hold_are_named():
    listed_works = [
        entry(None, f"{name}, A. {year}. A work.", year) for name, year in (("Abel", 2001), ("Bär", 2002), ("Cho", 2003))
    ]
    text = (
        "See Abel (2001), Bär et al. (2002), (Cho and Abel, 2003), Cho’s (2003), Dunn (2004a), in CoNLL 2003 and since June 2004."
    )
    assert said(cites(text, *listed_works), "citation_without_reference") == ["cited, but not in the reference list: Dunn 2004"]


def test_citations_without_any_list_are_doubted():
    assert codes(cites("We follow [1], [2] and [3].")) == ["no_references"]


def test_metadata_that_a_paper_should_have_is_asked_for():
    found = replace(captioned(), references=(entry(1),), metadata=Metadata(title="A Title"))
    assert said(found, "metadata_missing") == ["not found: authors, year, abstract"]


@pytest.mark.parametrize(("source", "code"), [("ocr", "read_by_ocr"), ("vision", "read_by_vision")])
def test_a_page_that_was_recognised_says_so(source, code):
    found = document(replace(page(1, [(BlockKind.PARAGRAPH, "", "Few words.")]), source=source))
    assert codes(found) == [code]
    assert report(found).summary.recognised_pages == 1


def test_a_page_that_is_a_picture_with_a_few_words_is_doubted():
    words = page(1, [(BlockKind.PARAGRAPH, "", "Few words.")])
    picture = Block(kind=BlockKind.FIGURE, text="", box=Box(1, 0, 0, 400, 700))
    assert codes(document(replace(words, blocks=(picture, *words.blocks)))) == ["mostly_picture"]


def test_letters_that_make_no_words_are_doubted():
    garbled = PROSE.translate(str.maketrans("aeiotnhs", "qxzjkwvp")) * 5
    found = document(page(1, [(BlockKind.PARAGRAPH, "", garbled)]), page(2, [(BlockKind.PARAGRAPH, "", PROSE * 5)]))
    found = replace(found, metadata=WHOLE)
    assert [(doubt.code, doubt.page) for doubt in report(found).doubts] == [("few_known_words", 1)]


def test_what_is_on_each_page_is_counted():
    found = document(
        page(1, [(BlockKind.HEADING, "", "1 Data"), (BlockKind.PARAGRAPH, "", "Ten words."), (BlockKind.PARAGRAPH, "", "More.")]),
        tables=[replace(table(GRID), parts=(Box(1, 0, 0, 9, 9), Box(2, 0, 0, 9, 9)))],
    )
    [first] = report(found).pages
    assert (first.words, first.tables, first.figures, dict(first.blocks)) == (5, 1, 0, {"heading": 1, "paragraph": 2})


def test_the_report_as_json_holds_the_summary_that_a_library_keeps():
    made = report_json(report(captioned("Table 2: Scores")))
    assert made["summary"] == {
        "doubts": 2,
        "codes": {"caption_without_table": 1, "label_missing": 1},
        "recognised_pages": 0,
        "empty_pages": 0,
    }
    assert [set(doubt) for doubt in made["doubts"]] == [{"page", "code", "message"}] * 2


@given(st.sets(st.integers(1, 200), min_size=1))
def test_gaps_and_numbers_make_the_whole_series(numbers):
    missing = [number for gap in missing_numbers(numbers) for number in gap]
    assert not numbers & set(missing)
    assert all(0 < number < max(numbers) for number in missing)


@pytest.mark.parametrize(
    ("numbers", "text"), [([3], "3"), ([3, 4], "3 and 4"), ([3, 4, 5], "3 to 5"), ([1, 3, 7, 8, 9], "1, 3 and 7 to 9")]
)
def test_numbers_are_listed_as_a_person_writes_them(numbers, text):
    assert listed(numbers) == text


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_text_can_be_reported_on(text, caption):
    body, below = text.split("\x00")[0].strip() or "x", caption.strip() or "y"
    span = Span(1, 0, len(body))
    made = page(1, [])
    blocks = tuple(
        Block(kind=kind, text=held, box=Box(1, 0, 0, 9, 9), span=span)
        for kind, held in ((BlockKind.PARAGRAPH, body), (BlockKind.CAPTION, below))
    )
    found = document(
        replace(made, text=body, blocks=blocks),
        tables=[Table(label=below, caption="", page=1, box=Box(1, 0, 0, 1, 1), rows=((Cell(""),),))],
    )
    assert report(found) == report(found)
