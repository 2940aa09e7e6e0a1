"""A graph that keeps nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from paperatlas.core.graph_ports import Backend
from paperatlas.core.knowledge import GraphChange, GraphEdge, GraphNode, GraphRows, Value
from paperatlas.graph.stores.changes import check, ends_elsewhere, refuse_missing
from paperatlas.graph.stores.kglite_engine import Snapshot, empty_graph, write

__all__ = ["MemoryStore"]


class MemoryStore:
    """Implements `GraphStore` without a disk.

    The state is a plain dictionary of nodes and one of edges, so that it is right by reading and the other stores can be
    held against it. Cypher is answered by the embedded engine, which is filled at the first query after a commit: an
    interpreter of our own would be one more dialect.
    """

    backend: Backend = "memory"

    def __init__(self) -> None:
        self._nodes: dict[str, GraphNode] = {}
        self._edges: dict[str, GraphEdge] = {}
        self._pending: tuple[dict[str, GraphNode], dict[str, GraphEdge]] | None = None
        self._snapshot: Snapshot | None = None

    def apply(self, change: GraphChange) -> None:
        check(change)
        nodes, edges = self._pending or (self._nodes, self._edges)
        needed = {end for ends in ends_elsewhere(change).values() for end in ends}
        refuse_missing(needed - nodes.keys())
        replaced = set(change.documents)
        kept = {identity: node for identity, node in nodes.items() if _document_of(node) not in replaced}
        nodes = kept | {node.id: _stored_node(node) for node in change.nodes}
        edges = {edge.id: edge for edge in edges.values() if edge.document not in replaced}
        edges |= {edge.id: _stored_edge(edge) for edge in change.edges}
        ended = {end for edge in edges.values() for end in (edge.source, edge.target)}
        gone = set(change.entities_gone) - ended
        self._pending = {identity: node for identity, node in nodes.items() if identity not in gone}, edges

    def commit(self) -> None:
        if self._pending is not None:
            (self._nodes, self._edges), self._pending = self._pending, None
            self._snapshot = None

    def refresh(self) -> None:
        """There is no other process."""

    def query(self, cypher: str, parameters: Mapping[str, object], *, limit: int, seconds: float) -> GraphRows:
        if self._snapshot is None:
            graph = empty_graph()
            documents = tuple({edge.document for edge in self._edges.values()})
            nodes, edges = tuple(self._nodes.values()), tuple(self._edges.values())
            write(graph, GraphChange(documents=documents, nodes=nodes, edges=edges))
            self._snapshot = Snapshot(graph)
        return self._snapshot.query(cypher, parameters, limit=limit, seconds=seconds)

    def nodes(self) -> Iterator[GraphNode]:
        return (self._nodes[identity] for identity in sorted(self._nodes))

    def edges(self) -> Iterator[GraphEdge]:
        return (self._edges[identity] for identity in sorted(self._edges))

    def close(self) -> None:
        """Nothing is kept."""
        self._nodes, self._edges, self._pending, self._snapshot = {}, {}, None, None


def _document_of(node: GraphNode) -> Value:
    """Whose a node is: a chunk its document's, a document its own, an entity nobody's, though it may be about one."""
    return {"Document": node.id, "Chunk": node.properties.get("doc_id")}.get(node.label)


def _stored_node(node: GraphNode) -> GraphNode:
    return replace(node, properties=_stated(node.properties))


def _stored_edge(edge: GraphEdge) -> GraphEdge:
    return replace(edge, properties=_stated(edge.properties))


def _stated(properties: Mapping[str, Value]) -> dict[str, Value]:
    """Without those that are None, which no engine keeps."""
    return {name: value for name, value in properties.items() if value is not None}
