"""One paper in every format gives the same document, as far as the format can carry it."""

import pytest

from paperatlas.core.grid import columns
from paperatlas.core.ports import DocumentReader
from paperatlas.core.types import BlockKind, ParsedDocument
from paperatlas.pipeline.readers.article_xml import ArticleXmlReader
from paperatlas.pipeline.readers.docx import DocxReader
from paperatlas.pipeline.readers.epub import EpubReader
from paperatlas.pipeline.readers.html import HtmlReader
from paperatlas.pipeline.readers.latex import LatexReader
from paperatlas.pipeline.readers.markdown import MarkdownReader
from tests.fakes.paper_formats import paper
from tests.fakes.reading import grids, outline_of, read

READERS: dict[str, DocumentReader] = {
    "paper.nxml": ArticleXmlReader(),
    "paper.tei.xml": ArticleXmlReader(),
    "paper.tex": LatexReader(),
    "paper.tar.gz": LatexReader(),
    "paper.html": HtmlReader(),
    "paper.md": MarkdownReader(),
    "paper.docx": DocxReader(),
    "paper.epub": EpubReader(),
}
NO_SPANS = {"paper.md"}
"""Markdown's tables cannot span."""
NO_NOTES = {"paper.docx"}
"""The library that makes the test's file cannot write footnotes."""
NO_DATE = {"paper.docx"}


@pytest.fixture(params=sorted(READERS), scope="module")
def name(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    return chosen


@pytest.fixture(scope="module")
def document(name: str, tmp_path_factory: pytest.TempPathFactory) -> ParsedDocument:
    return read(READERS[name], tmp_path_factory.mktemp("paper"), paper(name), name)


def test_sections_have_their_numbers_and_levels(document: ParsedDocument) -> None:
    assert [(heading.number, heading.text, heading.level) for heading in document.headings] == [
        ("", "Abstract", 1),
        ("1", "Introduction", 1),
        ("1.1", "Data", 2),
        ("2", "Results", 1),
        ("", "References", 1),
    ]


def test_the_text_stands_in_its_sections(document: ParsedDocument, name: str) -> None:
    found = {(kind, text): section for kind, section, text in outline_of(document)}
    assert found[(BlockKind.TITLE, "Gated Recall")] == ""
    assert found[(BlockKind.ABSTRACT, "We show things & more.")] == "Abstract"
    assert found[(BlockKind.LIST, "• second")] == "1 Introduction"
    assert found[(BlockKind.PARAGRAPH, "All is well.")] == "2 Results"
    steps = next(text for (kind, text) in found if kind is BlockKind.PARAGRAPH and text.startswith("It takes"))
    assert steps.replace(" 1.", " [1].") == "It takes 10^18 steps [1]."
    if name not in NO_NOTES:
        assert found[(BlockKind.FOOTNOTE, "A note.")] == "1 Introduction"


def test_the_table_has_its_cells_and_caption(document: ParsedDocument, name: str) -> None:
    (table,) = document.tables
    assert (table.label, table.caption) == ("Table 1", "Table 1: Scores.")
    assert columns(table)[1:] == ("Dev F1", "Dev EM")
    assert grids(document)[0][table.header_rows :] == [["A", "1", "2"], ["", "3", "4"]]
    assert table.header_rows == (1 if name in NO_SPANS else 2)


def test_the_figure_and_the_formula_have_label_and_number(document: ParsedDocument) -> None:
    assert [(figure.label, figure.caption) for figure in document.figures] == [("Figure 1", "Figure 1: A graph.")]
    assert [(equation.number, equation.text) for equation in document.equations] == [("1", "E = mc^2")]


def test_references_have_their_fields(document: ParsedDocument) -> None:
    assert [(each.number, each.authors, each.title, each.year, each.doi) for each in document.references] == [
        (1, ("A. Vaswani", "N. Shazeer"), "Attention is all you need", 2017, ""),
        (2, ("J. Lee",), "Things of note", 2020, "10.1234/ab.c"),
    ]


def test_the_document_says_what_it_is(document: ParsedDocument, name: str) -> None:
    metadata = document.metadata
    assert (metadata.title, metadata.authors) == ("Gated Recall", ("Ada Lovelace", "Bo Li"))
    assert metadata.abstract == "We show things & more."
    if name not in NO_DATE:
        assert (metadata.year, metadata.venue, metadata.doi) == (2024, "J. Things", "10.1234/abc.5")


def test_nothing_is_doubtful(document: ParsedDocument) -> None:
    assert not document.warnings
