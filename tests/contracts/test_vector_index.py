"""What every vector index does."""

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Float32, VectorIndex
from paperatlas.retrieval.indexes.chroma_vector import ChromaFolder, ChromaIndex, ChromaServer
from paperatlas.retrieval.indexes.mapped_vector import MappedVectorIndex
from paperatlas.retrieval.indexes.memory_vector import MemoryVectorIndex
from paperatlas.retrieval.indexes.routed_vector import RoutedVectorIndex

DIMENSION = 8


def _chroma(folder: Path) -> VectorIndex:
    return ChromaIndex(ChromaFolder(folder), collection="chunks", dimension=DIMENSION)


def _mapped(folder: Path) -> MappedVectorIndex:
    return MappedVectorIndex(folder, DIMENSION)


def _routed(folder: Path, exact_limit: int) -> VectorIndex:
    for part in ("mapped", "chroma"):
        (folder / part).mkdir(exist_ok=True)
    return RoutedVectorIndex(_mapped(folder / "mapped"), _chroma(folder / "chroma"), exact_limit=exact_limit)


OPENERS: dict[str, Callable[[Path], VectorIndex]] = {
    "mapped": _mapped,
    "chroma": _chroma,
    "routed, small": lambda folder: _routed(folder, 1000),
    "routed, large": lambda folder: _routed(folder, 0),
}
"""Opens an index that lives in a folder."""


@pytest.fixture(params=["memory", *OPENERS, pytest.param("server", marks=pytest.mark.slow)])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VectorIndex]:
    if request.param == "memory":
        opened: VectorIndex = MemoryVectorIndex(DIMENSION)
    else:
        opened = _opener(request)(tmp_path)
    yield opened
    opened.close()


@pytest.fixture(params=[*OPENERS, pytest.param("server", marks=pytest.mark.slow)])
def opener(request: pytest.FixtureRequest) -> Callable[[Path], VectorIndex]:
    return _opener(request)


def _opener(request: pytest.FixtureRequest) -> Callable[[Path], VectorIndex]:
    if request.param != "server":
        return OPENERS[request.param]
    place, name = ChromaServer(request.getfixturevalue("chroma_url")), uuid.uuid4().hex
    return lambda _folder: ChromaIndex(place, collection=name, dimension=DIMENSION)


def vectors(count: int, seed: int = 0) -> Float32:
    found = np.random.default_rng(seed).normal(size=(count, DIMENSION)).astype(np.float32)
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), dtype=np.float32)


def names(count: int) -> list[ChunkId]:
    return [ChunkId(f"chunk-{number:03d}") for number in range(count)]


def fill(index: VectorIndex, count: int, seed: int = 0) -> Float32:
    stored = vectors(count, seed)
    index.upsert(names(count), stored)
    index.commit()
    return stored


def test_an_empty_index_finds_nothing(index: VectorIndex) -> None:
    assert index.search(vectors(1)[0], limit=5) == []
    assert index.ids() == frozenset()


def test_the_nearest_come_first_with_their_cosines(index: VectorIndex) -> None:
    stored = fill(index, 60)
    query = vectors(1, seed=9)[0]
    exact = sorted(zip(names(60), (stored @ query).tolist(), strict=True), key=lambda item: -item[1])[:10]
    found = index.search(query, limit=10)
    assert [chunk for chunk, _ in found] == [chunk for chunk, _ in exact]
    assert [score for _, score in found] == pytest.approx([score for _, score in exact], abs=1e-4)


def test_equal_cosines_are_in_order_of_id_also_where_the_limit_cuts(index: VectorIndex) -> None:
    same = np.repeat(vectors(1), 40, axis=0)
    index.upsert(names(40)[::-1], same)
    index.commit()
    assert [chunk for chunk, _ in index.search(same[0], limit=3)] == names(3)


def test_a_limit_beyond_the_index_gives_all_of_it(index: VectorIndex) -> None:
    stored = fill(index, 7)
    assert len(index.search(stored[0], limit=1000)) == 7
    assert index.search(stored[0], limit=0) == []


def test_only_the_chunks_asked_for_are_found(index: VectorIndex) -> None:
    stored = fill(index, 30)
    among = frozenset([*names(30)[3:6], ChunkId("unknown")])
    assert {chunk for chunk, _ in index.search(stored[0], limit=10, among=among)} == set(names(30)[3:6])
    assert index.search(stored[0], limit=10, among=frozenset()) == []
    assert index.search(stored[0], limit=10, among=frozenset([ChunkId("unknown")])) == []


def test_a_second_upsert_replaces_the_vector(index: VectorIndex) -> None:
    stored = fill(index, 5)
    index.upsert(names(1), -stored[:1])
    index.commit()
    assert dict(index.search(stored[0], limit=5))[names(1)[0]] == pytest.approx(-1, abs=1e-4)
    assert index.ids() == frozenset(names(5))


def test_a_deleted_chunk_is_not_found_and_an_unknown_one_may_be_deleted(index: VectorIndex) -> None:
    stored = fill(index, 5)
    index.delete([names(5)[0], ChunkId("unknown")])
    index.commit()
    assert index.ids() == frozenset(names(5)[1:])
    assert len(index.search(stored[0], limit=10)) == 4


def test_the_last_word_before_a_commit_counts(index: VectorIndex) -> None:
    first, second = vectors(2)
    index.upsert([ChunkId("back"), ChunkId("gone")], np.array([first, second]))
    index.delete([ChunkId("back"), ChunkId("gone")])
    index.upsert([ChunkId("back")], np.array([second]))
    index.commit()
    assert index.search(second, limit=5) == [(ChunkId("back"), pytest.approx(1, abs=1e-4))]


def test_nothing_is_seen_before_the_commit(index: VectorIndex) -> None:
    fill(index, 3)
    index.upsert([ChunkId("new")], vectors(1, seed=5))
    index.delete(names(1))
    assert index.ids() == frozenset(names(3))
    assert {chunk for chunk, _ in index.search(vectors(1)[0], limit=9)} == set(names(3))


def test_what_was_committed_is_there_after_opening_again(opener: Callable[[Path], VectorIndex], tmp_path: Path) -> None:
    first = opener(tmp_path)
    stored = fill(first, 20)
    first.upsert([ChunkId("dropped")], vectors(1))
    first.close()
    again = opener(tmp_path)
    assert again.ids() == frozenset(names(20))
    assert again.search(stored[4], limit=1)[0][0] == names(20)[4]
    again.close()


def test_a_reader_follows_a_writer_at_its_refresh_through_many_rounds(
    opener: Callable[[Path], VectorIndex], tmp_path: Path
) -> None:
    reader, writer = opener(tmp_path), opener(tmp_path)
    stored = vectors(12)
    for number, chunk in enumerate(names(12)):
        writer.upsert([chunk], stored[number : number + 1])
        writer.delete(names(12)[: max(number - 5, 0)])
        writer.commit()
        reader.refresh()
        assert reader.search(stored[number], limit=1)[0][0] == chunk
        assert reader.ids() == writer.ids()
    reader.close()
    assert writer.search(stored[11], limit=1)[0][0] == names(12)[11]
    writer.close()
