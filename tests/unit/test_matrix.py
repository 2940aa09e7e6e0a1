"""Papers by questions: each cell has its quotes, or says that the paper does not say."""

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from paperatlas.core.errors import InputError
from paperatlas.core.matrix import EvidenceMatrix
from paperatlas.library import Library
from paperatlas.library.matrix_files import as_markdown, write_matrix
from tests.fakes.libraries import open_test_library

LAMP = """# Abstract
In this paper we propose the amber lamp, a new light for harbours [3].
# Method
Our method uses whale oil and a mirror of tin to throw the light over the water.
# Data
We collected a dataset of 400 readings in the harbour of Hallow.
# Results
We found that the amber lamp reaches 40 lumens and outperforms the candle by 12 lumens.
# Limitations
A limitation of this study is that the lamp was not tested in fog."""
TIDE = "# Tides\n=SUM(A1) is what the keeper wrote on the wall of the old lighthouse.\nThe tide of Hallow comes twice a day."


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "lamp.note").write_text(LAMP, encoding="utf-8")
    (folder / "tide.note").write_text(TIDE, encoding="utf-8")
    with open_test_library(tmp_path / "library") as library:
        library.ingest(folder)
        yield library


def cell(matrix: EvidenceMatrix, doc: str, column: str) -> str:
    row = next(row for row in matrix.rows if row.document.name == doc)
    return row.cells[matrix.columns.index(column)].text


def test_a_review_s_questions_are_answered_from_the_sentences_that_say_so(library: Library) -> None:
    matrix = library.matrix()
    assert matrix.columns == ("Contribution", "Method", "Data", "Result", "Limits")
    assert "propose the amber lamp" in cell(matrix, "lamp.note", "Contribution")
    assert "whale oil" in cell(matrix, "lamp.note", "Method")
    assert "400 readings" in cell(matrix, "lamp.note", "Data")
    assert "40 lumens" in cell(matrix, "lamp.note", "Result")
    assert "fog" in cell(matrix, "lamp.note", "Limits")


def test_what_a_paper_does_not_say_is_not_made_up(library: Library) -> None:
    matrix = library.matrix(["limits"], documents=["tide"])
    [[empty]] = [row.cells for row in matrix.rows]
    assert not empty.is_stated
    assert empty.citations == ()
    assert "not stated" in as_markdown(matrix)


def test_every_quote_stands_on_its_page(library: Library) -> None:
    for row in library.matrix().rows:
        texts = {page.number: page.text for page in library.parsed(row.document.id).pages}
        for cell_ in row.cells:
            assert bool(cell_.citations) == cell_.is_stated
            assert all(c.quote == texts[c.page][c.start : c.end] for c in cell_.citations)


def test_citations_are_numbered_through_the_whole_matrix(library: Library) -> None:
    numbers = [c.n for row in library.matrix().rows for cell_ in row.cells for c in cell_.citations]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_paper_s_own_reference_marks_are_no_citations(library: Library) -> None:
    assert "[3]" not in cell(library.matrix(["contribution"]), "lamp.note", "Contribution")


def test_questions_of_one_s_own_stand_beside_the_usual_ones(library: Library) -> None:
    matrix = library.matrix(["How many pages does it have?", "data"], documents=["lamp"])
    assert matrix.columns == ("How many pages does it have?", "Data")
    assert "1" in cell(matrix, "lamp.note", "How many pages does it have?")


def test_only_the_documents_of_the_scope_are_rows(library: Library) -> None:
    library.collect("light", ["lamp"])
    assert [row.document.name for row in library.matrix(["data"], collections=["light"]).rows] == ["lamp.note"]


def test_a_spreadsheet_runs_nothing_that_a_paper_says(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "matrix.csv"
    matrix = library.matrix(["=1+1", "data"])
    write_matrix(matrix, file)
    rows = list(csv.reader(StringIO(file.read_text(encoding="utf-8-sig"))))
    assert rows[0] == ["paper", "authors", "year", "'=1+1", "Data"]
    assert not any(value.startswith("=") for row in rows for value in row)


def test_a_workbook_has_the_matrix_and_the_evidence_behind_its_numbers(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "matrix.xlsx"
    matrix = library.matrix()
    write_matrix(matrix, file)
    book = load_workbook(file)
    assert book.sheetnames == ["Matrix", "Evidence"]
    assert [value.value for value in book["Matrix"][1]][3:] == list(matrix.columns)
    quotes = {row[5].value for row in book["Evidence"].iter_rows(min_row=2)}
    assert quotes == {c.quote for row in matrix.rows for cell_ in row.cells for c in cell_.citations}


def test_markdown_survives_bars_and_line_breaks(library: Library) -> None:
    lines = as_markdown(library.matrix(["a|b\nc"])).splitlines()
    assert lines[0] == "| Paper | a\\|b c |"


def test_another_format_is_refused_with_those_there_are(library: Library, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        write_matrix(library.matrix(["data"]), tmp_path / "matrix.pdf")
    assert ".xlsx" in caught.value.hint
