"""What asking the graph gives: rows with their evidence, how much there is, and all that is known of an entity."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from paperatlas.core.answers import Usage
from paperatlas.core.graph_ports import Backend, Stated
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.knowledge import Entity, EntityId, LocalEntity, Member, Standing
from paperatlas.core.types import Chunk

__all__ = ["EdgeEvidence", "EntityCard", "GraphAnswer", "GraphAsker", "GraphPath", "GraphStats", "PathStep", "Tried"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeEvidence:
    """An edge that an answer rests on, and where it is said."""

    edge: str
    """Its id."""
    head: str
    predicate: str
    """The relationship's type: "USES", "MENTIONS"."""
    tail: str
    document: DocumentId
    page: int
    quote: str
    """Verbatim; of a mention the sentence that names it. Empty where the graph keeps none."""
    chunk: ChunkId | None
    standing: Standing = Standing.ASSERTED


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """A query that did not become the answer."""

    cypher: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphAnswer:
    """What the graph says to a question."""

    question: str
    how: str
    """"template:<name>", "llm", "cypher" where the query was given, or "none": nothing could be asked, or nothing was found, and
    the passages may know."""
    cypher: str = ""
    """The query whose rows these are; empty when none was made."""
    parameters: Mapping[str, object] = field(default_factory=dict, hash=False)
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[object, ...], ...] = ()
    truncated: bool = False
    evidence: tuple[EdgeEvidence, ...] = ()
    """Of every edge that the rows were made from, in the order of the rows, each once."""
    evidence_of: Literal["rows", "returned", "none"] = "none"
    """The edges of the rows; where the query could not be traced, the edges among the entities returned; or there are none."""
    text: str = ""
    """The rows in English."""
    named: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Entities by name, and what the question calls them; empty where that was not looked at."""
    tries: tuple[Tried, ...] = ()
    warnings: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)


class GraphAsker(Protocol):
    """Asks the graph of a library in English, without a language model."""

    def ask(self, question: str) -> GraphAnswer:
        """Raises TimedOut, ProviderError, StoreError."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphStats:
    """How much the graph holds."""

    backend: Backend
    entities: int
    relations: int
    kinds: Mapping[str, int]
    predicates: Mapping[str, int]
    documents: Mapping[DocumentId, tuple[int, int]]
    """Entities and relations of each document that was read."""
    unread: tuple[DocumentId, ...]
    """Documents that were not read yet."""
    failures: Mapping[DocumentId, str]
    """Documents of which nothing could be extracted, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityCard:
    """All that the library says of an entity."""

    entity: Entity
    members: Mapping[Member, LocalEntity]
    """What each document calls it."""
    merges: tuple[str, ...]
    """Why its names are one, in words."""
    relations: tuple[Stated, ...]
    names: Mapping[EntityId, str]
    """Of the entities at the other ends."""
    others: tuple[Entity, ...]
    """Further entities that bear the name asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PathStep:
    """Two entities side by side on a path, and what shows that they hang together."""

    source: Entity
    target: Entity
    relations: tuple[Stated, ...]
    """Between them, in either direction, the surest first."""
    passages: tuple[Chunk, ...]
    """Where no relation is stated: those that name both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphPath:
    """A way from one entity to another."""

    entities: tuple[Entity, ...]
    steps: tuple[PathStep, ...]
