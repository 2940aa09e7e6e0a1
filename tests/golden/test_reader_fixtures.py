"""What other readers get wrong, end to end: from a file that is made here to the citation of an answer."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pymupdf
import pytest

import paperatlas as pa
from paperatlas.core.types import BlockKind, Box, ParsedDocument
from paperatlas.core.wire import answer_json, document_json, search_json
from paperatlas.library import Library
from tests.fakes import fixtures

if TYPE_CHECKING:
    from paperatlas.core.answers import Answer

NAMES = ("columns", "ligatures", "running_heads", "labelled", "long_table")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("fixtures")
    for name in NAMES:
        (folder / f"{name}.pdf").write_bytes(getattr(fixtures, name)())
    with pa.open_library(folder / "library") as opened:
        report = opened.ingest(sorted(folder.glob("*.pdf")), workers=1)
        assert not report.failed
        yield opened


@pytest.fixture(scope="module")
def parsed(library: Library) -> Mapping[str, ParsedDocument]:
    return {name: library.parsed(f"{name}.pdf") for name in NAMES}


def printed_under(library: Library, name: str, boxes: tuple[Box, ...]) -> str:
    """What another reader finds under boxes of a page as it is shown."""
    original = library.original(name)
    with pymupdf.open(original) as document:
        found = []
        for box in boxes:
            page = document[box.page - 1]
            spare = pymupdf.Rect(box.x0 - 1, box.y0 - 1, box.x1 + 1, box.y1 + 1)
            found.append(page.get_textbox(spare * page.derotation_matrix))
    return " ".join(" ".join(found).split())


# R1: two columns, a sentence broken across the gutter


def test_a_sentence_that_is_broken_across_the_gutter_is_whole_wherever_it_is_looked_at(library, parsed):
    page = parsed["columns"].pages[0]
    assert fixtures.GUTTER in page.text
    hit = library.search("a single night is enough to tell a healthy stable", documents=["columns"]).hits[0]
    assert fixtures.GUTTER in hit.chunk.text
    answer = library.ask("What is enough to tell a healthy stable from a harmful one?", documents=["columns"])
    assert any("single night" in citation.quote for citation in answer.citations)


def test_the_title_over_both_columns_comes_first_and_the_footnote_last(parsed):
    kinds = [block.kind for block in parsed["columns"].pages[0].blocks]
    assert kinds == [BlockKind.TITLE, BlockKind.AUTHOR, BlockKind.PARAGRAPH, BlockKind.FOOTNOTE]
    assert parsed["columns"].metadata.title == "A Cheap Sensor That Reads the Light of Moss at Night"


def test_the_boxes_of_the_broken_sentence_are_at_the_foot_of_one_column_and_the_head_of_the_next(parsed):
    page = parsed["columns"].pages[0]
    start = page.text.index(fixtures.GUTTER)
    first, *others, last = page.boxes(start, start + len(fixtures.GUTTER))
    assert first.x1 < page.width / 2 < last.x0
    assert first.y0 > last.y0
    assert all(box.x0 > page.width / 2 for box in others)


# R2: ligatures, soft hyphens, hyphens, dashes


@pytest.mark.parametrize(
    ("query", "printed"),
    [
        ("verification", "verification of a claim"),
        ("state-of-the-art", "state-of-the-art readers"),
        ("extraction", "extraction of tables"),
        ("workflow", "workflow of a paper"),
        ("multi-hop", "multi-hop readers"),
        ("office", "an office that"),
    ],
)
def test_a_word_is_found_as_a_person_writes_it(library, query, printed):
    hits = library.search(query, mode="lexical", documents=["ligatures"]).hits
    assert any(printed in hit.chunk.text for hit in hits)


def test_no_ligature_and_no_soft_hyphen_is_left_and_a_range_keeps_its_dash(parsed):
    text = parsed["ligatures"].pages[0].text
    assert not {"ﬁ", "ﬂ", "ﬃ", "\u00ad"} & set(text)
    assert "pages 12–18" in text
    assert parsed["ligatures"].metadata.title == "On the Verification of Claims"


# R3: running heads and feet, printed page numbers


def test_running_heads_and_feet_are_kept_out_of_the_text_and_among_the_blocks(parsed):
    document = parsed["running_heads"]
    assert len(document.pages) == len(fixtures.ROMAN)
    for page, subject in zip(document.pages, fixtures.SUBJECTS, strict=True):
        assert page.text.startswith(f"This page tells of {subject}")
        assert page.text.endswith("anyone who walks.")
        kinds = {block.kind for block in page.blocks if block.span is None}
        assert kinds == {BlockKind.HEADER, BlockKind.FOOTER}


def test_the_page_of_the_file_and_the_printed_page_are_both_told(library, parsed):
    assert [page.label for page in parsed["running_heads"].pages] == fixtures.ROMAN
    for hit in library.search("This page tells of gulls", documents=["running_heads"]).hits:
        assert hit.page_label == fixtures.ROMAN[hit.chunk.page - 1]
    answer = library.ask("On which page is it said that it tells of gulls and of nothing else?", documents=["running_heads"])
    [citation] = [each for each in answer.citations if "tells of gulls" in each.quote]
    assert (citation.page, citation.page_label) == (8, "x")


# R4: pages that are numbered, turned and cropped

QUESTIONS = {
    "How many lumens does the amber lamp of the harbour shine at?": (2, "102", "forty lumens"),
    "By how much does the tide of the northern bay rise?": (3, "103", "seven metres"),
    "How much does the bell of the old tower weigh?": (4, "104", "nine hundred kilograms"),
    "How long does the ferry to the island take?": (5, "105", "thirteen minutes"),
    "How many maps does the library of the town hold?": (6, "106", "six thousand maps"),
}


def on_page(library: Library, boxes: tuple[Box, ...], number: int) -> bool:
    page = library.parsed("labelled").pages[number - 1]
    return all(box.page == number and 0 <= box.x0 < box.x1 <= page.width and 0 <= box.y0 < box.y1 <= page.height for box in boxes)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_citation_gives_page_label_and_boxes_of_the_page_as_it_is_shown(library, question):
    number, label, value = QUESTIONS[question]
    answer = library.ask(question, documents=["labelled"])
    citation = next(citation for citation in answer.citations if value in citation.quote)
    assert (citation.page, citation.page_label) == (number, label)
    assert citation.boxes
    assert on_page(library, citation.boxes, number)
    assert value in printed_under(library, "labelled", citation.boxes)
    shown = answer_json(answer, library.names())["citations"][citation.n - 1]
    assert (shown["page"], shown["page_label"]) == (number, label)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_hit_gives_them_too(library, question):
    number, label, value = QUESTIONS[question]
    result = library.search(question, documents=["labelled"])
    hit = result.hits[0]
    assert value in hit.chunk.text
    assert (hit.chunk.page, hit.page_label) == (number, label)
    assert on_page(library, hit.chunk.boxes, number)
    shown = search_json(result, library.names())["hits"][0]
    assert (shown["page"], shown["page_label"]) == (number, label)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_quote_is_marked_in_the_picture_of_its_page(library, question):
    answer = library.ask(question, documents=["labelled"])
    citation = answer.citations[0]
    plain = pymupdf.Pixmap(library.page_image(citation.doc, citation.page, dpi=72))
    marked = pymupdf.Pixmap(library.page_image(citation.doc, citation.page, dpi=72, highlight=citation.boxes))
    box = citation.boxes[0]
    corner = (int(box.x0) + 1, int(box.y0))
    assert plain.pixel(*corner) == (255, 255, 255)
    assert marked.pixel(*corner) == (255, 236, 110)
    assert len(library.crop(citation.doc, box)) < len(library.page_image(citation.doc, citation.page, dpi=200))


def test_the_blank_page_has_its_number_too(parsed):
    assert [(page.number, page.label, page.text == "") for page in parsed["labelled"].pages][:2] == [
        (1, "101", True),
        (2, "102", False),
    ]


# R7: a table that goes on over the page


def test_a_cell_on_the_second_page_of_a_table_is_answered_from_there(library, parsed):
    [table] = parsed["long_table"].tables
    assert [tuple(cell.text for cell in row) for row in table.rows] == [fixtures.HEADER, *fixtures.STATIONS]
    assert [part.page for part in table.parts] == [1, 2]
    station, light, _ = fixtures.STATIONS[20]
    answer: Answer = library.ask(f"What is the light (lm) of {station}?", documents=["long_table"])
    assert light in answer.text
    assert any(box.page == 2 for citation in answer.citations for box in citation.boxes)


def test_the_library_keeps_what_was_doubtful_with_each_document(library):
    for document in library.documents():
        shown = document_json(document)["report"]
        assert shown["doubts"] == sum(shown["codes"].values())
        assert json.dumps(shown)
    blank = library.document("labelled").report
    assert blank is not None
    assert blank.empty_pages == 1


def test_the_files_are_the_same_each_time(tmp_path: Path):
    for name in NAMES:
        assert getattr(fixtures, name)() == getattr(fixtures, name)()
