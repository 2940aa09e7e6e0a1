"""`parse --report`, `parse --overlay` and `render`."""

import io
import json
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.cli.view import Wanted
from paperatlas.core.errors import ConfigError, InputError, UnknownFloat
from paperatlas.core.floats import find_float
from paperatlas.core.types import BlockKind, Box, Cell, Equation, Figure, ParsedDocument
from tests.fakes import fixtures
from tests.fakes.documents import document, page, table


def paperatlas(*words: str | Path) -> tuple[str, int]:
    out = io.StringIO()
    code = run([str(word) for word in words], stdout=Output(out))
    return out.getvalue(), code


def result(*words: str | Path) -> Any:
    text, code = paperatlas(*words, "--json")
    assert code == 0, text
    return json.loads(text)


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cli") / "long.pdf"
    path.write_bytes(fixtures.long_table())
    return path


def test_the_report_is_a_table_for_people_and_an_object_for_machines(paper):
    text, code = paperatlas("parse", paper, "--report")
    assert code == 0
    assert text.startswith("long.pdf: 2 pages")
    assert "Nothing is doubtful." in text or "Doubtful" in text
    made = result("parse", paper, "--report")
    assert made["doc"] == "long.pdf"
    assert [each["number"] for each in made["pages"]] == [1, 2]
    assert made["tables"] == 1
    assert made["summary"]["doubts"] == len(made["doubts"])


def test_an_overlay_is_written_beside_the_result(paper, tmp_path):
    made = result("parse", paper, "--overlay", tmp_path / "over.pdf")
    with pymupdf.open(tmp_path / "over.pdf") as drawn:
        assert len(drawn) == len(made["pages"]) == 2


def test_a_page_is_written_as_png(paper, tmp_path):
    made = result("render", paper, "--page", "2", "--dpi", "72", "--out", tmp_path / "page.png")
    picture = pymupdf.Pixmap(tmp_path / "page.png")
    assert (picture.width, picture.height) == (612, 792)
    assert (made["page"], made["bbox"]) == (2, None)
    assert made["bytes"] == (tmp_path / "page.png").stat().st_size


def test_a_part_of_a_table_is_written_as_png(paper, tmp_path):
    first = result("render", paper, "--table", "1", "--out", tmp_path / "one.png")
    second = result("render", paper, "--table", "Table 1", "--page", "2", "--out", tmp_path / "two.png")
    assert (first["page"], second["page"]) == (1, 2)
    assert first["label"] == second["label"] == "Table 1"
    assert pymupdf.Pixmap(tmp_path / "one.png").height > pymupdf.Pixmap(tmp_path / "two.png").height


def test_a_quote_is_marked_on_its_page(paper, tmp_path):
    quote = "differ more in their light"
    assert result("render", paper, "--highlight", quote, "--out", tmp_path / "quote.png")["page"] == 2
    plain = result("render", paper, "--page", "2", "--out", tmp_path / "plain.png")
    assert plain["bytes"] != (tmp_path / "quote.png").stat().st_size


@pytest.mark.parametrize(
    ("options", "code", "exit_code"),
    [
        ([], "bad_configuration", 2),
        (["--figure", "1", "--table", "1"], "bad_configuration", 2),
        (["--page", "9"], "unknown_page", 1),
        (["--figure", "7"], "unknown_float", 1),
        (["--highlight", "nobody wrote this"], "bad_input", 1),
    ],
)
def test_what_cannot_be_shown_is_said(paper, tmp_path, options, code, exit_code):
    text, exited = paperatlas("render", paper, *options, "--out", tmp_path / "x.png", "--json")
    assert (json.loads(text)["error"]["code"], exited) == (code, exit_code)
    assert not (tmp_path / "x.png").exists()


def test_a_file_that_cannot_be_written_is_named(paper, tmp_path):
    text, code = paperatlas("render", paper, "--page", "1", "--out", tmp_path / "no" / "x.png", "--json")
    assert code == 2
    assert "cannot be written" in json.loads(text)["error"]["message"]


def test_what_has_no_pages_cannot_be_drawn_on(tmp_path):
    path = tmp_path / "note.md"
    path.write_text("# Note\n\nIt has no pages.", encoding="utf-8")
    text, code = paperatlas("parse", path, "--overlay", tmp_path / "x.pdf", "--json")
    assert (json.loads(text)["error"]["code"], code) == ("unsupported_file", 1)


def shown() -> ParsedDocument:
    made = document(
        page(1, [(BlockKind.PARAGRAPH, "", "The first page says little.")]),
        page(2, [(BlockKind.PARAGRAPH, "", "The second page says more of it.")]),
        tables=[table([["A"]], label="Table 2")],
    )
    figures = (Figure(label="Figure 2", caption="", page=2, box=Box(2, 1, 1, 9, 9)),)
    equations = (Equation(number="3", text="x", page=1, box=Box(1, 1, 1, 9, 9)),)
    return ParsedDocument(name=made.name, id=made.id, pages=made.pages, tables=made.tables, figures=figures, equations=equations)


@pytest.mark.parametrize("name", ["Figure 2", "figure 2", "Fig. 2", "2", " 2. "])
def test_a_figure_is_found_however_its_label_is_written(name):
    assert find_float(shown(), "figure", name) == ("Figure 2", (Box(2, 1, 1, 9, 9),))


@pytest.mark.parametrize("name", ["(3)", "3", "Eq. (3)"])
def test_an_equation_is_found_by_its_number(name):
    assert find_float(shown(), "equation", name)[0] == "(3)"


@pytest.mark.parametrize("name", ["Figure 22", "Figure", "x", ""])
def test_a_figure_that_is_not_there_brings_those_that_are(name):
    with pytest.raises(UnknownFloat) as refused:
        find_float(shown(), "figure", name)
    assert "Figure 2" in refused.value.hint


def test_the_box_of_a_table_holds_all_of_its_cells():
    made = document(tables=[table([["A"]], label="Table 1")])
    cell = Cell("A", Box(1, 20, 90, 130, 110))
    wide = ParsedDocument(
        name=made.name, id=made.id, pages=(), tables=(type(made.tables[0])(
            label="Table 1", caption="", page=1, box=Box(1, 0, 0, 100, 100), rows=((cell,),)
        ),)
    )  # fmt: skip
    assert find_float(wide, "table", "1") == ("Table 1", (Box(1, 0, 0, 130, 110),))


def test_a_quote_is_looked_for_on_the_page_that_is_named():
    view = Wanted(quote="page says").find(shown)
    assert view.page == 1
    assert view.marks
    assert Wanted(quote="page says", page=2).find(shown).page == 2
    with pytest.raises(InputError, match="page 1"):
        Wanted(quote="more of it", page=1).find(shown)


def test_a_page_alone_needs_no_reading():
    def unread() -> ParsedDocument:
        raise AssertionError

    assert Wanted(page=3).find(unread).page == 3
    with pytest.raises(ConfigError):
        Wanted().find(unread)


def test_a_figure_on_another_page_is_told():
    with pytest.raises(InputError, match="Figure 2 is not on page 1"):
        Wanted(figure="2", page=1).find(shown)
