"""What vector indexes make of killed writers, damage, other dimensions and servers that are not there."""

import json
from pathlib import Path

import numpy as np
import pytest

from paperatlas.core.errors import BadSetting, LibraryDamaged, ProviderError, SchemaMismatch
from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Float32
from paperatlas.retrieval.indexes.chroma_vector import ChromaFolder, ChromaIndex, ChromaServer
from paperatlas.retrieval.indexes.mapped_vector import SPARE_ROWS, MappedVectorIndex

AXES: Float32 = np.eye(4, dtype=np.float32)
NAMES = [ChunkId(f"chunk-{number}") for number in range(4)]


def filled(folder: Path, count: int = 2) -> MappedVectorIndex:
    index = MappedVectorIndex(folder, 4)
    index.upsert(NAMES[:count], AXES[:count])
    index.commit()
    return index


def test_rows_of_a_killed_writer_are_neither_seen_nor_in_the_way(tmp_path: Path) -> None:
    filled(tmp_path).close()
    with (tmp_path / "1.f32").open("ab") as matrix:
        matrix.write(b"\x01" * 23)  # one row and part of another
    (tmp_path / "2.draft").write_text("{", encoding="utf-8")
    index = MappedVectorIndex(tmp_path, 4)
    assert index.ids() == frozenset(NAMES[:2])
    index.upsert(NAMES[2:3], AXES[2:3])
    index.commit()
    assert index.search(AXES[2], limit=1) == [(NAMES[2], 1.0)]
    assert index.search(AXES[1], limit=1) == [(NAMES[1], 1.0)]


def test_a_commit_leaves_one_manifest_and_one_matrix(tmp_path: Path) -> None:
    index = filled(tmp_path)
    for name in NAMES:
        index.upsert([name], AXES[:1])
        index.commit()
    assert len(list(tmp_path.glob("*.json"))) == len(list(tmp_path.glob("*.f32"))) == 1


def test_a_reader_follows_a_folder_that_was_emptied_and_filled_anew(tmp_path: Path) -> None:
    reader = filled(tmp_path)
    for file in tmp_path.iterdir():
        file.unlink()
    reader.refresh()
    assert reader.ids() == frozenset()
    filled(tmp_path, 3).close()
    reader.refresh()
    assert reader.ids() == frozenset(NAMES[:3])


def test_files_that_a_killed_writer_left_at_different_rows_go_on_at_the_same_one(tmp_path: Path) -> None:
    filled(tmp_path).close()
    with (tmp_path / "1.f32").open("ab") as matrix:
        matrix.write(b"\x01" * 16 * 3)
    with (tmp_path / "1.i8").open("ab") as codes:
        codes.write(b"\x01" * 5)
    index = MappedVectorIndex(tmp_path, 4)
    index.upsert(NAMES[2:], AXES[2:])
    index.commit()
    assert [index.search(axis, limit=1) for axis in AXES] == [[(name, 1.0)] for name in NAMES]


def test_a_commit_of_nothing_writes_nothing(tmp_path: Path) -> None:
    index = filled(tmp_path)
    before = sorted(tmp_path.iterdir())
    index.commit()
    assert sorted(tmp_path.iterdir()) == before


def test_dead_rows_are_dropped_once_they_are_many_and_an_open_reader_goes_on(tmp_path: Path) -> None:
    index = filled(tmp_path)
    many = [ChunkId(f"many-{number}") for number in range(SPARE_ROWS + 10)]
    index.upsert(many, np.tile(AXES[3], (len(many), 1)))
    index.commit()
    reader = MappedVectorIndex(tmp_path, 4)
    index.delete(many)
    index.commit()
    index.upsert(NAMES[2:3], AXES[2:3])
    index.commit()
    (matrix,) = tmp_path.glob("*.f32")
    assert matrix.stat().st_size == 3 * AXES[0].nbytes
    assert index.search(AXES[2], limit=9)[0] == (NAMES[2], 1.0)
    assert len(reader.search(AXES[3], limit=5000)) == len(many) + 2
    reader.refresh()
    assert reader.ids() == index.ids() == frozenset(NAMES[:3])


@pytest.mark.parametrize(
    "manifest",
    ["{", "[]", '{"matrix": "1.f32"}', '{"matrix": "1", "born": "", "size": 2, "dead": [7], "dimension": 4, "error": 0}'],
)
def test_a_manifest_that_cannot_be_read_is_damage_with_a_remedy(tmp_path: Path, manifest: str) -> None:
    filled(tmp_path).close()
    (tmp_path / "2.json").write_text(manifest, encoding="utf-8")
    with pytest.raises(LibraryDamaged) as damaged:
        MappedVectorIndex(tmp_path, 4)
    assert "doctor --fix" in damaged.value.hint


def test_a_matrix_that_was_cut_short_or_lost_is_damage(tmp_path: Path) -> None:
    filled(tmp_path).close()
    (tmp_path / "1.f32").write_bytes(AXES[:1].tobytes())
    with pytest.raises(LibraryDamaged, match="shorter"):
        MappedVectorIndex(tmp_path, 4)
    (tmp_path / "1.f32").unlink()
    with pytest.raises(LibraryDamaged, match="not there"):
        MappedVectorIndex(tmp_path, 4)


def test_vectors_of_another_dimension_are_refused(tmp_path: Path) -> None:
    (tmp_path / "chroma").mkdir()
    filled(tmp_path).close()
    with pytest.raises(SchemaMismatch, match="4 dimensions"):
        MappedVectorIndex(tmp_path, 5)
    four, five = (ChromaIndex(ChromaFolder(tmp_path / "chroma"), collection="chunks", dimension=d) for d in (4, 5))
    assert four.ids() == frozenset()
    with pytest.raises(SchemaMismatch, match="4 dimensions"):
        five.ids()
    four.close()
    five.close()


def test_a_chroma_database_that_is_no_database_is_damage(tmp_path: Path) -> None:
    (tmp_path / "chroma.sqlite3").write_bytes(b"no database " * 1000)
    index = ChromaIndex(ChromaFolder(tmp_path), collection="chunks", dimension=4)
    with pytest.raises(LibraryDamaged, match="failed"):
        index.ids()


def test_a_chroma_server_out_of_reach_is_an_upstream_failure_that_names_it() -> None:
    index = ChromaIndex(ChromaServer("http://127.0.0.1:9"), collection="chunks", dimension=4)
    with pytest.raises(ProviderError, match=r"http://127\.0\.0\.1:9"):
        index.search(AXES[0], limit=1)


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://host", "", "http://"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(BadSetting):
        ChromaServer(url)


def test_what_an_earlier_version_wrote_is_made_anew(tmp_path: Path) -> None:
    filled(tmp_path).close()
    earlier = {"matrix": "1", "dimension": 4, "error": 0.1, "ids": NAMES[:2], "rows": [0, 1]}
    (tmp_path / "2.json").write_text(json.dumps(earlier), encoding="utf-8")
    with pytest.raises(SchemaMismatch, match="earlier version") as told:
        MappedVectorIndex(tmp_path, 4)
    assert "doctor --fix" in told.value.hint


def test_an_id_that_does_not_fit_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    index = filled(tmp_path)
    index.upsert([ChunkId("x" * 49)], AXES[:1])
    with pytest.raises(ValueError, match="more than 48 bytes"):
        index.commit()
    assert MappedVectorIndex(tmp_path, 4).ids() == frozenset(NAMES[:2])
