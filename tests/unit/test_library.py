"""The Python interface: names, sections, locks, and the asynchronous twin."""

import inspect
import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from paperatlas.core.answers import Answer
from paperatlas.core.errors import LibraryLocked, SchemaMismatch, UnknownDocument, UnknownSection
from paperatlas.core.events import Answered, Worked
from paperatlas.core.types import Document, Metadata
from paperatlas.library import AsyncLibrary, Library
from paperatlas.library.gate import Gate
from paperatlas.library.names import resolve
from tests.fakes.libraries import open_test_library


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "Lamps 2019.note").write_text(
        "# The Amber Lamp\nIt shines at 40 lumens.\n# Discussion\nIt is bright.", encoding="utf-8"
    )
    (folder / "tides.note").write_text("# On Tides\nThe tide is <high>.", encoding="utf-8")
    return folder


@pytest.fixture
def library(tmp_path: Path, papers: Path) -> Iterator[Library]:
    with open_test_library(tmp_path / "library") as library:
        library.ingest(papers)
        yield library


@pytest.mark.parametrize("named", ["Lamps 2019.note", "LAMPS 2019.NOTE", "lamps  2019", "the amber lamp"])
def test_a_document_is_found_by_name_stem_or_title(library: Library, named: str) -> None:
    assert library.document(named).name == "Lamps 2019.note"


def test_a_document_is_found_by_id_and_by_its_beginning(library: Library) -> None:
    document = library.document("tides")
    assert library.document(document.id) == library.document(document.id[:8]) == document


def test_an_unknown_name_brings_the_nearest(library: Library) -> None:
    with pytest.raises(UnknownDocument) as error:
        library.document("tide.note")
    assert "tides.note" in error.value.hint


def test_an_empty_library_says_so(tmp_path: Path) -> None:
    with open_test_library(tmp_path / "new") as library:
        assert library.documents() == ()
        with pytest.raises(UnknownDocument) as error:
            library.document("anything")
        assert "empty" in error.value.hint
        assert library.search("anything").hits == ()


def a_document(name: str, id_: str, title: str = "") -> Document:
    return Document(
        id=id_, name=name, metadata=Metadata(title=title), pages=1, words=1, chunks=1,
        tables=0, figures=0, references=0, status="ok", added_at="",
    )  # fmt: skip


def test_a_name_that_fits_several_documents_asks_which() -> None:
    documents = [a_document("x/a.pdf", "1"), a_document("y/a.pdf", "2")]
    with pytest.raises(UnknownDocument) as error:
        resolve("a.pdf", documents)
    assert "'x/a.pdf', 'y/a.pdf'" in error.value.hint
    assert resolve("y/a.pdf", documents).id == "2"


def test_composed_and_decomposed_accents_are_one_name() -> None:
    assert resolve("e\u0301tude.pdf", [a_document("étude.pdf", "1")]).id == "1"


def test_removal_takes_everything_or_nothing(library: Library) -> None:
    with pytest.raises(UnknownDocument):
        library.remove(["tides", "nobody"])
    assert len(library.documents()) == 2
    assert [document.name for document in library.remove(["tides", "tides.note"])] == ["tides.note"]
    assert library.search("tide", mode="lexical").hits == ()
    assert library.doctor().faults == ()


def test_a_removed_document_can_be_ingested_again(library: Library, papers: Path) -> None:
    library.remove("tides")
    statuses = {each.doc: each.status for each in library.ingest(papers).documents}
    assert statuses == {"Lamps 2019.note": "unchanged", "tides.note": "added"}


def test_search_keeps_to_the_documents_that_are_named(library: Library) -> None:
    hits = library.search("it is", documents=["tides"]).hits
    assert {hit.chunk.document for hit in hits} == {library.document("tides").id}
    with pytest.raises(UnknownDocument):
        library.search("it is", documents=["nobody"])


def test_a_section_is_read_by_its_usual_name(library: Library) -> None:
    section = library.section("lamps 2019", "discussion")
    assert section.text.endswith("It is bright.")
    page = library.parsed("lamps 2019").pages[0]
    assert section.text == "\n".join(page.text[span.start : span.end] for span in section.spans)
    with pytest.raises(UnknownSection, match="appendix") as error:
        library.section("lamps 2019", "appendix")
    assert "Discussion" in error.value.hint


def test_one_writer_at_a_time_and_the_other_is_told_who(tmp_path: Path, library: Library, papers: Path) -> None:
    with open_test_library(tmp_path / "library") as other, library._opened.writing():
        with pytest.raises(LibraryLocked, match=f"process {os.getpid()} on "):
            other.ingest(papers)
        with pytest.raises(LibraryLocked):
            other.remove("tides")
        assert len(other.documents()) == 2, "reading goes on"


def test_a_library_of_a_newer_version_is_not_touched(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    with open_test_library(folder) as library, library._opened.database.reading() as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(SchemaMismatch):
        open_test_library(folder)


def test_many_open_a_new_library_at_once(tmp_path: Path) -> None:
    opened: list[Library] = []

    def open_and_search() -> None:
        library = open_test_library(tmp_path / "new")
        library.search("anything")
        opened.append(library)

    threads = [threading.Thread(target=open_and_search) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 8
    for library in opened:
        library.close()


def test_searches_go_on_in_other_threads_while_one_ingests(library: Library, papers: Path) -> None:
    stop = threading.Event()
    faults: list[str] = []

    def search() -> None:
        while not stop.is_set():
            hits = library.search("lumens", mode="lexical").hits
            if len(hits) != 1:
                faults.append(f"{len(hits)} hits")

    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for number in range(5):
        (papers / "r.jsonl").write_text(f'{{"id": "r{number}", "text": "record {number}"}}\n', encoding="utf-8")
        library.ingest(papers / "r.jsonl")
    stop.set()
    for thread in threads:
        thread.join()
    assert not faults


def test_a_notebook_shows_a_table_with_everything_escaped(library: Library) -> None:
    shown = library._repr_html_()
    assert "<td>The Amber Lamp</td>" in shown
    assert "2 documents" in repr(library)


def test_an_answer_comes_from_a_plain_call_also_inside_a_running_loop(library: Library) -> None:
    async def in_a_notebook() -> Answer:
        return library.ask("How many pages does tides.note have?")

    answer = anyio.run(in_a_notebook)
    assert answer.question == "How many pages does tides.note have?"
    *before, last = library.events("How many pages does tides.note have?")
    assert any(isinstance(event, Worked) for event in before)
    assert isinstance(last, Answered)
    assert last.answer.status == answer.status


def test_the_asynchronous_twin_does_the_same(tmp_path: Path, library: Library) -> None:
    async def all_of_it() -> tuple[int, str, Answer, int]:
        async with AsyncLibrary(lambda: open_test_library(tmp_path / "library")) as twin:
            documents = await twin.documents()
            section = await twin.section("lamps 2019", "discussion")
            answer = await twin.ask("How many pages does tides.note have?")
            removed = await twin.remove("tides")
            return len(documents), section.text, answer, len(removed)

    count, text, answer, removed = anyio.run(all_of_it)
    assert (count, removed) == (2, 1)
    assert text == library.section("lamps 2019", "discussion").text
    assert replace(answer, trace=(), seconds=0.0).status == answer.status


def test_the_twin_has_every_call_of_the_plain_library() -> None:
    plain = {name for name, _ in inspect.getmembers(Library, inspect.isfunction) if not name.startswith("_")}
    assert plain - {"close"} <= set(dir(AsyncLibrary))


def test_a_gate_lets_searches_pass_together_and_a_move_alone() -> None:
    gate, both = Gate(), threading.Barrier(2, timeout=30)
    order: list[str] = []

    def share() -> None:
        with gate.shared():
            both.wait()
            order.append("search")

    threads = [threading.Thread(target=share) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with gate.exclusive():
        late = threading.Thread(target=lambda: order.append("late") if _enter(gate) else None)
        late.start()
        order.append("move")
    late.join()
    assert order == ["search", "search", "move", "late"]


def _enter(gate: Gate) -> bool:
    with gate.shared():
        return True
