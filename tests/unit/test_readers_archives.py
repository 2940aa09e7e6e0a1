"""Word documents and books."""

import io
from pathlib import Path

import docx
import pytest

from paperatlas.core.types import BlockKind as K
from paperatlas.pipeline.readers.docx import DocxReader
from paperatlas.pipeline.readers.epub import EpubReader
from tests.fakes.reading import grids, outline_of, read
from tests.unit.test_readers_bad_input import epub


@pytest.fixture
def word() -> bytes:
    document = docx.Document()
    document.core_properties.title = "On Things"
    document.core_properties.author = "Ada Lovelace; Bo Li"
    document.add_paragraph("On Things", style="Title")
    document.add_heading("1 Methods", 1)
    document.add_paragraph("We do this.").add_run(" And that.")
    document.add_paragraph("first", style="List Bullet")
    document.add_paragraph("Table 1: Scores.", style="Caption")
    table = document.add_table(rows=3, cols=3)
    for row, texts in zip(table.rows, [["Model", "Dev", "Dev"], ["A", "1", "2"], ["A", "3", "4"]], strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    merged = table.cell(0, 1).merge(table.cell(0, 2))
    merged.text = "Dev"
    document.add_heading("1.1 More", 2)
    document.add_paragraph("The end.")
    saved = io.BytesIO()
    document.save(saved)
    return saved.getvalue()


def test_a_word_document_is_read_in_the_order_of_its_body(word: bytes, tmp_path: Path) -> None:
    document = read(DocxReader(), tmp_path, word)
    assert outline_of(document) == [
        (K.TITLE, "", "On Things"),
        (K.HEADING, "1 Methods", "1 Methods"),
        (K.PARAGRAPH, "1 Methods", "We do this. And that."),
        (K.LIST, "1 Methods", "• first"),
        (K.CAPTION, "1 Methods", "Table 1: Scores."),
        (K.HEADING, "1 Methods > 1.1 More", "1.1 More"),
        (K.PARAGRAPH, "1 Methods > 1.1 More", "The end."),
    ]
    assert grids(document) == [[["Model", "Dev", ""], ["A", "1", "2"], ["A", "3", "4"]]]
    assert document.tables[0].label == "Table 1"
    assert (document.metadata.title, document.metadata.authors) == ("On Things", ("Ada Lovelace", "Bo Li"))


def test_deleted_text_is_gone_and_inserted_text_is_there(tmp_path: Path) -> None:
    made = docx.Document()
    paragraph = made.add_paragraph("kept")
    for tag, text in (("ins", " inserted"), ("del", " deleted")):
        change = docx.oxml.OxmlElement(f"w:{tag}")
        run = docx.oxml.OxmlElement("w:r")
        content = docx.oxml.OxmlElement("w:t" if tag == "ins" else "w:delText")
        content.text = text
        run.append(content)
        change.append(run)
        paragraph._p.append(change)
    saved = io.BytesIO()
    made.save(saved)
    assert read(DocxReader(), tmp_path, saved.getvalue()).pages[0].text == "kept inserted"


def test_a_book_has_a_page_for_each_part_in_the_order_of_its_spine(tmp_path: Path) -> None:
    metadata = (
        "<dc:title>The Book</dc:title><dc:creator>Ada Lovelace</dc:creator><dc:date>1999-01-01</dc:date>"
        "<dc:language>en-GB</dc:language>"
    )
    parts = {
        "b.xhtml": "<html><body><h1>Chapter 1</h1><p>One.</p></body></html>",
        "a.xhtml": "<html><body><h1>Chapter 2</h1><p>Two.</p></body></html>",
    }
    document = read(EpubReader(), tmp_path, epub(parts, metadata=metadata))
    assert [page.text for page in document.pages] == ["Chapter 1\nOne.", "Chapter 2\nTwo."]
    assert [(heading.text, heading.page) for heading in document.headings] == [("Chapter 1", 1), ("Chapter 2", 2)]
    assert (document.metadata.title, document.metadata.year, document.metadata.language) == ("The Book", 1999, "en")


def test_a_part_that_is_missing_is_an_empty_page_and_a_warning(tmp_path: Path) -> None:
    book = epub({"a.xhtml": "<p>One.</p>", "b.xhtml": ""})
    document = read(EpubReader(), tmp_path, book)
    assert [page.text for page in document.pages] == ["One.", ""]
    assert [(warning.code, warning.page) for warning in document.warnings] == [("page_unreadable", 2)]
