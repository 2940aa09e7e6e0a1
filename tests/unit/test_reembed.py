"""Changing a library's embedder: it is never of two, and an interruption costs what was not yet done."""

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pytest

from paperatlas.core.errors import EmbedderMismatch, ProviderError
from paperatlas.core.ports import Float32
from paperatlas.library import Library
from paperatlas.library import reembed as module
from tests.fakes.libraries import open_test_library
from tests.fakes.notes import HashEmbedder

NOTES = 12


class FailingEmbedder(HashEmbedder):
    """Fails after so many texts, as a service does."""

    def __init__(self, *, after: int) -> None:
        super().__init__(name="new")
        self._left = after

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        self._left -= len(texts)
        if self._left < 0:
            raise ProviderError("The service is gone.")
        return super().embed(texts, kind=kind)


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    for number in range(NOTES):
        (folder / f"{number:02d}.note").write_text(f"The lamp number {number} is word{number}.", encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path, papers: Path) -> Path:
    with opened(tmp_path / "library") as library:
        library.ingest(papers)
    return tmp_path / "library"


def best(library: Library, query: str) -> str:
    return library.search(query, mode="vector").hits[0].chunk.text


def opened(folder: Path, embedder: HashEmbedder | None = None) -> Library:
    """With an index of its own for each embedder, as the product has it."""
    made = embedder or HashEmbedder()
    return open_test_library(folder, embedder=made, vectors="by embedder")


def test_the_library_is_of_the_new_embedder_and_whole(folder: Path):
    new = HashEmbedder(name="new", dimension=48)
    with opened(folder, new) as library:
        done = library.reembed()
        assert (done.embedder, done.dimension, done.embedded, done.chunks) == ("new/48", 48, NOTES, NOTES)
        assert best(library, "number 7") == "The lamp number 7 is word7."
        assert library.doctor().faults == ()


def test_doing_it_again_embeds_nothing(folder: Path):
    new = HashEmbedder(name="new")
    with opened(folder, new) as library:
        library.reembed()
        assert library.reembed().embedded == 0
        assert new.embedded == NOTES


def test_progress_is_told_to_the_end(folder: Path):
    told: list[tuple[int, int]] = []
    with opened(folder, HashEmbedder(name="new")) as library:
        library.reembed(on_progress=lambda progress: told.append((progress.done, progress.total)))
    assert told == [(0, NOTES), (NOTES, NOTES)]


def test_an_interruption_leaves_the_old_embedder_in_force_and_keeps_what_was_made(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "EMBED_BATCH", 4)
    with opened(folder, FailingEmbedder(after=9)) as library:
        with pytest.raises(ProviderError):
            library.reembed()
        with pytest.raises(EmbedderMismatch):
            library.search("lamp")
    with opened(folder) as library:
        assert best(library, "number 7") == "The lamp number 7 is word7."
    with opened(folder, HashEmbedder(name="new")) as library:
        assert library.reembed().embedded == NOTES - 8
        assert best(library, "number 7") == "The lamp number 7 is word7."
        assert library.doctor().faults == ()


def test_a_change_that_was_given_up_is_cleaned_away(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "EMBED_BATCH", 4)
    with opened(folder, FailingEmbedder(after=9)) as library, pytest.raises(ProviderError):
        library.reembed()
    with opened(folder) as library:
        assert [fault.code for fault in library.doctor(fix=True).faults] == ["orphan_vector"]
        assert library.doctor().faults == ()


def test_a_search_with_the_old_embedder_goes_on_while_the_new_vectors_are_made(folder: Path):
    found: list[str] = []

    class Slow(HashEmbedder):
        def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
            with opened(folder) as reader:
                found.append(best(reader, "number 3"))
            return super().embed(texts, kind=kind)

    with opened(folder, Slow(name="new")) as library:
        thread = threading.Thread(target=library.reembed)
        thread.start()
        thread.join(60)
    assert found == ["The lamp number 3 is word3."]


def test_what_an_ingest_left_undone_is_done_too(folder: Path, papers: Path):
    (papers / "late.note").write_text("A late lamp.", encoding="utf-8")
    with opened(folder) as library:
        library.ingest(papers)
        with library._opened.writing() as writer, writer.transaction():
            writer.mark(library._opened.catalog.chunk_ids())
    with opened(folder, HashEmbedder(name="new")) as library:
        library.reembed()
        assert best(library, "late") == "A late lamp."
        assert library.doctor().faults == ()


def test_reading_again_what_is_unchanged_embeds_nothing(folder: Path, papers: Path):
    embedder = HashEmbedder()
    with opened(folder, embedder) as library:
        library.ingest(papers, force=True)
        assert embedder.embedded == 0


def test_a_change_of_one_paragraph_embeds_that_one(tmp_path: Path):
    papers = tmp_path / "papers"
    papers.mkdir()
    note = papers / "a.note"
    note.write_text("# One\nThe lamp is green.\n# Two\nThe tide is high.", encoding="utf-8")
    embedder = HashEmbedder()
    with opened(tmp_path / "library", embedder) as library:
        library.ingest(papers)
        before = embedder.embedded
        note.write_text("# One\nThe lamp is green.\n# Two\nThe tide is low.", encoding="utf-8")
        library.ingest(papers)
        assert embedder.embedded == before + 1


def test_nothing_of_a_removed_paper_stays_not_even_its_vectors(folder: Path, papers: Path):
    """What a vector keeps of a text can be read back from it, so there is no cache of vectors of removed papers."""
    embedder = HashEmbedder()
    with opened(folder, embedder) as library:
        library.remove("03.note")
        assert library.doctor().faults == ()
        library.ingest(papers)
        assert embedder.embedded == 1
