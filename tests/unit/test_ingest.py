"""What becomes of each source, run after run."""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from paperatlas.core.reports import Ingested, IngestReport, Progress
from paperatlas.library import Library
from tests.fakes.libraries import open_test_library, rows
from tests.fakes.notes import PAGE_BREAK, RECIPE, HashEmbedder, chunk_sections, newer_note_readers


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    return folder


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_test_library(tmp_path / "library") as library:
        yield library
        assert library.doctor().faults == (), "whatever a test did, the library is whole"


def write(folder: Path, texts: Mapping[str, str]) -> Path:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def records(file: Path, texts: Mapping[str, str]) -> Path:
    file.write_text("".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in texts.items()), encoding="utf-8")
    return file


def by_doc(report: IngestReport) -> dict[str, str]:
    return {each.doc: each.status for each in report.documents}


def one(report: IngestReport) -> Ingested:
    (only,) = report.documents
    return only


def names(library: Library) -> list[str]:
    return [document.name for document in library.documents()]


def found(library: Library, query: str) -> set[str]:
    return {hit.chunk.text for hit in library.search(query, mode="lexical").hits}


def test_a_new_file_is_added_and_can_be_found(library: Library, papers: Path) -> None:
    report = library.ingest(write(papers, {"lamps.note": f"# Lamps\nThey shine.{PAGE_BREAK}They glow."}))
    added = one(report)
    assert (added.doc, added.status, added.pages, added.chunks) == ("lamps.note", "added", 2, 2)
    assert found(library, "glow") == {"They glow."}


def test_the_same_bytes_again_are_unchanged_and_not_embedded_again(tmp_path: Path, papers: Path) -> None:
    embedder = HashEmbedder()
    with open_test_library(tmp_path / "library", embedder=embedder) as library:
        write(papers, {"a.note": "One.", "b.note": "Two."})
        library.ingest(papers)
        before, embedded = rows(tmp_path / "library"), embedder.embedded
        assert by_doc(library.ingest(papers)) == {"a.note": "unchanged", "b.note": "unchanged"}
        assert rows(tmp_path / "library") == before
        assert embedder.embedded == embedded


def test_a_touched_file_with_the_same_bytes_is_unchanged(library: Library, papers: Path) -> None:
    library.ingest(write(papers, {"a.note": "One."}))
    generation = library._opened.catalog.generation()
    write(papers, {"a.note": "One."})
    assert one(library.ingest(papers)).status == "unchanged"
    assert library._opened.catalog.generation() == generation, "readers need not look again"


def test_a_changed_file_is_updated_and_leaves_nothing_of_the_old(library: Library, papers: Path, tmp_path: Path) -> None:
    old = one(library.ingest(write(papers, {"a.note": "The lamp was green."})))
    new = one(library.ingest(write(papers, {"a.note": "The lamp was amber."})))
    assert (new.status, new.doc) == ("updated", "a.note")
    assert new.doc_id != old.doc_id
    assert found(library, "lamp") == {"The lamp was amber."}
    assert "green" not in str(rows(tmp_path / "library"))
    assert len(list((tmp_path / "library/originals").glob("*/*"))) == 1


def test_the_same_bytes_from_elsewhere_are_an_alias(library: Library, papers: Path) -> None:
    write(papers, {"a.note": "One.", "deep/copy.note": "One."})
    report = library.ingest(papers)
    assert [(each.doc, each.status) for each in report.documents] == [("a.note", "added"), ("a.note", "unchanged")]
    (document,) = library.documents()
    assert document.sources == (str(papers / "a.note"), str(papers / "deep/copy.note"))


def test_an_alias_that_changes_becomes_a_document_of_its_own(library: Library, papers: Path) -> None:
    library.ingest(write(papers, {"a.note": "One.", "b.note": "One."}))
    library.ingest(write(papers, {"b.note": "Two."}))
    assert names(library) == ["a.note", "b.note"]


def test_the_name_goes_to_the_alias_when_the_first_source_changes(library: Library, papers: Path) -> None:
    library.ingest(write(papers, {"a.note": "One.", "b.note": "One."}))
    library.ingest(write(papers, {"a.note": "Two."}))
    assert [(each.name, each.sources) for each in library.documents()] == [
        ("a.note", (str(papers / "a.note"),)),
        ("b.note", (str(papers / "b.note"),)),
    ]


def test_two_files_that_swap_contents_keep_both(library: Library, papers: Path) -> None:
    library.ingest(write(papers, {"a.note": "One.", "b.note": "Two."}))
    report = library.ingest(write(papers, {"a.note": "Two.", "b.note": "One."}))
    assert by_doc(report) == {"a.note": "updated", "b.note": "updated"}
    texts = {document.name: library.parsed(document.name).pages[0].text for document in library.documents()}
    assert texts == {"a.note": "Two.", "b.note": "One."}


def test_two_files_of_one_name_are_told_apart_by_their_folders(library: Library, papers: Path) -> None:
    report = library.ingest(write(papers, {"x/paper.note": "One.", "y/paper.note": "Two."}))
    assert by_doc(report) == {"x/paper.note": "added", "y/paper.note": "added"}


def test_a_bad_file_stops_nothing_and_is_reported_with_reason_and_hint(library: Library, papers: Path) -> None:
    report = library.ingest(write(papers, {"a.note": "One.", "b.note": "!refuse", "c.note": "!raise", "d.note": "Two."}))
    assert by_doc(report) == {"a.note": "added", "b.note": "failed", "c.note": "failed", "d.note": "added"}
    error = report.failed[0].error
    assert error is not None
    assert (error.code, error.hint) == ("unreadable_file", "Write a note.")
    assert by_doc(library.ingest(write(papers, {"b.note": "Mended."})))["b.note"] == "added"


@pytest.mark.skipif(sys.platform == "win32", reason="the fake reader dies by a POSIX signal")
def test_a_page_that_kills_the_reader_makes_a_partial_document(library: Library, papers: Path) -> None:
    report = library.ingest(write(papers, {"a.note": f"One.{PAGE_BREAK}!die"}))
    assert [warning.code for warning in one(report).warnings] == ["page_skipped"]
    assert library.document("a.note").status == "partial"


def test_a_file_that_can_no_longer_be_read_keeps_its_old_document_as_outdated(library: Library, papers: Path) -> None:
    library.ingest(write(papers, {"a.note": "One."}))
    report = library.ingest(write(papers, {"a.note": "!refuse"}))
    assert one(report).status == "failed"
    assert library.document("a.note").status == "outdated"
    assert found(library, "One") == {"One."}
    library.ingest(write(papers, {"a.note": "One."}))
    assert library.document("a.note").status == "ok"


def test_text_that_is_no_unicode_fails_its_file_only(library: Library, papers: Path) -> None:
    (papers / "a.note").write_bytes(b"half \xff a character")
    report = library.ingest(write(papers, {"b.note": "Fine."}))
    assert by_doc(report) == {"a.note": "failed", "b.note": "added"}
    assert names(library) == ["b.note"]


def test_force_reads_again_what_is_unchanged(library: Library, papers: Path, tmp_path: Path) -> None:
    library.ingest(write(papers, {"a.note": "One."}))
    before = rows(tmp_path / "library")
    assert one(library.ingest(papers, force=True)).status == "updated"
    assert rows(tmp_path / "library") == before


def test_other_chunk_settings_cut_again_without_reading_again(tmp_path: Path, papers: Path) -> None:
    folder = tmp_path / "library"
    with open_test_library(folder) as library:
        library.ingest(write(papers, {"a.note": "# Lamps\nOne.\nTwo."}))
        assert library.document("a.note").chunks == 2
    other = replace(RECIPE, chunk=chunk_sections, chunking="sections")
    with open_test_library(folder, recipe=other) as library:
        again = one(library.ingest(papers))
        assert (again.status, again.chunks) == ("updated", 1)
        assert library.doctor().faults == ()
        assert one(library.ingest(papers)).status == "unchanged"


def test_what_an_older_reader_read_is_read_again(tmp_path: Path, papers: Path) -> None:
    folder = tmp_path / "library"
    with open_test_library(folder) as library:
        library.ingest(write(papers, {"a.note": "One."}))
    with open_test_library(folder, recipe=replace(RECIPE, readers=newer_note_readers)) as library:
        assert one(library.ingest(papers)).status == "updated"
        assert one(library.ingest(papers)).status == "unchanged"


def test_one_file_under_two_endings_is_not_read_over_and_over(library: Library, papers: Path) -> None:
    write(papers, {"a.note": "One.", "b.txt": "One."})
    library.ingest(papers)
    assert [each.status for each in library.ingest(papers).documents] == ["unchanged", "unchanged"]


def test_records_are_documents_and_a_bad_line_is_one_failure(library: Library, tmp_path: Path) -> None:
    file = records(tmp_path / "r.jsonl", {"r1": "The first lamp.", "r2": "The second lamp."})
    with file.open("a", encoding="utf-8") as lines:
        lines.write("{broken\n" + json.dumps({"id": "r3", "text": "The third."}) + "\n")
    report = library.ingest(file)
    assert [(each.doc, each.status) for each in report.documents] == [
        ("r1", "added"),
        ("r2", "added"),
        ("r.jsonl line 3", "failed"),
        ("r3", "added"),
    ]
    assert library.original("r1") is None


def test_a_changed_record_is_updated_and_its_neighbours_are_not(library: Library, tmp_path: Path) -> None:
    library.ingest(records(tmp_path / "r.jsonl", {"r1": "One.", "r2": "Two."}))
    report = library.ingest(records(tmp_path / "r.jsonl", {"r1": "One.", "r2": "Zwei."}))
    assert by_doc(report) == {"r1": "unchanged", "r2": "updated"}


def test_records_of_one_id_and_different_content_are_refused(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text("".join(json.dumps({"id": "r1", "text": text}) + "\n" for text in ("One.", "Two.", "One.")), encoding="utf-8")
    assert [each.status for each in library.ingest(file).documents] == ["added", "failed", "unchanged"]


def test_what_is_gone_from_its_place_is_noted_and_kept(library: Library, papers: Path) -> None:
    write(papers, {"a.note": "One.", "b.note": "Two."})
    records(papers / "r.jsonl", {"r1": "Three.", "r2": "Four."})
    library.ingest(papers)
    (papers / "b.note").unlink()
    records(papers / "r.jsonl", {"r2": "Four."})
    report = library.ingest(papers)
    assert [note for note in report.notes if "b.note" in note]
    assert [note for note in report.notes if "'r1'" in note]
    assert names(library) == ["a.note", "b.note", "r1", "r2"]


def test_the_library_itself_is_not_ingested_when_it_lies_among_the_papers(papers: Path) -> None:
    write(papers, {"a.note": "One."})
    with open_test_library(papers) as library:
        assert len(library.ingest(papers).documents) == 1
        assert len(library.ingest(papers).documents) == 1


def test_progress_counts_to_the_end(library: Library, papers: Path) -> None:
    told: list[Progress] = []
    write(papers, {"a.note": "One.", "b.note": "Two."})
    records(papers / "c.jsonl", {"r1": "x", "r2": "y"})
    library.ingest(papers, on_progress=told.append)
    assert (told[-1].done, told[-1].total) == (4, 4)
    assert {progress.source for progress in told if progress.page} == {"a.note", "b.note"}


def test_the_order_of_commit_is_that_of_the_sources_whatever_the_workers_do(tmp_path: Path, papers: Path) -> None:
    write(
        papers,
        {
            f"{number:02}.note": PAGE_BREAK.join(f"Page {page} of {number}." for page in range(30 - number))
            for number in range(12)
        },
    )
    made = []
    for workers, name in ((1, "one"), (2, "two")):
        with open_test_library(tmp_path / name, workers=workers) as library:
            library.ingest(papers)
        made.append(rows(tmp_path / name))
    assert made[0] == made[1]


def test_a_linked_original_survives_that_the_file_is_moved(tmp_path: Path, papers: Path) -> None:
    with open_test_library(tmp_path / "library", store="link") as library:
        library.ingest(write(papers, {"a.note": "One."}))
        (papers / "a.note").rename(papers / "moved.note")
        kept = library.original("a.note")
        assert kept is not None
        assert kept.read_text(encoding="utf-8") == "One."
        assert library.doctor().faults == ()
