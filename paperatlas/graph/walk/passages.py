"""Passages and entities as a graph to walk on: a passage leads to the entities it names, an entity to the passages about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array, diags_array

from paperatlas.core.graph_ports import Incidence
from paperatlas.core.ids import ChunkId
from paperatlas.core.knowledge import EntityId

__all__ = ["ABOUT", "Floats", "PassageGraph"]

Floats = NDArray[np.float64]

ABOUT = 3.0
"""Weight of mentions from which a passage is about an entity: its title or subject, or named in it again and again."""
_SHARPNESS = 2.5
"""Power of that weight when an entity's mass is shared out: the passage that an entity is the title or subject of (weight 5)
gets fifty times what one that mentions it in passing (weight 1) gets. Of 1, 1.5 and 2.5 the last found most (docs)."""
_MOST_ABOUT, _MOST_NAMED = 10.0, 2.0
"""Weights above these count as these: a passage leads on to what it names, however often it names it."""
_SYNONYM = 0.5
"""What a passage about an entity counts for another that is likely the same."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PassageGraph:
    """The graph of one state of a library, in memory."""

    chunks: Sequence[ChunkId]
    entities: Sequence[EntityId]
    row: Mapping[ChunkId, int]
    column: Mapping[EntityId, int]
    about: csc_array
    """Float32[chunks, entities], columns sum to 1: how an entity's mass is shared out among the passages about it."""
    named: csr_array
    """Float32[chunks, entities], rows sum to 1: how a passage's mass is shared out among what it names, rare names first."""
    rarity: Floats
    """Of each entity: nats of surprise that a passage names it."""
    aboutness: Floats
    """Of each entity: the weight of its mentions in the passage that is most about it."""

    @classmethod
    def of(cls, incidence: Incidence, synonyms: csr_array | None = None) -> "PassageGraph":
        """`synonyms`, a matrix over the entities, says which other entities a passage about one may be about as well."""
        shape = (len(incidence.chunks), len(incidence.entities))
        weights = csr_array((incidence.weights.astype(np.float32), (incidence.rows, incidence.columns)), shape=shape)
        passages = np.bincount(incidence.columns, minlength=shape[1])
        rarity = np.log1p(shape[0] / np.maximum(passages, 1))
        about, named = weights.copy(), weights.copy()
        about.data = np.minimum(about.data, _MOST_ABOUT) ** _SHARPNESS
        if synonyms is not None:
            about = csr_array(about + np.float32(_SYNONYM) * (about @ synonyms))
        named.data = np.minimum(named.data, _MOST_NAMED)
        named = _scaled_columns(named, rarity)
        return cls(
            chunks=incidence.chunks,
            entities=incidence.entities,
            row={chunk: at for at, chunk in enumerate(incidence.chunks)},
            column={entity: at for at, entity in enumerate(incidence.entities)},
            about=csc_array(_scaled_columns(about, _inverse(about.sum(axis=0)))),
            named=csr_array(diags_array(_inverse(named.sum(axis=1)), dtype=np.float32) @ named),
            rarity=rarity,
            aboutness=_largest(incidence, shape[1]),
        )

    @property
    def bytes(self) -> int:
        """What the matrices take up."""
        return sum(part.nbytes for each in (self.about, self.named) for part in (each.data, each.indices, each.indptr))

    def passages(self, entity: EntityId) -> list[tuple[ChunkId, float]]:
        """The passages that mention an entity or its synonyms, most about it first, with their shares."""
        at = self.column.get(entity)
        if at is None:
            return []
        column = self.about[:, [at]].tocoo()
        found = [(self.chunks[row], float(share)) for row, share in zip(column.row, column.data, strict=True)]
        return sorted(found, key=lambda item: (-item[1], item[0]))


def _scaled_columns(matrix: csr_array, factors: Floats) -> csr_array:
    return csr_array(matrix @ diags_array(factors, dtype=np.float32))


def _inverse(sums: Floats) -> Floats:
    """0 for 0: who has no one to share with keeps nothing."""
    wide = np.asarray(sums, dtype=np.float64)
    return np.divide(1.0, wide, out=np.zeros_like(wide), where=wide > 0)


def _largest(incidence: Incidence, entities: int) -> Floats:
    largest = np.zeros(entities)
    np.maximum.at(largest, incidence.columns, incidence.weights)
    return largest
