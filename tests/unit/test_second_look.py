"""A second look by a model that sees: tables without a grid and first pages without authors, and what it may not change."""

import json

import pymupdf
import pytest

from paperatlas.choose_readers import read_file
from paperatlas.models.kept_transcripts import KeptTranscripts
from paperatlas.models.vision import VisionModel
from paperatlas.pipeline.readers.pdf import PdfReader
from paperatlas.pipeline.readers.pdf_opening import PdfOpening
from paperatlas.pipeline.readers.second_look import SecondLook
from paperatlas.pipeline.rendering.pdf_pages import PdfPages
from paperatlas.settings import Settings
from tests.fakes.endpoint import Said, endpoint
from tests.fakes.odd_pdfs import saved

PROSE = (
    "Reading order is a matter of geometry and of nothing else. The stream of a file may hold its words in any order at all, "
    "and a reader that trusts it will one day read a line of one column into the next. " * 3
)
ROWS = [["Reader", "Words", "Seconds"], ["first", "96", "5.2"], ["second", "93", "12.1"]]
NOTHING = Said(text="{}")
"""What the model says of a first page that shows nothing of it."""


def run_together(document: pymupdf.Document) -> None:
    """A captioned table whose cells stand as close as words, so that no grid is to be seen in it."""
    page = document.new_page()
    page.insert_textbox((72, 60, 520, 200), PROSE, fontsize=10)
    page.insert_text((72, 230), "Table 1: Results of three readers.", fontsize=10)
    page.insert_text((80, 255), "Reader Words Seconds first 96 5.2 second", fontsize=10)
    page.insert_text((80, 271), "93 12.1", fontsize=10)
    page.insert_textbox((72, 330, 520, 500), PROSE, fontsize=10)


def titled(document: pymupdf.Document) -> None:
    page = document.new_page()
    page.insert_text((72, 90), "A Study of Reading Order", fontsize=20)
    page.insert_textbox((72, 130, 520, 400), f"{PROSE} Written by jane doe in 2019 at home.", fontsize=10)


def whole(document: pymupdf.Document) -> None:
    page = document.new_page()
    page.insert_text((72, 90), "A Study of Reading Order", fontsize=20)
    page.insert_text((72, 120), "Jane Doe and Mary Major", fontsize=12)
    page.insert_text((72, 150), "Abstract", fontsize=12)
    page.insert_textbox((72, 160, 520, 400), PROSE, fontsize=10)


def read(path, url, kept):
    def ask(prompt, form):
        reader = VisionModel(model="sees", base_url=url, api_key="none", seconds=20, retries=0, prompt=prompt, form=form)
        return KeptTranscripts(reader, kept)

    look = SecondLook(ask=ask, renderer=PdfPages())
    reader = PdfReader(PdfOpening(ocr="off"), second_look=look)
    return reader.read(path, name=path.name, on_page=lambda number, count: None)


def table(rows=ROWS):
    return Said(text=f"```json\n{json.dumps({'rows': rows, 'header_rows': 1})}\n```")


def codes(document):
    return [warning.code for warning in document.warnings]


def test_a_table_without_a_grid_gets_the_rows_that_a_model_sees_and_is_warned_of(tmp_path):
    path = saved(tmp_path / "paper.pdf", run_together)
    with endpoint(NOTHING, table()) as served:
        document = read(path, served.url, tmp_path / "kept")
    [found] = document.tables
    assert [[cell.text for cell in row] for row in found.rows] == ROWS
    assert (found.label, found.header_rows, found.page) == ("Table 1", 1, 1)
    assert found.box.y0 < 255
    assert 271 < found.box.y1 < 330
    assert codes(document) == ["table_by_vision"]


@pytest.mark.parametrize(
    "rows",
    [
        [["Reader", "Words"], ["first", "97"]],
        [["Reader", "Words"], ["first", "-96"]],
        [["Reader", "Errors"], ["first", "96"]],
        [],
        [["96"]],
    ],
)
def test_rows_that_the_page_does_not_bear_out_are_left_out(tmp_path, rows):
    path = saved(tmp_path / "paper.pdf", run_together)
    with endpoint(NOTHING, table(rows)) as served:
        document = read(path, served.url, tmp_path / "kept")
    assert document.tables == ()
    assert codes(document) == ["vision_failed"]


def test_what_a_model_saw_once_is_not_asked_again(tmp_path):
    path = saved(tmp_path / "paper.pdf", run_together)
    with endpoint(NOTHING, table()) as served:
        first, second = (read(path, served.url, tmp_path / "kept") for _ in range(2))
    assert first == second
    assert len(served.requests) == 2


def test_only_empty_fields_of_a_first_page_are_filled_and_only_with_what_is_printed_there(tmp_path):
    path = saved(tmp_path / "paper.pdf", titled)
    said = {"title": "Another Title", "authors": ["Jane Doe"], "year": 2019, "venue": "Journal of Nowhere", "abstract": ""}
    with endpoint(Said(text=json.dumps(said))) as served:
        document = read(path, served.url, tmp_path / "kept")
    assert document.metadata.title == "A Study of Reading Order"
    assert document.metadata.authors == ("Jane Doe",)
    assert document.metadata.venue == ""
    assert codes(document) == ["front_matter_by_vision"]
    assert "authors" in document.warnings[0].message
    assert "title" not in document.warnings[0].message


def test_a_first_page_that_was_understood_is_not_looked_at(tmp_path):
    path = saved(tmp_path / "paper.pdf", whole)
    with endpoint() as served:
        document = read(path, served.url, tmp_path / "kept")
    assert document.metadata.authors
    assert served.requests == []


def test_a_page_without_letters_of_its_own_has_nothing_to_say_against_a_model(tmp_path):
    path = saved(tmp_path / "paper.pdf", lambda document: document.new_page().draw_rect((50, 50, 90, 90)))
    with endpoint(Said(text='{"title": "Seen", "authors": ["Jane Doe"]}')) as served:
        document = read(path, served.url, tmp_path / "kept")
    assert (document.metadata.title, document.metadata.authors) == ("Seen", ("Jane Doe",))


@pytest.mark.parametrize("said", [Said(status=500), Said(text="I see a table."), Said(text='{"rows": 7}')])
def test_a_failure_changes_nothing_but_is_warned_of_and_is_asked_again(tmp_path, said):
    path = saved(tmp_path / "paper.pdf", run_together)
    plain = PdfReader(PdfOpening(ocr="off")).read(path, name=path.name, on_page=lambda number, count: None)
    with endpoint(NOTHING, said, table()) as served:
        failed, again = (read(path, served.url, tmp_path / "kept") for _ in range(2))
    assert (failed.tables, failed.metadata, failed.pages) == (plain.tables, plain.metadata, plain.pages)
    assert codes(failed) == ["vision_failed"]
    assert codes(again) == ["table_by_vision"]


@pytest.mark.parametrize(("named", "asked"), [(None, False), ("sees", True)])
def test_a_model_is_asked_only_where_one_is_named_for_pictures(tmp_path, monkeypatch, named, asked):
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(tmp_path / "cache"))
    path = saved(tmp_path / "paper.pdf", run_together)
    with endpoint(NOTHING, table()) as served:
        settings = Settings(ocr="vision", vision_model=named, llm_base_url=served.url)
        document = read_file(path, settings=settings)
    assert bool(served.requests) is asked
    assert ("table_by_vision" in codes(document)) is asked
