"""Exact nearest neighbours over a matrix on disk, memory-mapped."""

import json
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
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
FEW = 10
"""One row in so many: gathering a row costs about as much as reading so many in their order (6 ms of CPU for 10,000
gathered, and for all of 100,000)."""
LARGE = 1000
"""Chunks from which a selection is worth remembering."""
ATTEMPTS = 5
"""A reader may find a manifest and lose it to a commit before it is read; five commits in that moment do not happen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Generation:
    """One committed state. A search takes one and keeps to it, whoever refreshes meanwhile."""

    number: int
    name: str
    """Of the matrix file; empty before the first commit."""
    matrix: Float32
    """Float32[rows, dimension], dead rows included."""
    row: Mapping[ChunkId, int]
    ids: NDArray[np.object_]
    rows: NDArray[np.int64]
    """Of each of `ids`."""
    kept: dict[frozenset[ChunkId], tuple[NDArray[np.object_], NDArray[np.int64]]] = field(default_factory=dict)
    """The last large selection that was searched: a conversation stays in one scope, and looking up half a library takes
    longer than searching it."""

    def members(self, among: frozenset[ChunkId]) -> tuple[NDArray[np.object_], NDArray[np.int64]]:
        """Those of `among` that are here, and their rows."""
        if (found := self.kept.get(among)) is not None:
            return found
        known = {chunk: row for chunk in among if (row := self.row.get(chunk)) is not None}
        found = np.array(list(known), dtype=object), np.array(list(known.values()), dtype=np.int64)
        if len(known) >= LARGE:
            self.kept.clear()
            self.kept[among] = found
        return found


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
        self._state = self._nothing()
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
        live = {chunk: row for chunk, row in self._state.row.items() if chunk not in gone}
        added = np.array(list(self._pending.upserts.values()), dtype="<f4").reshape(-1, self._dimension)
        if self._is_wasteful(len(live) + len(added)):
            name, rows = self._rewritten(list(live.values()), added)
        else:
            name, rows = self._appended(list(live.values()), added)
        self._publish(name, [*live, *self._pending.upserts], rows)
        self._pending = Pending()
        self.refresh()
        self._sweep()

    def refresh(self) -> None:
        for _ in range(ATTEMPTS):
            newest = max(self._numbers(), default=None)
            with suppress(FileNotFoundError):
                self._state = self._nothing() if newest is None else self._open(newest)
                return
        raise self._damaged("its newest manifest names files that are not there")

    def search(self, vector: Float32, *, limit: int, among: frozenset[ChunkId] | None = None) -> list[tuple[ChunkId, float]]:
        state = self._state
        if among is None:
            return nearest(state.ids, cosines(state.matrix, vector)[state.rows], limit)
        ids, rows = state.members(among)
        is_few = len(rows) * FEW < len(state.matrix)
        scores = cosines(state.matrix[rows], vector) if is_few else cosines(state.matrix, vector)[rows]
        return nearest(ids, scores, limit)

    def ids(self) -> frozenset[ChunkId]:
        return frozenset(self._state.row)

    def close(self) -> None:
        """Lets go of the file, which Windows would else not let anyone delete."""
        self._state = self._nothing()
        self._pending = Pending()

    def _numbers(self) -> Iterable[int]:
        return (int(file.stem) for file in self._folder.glob("*.json") if file.stem.isdigit())

    def _nothing(self) -> _Generation:
        none = np.zeros((0, self._dimension), dtype=np.float32)
        return _Generation(
            number=0, name="", matrix=none, row={}, ids=np.array([], dtype=object), rows=np.array([], dtype=np.int64)
        )

    def _open(self, number: int) -> _Generation:
        content = (self._folder / f"{number}.json").read_text(encoding="utf-8")
        try:
            manifest = json.loads(content)
            name, dimension = str(manifest["matrix"]), int(manifest["dimension"])
            ids, rows = np.array(manifest["ids"], dtype=object), np.array(manifest["rows"], dtype=np.int64)
            row = dict(zip(map(ChunkId, ids), rows.tolist(), strict=True))
        except (ValueError, KeyError, TypeError) as error:
            raise self._damaged(f"its manifest {number} cannot be read: {error}") from error
        if dimension != self._dimension:
            raise SchemaMismatch(
                f"The vectors in {str(self._folder)!r} have {dimension} dimensions; the embedder's have {self._dimension}.",
                hint="Use the embedder the library was made with, or bring it to this one with `paperatlas reembed`.",
            )
        return _Generation(number=number, name=name, matrix=self._mapped(name, rows), row=row, ids=ids, rows=rows)

    def _mapped(self, name: str, rows: NDArray[np.int64]) -> Float32:
        """The whole rows of a matrix file, which must hold those in `rows`."""
        count = (self._folder / name).stat().st_size // (4 * self._dimension)
        if len(rows) and rows.max() >= count:
            raise self._damaged(f"{name!r} is shorter than its manifest says")
        if not count:  # nothing to map
            return np.zeros((0, self._dimension), dtype=np.float32)
        return np.asarray(np.memmap(self._folder / name, dtype="<f4", mode="r", shape=(count, self._dimension)))

    def _is_wasteful(self, live: int) -> bool:
        return len(self._state.matrix) > 2 * live + SPARE_ROWS

    def _appended(self, kept: list[int], added: Float32) -> tuple[str, list[int]]:
        """The name of the matrix file with `added` at its end, and the rows of those kept and added."""
        name, width = self._state.name or "1.f32", 4 * self._dimension
        with (self._folder / name).open("ab") as file:
            file.write(b"\0" * (-file.tell() % width))  # a writer was killed within a row
            first = file.tell() // width
            _write(file, added)
        return name, [*kept, *range(first, first + len(added))]

    def _rewritten(self, kept: list[int], added: Float32) -> tuple[str, list[int]]:
        """The same for a new matrix file that holds nothing else."""
        name = f"{self._state.number + 1}.f32"
        with (self._folder / name).open("wb") as file:
            _write(file, np.concatenate([self._state.matrix[kept], added]))
        return name, list(range(len(kept) + len(added)))

    def _publish(self, name: str, ids: list[ChunkId], rows: list[int]) -> None:
        manifest = {"matrix": name, "dimension": self._dimension, "ids": ids, "rows": rows}
        whole = self._folder / f"{self._state.number + 1}.json"
        draft = whole.with_suffix(".draft")
        with draft.open("wb") as file:
            _write(file, json.dumps(manifest).encode())
        draft.replace(whole)

    def _sweep(self) -> None:
        """Removes what no reader will open any more. A file that Windows holds for a reader goes at a later commit."""
        current = {f"{self._state.number}.json", self._state.name}
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
