"""A reader that stays open while another process writes sees each commit at its next refresh."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import VectorIndex
from paperatlas.retrieval.indexes.chroma_vector import ChromaFolder, ChromaIndex
from paperatlas.retrieval.indexes.mapped_vector import MappedVectorIndex
from paperatlas.retrieval.indexes.tantivy_lexical import TantivyLexicalIndex
from tests.fakes.index_writer import DIMENSION, axis_chunk

ROUNDS = DIMENSION


class Writer:
    """The other process."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def write(self, number: int) -> ChunkId:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{number}\n")
        self._process.stdin.flush()
        return ChunkId(self._process.stdout.readline().strip())


@contextmanager
def writing(kind: str, folder: Path, root: Path) -> Iterator[Writer]:
    command = [sys.executable, "-m", "tests.fakes.index_writer", kind, folder]
    with subprocess.Popen(command, cwd=root, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield Writer(process)
        finally:
            process.terminate()


def opened(kind: str, folder: Path) -> VectorIndex:
    if kind == "mapped":
        return MappedVectorIndex(folder, DIMENSION)
    return ChromaIndex(ChromaFolder(folder), collection="chunks", dimension=DIMENSION)


@pytest.mark.parametrize("kind", ["mapped", "chroma"])
def test_a_vector_reader_equals_a_fresh_one_after_every_round(kind: str, tmp_path: Path, root: Path) -> None:
    reader = opened(kind, tmp_path)
    axes = np.eye(DIMENSION, dtype=np.float32)
    with writing(kind, tmp_path, root) as writer:
        for number in range(ROUNDS):
            written = writer.write(number)
            assert written == axis_chunk(number).id
            reader.refresh()
            assert reader.search(axes[number], limit=1) == [(written, pytest.approx(1, abs=1e-4))]
            fresh = opened(kind, tmp_path)
            assert reader.search(axes[0], limit=50) == fresh.search(axes[0], limit=50)
            fresh.close()
    reader.close()


def test_closing_one_chroma_client_leaves_the_others_of_the_process_at_work(tmp_path: Path) -> None:
    axes = np.eye(DIMENSION, dtype=np.float32)
    first, second = opened("chroma", tmp_path), opened("chroma", tmp_path)
    first.upsert([ChunkId("chunk")], axes[:1])
    first.commit()
    for _ in range(3):
        second.refresh()
        assert second.search(axes[0], limit=1)[0][0] == "chunk"
    second.close()
    assert first.search(axes[0], limit=1)[0][0] == "chunk"
    first.close()


def test_a_lexical_reader_sees_every_round(tmp_path: Path, root: Path) -> None:
    reader = TantivyLexicalIndex(tmp_path)
    with writing("tantivy", tmp_path, root) as writer:
        for number in range(ROUNDS):
            written = writer.write(number)
            reader.refresh()
            assert [chunk for chunk, _ in reader.search(f"word{number}", limit=5)] == [written]
    reader.close()
