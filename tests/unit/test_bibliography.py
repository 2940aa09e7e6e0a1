"""Papers as bibliographies for other programs, which our own readers read back."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.core.errors import UnknownDocument, UnknownThread
from paperatlas.core.ids import DocumentId
from paperatlas.core.standing import Notice
from paperatlas.core.types import Document, Metadata
from paperatlas.library import Library
from paperatlas.library.bibliography.ris import ris
from paperatlas.library.bibliography.writing import bibliography
from paperatlas.pipeline.readers.bibliographies import BibTexReader, RisReader
from paperatlas.pipeline.readers.zotero import JsonListingReader
from tests.fakes.libraries import open_test_library

SAID = Metadata(
    title="Lantern moss glows",
    authors=("Ada Sato", "Bo van der Berg"),
    year=2024,
    venue="Journal of Bryology",
    doi="10.5555/moss.7",
    abstract="It glows\nin dry air.",
)


def a_document(name: str = "moss.pdf", said: Metadata = SAID, notices: tuple[Notice, ...] = ()) -> Document:
    counts: dict[str, Any] = {"pages": 1, "words": 1, "chunks": 1, "tables": 0, "figures": 0, "references": 0}
    return Document(
        id=DocumentId(name * 4), name=name, metadata=said, **counts, status="ok", added_at="2026-01-01", notices=notices
    )


def read_back(folder: Path, text: str, reader: BibTexReader | RisReader | JsonListingReader, name: str) -> list[Metadata]:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    found, broken = reader.listings(file)
    assert broken == 0
    return [each.metadata for each in found]


def test_what_is_written_as_ris_reads_back(tmp_path: Path) -> None:
    preprint = Metadata(title="Fern spores fly", authors=("Moss Group",), year=2023, arxiv_id="2401.01234")
    written = bibliography([a_document(), a_document("fern.pdf", preprint)], "ris")
    moss, fern = read_back(tmp_path, written, RisReader(), "out.ris")
    assert (moss.title, moss.authors, moss.year, moss.venue, moss.doi) == (
        SAID.title, SAID.authors, 2024, SAID.venue, SAID.doi,
    )  # fmt: skip
    assert moss.abstract == "It glows in dry air."
    assert (fern.arxiv_id, fern.authors) == ("2401.01234", ("Moss Group",))


@pytest.mark.parametrize(
    ("form", "reader", "name"), [("bibtex", BibTexReader(), "o.bib"), ("csl-json", JsonListingReader(), "o.json")]
)
def test_so_does_every_other_form(form: str, reader: BibTexReader | JsonListingReader, name: str, tmp_path: Path) -> None:
    (moss,) = read_back(tmp_path, bibliography([a_document()], form), reader, name)  # type: ignore[arg-type]
    assert (moss.title, moss.year, moss.doi, moss.venue) == (SAID.title, SAID.year, SAID.doi, SAID.venue)
    assert moss.authors[0] == "Ada Sato"


@given(st.text(), st.lists(st.text(), max_size=3), st.text())
def test_no_text_breaks_out_of_its_ris_field(title: str, authors: list[str], venue: str) -> None:
    lines = ris(a_document(said=Metadata(title=title, authors=tuple(authors), venue=venue))).split("\n")
    assert [line for line in lines if line.startswith(("TY", "ER"))] == [lines[0], "ER  - "]
    assert all(line[2:6] == "  - " for line in lines[:-1])


def test_a_bibliography_says_what_was_retracted() -> None:
    document = a_document(notices=(Notice(kind="retraction"),))
    assert "N1  - Retracted" in bibliography([document], "ris")
    assert "note = {Retracted}" in bibliography([document], "bibtex")
    assert json.loads(bibliography([document], "csl-json"))[0]["note"] == "Retracted"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("bibliography")
    for name in ("moss", "fern"):
        (folder / f"{name}.note").write_text(f"# About {name} of the coast\n\nThe {name} is green.\n", encoding="utf-8")
    with open_test_library(folder / "lib") as opened:
        opened.ingest(folder)
        opened.collect("plants", ["fern.note"])
        opened.ask("Which colour is the moss?", documents=["moss.note"], thread="t", min_confidence=0)
        yield opened


def test_the_papers_may_be_named_collected_or_cited(library: Library) -> None:
    assert library.bibliography(form="ris").count("TY  - ") == 2
    assert "fern" in library.bibliography(collections=["plants"])
    assert "moss" not in library.bibliography(collections=["plants"])
    assert "moss" in library.bibliography(["moss.note"], form="csl-json")
    assert "fern" not in library.bibliography(thread="t")
    assert "moss" in library.bibliography(thread="t")
    with pytest.raises(UnknownThread):
        library.bibliography(thread="nobody")
    with pytest.raises(UnknownDocument):
        library.bibliography(["lichen"])


def test_the_command_writes_a_file(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPERATLAS_GRAPH", "off")
    out, printed = tmp_path / "refs.ris", io.StringIO()
    words = ["--library", str(library.folder), "bibliography", "--format", "ris", "--out", str(out)]
    assert run(words, stdout=Output(printed)) == 0
    assert out.read_text(encoding="utf-8").count("TY  - ") == 2
    assert printed.getvalue().strip() == str(out)
