"""Which chunk each row of a matrix is of, with a few bytes a row in memory whatever the size of the library."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from paperatlas.core.ids import ChunkId

__all__ = ["WIDTH", "RowNames", "name_rows"]

WIDTH = 48
"""Bytes of an id in the file; one of ours has 31."""


@dataclass(frozen=True, kw_only=True)
class RowNames:
    """Ids are bytes of a file. In memory each row has the hash of its id, and whether it is alive.

    Two ids of one hash are not told apart: among a million rows that happens once in thirty million libraries.
    """

    ids: NDArray[np.bytes_]
    """S48[rows]"""
    keys: NDArray[np.int64]
    is_alive: NDArray[np.bool_]

    @classmethod
    def nothing(cls) -> "RowNames":
        return cls(ids=np.zeros(0, dtype=f"S{WIDTH}"), keys=np.zeros(0, dtype=np.int64), is_alive=np.zeros(0, dtype=np.bool_))

    def grown(self, ids: NDArray[np.bytes_], dead: Sequence[int]) -> "RowNames":
        """The same rows and more after them; `dead` are all that are dead."""
        new = ids[len(self.keys) :]
        is_alive = np.ones(len(ids), dtype=np.bool_)
        is_alive[np.asarray(dead, dtype=np.int64)] = False
        return RowNames(ids=ids, keys=np.concatenate([self.keys, _keys(new.tolist())]), is_alive=is_alive)

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """Those that are alive, in order."""
        return np.flatnonzero(self.is_alive)

    def of(self, rows: NDArray[np.int64]) -> NDArray[np.object_]:
        """The ids of these rows."""
        return np.array([ChunkId(name.decode()) for name in self.ids[rows].tolist()], dtype=object)

    def find(self, chunks: Collection[ChunkId]) -> NDArray[np.int64]:
        """The rows of those that there are, in order. The first call puts all rows in order, which a search can wait for once."""
        keys, rows = self._ordered
        found = rows[_places(_keys([chunk.encode() for chunk in chunks]), keys)]
        found.sort()
        return found

    def find_once(self, chunks: Collection[ChunkId]) -> NDArray[np.int64]:
        """The same in one pass over all rows, for a writer who changes them after that."""
        wanted = np.sort(_keys([chunk.encode() for chunk in chunks]))
        return self.rows[_is_in(self.keys[self.rows], wanted)]

    @cached_property
    def _ordered(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The keys in order, and the rows that they are of."""
        keys = self.keys[self.rows]
        order = np.argsort(keys)
        return keys[order], self.rows[order]


def name_rows(ids: Sequence[ChunkId]) -> NDArray[np.bytes_]:
    """Ids as the file has them.

    Raises:
        ValueError: one is too long.
    """
    names = [chunk.encode() for chunk in ids]
    if long := next((name for name in names if len(name) > WIDTH), None):
        raise ValueError(f"The id {long!r} has more than {WIDTH} bytes.")
    return np.array(names, dtype=f"S{WIDTH}")


def _keys(names: Sequence[bytes]) -> NDArray[np.int64]:
    return np.fromiter(map(hash, names), dtype=np.int64, count=len(names))


def _is_in(keys: NDArray[np.int64], ordered: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which of the keys are among those in order."""
    if not len(ordered):
        return np.zeros(len(keys), dtype=np.bool_)
    return np.asarray(ordered[_at(keys, ordered)] == keys)


def _places(wanted: NDArray[np.int64], ordered: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where those of the keys stand that are among those in order."""
    return _at(wanted, ordered)[_is_in(wanted, ordered)]


def _at(keys: NDArray[np.int64], ordered: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.minimum(np.searchsorted(ordered, keys), len(ordered) - 1)
