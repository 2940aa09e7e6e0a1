"""A small graph made by hand, with what is awkward about real ones."""

from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import GraphEdge, GraphNode, Value

FIRST, SECOND = DocumentId("a" * 32), DocumentId("b" * 32)
NAMES = {FIRST: "glownet.pdf", SECOND: "mossbank.pdf"}
MARKUP = "</script><img src=x onerror=\"document.title='broken in'\">"
FORMULA = '=HYPERLINK("http://evil.example","click")'


def entity(identity: str, name: str, kind: str = "method", **others: Value) -> GraphNode:
    properties = {"id": identity, "name": name, "title": name, "type": kind, "mentions": 1, "documents": 1, **others}
    return GraphNode(id=identity, label="Entity", properties=properties)


def said(identity: str, head: str, predicate: str, tail: str, document: DocumentId = FIRST, **others: Value) -> GraphEdge:
    properties = {
        "id": identity,
        "doc_id": document,
        "page": 3,
        "quote": f"{head} {predicate.lower()} {tail}.",
        "confidence": 0.9,
        "extractor": "syntax",
        "standing": "asserted",
        **others,
    }
    return GraphEdge(id=identity, source=head, type=predicate, target=tail, document=document, properties=properties)


def document(identity: DocumentId, work: str) -> tuple[list[GraphNode], list[GraphEdge]]:
    """With one passage."""
    chunk = f"{identity[:16]}-00000-12345678"
    nodes = [
        GraphNode(
            id=identity,
            label="Document",
            properties={"id": identity, "name": NAMES[identity], "title": f"On {work}", "type": "document", "year": 2021},
        ),
        GraphNode(
            id=chunk,
            label="Chunk",
            properties={
                "id": chunk,
                "name": f"{NAMES[identity]} p. 1",
                "title": f"On {work}",
                "type": "chunk",
                "doc_id": identity,
                "page": 1,
                "section": "",
                "text": "Two lines,\nthe second with a tab\tand a back\\slash.",
            },
        ),
    ]
    edges = [
        _structural(identity, identity, "HAS_CHUNK", chunk),
        _structural(identity, identity, "IS", work),
    ]
    return nodes, edges


def mention(document: DocumentId, entity: str, count: int = 1, page: int = 1) -> GraphEdge:
    chunk = f"{document[:16]}-00000-12345678"
    edge = _structural(document, chunk, "MENTIONS", entity)
    return GraphEdge(
        id=edge.id,
        source=chunk,
        type="MENTIONS",
        target=entity,
        document=document,
        properties={**edge.properties, "page": page, "count": count, "weight": 1.5},
    )


def small_graph() -> tuple[list[GraphNode], list[GraphEdge]]:
    """Two papers, nine entities, seven pieces of evidence; ordered by id, as a store gives them."""
    first_nodes, first_edges = document(FIRST, "w1")
    second_nodes, second_edges = document(SECOND, "w2")
    nodes = [
        *first_nodes,
        *second_nodes,
        entity("w1", "On GlowNet", "work", doc_id=FIRST),
        entity("w2", "On Mossbank", "work", doc_id=SECOND),
        entity("e1", "GlowNet", "model", aliases=("glow net", "Glow-Net"), mentions=12),
        entity("e2", "Mossbank", "dataset", mentions=7),
        entity("e3", "Réseau Ω", "method"),
        entity("e4", MARKUP, "concept"),
        entity("e5", FORMULA, "metric"),
        entity("e6", "It's a \\ back\nslash", "person"),
        entity("e7", "Never related", "place"),
    ]
    edges = [
        *first_edges,
        *second_edges,
        mention(FIRST, "e1", count=5, page=2),
        mention(SECOND, "e1", count=1),
        mention(SECOND, "e7"),
        said("r1", "e1", "EVALUATED_ON", "e2", metric="accuracy", value="91.4 %", start=10, end=30),
        said("r2", "e1", "EVALUATED_ON", "e2", SECOND, page=8, quote='It\'s not evaluated on "Mossbank".', standing="negated"),
        said("r3", "e3", "EXTENDS", "e1", confidence=0.4),
        said("r4", "w1", "PROPOSES", "e1"),
        said("r5", "e1", "USES", "e4", quote=MARKUP),
        said("r6", "e2", "MEASURED_BY", "e5", SECOND),
        said("r7", "w2", "AUTHORED_BY", "e6", SECOND),
    ]
    return sorted(nodes, key=lambda node: node.id), sorted(edges, key=lambda edge: edge.id)


def _structural(document: DocumentId, source: str, kind: str, target: str) -> GraphEdge:
    identity = f"{kind}-{source}-{target}"
    properties = {"id": identity, "doc_id": document}
    return GraphEdge(id=identity, source=source, type=kind, target=target, document=document, properties=properties)
