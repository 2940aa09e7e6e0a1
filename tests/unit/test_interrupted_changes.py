"""A change that is cut off between two steps of writing is finished by the next change, or by `doctor --fix`."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from paperatlas.core.graph_ports import Knowledge
from paperatlas.core.ports import Catalog
from paperatlas.library import Engines, Library
from tests.fakes.libraries import disk_engines, open_test_library, rows
from tests.fakes.notes import HashEmbedder

STEPS = ("lexical.delete", "lexical.upsert", "vector.delete", "vector.upsert", "lexical.commit", "vector.commit")


class CutOff(BaseException):
    """Ends the process, as far as the library can tell."""


class Cut:
    """An index that passes everything on, and ends the process before or after one step."""

    def __init__(self, name: str, index: Any, step: str, *, after: bool) -> None:
        self._name, self._index, self._step, self._after = name, index, step, after

    def __getattr__(self, name: str) -> Any:
        method: Callable[..., Any] = getattr(self._index, name)
        return partial(self._cut, method) if f"{self._name}.{name}" == self._step else method

    def _cut(self, method: Callable[..., Any], *args: Any) -> None:
        if self._after:
            method(*args)
        raise CutOff


def cut_engines(catalog: Catalog, knowledge: Knowledge | None, *, folder: Path, step: str, after: bool) -> Engines:
    engines = disk_engines(catalog, knowledge, folder=folder, embedder=HashEmbedder())
    return Engines(
        lexical=Cut("lexical", engines.lexical, step, after=after),
        vector=Cut("vector", engines.vector, step, after=after),
        searcher=engines.searcher,
    )


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "a.note").write_text("An older word.", encoding="utf-8")
    with open_test_library(tmp_path / "library") as library:
        library.ingest(folder)
    (folder / "a.note").write_text("A newer word.", encoding="utf-8")
    (folder / "b.note").write_text("Another word.", encoding="utf-8")
    return folder


def cut_off(folder: Path, step: str, change: Callable[[Library], object], *, after: bool) -> None:
    engines = partial(cut_engines, folder=folder, step=step, after=after)
    with open_test_library(folder, open_engines=engines) as library, pytest.raises(CutOff):
        change(library)


def texts(library: Library) -> Sequence[str]:
    return sorted(hit.chunk.text for hit in library.search("word", mode="lexical").hits)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("step", STEPS)
def test_an_ingest_cut_off_at_any_step_is_finished_by_the_next(tmp_path: Path, papers: Path, step: str, *, after: bool) -> None:
    folder = tmp_path / "library"
    cut_off(folder, step, lambda library: library.ingest(papers), after=after)
    with open_test_library(folder) as library:
        assert "pending" in {fault.code for fault in library.doctor().faults}
        library.ingest(papers)
        assert library.doctor().faults == ()
        assert texts(library) == ["A newer word.", "Another word."]
    assert rows(folder)["pending"] == []


@pytest.mark.parametrize("step", STEPS)
def test_a_removal_cut_off_at_any_step_is_mended_by_doctor(tmp_path: Path, papers: Path, step: str) -> None:
    folder = tmp_path / "library"
    cut_off(folder, step, lambda library: library.remove("a.note"), after=False)
    with open_test_library(folder) as library:
        assert texts(library) == [], "what the catalog let go of is not found, whatever the indexes still hold"
        assert library.doctor(fix=True).sound
        assert library.doctor().faults == ()


def test_what_is_left_of_an_unfinished_copy_is_swept_by_the_next_writer(tmp_path: Path, papers: Path) -> None:
    folder = tmp_path / "library"
    cut_off(folder, "lexical.commit", lambda library: library.ingest(papers), after=False)
    stray = folder / "originals/ab/0123.partial"
    stray.parent.mkdir(exist_ok=True)
    stray.write_bytes(b"half")
    with open_test_library(folder) as library:
        library.ingest(papers)
    assert not stray.exists()
