"""What `doctor` finds, and what it can mend."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from paperatlas.core.errors import EmbedderMismatch, LibraryLocked
from paperatlas.core.ids import ChunkId
from paperatlas.core.reports import Fault
from paperatlas.library import Library
from tests.fakes.libraries import open_test_library
from tests.fakes.notes import HashEmbedder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A library of two notes."""
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "a.note").write_text("# Lamps\nThe lamp is green.\nThe lamp is amber.", encoding="utf-8")
    (papers / "b.note").write_text("The tide is high.", encoding="utf-8")
    with open_test_library(tmp_path / "library") as library:
        library.ingest(papers)
    return tmp_path / "library"


@pytest.fixture
def library(folder: Path) -> Iterator[Library]:
    with open_test_library(folder) as library:
        yield library


def execute(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / "catalog.sqlite3")) as connection, connection:
        connection.execute(statement)


def codes(library: Library, *, fix: bool = False) -> dict[str, bool]:
    return {fault.code: fault.fixed for fault in library.doctor(fix=fix).faults}


def test_a_whole_library_has_no_faults_and_says_what_was_checked(library: Library) -> None:
    report = library.doctor()
    assert report.faults == ()
    assert len(report.checked) == 15


def test_chunks_missing_in_an_index_are_found_and_put_back(library: Library) -> None:
    engines = library._opened.engines
    for index in (engines.lexical, engines.vector):
        index.delete([next(iter(index.ids()))])
        index.commit()
    assert codes(library) == {"missing_in_lexical": False, "missing_in_vector": False}
    assert codes(library, fix=True) == {"missing_in_lexical": True, "missing_in_vector": True}
    assert codes(library) == {}


def test_chunks_that_only_an_index_knows_are_found_and_taken_out(library: Library) -> None:
    engines = library._opened.engines
    stray = ChunkId("stray")
    engines.vector.upsert([stray], HashEmbedder().embed(["stray"], kind="passage"))
    engines.vector.commit()
    assert codes(library, fix=True) == {"orphan_in_vector": True}
    assert codes(library) == {}


def test_vectors_that_are_missing_or_belong_to_nothing_are_mended(folder: Path, library: Library) -> None:
    execute(folder, "DELETE FROM embeddings WHERE text_key = (SELECT min(text_key) FROM embeddings)")
    execute(folder, "INSERT INTO embeddings SELECT 'nobody', embedder, vector FROM embeddings LIMIT 1")
    assert codes(library, fix=True) == {"missing_vector": True, "orphan_vector": True}
    assert codes(library) == {}


def test_a_vector_of_the_wrong_size_counts_as_missing(folder: Path, library: Library) -> None:
    execute(folder, "UPDATE embeddings SET vector = x'00'")
    assert codes(library, fix=True) == {"missing_vector": True}
    assert codes(library) == {}


def test_another_embedder_is_refused_for_search_and_ingest_and_doctor_embeds_anew(folder: Path, tmp_path: Path) -> None:
    with open_test_library(folder, embedder=HashEmbedder(name="other")) as library:
        with pytest.raises(EmbedderMismatch, match=r"hash/32 \(32 dimensions\).*other/32"):
            library.search("lamp")
        with pytest.raises(EmbedderMismatch):
            library.ingest(tmp_path / "papers")
        assert len(library.documents()) == 2, "reading goes on"
        assert codes(library, fix=True) == {"embedder_mismatch": True}
        assert codes(library) == {}
        assert library.search("tide").hits[0].chunk.text == "The tide is high."


def test_another_dimension_is_mended_too(folder: Path) -> None:
    with open_test_library(folder, embedder=HashEmbedder(dimension=8)) as library:
        assert codes(library, fix=True) == {"embedder_mismatch": True}
        assert codes(library) == {}
        assert library.search("tide").hits[0].chunk.text == "The tide is high."


def test_indexes_that_are_gone_are_made_anew(folder: Path) -> None:
    for name in ("lexical", "vectors"):
        shutil.rmtree(folder / name)
    with open_test_library(folder) as library:
        assert codes(library, fix=True) == {"missing_in_lexical": True, "missing_in_vector": True}
        assert codes(library) == {}


def test_an_index_that_cannot_be_opened_is_made_anew(folder: Path) -> None:
    (folder / "lexical/meta.json").write_text("torn", encoding="utf-8")
    with open_test_library(folder) as library:
        assert codes(library) == {"unreadable_index": False}
        assert codes(library, fix=True) == {"unreadable_index": True}
        assert codes(library) == {}


def test_a_missing_original_is_taken_from_where_it_came_from(library: Library, tmp_path: Path) -> None:
    kept = library.original("a.note")
    assert kept is not None
    kept.unlink()
    assert codes(library, fix=True) == {"missing_original": True}
    assert kept.exists()
    kept.write_text("altered", encoding="utf-8")
    (tmp_path / "papers/a.note").write_text("changed since", encoding="utf-8")
    assert codes(library, fix=True) == {"missing_original": False}, "it is nowhere any more"


def test_kept_files_of_no_document_are_removed(folder: Path, library: Library) -> None:
    stray = folder / "originals/00/00ff.pdf"
    stray.parent.mkdir(exist_ok=True)
    stray.write_bytes(b"stray")
    assert codes(library, fix=True) == {"orphan_original": True}
    assert not stray.exists()


def test_a_passage_that_differs_from_its_page_is_found(folder: Path, library: Library) -> None:
    execute(folder, "UPDATE chunks SET text = 'The lamp is red.' WHERE text = 'The lamp is green.'")
    (fault,) = [fault for fault in library.doctor().faults if fault.code == "wrong_span"]
    assert "'a.note'" in fault.message
    assert "--force" in fault.remedy


def test_rows_that_do_not_add_up_are_found(folder: Path, library: Library) -> None:
    execute(folder, "UPDATE documents SET chunks = 7 WHERE name = 'a.note'")
    execute(folder, "DELETE FROM sources WHERE base = 'b.note'")
    assert codes(library, fix=True) == {"miscounted": False, "orphan_document": True, "pending": True}
    assert [document.name for document in library.documents()] == ["a.note"]


def test_probes_of_models_and_services_are_part_of_it(folder: Path) -> None:
    fault = Fault(code="llm", message="It does not answer.", remedy="Start it.")
    with open_test_library(folder, probes=(lambda: [fault],)) as library:
        assert library.doctor().faults == (fault,)


def test_while_another_writes_nothing_can_be_said(folder: Path, library: Library) -> None:
    with open_test_library(folder) as other, other._opened.writing(), pytest.raises(LibraryLocked, match="process"):
        library.doctor()
