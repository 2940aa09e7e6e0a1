"""The product's own indexes, with a Chroma server and without, when a library changes to an embedder of another size."""

from functools import partial
from pathlib import Path

import pytest

from paperatlas.choose_engines import collections_of, drop_other_indexes, index_folders, open_engines
from paperatlas.library import Library
from paperatlas.retrieval.indexes.chroma_vector import ChromaServer
from tests.fakes.libraries import open_test_library
from tests.fakes.notes import HashEmbedder


@pytest.fixture(params=["embedded", "server"])
def chroma(request: pytest.FixtureRequest) -> str | None:
    return request.getfixturevalue("chroma_url") if request.param == "server" else None


def opened(folder: Path, embedder: HashEmbedder, chroma: str | None) -> Library:
    engines = partial(
        open_engines,
        folder=folder,
        embedder=embedder,
        chroma_url=chroma,
        rewriting_llm=None,
        reranker=None,
        route_seconds=30,
        local_embedder=True,
    )
    return open_test_library(
        folder,
        embedder=embedder,
        open_engines=engines,
        index_folders=index_folders(folder, embedder),
        drop_other_indexes=partial(drop_other_indexes, folder, embedder, chroma),
    )


def collections(url: str, folder: Path) -> list[str]:
    place = ChromaServer(url)
    client = place.connect()
    try:
        return [each.name for each in client.list_collections() if each.name.startswith(collections_of(folder))]
    finally:
        place.disconnect(client)


@pytest.fixture
def folder(tmp_path: Path, chroma: str | None) -> Path:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "a.note").write_text("# Lamps\nThe lamp is green\n# Tides\nThe tide is high", encoding="utf-8")
    with opened(tmp_path / "library", HashEmbedder(dimension=16), chroma) as library:
        library.ingest(papers)
    return tmp_path / "library"


@pytest.mark.parametrize("new", [HashEmbedder(dimension=24), HashEmbedder(dimension=16, name="other")], ids=["size", "model"])
def test_the_vectors_of_the_new_embedder_answer_and_those_of_the_old_are_gone(
    folder: Path, chroma: str | None, new: HashEmbedder
):
    with opened(folder, new, chroma) as library:
        library.reembed()
        assert library.search("tide", mode="vector").hits[0].chunk.text == "The tide is high"
        assert library.doctor().faults == ()
    for home in ("vectors", "chroma"):
        assert len(list((folder / home).iterdir())) == 1
    if chroma:
        assert len(collections(chroma, folder)) == 1


def test_doctor_makes_the_change_too(folder: Path, chroma: str | None):
    with opened(folder, HashEmbedder(dimension=24), chroma) as library:
        assert [(fault.code, fault.fixed) for fault in library.doctor(fix=True).faults] == [("embedder_mismatch", True)]
        assert library.doctor().faults == ()


def test_an_index_from_before_each_embedder_had_its_folder_is_taken_over(folder: Path, chroma: str | None):
    embedder = HashEmbedder(dimension=16)
    for index in index_folders(folder, embedder)[1:]:
        aside = index.parent.with_name("aside")
        index.rename(aside)
        index.parent.rmdir()
        aside.rename(index.parent)
    with opened(folder, embedder, chroma) as library:
        assert library.search("tide", mode="vector").hits[0].chunk.text == "The tide is high"
        assert library.doctor().faults == ()
