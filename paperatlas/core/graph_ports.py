"""What the domain needs of a knowledge graph."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.knowledge import (
    Entity,
    EntityId,
    Evidence,
    Extraction,
    GraphChange,
    GraphEdge,
    GraphNode,
    GraphRows,
    Standing,
)

__all__ = ["Backend", "GraphReader", "GraphStore", "Incidence", "Knowledge", "Stated"]

Backend: TypeAlias = Literal["memory", "embedded", "neo4j"]


class GraphReader(Protocol):
    """A property graph that answers read-only Cypher."""

    def query(self, cypher: str, parameters: Mapping[str, object], *, limit: int, seconds: float) -> GraphRows:
        """Rows of a query, at most `limit`. It is held against the guard first, and the engine is read-only as well.

        Raises:
            InputError: the guard or the engine refuses the query; the message says why.
            TimedOut: it took longer than `seconds`.
            ProviderError: the service is down or refuses.
        """
        ...


class GraphStore(GraphReader, Protocol):
    """The graph of a library. Writes are durable and visible to readers after `commit`."""

    backend: Backend

    def apply(self, change: GraphChange) -> None:
        """May be interrupted anywhere and simply done again.

        Raises:
            StoreError: the graph cannot be written.
            ProviderError: its service is down or refuses.
        """
        ...

    def commit(self) -> None: ...
    def refresh(self) -> None:
        """See what other processes have committed."""
        ...

    def nodes(self) -> Iterator[GraphNode]:
        """All, ordered by id: for checks and exports."""
        ...

    def edges(self) -> Iterator[GraphEdge]:
        """All, ordered by id."""
        ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A relation of the library, as one document states it."""

    head: EntityId
    predicate: str
    tail: EntityId
    document: DocumentId
    evidence: Evidence
    standing: Standing
    extractor: str
    confidence: float
    metric: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Incidence:
    """Which passages mention which entities, in the whole library: a sparse matrix of weights."""

    chunks: Sequence[ChunkId]
    entities: Sequence[EntityId]
    rows: NDArray[np.int32]
    """Index into `chunks` of each mention; a passage's mentions of one entity are summed into one."""
    columns: NDArray[np.int32]
    """Index into `entities`."""
    weights: NDArray[np.float32]


class Knowledge(Protocol):
    """The read side of what the catalog knows of entities and relations."""

    def extraction(self, document: DocumentId) -> Extraction:
        """Empty for a document of which nothing has been extracted yet."""
        ...

    def entities(self, ids: Collection[EntityId]) -> Mapping[EntityId, Entity]:
        """Those of `ids` that exist."""
        ...

    def named(self, keys: Collection[str]) -> Mapping[str, tuple[EntityId, ...]]:
        """The entities that have a form with one of these keys (`core.naming.name_key`); most mentioned first."""
        ...

    def all_entities(self, *, kind: str = "", document: DocumentId | None = None) -> Sequence[Entity]:
        """Most mentioned first, then by name."""
        ...

    def relations(self, *, entities: Collection[EntityId] | None = None, document: DocumentId | None = None) -> Sequence[Stated]:
        """Of the whole library, of a document, or those with one of these entities at an end; in order of document and place."""
        ...

    def incidence(self) -> Incidence: ...
