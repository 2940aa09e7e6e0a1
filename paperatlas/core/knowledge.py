"""What papers say as a graph: entities, where they are mentioned, and how they are related, each with its evidence.

A document is read by itself into an `Extraction`: its own entities, numbered, with their mentions and relations. Then the
entities of all documents are resolved into those of the library (`Entity`). Everything of a document goes with it, so
nothing of one that was removed can be left behind.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, NamedTuple, NewType, TypeAlias

from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.types import Box, Span

__all__ = [
    "KINDS",
    "Entity",
    "EntityId",
    "Evidence",
    "Extraction",
    "GraphChange",
    "GraphEdge",
    "GraphNode",
    "GraphRows",
    "LocalEntity",
    "Member",
    "Mention",
    "Relation",
    "Standing",
    "Value",
]

EntityId = NewType("EntityId", str)
"""16 hex digits: the hash of an entity's kind and the key of its name."""

KINDS: Mapping[str, str] = {
    "work": "a paper, in the library or cited; each document is one",
    "method": "a technique, algorithm or procedure",
    "model": "a trained or named model or system",
    "dataset": "data, a corpus or a benchmark",
    "task": "what is to be solved",
    "metric": "a measure of quality or size",
    "material": "a substance, drug, chemical or instrument",
    "organism": "a species, cell, gene or protein",
    "disease": "an illness or a condition",
    "person": "a human being, author or not",
    "organisation": "a company, university, party, band, team",
    "place": "a country, city, river, building",
    "event": "a war, election, conference, match",
    "creation": "a book, film, song, law, product",
    "concept": "what has a name and is none of these",
}
"""The kinds that extraction without a model gives. The schema is open: a setting or a model may add others."""


class Standing(StrEnum):
    """Whether the text says that a relation holds."""

    ASSERTED = "asserted"
    NEGATED = "negated"
    HYPOTHETICAL = "hypothetical"
    """May, could, if, future work."""
    ATTRIBUTED = "attributed"
    """Told as what others say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Where a document says something."""

    page: int
    quote: str
    """Verbatim: `Page.text` under `span`; of a table its printed row, of a title or a list of authors what is printed."""
    span: Span | None = None
    """None where the words are no body text: a table's row, metadata."""
    chunk: ChunkId | None = None
    """The passage it stands in; None for metadata."""
    boxes: tuple[Box, ...] = ()
    """Of a table's cells; those of a span are asked of its page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalEntity:
    """An entity as one document knows it: all ways in which it names it there."""

    name: str
    """The fullest form as printed."""
    kind: str
    """A key of KINDS, or of the schema in use."""
    forms: tuple[str, ...]
    """All forms as printed, `name` and acronyms that the document defines among them; ordered, each once."""
    identifiers: tuple[str, ...] = ()
    """"doi:10.1000/x", "arxiv:1706.03762", "email:a@b.c": what tells works and people apart, or makes them one."""
    context: tuple[str, ...] = ()
    """Of a person co-authors and affiliations; of a work authors and year. Folded (`core.text.fold`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A place where a document names an entity."""

    entity: int
    """Index into the extraction's entities."""
    text: str
    """As printed."""
    evidence: Evidence
    """`quote` is `text`."""
    extractor: str
    """What found it: "ner", "terms", "acronym", "table", "metadata", "dictionary", "llm:<model>"."""
    confidence: float
    """0 to 1."""
    weight: float = 1.0
    """How much the passage is about it: 1 for a mention in passing, up to 5 for its title or subject."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """That a document relates two entities, in one place. Said twice, it is two."""

    head: int
    """Index into the extraction's entities."""
    predicate: str
    """Lower case with underscores: "uses", "evaluated_on"."""
    tail: int
    evidence: Evidence
    """`quote` is the sentence or the row."""
    extractor: str
    confidence: float
    standing: Standing = Standing.ASSERTED
    metric: str = ""
    """Of a result: what was measured, as printed."""
    value: str = ""
    """Of a result: the number as printed, with its unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What one document says."""

    document: DocumentId
    entities: tuple[LocalEntity, ...] = ()
    """The first is the document itself, of kind "work"."""
    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()


class Member(NamedTuple):
    """An entity of one document."""

    document: DocumentId
    number: int
    """Index into the entities of the document's extraction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """An entity of the library: what its documents name, made one."""

    id: EntityId
    name: str
    kind: str
    aliases: tuple[str, ...] = ()
    """Its other forms, ordered, without `name`."""
    mentions: int = 0
    documents: int = 0
    document: DocumentId | None = None
    """Of a work that is in the library: the document."""


# The graph as a store holds it

Value: TypeAlias = str | int | float | bool | tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphNode:
    """A node. Every node has the properties id, name, title and type, since engines differ in what they make of absent ones."""

    id: str
    """Of a document its id, of a chunk its id, of an entity its id."""
    label: Literal["Document", "Chunk", "Entity"]
    properties: Mapping[str, Value] = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphEdge:
    """An edge, which is one piece of evidence: two sentences that say the same are two edges."""

    id: str
    source: str
    type: str
    """Upper case with underscores: HAS_CHUNK, MENTIONS, IS, or a predicate."""
    target: str
    document: DocumentId
    """Whose it is: it goes when the document does."""
    properties: Mapping[str, Value] = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphChange:
    """From one state of the graph to the next. To apply it twice is to apply it once."""

    documents: tuple[DocumentId, ...]
    """All their nodes (document and chunks) and edges go first, and then come those given here, if any."""
    nodes: tuple[GraphNode, ...] = ()
    edges: tuple[GraphEdge, ...] = ()
    entities_gone: tuple[EntityId, ...] = ()
    """They have no edge left but of `documents`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphRows:
    """What a query gave."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    """JSON values. A node is {"id", "label", "name", "type", …its properties}, an edge {"id", "type", "source", "target", …}."""
    truncated: bool = False
    """There were more rows than asked for."""
    warnings: tuple[str, ...] = ()
