"""Papers that name things and relate them, and what their coming and going changes in the graph."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

from paperatlas.core.ids import DocumentId, chunk_id, document_id
from paperatlas.core.knowledge import (
    Entity,
    EntityId,
    Evidence,
    Extraction,
    GraphChange,
    LocalEntity,
    Member,
    Mention,
    Relation,
)
from paperatlas.core.types import Chunk, ChunkKind, Document, Metadata
from paperatlas.graph.shape import document_graph, entity_node

Statement = tuple[str, str, str]
"""Head, predicate, tail."""


class Shelf:
    """What a catalog does for the graph: it knows which document names what, and so when an entity goes."""

    def __init__(self) -> None:
        self._papers: dict[DocumentId, tuple[Document, Chunk, Extraction]] = {}

    def put(self, name: str, *statements: Statement, text: str = "") -> GraphChange:
        """A paper, new or anew, that says these things."""
        paper = a_paper(name, statements, text)
        return self._changed({paper[0].id: paper})

    def remove(self, name: str) -> GraphChange:
        return self._changed({document_id(name.encode()): None})

    def _changed(self, papers: dict[DocumentId, "tuple[Document, Chunk, Extraction] | None"]) -> GraphChange:
        before = self._entities()
        self._papers = {key: paper for key, paper in (self._papers | papers).items() if paper is not None}
        after = self._entities()
        nodes, edges = [entity_node(entity) for key, entity in after.items() if before.get(key) != entity], []
        for paper in papers.values():
            if paper is not None:
                document, chunk, extraction = paper
                entity_of = {
                    Member(document.id, at): after[_identity(local.name)] for at, local in enumerate(extraction.entities)
                }
                own_nodes, own_edges = document_graph(document, [chunk], extraction, entity_of)
                nodes, edges = [*nodes, *own_nodes], [*edges, *own_edges]
        gone = tuple(key for key in before if key not in after)
        return GraphChange(documents=tuple(papers), nodes=tuple(nodes), edges=tuple(edges), entities_gone=gone)

    def _entities(self) -> dict[EntityId, Entity]:
        mentions: Counter[str] = Counter()
        documents: Counter[str] = Counter()
        for _, _, extraction in self._papers.values():
            names = [entity.name for entity in extraction.entities]
            mentions.update(names[mention.entity] for mention in extraction.mentions)
            documents.update(set(names))
        return {
            _identity(name): Entity(
                id=_identity(name), name=name, kind="method", aliases=(name.lower(),), mentions=mentions[name], documents=count
            )
            for name, count in documents.items()
        }


def a_paper(name: str, statements: Sequence[Statement], text: str = "") -> tuple[Document, Chunk, Extraction]:
    key = document_id(name.encode())
    text = text or ". ".join(" ".join(statement) for statement in statements)
    document = Document(
        id=key,
        name=f"{name}.pdf",
        metadata=Metadata(title=f"On {name}", year=2020),
        pages=1,
        words=len(text.split()),
        chunks=1,
        tables=0,
        figures=0,
        references=0,
        status="ready",
        added_at="2026-11-30T00:00:00Z",
    )
    chunk = Chunk(
        id=chunk_id(key, 0, text), document=key, ordinal=0, kind=ChunkKind.TEXT, text=text, context="", section="1 Introduction"
    )
    things = list(dict.fromkeys([document.title, *(end for head, _, tail in statements for end in (head, tail))]))
    relations = tuple(
        Relation(
            head=things.index(head),
            predicate=predicate,
            tail=things.index(tail),
            evidence=Evidence(page=1, quote=f"{head} {predicate} {tail} ({at})", chunk=chunk.id),
            extractor="test",
            confidence=0.75,
        )
        for at, (head, predicate, tail) in enumerate(statements)
    )
    mentions = tuple(
        Mention(entity=at, text=thing, evidence=Evidence(page=1, quote=thing, chunk=chunk.id), extractor="test", confidence=1)
        for at, thing in enumerate(things)
        if at
    )
    entities = tuple(LocalEntity(name=thing, kind="method", forms=(thing,)) for thing in things)
    return document, chunk, Extraction(document=key, entities=entities, mentions=mentions, relations=relations)


def _identity(name: str) -> EntityId:
    return EntityId(sha256(name.encode()).hexdigest()[:16])
