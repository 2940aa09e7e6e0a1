"""A small graph of four papers, as the schema contract has it: what the battery of queries is asked of.

The rows that are expected of it (tests/data/cypher_battery.jsonl) were computed from these tables in Python and with
networkx, not by any engine.
"""

from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import GraphChange, GraphEdge, GraphNode, Value

ENTITIES: tuple[tuple[str, str, str, tuple[str, ...], int | None], ...] = (
    ("e1", "BERT", "Model", ("Bidirectional Encoder Representations", "bert-base"), 2018),
    ("e2", "Transformer", "Architecture", ("Transformer network",), 2017),
    ("e3", "Attention", "Method", ("self-attention", "Attention Mechanism"), 2014),
    ("e4", "GPT-3", "Model", (), 2020),
    ("e5", "RoBERTa", "Model", ("roberta-base",), 2019),
    ("e6", "SQuAD", "Dataset", (), 2016),
    ("e7", "GLUE", "Dataset", (), 2018),
    ("e8", "WikiText", "Dataset", (), 2016),
    ("e9", "Neo4j", "Tool", ("neo",), None),
    ("e10", "GraphRAG", "Method", ("Graph RAG",), 2024),
    ("e11", "RAG", "Method", ("Retrieval-Augmented Generation",), 2020),
    ("e12", 'O\'Reilly "Q" \\x', "Tool", (), None),
    ("e13", "Étude café", "Concept", (), None),
    ("e14", "Isolated", "Concept", (), None),
)
"""Id, name, kind, aliases, year."""
RELATIONS = (
    ("e1", "USES", "e2", "d1", 2, "c1", 0.95),
    ("e2", "USES", "e3", "d1", 3, "c2", 0.99),
    ("e4", "USES", "e2", "d2", 1, "c3", 0.9),
    ("e5", "EXTENDS", "e1", "d2", 2, "c4", 0.97),
    ("e1", "EVALUATED_ON", "e6", "d1", 5, "c2", 0.8),
    ("e1", "EVALUATED_ON", "e7", "d1", 5, "c2", 0.85),
    ("e5", "EVALUATED_ON", "e7", "d2", 4, "c4", 0.88),
    ("e5", "EVALUATED_ON", "e6", "d2", 4, "c4", 0.7),
    ("e4", "EVALUATED_ON", "e8", "d2", 6, "c3", 0.6),
    ("e10", "EXTENDS", "e11", "d3", 1, "c5", 0.92),
    ("e10", "USES", "e9", "d3", 2, "c5", 0.55),
    ("e11", "USES", "e1", "d3", 3, "c6", 0.65),
    ("e3", "RELATED_TO", "e3", "d1", 3, "c2", 0.1),
    ("e1", "USES", "e2", "d3", 4, "c6", 0.5),
)
"""Head, type, tail, document, page, chunk, confidence. One is a loop, and one is stated in two papers."""
DOCUMENTS = (
    ("d1", "Attention Paper", 2017),
    ("d2", "Language Models", 2020),
    ("d3", "Graph RAG Survey", 2024),
    ("d4", "Empty doc", None),
)
CHUNKS = (
    ("c1", "d1", 2, "BERT builds on the Transformer."),
    ("c2", "d1", 3, "Self-attention; evaluated on SQuAD and GLUE"),
    ("c3", "d2", 1, "GPT-3 is a large transformer"),
    ("c4", "d2", 2, "RoBERTa extends BERT"),
    ("c5", "d3", 1, "GraphRAG extends RAG with Neo4j"),
    ("c6", "d3", 3, "RAG retrieves with BERT"),
)
MENTIONS = (
    ("c1", "e1", 2), ("c1", "e2", 1), ("c2", "e3", 1), ("c2", "e6", 1), ("c2", "e7", 1), ("c3", "e4", 1), ("c3", "e2", 1),
    ("c4", "e5", 1), ("c4", "e1", 3), ("c5", "e10", 1), ("c5", "e11", 1), ("c5", "e9", 1), ("c6", "e11", 1), ("c6", "e1", 1),
)  # fmt: skip


def battery_graph() -> GraphChange:
    """From an empty graph to this one."""
    return GraphChange(documents=tuple(DocumentId(identity) for identity, _, _ in DOCUMENTS), nodes=_nodes(), edges=_edges())


def _nodes() -> tuple[GraphNode, ...]:
    return (
        *(
            _node("Document", id=key, name=f"{key}.pdf", title=title, type="document", year=year)
            for key, title, year in DOCUMENTS
        ),
        *(
            _node(
                "Chunk",
                id=key,
                name=f"{document}.pdf p. {page}",
                title=document,
                type="chunk",
                doc_id=document,
                page=page,
                text=text,
            )
            for key, document, page, text in CHUNKS
        ),
        *(
            _node("Entity", id=key, name=name, title=name, type=kind, aliases=also, year=year)
            for key, name, kind, also, year in ENTITIES
        ),
    )


def _edges() -> tuple[GraphEdge, ...]:
    document_of = {chunk: document for chunk, document, _, _ in CHUNKS}
    mentions = [
        _edge(f"m-{at}", chunk, "MENTIONS", entity, document_of[chunk], count=count)
        for at, (chunk, entity, count) in enumerate(MENTIONS)
    ]
    relations = [
        _edge(f"r-{at}", head, kind, tail, document, page=page, chunk_id=chunk, confidence=confidence)
        for at, (head, kind, tail, document, page, chunk, confidence) in enumerate(RELATIONS)
    ]
    held = [_edge(f"h-{chunk}", document, "HAS_CHUNK", chunk, document) for chunk, document, _, _ in CHUNKS]
    return (*held, *mentions, *relations)


def _node(label: str, **properties: Value) -> GraphNode:
    return GraphNode(id=str(properties["id"]), label=label, properties=properties)  # type: ignore[arg-type]


def _edge(key: str, source: str, kind: str, target: str, document: str, **properties: Value) -> GraphEdge:
    said = {"id": key, "doc_id": document, **properties}
    return GraphEdge(id=key, source=source, type=kind, target=target, document=DocumentId(document), properties=said)
