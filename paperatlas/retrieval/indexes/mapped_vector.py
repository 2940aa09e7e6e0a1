"""Exact nearest neighbours over a matrix on disk, memory-mapped.

A search looks at the codes of all vectors, and at the vectors themselves of those alone that may be among the nearest by
what the codes can be off: 2 ms among 100,000 vectors of 384 numbers where reading all vectors takes 7
(benchmarks/vector_index.py).
"""

import json
import uuid
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paperatlas.core.disk import writing_to
from paperatlas.core.errors import LibraryDamaged, SchemaMismatch
from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Float32
from paperatlas.retrieval.indexes.matrix_files import SUFFIXES, Matrix, append, mapped, write
from paperatlas.retrieval.indexes.pending import Pending
from paperatlas.retrieval.indexes.quantised import Codes, encoded
from paperatlas.retrieval.indexes.ranking import DECIMALS, cosines, largest, nearest
from paperatlas.retrieval.indexes.row_names import RowNames, name_rows

__all__ = ["MappedVectorIndex"]

SPARE_ROWS = 1000
"""A matrix is written anew when it has more dead rows than live ones and these on top: rarely, and never for a few."""
GATHERED = 8
"""One row in so many: reading codes out of order costs about as much as reading so many in theirs."""
WORTH_SIFTING = 2
"""Times the rows asked for: of fewer, the vectors are read at once."""
LARGE = 1000
"""Chunks from which a selection is worth remembering."""
ATTEMPTS = 5
"""A reader may find a manifest and lose it to a commit before it is read; five commits in that moment do not happen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Generation:
    """One committed state. A search takes one and keeps to it, whoever refreshes meanwhile."""

    number: int
    name: str
    """Of the matrix files, without what follows the dot; empty before the first commit."""
    born: str
    """Tells matrices of one name apart."""
    matrix: Matrix
    names: RowNames
    kept: list[tuple[frozenset[ChunkId], NDArray[np.int64]]] = field(default_factory=list)
    """The last large selection that was searched: a conversation stays in one scope, and looking up half a library takes
    longer than searching it. Known by identity: to compare two selections takes as long."""

    @property
    def size(self) -> int:
        """Rows of the matrix."""
        return len(self.matrix.vectors)

    def search(self, vector: Float32, limit: int, among: frozenset[ChunkId] | None) -> list[tuple[ChunkId, float]]:
        rows = self.names.rows if among is None else self._rows_of(among)
        if len(rows) > WORTH_SIFTING * limit:
            return nearest(*self._contenders(vector, limit, rows), limit)
        return nearest(*self._scored(vector, rows), limit)

    def _scored(self, vector: Float32, rows: NDArray[np.int64]) -> tuple[NDArray[np.object_], Float32]:
        return self.names.of(rows), cosines(self.matrix.vectors[rows], vector)

    def _rows_of(self, among: frozenset[ChunkId]) -> NDArray[np.int64]:
        """In order."""
        for selection, rows in self.kept:
            if selection is among:
                return rows
        found = self.names.find(among)
        if len(found) >= LARGE:
            self.kept[:] = [(among, found)]
        return found

    def _contenders(self, vector: Float32, limit: int, rows: NDArray[np.int64]) -> tuple[NDArray[np.object_], Float32]:
        """Those of `rows` that may be among the nearest `limit`, or as near as the last of them."""
        if len(rows) * GATHERED < self.size:
            estimates, margin = self.matrix.codes.at(rows).cosines(vector)
        else:
            estimates, margin = self.matrix.codes.cosines(vector)
            estimates = estimates if len(rows) == self.size else estimates[rows]
        is_likely = estimates >= largest(estimates, limit)
        likely, scores = self._scored(vector, rows[is_likely])
        # At least `limit` rows are as near as the worst of those.
        may_be = estimates >= largest(scores, limit) - margin - 10.0**-DECIMALS
        further, more = self._scored(vector, rows[may_be & ~is_likely])
        return np.concatenate([likely, further]), np.concatenate([scores, more])


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
        names = self._state.names
        gone = names.find_once(self._pending.deletes | self._pending.upserts.keys())
        ids = name_rows(list(self._pending.upserts))
        added = np.array(list(self._pending.upserts.values()), dtype="<f4").reshape(-1, self._dimension)
        with writing_to("The vector index", self._folder):
            live = np.setdiff1d(names.rows, gone, assume_unique=True)
            if self._is_wasteful(len(live) + len(added)):
                self._rewrite(live, ids, added)
            else:
                self._append(live, ids, added)
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
        return self._state.search(vector, limit, among) if limit > 0 else []

    def ids(self) -> frozenset[ChunkId]:
        return frozenset(self._state.names.of(self._state.names.rows).tolist())

    def count(self) -> int:
        """How many chunks there are."""
        return len(self._state.names.rows)

    def close(self) -> None:
        """Lets go of the file, which Windows would else not let anyone delete."""
        self._state = self._nothing()
        self._pending = Pending()

    def _numbers(self) -> Iterable[int]:
        return (int(file.stem) for file in self._folder.glob("*.json") if file.stem.isdigit())

    def _nothing(self) -> _Generation:
        none = np.zeros((0, self._dimension), dtype=np.float32)
        codes, steps, error = encoded(none)
        return _Generation(
            number=0,
            name="",
            born="",
            matrix=Matrix(vectors=none, codes=Codes(values=codes, steps=steps, error=error), ids=RowNames.nothing().ids),
            names=RowNames.nothing(),
        )

    def _open(self, number: int) -> _Generation:
        content = (self._folder / f"{number}.json").read_text(encoding="utf-8")
        try:
            manifest = json.loads(content)
            if "ids" in manifest:
                raise SchemaMismatch(
                    f"The vector index {str(self._folder)!r} was written by an earlier version of PaperAtlas.",
                    hint="`paperatlas doctor --fix` rebuilds it from the catalog.",
                )
            name, born, dimension = str(manifest["matrix"]), str(manifest["born"]), int(manifest["dimension"])
            size, dead, error = int(manifest["size"]), manifest["dead"], float(manifest["error"])
            if dimension == self._dimension:
                matrix = mapped(self._folder / name, dimension, rows=size, error=error)
                # Rows are only ever appended, so that a commit costs what it brings, and not what there is.
                known = self._state.names if born == self._state.born else RowNames.nothing()
                names = known.grown(matrix.ids, dead)
        except (ValueError, KeyError, TypeError, IndexError) as failure:
            raise self._damaged(f"its manifest {number} cannot be read: {failure}") from failure
        if dimension != self._dimension:
            raise SchemaMismatch(
                f"The vectors in {str(self._folder)!r} have {dimension} dimensions; the embedder's have {self._dimension}.",
                hint="Use the embedder the library was made with, or bring it to this one with `paperatlas reembed`.",
            )
        return _Generation(number=number, name=name, born=born, matrix=matrix, names=names)

    def _is_wasteful(self, live: int) -> bool:
        return self._state.size > 2 * live + SPARE_ROWS

    def _append(self, live: NDArray[np.int64], ids: NDArray[np.bytes_], added: Float32) -> None:
        """Publish the matrix with `added` at its end; of what was there, the rows `live` stay alive."""
        name, born = self._state.name or "1", self._state.born or uuid.uuid4().hex
        first, error = append(self._folder / name, ids, added)
        is_dead = np.ones(first + len(added), dtype=np.bool_)
        is_dead[live] = is_dead[first:] = False
        self._publish(name, born, is_dead, max(error, self._state.matrix.codes.error))

    def _rewrite(self, live: NDArray[np.int64], ids: NDArray[np.bytes_], added: Float32) -> None:
        """The same for a new matrix that holds nothing else."""
        name, matrix = str(self._state.number + 1), self._state.matrix
        all_ids, all_vectors = np.concatenate([matrix.ids[live], ids]), np.concatenate([matrix.vectors[live], added])
        first, error = append(self._folder / name, all_ids, all_vectors)
        is_dead = np.arange(first + len(all_ids)) < first
        self._publish(name, uuid.uuid4().hex, is_dead, error)

    def _publish(self, name: str, born: str, is_dead: NDArray[np.bool_], error: float) -> None:
        size, dead = len(is_dead), np.flatnonzero(is_dead).tolist()
        manifest = {"matrix": name, "born": born, "dimension": self._dimension, "error": error, "size": size, "dead": dead}
        whole = self._folder / f"{self._state.number + 1}.json"
        draft = whole.with_suffix(".draft")
        with draft.open("wb") as file:
            write(file, json.dumps(manifest).encode())
        draft.replace(whole)

    def _sweep(self) -> None:
        """Removes what no reader will open any more. A file that Windows holds for a reader goes at a later commit."""
        current = {f"{self._state.number}.json", *(f"{self._state.name}{suffix}" for suffix in SUFFIXES)}
        for file in self._folder.iterdir():
            if file.suffix in {".json", *SUFFIXES} and file.name not in current:
                with suppress(OSError):
                    file.unlink()

    def _damaged(self, why: str) -> LibraryDamaged:
        return LibraryDamaged(
            f"The vector index {str(self._folder)!r} is damaged: {why}.",
            hint="`paperatlas doctor --fix` rebuilds it from the catalog.",
        )
