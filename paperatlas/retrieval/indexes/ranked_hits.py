"""The best hits of a query in a lexical index, held as numbers: which chunk a hit is, is asked of those alone that count."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from paperatlas.core.ids import ChunkId
from paperatlas.retrieval.indexes.ranking import DECIMALS

if TYPE_CHECKING:
    from tantivy import DocAddress

__all__ = ["Ranked", "Selection", "group_of", "key_of"]

TIE = 10.0**-DECIMALS


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The chunks that a search may find."""

    keys: NDArray[np.uint64]
    """In order."""
    groups: frozenset[str]

    @classmethod
    def of(cls, chunks: Collection[ChunkId]) -> "Selection":
        keys = np.fromiter(map(key_of, chunks), dtype=np.uint64, count=len(chunks))
        return cls(keys=np.sort(keys), groups=frozenset(map(group_of, chunks)))

    def has(self, keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
        at = np.searchsorted(self.keys, keys)
        return np.asarray(self.keys[np.minimum(at, len(self.keys) - 1)] == keys)


@dataclass(frozen=True, kw_only=True)
class Ranked:
    """Hits, best first."""

    scores: NDArray[np.float64]
    keys: NDArray[np.uint64]
    addresses: Sequence["DocAddress"]
    is_whole: bool
    """There are no more."""

    @property
    def last(self) -> float:
        """No other hit has a higher score than this."""
        return 0.0 if self.is_whole else float(self.scores[-1])

    def first(self, limit: int, among: Selection | None) -> list[tuple["DocAddress", float]] | None:
        """The best `limit` in the selection, with all that share the last one's score; None when that takes more hits."""
        kept = np.arange(len(self.keys)) if among is None else np.flatnonzero(among.has(self.keys))
        scores = self.scores[kept]
        lowest = float(scores[limit - 1]) - TIE if len(kept) >= limit else 0.0
        if self.last >= lowest and not self.is_whole:
            return None
        return [(self.addresses[at], float(self.scores[at])) for at in kept[scores >= lowest]]

    @cached_property
    def _score(self) -> dict[int, float]:
        return dict(zip(self.keys.tolist(), self.scores.round(DECIMALS).tolist(), strict=True))

    def scores_of(self, chunks: Collection[ChunkId]) -> dict[ChunkId, float]:
        """Of chunks that may not be among the hits: such a one has the score of the last hit at most, and is given that."""
        last, found = round(self.last, DECIMALS), self._score
        return {chunk: found.get(key_of(chunk), last) for chunk in chunks}


def key_of(chunk: ChunkId) -> int:
    """A number for the chunk: indexes hand out numbers a hundred times as fast as texts."""
    return int.from_bytes(hashlib.blake2b(chunk.encode(), digest_size=8).digest(), "big")


def group_of(chunk: ChunkId) -> str:
    """What the chunks of one document have in common. It only has to be fair: that a chunk is selected, its key says."""
    return chunk.partition("-")[0]
