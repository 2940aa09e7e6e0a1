"""What was asked of a vector index since its last commit."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Float32

__all__ = ["Pending"]


@dataclass(slots=True)
class Pending:
    """The last word on each id: its vector, or that it goes."""

    upserts: dict[ChunkId, Float32] = field(default_factory=dict)
    deletes: set[ChunkId] = field(default_factory=set)

    def upsert(self, ids: Sequence[ChunkId], vectors: Float32) -> None:
        for chunk, vector in zip(ids, vectors, strict=True):
            self.deletes.discard(chunk)
            self.upserts[chunk] = vector

    def delete(self, ids: Collection[ChunkId]) -> None:
        for chunk in ids:
            self.upserts.pop(chunk, None)
            self.deletes.add(chunk)

    def __bool__(self) -> bool:
        return bool(self.upserts or self.deletes)
