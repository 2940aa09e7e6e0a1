"""Summaries in a library: made with it, kept with their documents, gone with them."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from paperatlas.core.errors import UnknownDocument, UnknownSection
from paperatlas.core.summaries import WrittenSentence
from paperatlas.library import Library
from tests.fakes.libraries import open_test_library

LAMP = (
    "# The Amber Lamp\nThe amber lamp shines over the harbour. It gives 40 lumens at night.\n"
    "# Discussion\nThe lamp is bright enough for ships."
)
TIDE = "# On Tides\nThe tide of Hallow is high in spring.\nThe tide of Tarn is low in autumn."


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "lamp.note").write_text(LAMP, encoding="utf-8")
    (folder / "tide.note").write_text(TIDE, encoding="utf-8")
    return folder


@pytest.fixture
def library(tmp_path: Path, papers: Path) -> Iterator[Library]:
    with open_test_library(tmp_path / "library") as library:
        library.ingest(papers)
        yield library


def kept(library: Library, table: str = "summaries") -> set[str]:
    """The documents that the catalog keeps summaries of."""
    with closing(sqlite3.connect(library.folder / "catalog.sqlite3")) as connection:
        return {row[0] for row in connection.execute(f"SELECT document FROM {table}")}


def execute(library: Library, statement: str) -> None:
    with closing(sqlite3.connect(library.folder / "catalog.sqlite3")) as connection, connection:
        connection.execute(statement)


def test_an_ingest_leaves_a_summary_of_every_document(library: Library) -> None:
    assert kept(library) == {document.id for document in library.documents()}
    assert library.doctor().sound


def test_an_updated_document_has_a_summary_of_what_it_says_now_and_no_other(library: Library, papers: Path) -> None:
    (papers / "lamp.note").write_text(LAMP.replace("40", "75"), encoding="utf-8")
    library.ingest(papers)
    assert kept(library) == {document.id for document in library.documents()}
    assert any("75 lumens" in sentence.text for sentence in library.summary("lamp").sentences)


def test_a_removed_document_leaves_no_summary_behind(library: Library) -> None:
    library.remove("lamp")
    assert kept(library) == {library.document("tide").id}
    assert library.doctor().sound
    with pytest.raises(UnknownDocument):
        library.summary("lamp")


def test_what_a_model_wrote_goes_with_its_document(library: Library) -> None:
    lamp = library.document("lamp").id
    summaries = library.deps().summaries
    assert summaries is not None
    summaries.keep(lamp, "key", [WrittenSentence(text="It shines.", sources=(0,))])
    assert summaries.written(lamp, "key") == (WrittenSentence(text="It shines.", sources=(0,)),)
    library.remove("lamp")
    assert kept(library, "written_summaries") == set()


def test_what_a_model_wrote_of_a_document_that_is_gone_is_not_kept(library: Library) -> None:
    lamp, summaries = library.document("lamp").id, library.deps().summaries
    assert summaries is not None
    library.remove("lamp")
    summaries.keep(lamp, "key", [WrittenSentence(text="It shines.", sources=(0,))])
    assert kept(library, "written_summaries") == set()


def test_a_summary_that_is_not_kept_is_made_when_it_is_asked_for_and_kept_by_the_next_ingest(
    library: Library, papers: Path
) -> None:
    before = library.summary("tide")
    execute(library, "DELETE FROM summaries")
    assert library.summary("tide") == before
    library.ingest(papers)
    assert kept(library) == {document.id for document in library.documents()}


def test_summaries_of_other_rules_are_made_anew(library: Library, papers: Path) -> None:
    execute(library, "UPDATE summaries SET rules = 'older'")
    library.ingest(papers)
    with closing(sqlite3.connect(library.folder / "catalog.sqlite3")) as connection:
        assert "older" not in {row[0] for row in connection.execute("SELECT DISTINCT rules FROM summaries")}


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE summaries SET node = replace(node, 'lumens', 'candles')",
        "PRAGMA foreign_keys = OFF; INSERT INTO summaries SELECT 'gone', ordinal, rules, node FROM summaries LIMIT 1",
        "UPDATE summaries SET node = replace(node, '-00000-', '-00009-')",
    ],
    ids=["other words", "no document", "no chunk"],
)
def test_doctor_finds_summaries_that_are_not_of_the_library_and_makes_them_anew(library: Library, damage: str) -> None:
    with closing(sqlite3.connect(library.folder / "catalog.sqlite3")) as connection, connection:
        for statement in damage.split("; "):
            connection.execute(statement)
    found = {fault.code for fault in library.doctor().faults}
    assert "orphan_summary" in found
    library.doctor(fix=True)
    assert library.doctor().sound
    assert kept(library) == {document.id for document in library.documents()}


def test_a_summary_is_cited_and_a_section_is_found_by_name(library: Library) -> None:
    summary = library.summary("lamp", "Discussion")
    (sentence,) = summary.sentences
    (citation,) = sentence.citations
    assert sentence.text == citation.quote == "The lamp is bright enough for ships."
    assert (citation.doc, citation.page, citation.n) == ("lamp.note", 1, 1)
    assert [each.node.title for each in library.outline("lamp")][1:] == ["The Amber Lamp", "Discussion"]


def test_a_section_that_is_not_there_names_those_that_are(library: Library) -> None:
    with pytest.raises(UnknownSection) as error:
        library.summary("lamp", "Results")
    assert "Discussion" in error.value.hint


def test_topics_hold_every_document(library: Library) -> None:
    assert sorted(d for topic in library.topics() for d in topic.node.documents) == sorted(d.id for d in library.documents())


def test_two_libraries_of_the_same_papers_keep_the_same_summaries(library: Library, papers: Path, tmp_path: Path) -> None:
    with open_test_library(tmp_path / "other") as other:
        other.ingest(papers, workers=1)
        assert [each.node for each in other.outline("lamp")] == [each.node for each in library.outline("lamp")]
        assert json.dumps(sorted(kept(other))) == json.dumps(sorted(kept(library)))
