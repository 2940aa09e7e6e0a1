"""Exact nearest neighbours over a matrix on disk, memory-mapped."""

import json
import os
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from paperatlas.core.errors import LibraryDamaged, SchemaMismatch
from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Float32
from paperatlas.retrieval.indexes.pending import Pending
from paperatlas.retrieval.indexes.ranking import cosines, nearest

__all__ = ["MappedVectorIndex"]

SPARE_ROWS = 1000
"""A matrix is written anew when it has more dead rows than live ones and these on top: rarely, and never for a few."""
ATTEMPTS = 5
"""A reader may find a manifest and lose it to a commit before it is read; five commits in that moment do not happen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Generation:
    """One committed state: which row of which matrix file is whose vector."""

    number: int
    matrix: str
    ids: tuple[ChunkId, ...]
    rows: NDArray[np.int64]
    dimension: int


class MappedVectorIndex:
    """Implements `VectorIndex` in a folder that exists.

    `<n>.json` is the manifest of the n-th commit and names a matrix file. Rows are only ever appended to a matrix, and a
    manifest appears whole, by the renaming of a file nobody has open: a reader sees one commit or the next, a killed
    writer leaves rows that no manifest names, and no open file is renamed, shortened or written over, so Windows agrees.
    """

    def __init__(self, folder: Path, dimension: int) -> None:
        """Opens the newest commit in `folder`.

        Raises:
            SchemaMismatch: its vectors have another dimension.
            LibraryDamaged: its files cannot be read.
        """
        self._folder = folder
        self._dimension = dimension
        self._pending = Pending()
        self._matrix: Float32 = np.zeros((0, dimension), dtype=np.float32)
        self.refresh()

    def upsert(self, ids: Sequence[ChunkId], vectors: Float32) -> None:
        self._pending.upsert(ids, vectors)

    def delete(self, ids: Collection[ChunkId]) -> None:
        self._pending.delete(ids)

    def commit(self) -> None:
        if not self._pending:
            return
        self.refresh()
        gone = self._pending.deletes | self._pending.upserts.keys()
        live = [(chunk, int(row)) for chunk, row in zip(self._state.ids, self._state.rows, strict=True) if chunk not in gone]
        added = np.array(list(self._pending.upserts.values()), dtype="<f4").reshape(-1, self._dimension)
        if self._is_wasteful(len(live) + len(added)):
            matrix, rows = self._rewritten([row for _, row in live], added)
        else:
            matrix, first = self._appended(added)
            rows = [*(row for _, row in live), *range(first, first + len(added))]
        self._publish(matrix, [*(chunk for chunk, _ in live), *self._pending.upserts], rows)
        self._pending = Pending()
        self.refresh()
        self._sweep()

    def refresh(self) -> None:
        for _ in range(ATTEMPTS):
            number = max(self._numbers(), default=0)
            try:
                self._open(number)
            except FileNotFoundError:
                continue
            return
        raise self._damaged("its newest manifest names files that are not there")

    def search(self, vector: Float32, *, limit: int, among: frozenset[ChunkId] | None = None) -> list[tuple[ChunkId, float]]:
        if among is None:
            # The whole matrix, dead rows too: as it lies in the file, nothing is copied.
            return nearest(self._ids, cosines(self._matrix, vector)[self._state.rows], limit)
        places = np.array([place for chunk in among if (place := self._place.get(chunk)) is not None], dtype=np.int64)
        return nearest(self._ids[places], cosines(self._matrix[self._state.rows[places]], vector), limit)

    def ids(self) -> frozenset[ChunkId]:
        return frozenset(self._state.ids)

    def close(self) -> None:
        """Lets go of the file, which Windows would else not let anyone delete."""
        self._matrix = np.zeros((0, self._dimension), dtype=np.float32)
        self._pending = Pending()

    def _numbers(self) -> Iterable[int]:
        return (int(file.stem) for file in self._folder.glob("*.json") if file.stem.isdigit())

    def _open(self, number: int) -> None:
        state = self._read(number)
        rows = (self._folder / state.matrix).stat().st_size // (4 * self._dimension) if state.matrix else 0
        if len(state.rows) and state.rows.max() >= rows:
            raise self._damaged(f"{state.matrix!r} is shorter than its manifest says")
        self._state = state
        self._ids = np.array(state.ids, dtype=object)
        self._place = {chunk: place for place, chunk in enumerate(state.ids)}
        self._matrix = (
            np.memmap(self._folder / state.matrix, dtype="<f4", mode="r", shape=(rows, self._dimension))
            if rows
            else np.zeros((0, self._dimension), dtype=np.float32)
        )

    def _read(self, number: int) -> _Generation:
        if number == 0:
            return _Generation(number=0, matrix="", ids=(), rows=np.array([], dtype=np.int64), dimension=self._dimension)
        try:
            manifest = json.loads((self._folder / f"{number}.json").read_text(encoding="utf-8"))
            state = _Generation(
                number=number,
                matrix=manifest["matrix"],
                ids=tuple(map(ChunkId, manifest["ids"])),
                rows=np.array(manifest["rows"], dtype=np.int64),
                dimension=manifest["dimension"],
            )
        except (ValueError, KeyError, TypeError) as error:
            raise self._damaged(f"its manifest {number} cannot be read: {error}") from error
        if state.dimension != self._dimension:
            raise SchemaMismatch(
                f"The vectors in {str(self._folder)!r} have {state.dimension} dimensions; the embedder's have {self._dimension}.",
                hint="Use the embedder the library was made with, or `paperatlas ingest --force` to embed it anew.",
            )
        return state

    def _is_wasteful(self, live: int) -> bool:
        return len(self._matrix) > 2 * live + SPARE_ROWS

    def _appended(self, added: Float32) -> tuple[str, int]:
        """The name of the matrix file with `added` at its end, and their first row."""
        name, width = self._state.matrix or "1.f32", 4 * self._dimension
        with (self._folder / name).open("ab") as file:
            file.write(b"\0" * (-file.tell() % width))  # a writer was killed within a row
            first = file.tell() // width
            _write(file, added)
        return name, first

    def _rewritten(self, kept: list[int], added: Float32) -> tuple[str, list[int]]:
        """The name of a new matrix file that holds the rows `kept` and `added`, and their rows in it."""
        name = f"{self._state.number + 1}.f32"
        with (self._folder / name).open("wb") as file:
            _write(file, np.concatenate([self._matrix[kept], added]))
        return name, list(range(len(kept) + len(added)))

    def _publish(self, matrix: str, ids: list[ChunkId], rows: list[int]) -> None:
        manifest = {"matrix": matrix, "dimension": self._dimension, "ids": ids, "rows": rows}
        whole = self._folder / f"{self._state.number + 1}.json"
        draft = whole.with_suffix(".draft")
        with draft.open("wb") as file:
            _write(file, json.dumps(manifest).encode())
        draft.replace(whole)

    def _sweep(self) -> None:
        """Removes what no reader will open any more. A file that Windows holds for a reader goes at a later commit."""
        current = {f"{self._state.number}.json", self._state.matrix}
        for file in self._folder.iterdir():
            if file.suffix in {".json", ".f32"} and file.name not in current:
                with suppress(OSError):
                    file.unlink()

    def _damaged(self, why: str) -> LibraryDamaged:
        return LibraryDamaged(
            f"The vector index {str(self._folder)!r} is damaged: {why}.",
            hint="`paperatlas doctor --fix` rebuilds it from the catalog.",
        )


def _write(file: BinaryIO, content: Float32 | bytes) -> None:
    file.write(content if isinstance(content, bytes) else content.tobytes())
    file.flush()
    os.fsync(file.fileno())
