"""The schema contract: what a document is in the graph.

    (Document)-[:HAS_CHUNK]->(Chunk)-[:MENTIONS]->(Entity)        (Document)-[:IS]->(Entity of kind "work")
    (Entity)-[:USES | :EXTENDS | … one type a predicate]->(Entity)    one edge a piece of evidence

Every store holds exactly this, and `doctor` compares a store with what is made here from the catalog. A property that
has nothing to say (no year, no metric) is absent, since engines differ in what they make of an empty one.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from paperatlas.core.graph_ports import Stated
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.knowledge import (
    Entity,
    EntityId,
    Evidence,
    Extraction,
    GraphEdge,
    GraphNode,
    Member,
    Mention,
    Relation,
    Value,
)
from paperatlas.core.types import Chunk, Document

__all__ = [
    "HAS_CHUNK",
    "IS",
    "MENTIONS",
    "STRUCTURE",
    "document_graph",
    "edge_ends",
    "edge_id",
    "entity_node",
    "predicate_type",
    "stated_edge",
]

HAS_CHUNK, MENTIONS, IS = "HAS_CHUNK", "MENTIONS", "IS"
STRUCTURE: Mapping[str, tuple[str, str]] = {
    HAS_CHUNK: ("Document", "Chunk"),
    MENTIONS: ("Chunk", "Entity"),
    IS: ("Document", "Entity"),
}
"""The types of edges that are no relation between two entities, with the labels of their ends."""
ID_DIGITS = 24
"""Hex digits of an edge's id: 96 bits, so that among a thousand million edges two of one id are not to be expected."""
_NO_LETTER = re.compile(r"[^0-9A-Za-z]+")


def document_graph(
    document: Document, chunks: Iterable[Chunk], extraction: Extraction, entity_of: Mapping[Member, Entity]
) -> tuple[tuple[GraphNode, ...], tuple[GraphEdge, ...]]:
    """The nodes and edges of one document: the entities that it names are among them, as the whole library knows them.

    Both are ordered by id and each id is there once.
    """
    members = [entity_of[Member(document.id, number)] for number in range(len(extraction.entities))]
    kept = list(chunks)
    nodes = [_document_node(document), *(_chunk_node(document, chunk) for chunk in kept), *map(entity_node, members)]
    edges = [
        *(_structural(document.id, document.id, HAS_CHUNK, chunk.id) for chunk in kept),
        *(_structural(document.id, document.id, IS, work.id) for work in members[:1]),
        *_mentions(extraction, members, {chunk.id for chunk in kept}),
        *(_relation(document.id, relation, members) for relation in extraction.relations),
    ]
    # What two extractors found in one place is said once: of equal ids the surest is kept, since a later one replaces it.
    surest_last = sorted(edges, key=lambda edge: _confidence(edge.properties))
    return _once(nodes), tuple(sorted({edge.id: edge for edge in surest_last}.values(), key=lambda edge: edge.id))


def edge_id(
    *,
    document: DocumentId,
    head: EntityId,
    predicate: str,
    tail: EntityId,
    evidence: Evidence,
    metric: str = "",
    value: str = "",
) -> str:
    """The id of the edge that a relation is: the same as long as the same is said in the same place of the same document.

    The place of what has no span is its page and its quote. Metric and value belong to it because the cells of one row of
    a table state several results.
    """
    place = list(evidence.span) if evidence.span else [evidence.page, evidence.quote]
    return _hashed(document, predicate_type(predicate), head, tail, *place, metric, value)


def predicate_type(predicate: str) -> str:
    """A predicate as the type of an edge: "evaluated on" is EVALUATED_ON. Only ASCII, so that it needs no quoting anywhere."""
    name = _NO_LETTER.sub("_", predicate).strip("_").upper()
    return name if name[:1].isalpha() else f"R_{name}"


def edge_ends(kind: str) -> tuple[str, str]:
    """The labels of the nodes that an edge of a type goes from and to."""
    return STRUCTURE.get(kind, ("Entity", "Entity"))


def entity_node(entity: Entity) -> GraphNode:
    """An entity as a node; `doc_id` is that of the document which it is, where the library has it."""
    properties = _stated(
        id=entity.id,
        name=entity.name,
        title=entity.name,
        type=entity.kind,
        aliases=entity.aliases,
        mentions=entity.mentions,
        documents=entity.documents,
        doc_id=entity.document,
    )
    return GraphNode(id=entity.id, label="Entity", properties=properties)


def stated_edge(stated: Stated) -> GraphEdge:
    """A relation of the library as an edge."""
    evidence = stated.evidence
    identity = edge_id(
        document=stated.document,
        head=stated.head,
        predicate=stated.predicate,
        tail=stated.tail,
        evidence=evidence,
        metric=stated.metric,
        value=stated.value,
    )
    properties = _stated(
        id=identity,
        doc_id=stated.document,
        page=evidence.page,
        chunk_id=evidence.chunk,
        quote=evidence.quote,
        confidence=float(stated.confidence),
        extractor=stated.extractor,
        standing=stated.standing.value,
        metric=stated.metric or None,
        value=stated.value or None,
        start=evidence.span.start if evidence.span else None,
        end=evidence.span.end if evidence.span else None,
    )
    kind = predicate_type(stated.predicate)
    return GraphEdge(
        id=identity, source=stated.head, type=kind, target=stated.tail, document=stated.document, properties=properties
    )


def _document_node(document: Document) -> GraphNode:
    said = document.metadata
    properties = _stated(
        id=document.id,
        name=document.name,
        title=document.title,
        type="document",
        authors=said.authors,
        year=said.year,
        venue=said.venue or None,
        doi=said.doi or None,
        arxiv_id=said.arxiv_id or None,
        language=said.language or None,
        pages=document.pages,
    )
    return GraphNode(id=document.id, label="Document", properties=properties)


def _chunk_node(document: Document, chunk: Chunk) -> GraphNode:
    properties = _stated(
        id=chunk.id,
        name=f"{document.name} p. {chunk.page}",
        title=document.title,
        type="chunk",
        doc_id=document.id,
        page=chunk.page,
        section=chunk.section,
        text=chunk.text,
    )
    return GraphNode(id=chunk.id, label="Chunk", properties=properties)


def _structural(document: DocumentId, source: str, kind: str, target: str) -> GraphEdge:
    """An edge that is no statement of the text: there is one of a kind between two nodes."""
    identity = _hashed(document, kind, source, target)
    properties: dict[str, Value] = {"id": identity, "doc_id": document}
    return GraphEdge(id=identity, source=source, type=kind, target=target, document=document, properties=properties)


def _mentions(extraction: Extraction, members: Sequence[Entity], chunks: set[ChunkId]) -> Iterator[GraphEdge]:
    """One edge a passage and entity, with how often and how much it is about it. Metadata stands in no passage."""

    def place(mention: Mention) -> tuple[ChunkId, EntityId]:
        return mention.evidence.chunk or ChunkId(""), members[mention.entity].id

    placed = [mention for mention in extraction.mentions if mention.evidence.chunk in chunks]
    for (chunk, entity), group in groupby(sorted(placed, key=place), key=place):
        found = list(group)
        identity = _hashed(extraction.document, MENTIONS, chunk, entity)
        yield GraphEdge(
            id=identity,
            source=chunk,
            type=MENTIONS,
            target=entity,
            document=extraction.document,
            properties={
                "id": identity,
                "doc_id": extraction.document,
                "page": min(mention.evidence.page for mention in found),
                "count": len(found),
                "weight": float(sum(mention.weight for mention in found)),
            },
        )


def _relation(document: DocumentId, relation: Relation, members: Sequence[Entity]) -> GraphEdge:
    return stated_edge(
        Stated(
            head=members[relation.head].id,
            predicate=relation.predicate,
            tail=members[relation.tail].id,
            document=document,
            evidence=relation.evidence,
            standing=relation.standing,
            extractor=relation.extractor,
            confidence=relation.confidence,
            metric=relation.metric,
            value=relation.value,
        )
    )


def _stated(**properties: Value) -> dict[str, Value]:
    return {name: _encodable(value) for name, value in properties.items() if value is not None}


def _encodable(value: Value) -> Value:
    """A value without half surrogate pairs, which broken fonts leave in texts and no database takes."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
    return tuple(str(_encodable(part)) for part in value) if isinstance(value, tuple) else value


def _confidence(properties: Mapping[str, Value]) -> float:
    value = properties.get("confidence", 0.0)
    return value if isinstance(value, float) else 0.0


def _once(nodes: Iterable[GraphNode]) -> tuple[GraphNode, ...]:
    return tuple(sorted({node.id: node for node in nodes}.values(), key=lambda node: node.id))


def _hashed(*parts: object) -> str:
    """Each part with its length before it, so that ("ab", "c") and ("a", "bc") differ."""
    digest = hashlib.sha256()
    for part in parts:
        content = str(part).encode("utf-8", "surrogatepass")
        digest.update(len(content).to_bytes(8, "big") + content)
    return digest.hexdigest()[:ID_DIGITS]
