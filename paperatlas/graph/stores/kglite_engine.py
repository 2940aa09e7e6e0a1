"""The embedded engine: how a change is written to a kglite graph, and what is read from a frozen one."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from paperatlas.core.errors import InputError, TimedOut
from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import GraphChange, GraphEdge, GraphNode, GraphRows, Value
from paperatlas.graph.cypher.guard import assert_read_only
from paperatlas.graph.stores.changes import batches, by_label, by_type, check, ends_elsewhere, properties_of, refuse_missing
from paperatlas.graph.stores.values import Json, edge_json, node_json, path_json, scalar

if TYPE_CHECKING:
    import kglite

__all__ = ["Snapshot", "empty_graph", "write"]

BATCH = 10_000
"""Rows of one statement: more is no faster (20,000 edges take twice what 10,000 do), and each is one more copy of them."""
_WRONG_PASSES = ["fold_pass_through_with"]
"""With it, `MATCH ()-[r]->() WITH r MATCH (c) WHERE c.id = r.chunk_id` finds nothing (0.21.2)."""
_NODE = {"id", "labels", "properties"}
_EDGE = {"id", "start", "end", "type", "properties"}
_PATH = {"nodes", "relationships"}


def empty_graph() -> "kglite.KnowledgeGraph":
    import kglite  # noqa: PLC0415 - only commands that use the graph load it

    # They are in every result, where they are looked at; by default each is printed to the user's terminal as well.
    kglite.set_query_warning_policy("silent")
    graph = kglite.KnowledgeGraph()
    graph.create_index("Chunk", "doc_id")
    graph.create_index("Entity", "name")
    return graph


def write(graph: "kglite.KnowledgeGraph", change: GraphChange) -> None:
    """Brings a graph to where the change says. Done again it changes nothing.

    Raises:
        StoreError: an edge ends at a node that is not there; nothing is written then.
    """
    check(change)
    for label, ids in ends_elsewhere(change).items():
        known: Any = graph.cypher(f"UNWIND $ids AS id MATCH (n:{label} {{id: id}}) RETURN id", params={"ids": list(ids)})
        refuse_missing(ids - set(known.column("id")))
    _remove(graph, change.documents)
    for label, nodes in by_label(change.nodes):
        for batch in batches(nodes, BATCH):
            rows = [{"id": node.id, "properties": properties_of(node)} for node in batch]
            graph.cypher(f"UNWIND $rows AS row MERGE (n:{label} {{id: row.id}}) SET n = row.properties", params={"rows": rows})
    for kind, (head, tail), edges in by_type(change.edges):
        graph.cypher(f"CREATE INDEX IF NOT EXISTS FOR ()-[r:{kind}]-() ON (r.doc_id)")
        create = (
            f"UNWIND $rows AS row MATCH (a:{head} {{id: row.source}}), (b:{tail} {{id: row.target}}) "
            f"CREATE (a)-[r:{kind}]->(b) SET r = row.properties"
        )
        for some in batches(edges, BATCH):
            rows = [{"source": edge.source, "target": edge.target, "properties": properties_of(edge)} for edge in some]
            graph.cypher(create, params={"rows": rows})
    gone = "UNWIND $ids AS id MATCH (e:Entity {id: id}) WHERE NOT (e)--() DELETE e"
    graph.cypher(gone, params={"ids": list(change.entities_gone)})


def _remove(graph: "kglite.KnowledgeGraph", documents: Sequence[DocumentId]) -> None:
    """Deletes the nodes of documents with their edges, and then the relations that they state."""
    given = {"documents": list(documents)}
    graph.cypher("UNWIND $documents AS document MATCH (c:Chunk {doc_id: document}) DETACH DELETE c", params=given)
    graph.cypher("UNWIND $documents AS document MATCH (d:Document {id: document}) DETACH DELETE d", params=given)
    for described in graph.relationship_types():
        # An equality in WHERE is answered from the index on doc_id; IN looks at every edge.
        stated = f"UNWIND $documents AS document MATCH ()-[r:{described['type']}]->() WHERE r.doc_id = document DELETE r"
        graph.cypher(stated, params=given)


class Snapshot:
    """A state of the graph that nothing changes any more: any number of threads may ask it.

    It is a copy, which shares all with its original until that changes, and refuses to be written. The engine's own frozen
    graph would do the same, but adds a `type` to the properties of edges and cannot leave out a pass of the optimiser.
    """

    def __init__(self, graph: "kglite.KnowledgeGraph") -> None:
        self._graph = graph.copy()
        self._graph.read_only(enabled=True)

    def _run(self, cypher: str, **options: Any) -> Any:
        return self._graph.cypher(cypher, hide_structural_keys=True, disabled_passes=_WRONG_PASSES, **options)

    def query(self, cypher: str, parameters: Mapping[str, object], *, limit: int, seconds: float) -> GraphRows:
        import kglite  # noqa: PLC0415

        checked = assert_read_only(cypher)
        try:
            view = self._run(checked.text, params=dict(parameters), timeout_ms=max(1, round(seconds * 1000)), row_limit=limit)
        except kglite.CypherTimeoutError as error:
            raise TimedOut(
                f"The graph query took longer than {seconds:g} seconds.",
                hint="Start at a named entity, follow fewer hops, or raise the time limit.",
            ) from error
        except (kglite.KgError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise InputError(
                f"The graph store cannot run the query: {error}", hint="`paperatlas graph stats` lists labels and types."
            ) from error
        truncated = view.diagnostics["total_rows"] is not None
        # The engine's last word on a cut result is that it was cut, which `truncated` says.
        warnings = view.warnings[:-1] if truncated else view.warnings
        return GraphRows(
            columns=tuple(view.columns),
            rows=tuple(tuple(map(self._json, row.values())) for row in view),
            truncated=truncated,
            warnings=(*checked.warnings, *warnings),
        )

    def nodes(self) -> Iterator[GraphNode]:
        # The node itself: `properties(n)` leaves out a title that is the same as the id.
        for row in _in_order(self._run("MATCH (n) RETURN n.id AS id, n")):
            node = row["n"]
            yield GraphNode(id=row["id"], label=node["labels"][0], properties=_values(node["properties"]))

    def edges(self) -> Iterator[GraphEdge]:
        view = self._run(
            "MATCH (a)-[r]->(b) RETURN r.id AS id, a.id AS source, type(r) AS type, b.id AS target, properties(r) AS properties"
        )
        for row in _in_order(view):
            properties = _values(row["properties"])
            yield GraphEdge(
                id=row["id"],
                source=row["source"],
                type=row["type"],
                target=row["target"],
                document=DocumentId(str(properties["doc_id"])),
                properties=properties,
            )

    def _json(self, value: Any) -> Json:
        """A value of a result, in which the engine has nodes and edges as maps with numbers of its own."""
        if isinstance(value, dict):
            keys = value.keys()
            if keys == _EDGE:
                ends = self._id_of(value["start"]), self._id_of(value["end"])
                return edge_json(value["type"], *ends, value["properties"])
            if keys == _NODE:
                return node_json(value["labels"][0], value["properties"])
            if keys == _PATH:
                return path_json(
                    [self._json(node) for node in value["nodes"]], [self._json(edge) for edge in value["relationships"]]
                )
            return {str(key): self._json(part) for key, part in value.items()}
        return [self._json(part) for part in value] if isinstance(value, list) else scalar(value)

    def _id_of(self, number: int) -> str | None:
        return self._ids.get(str(number))

    @cached_property
    def _ids(self) -> Mapping[str, str]:
        """The library's id of each node by the engine's number, which is all that an edge knows of its ends."""
        view = self._run("MATCH (n) RETURN elementId(n) AS number, n.id AS id")
        return dict(zip(view.column("number"), view.column("id"), strict=True))


def _in_order(view: "kglite.ResultView") -> Iterator[dict[str, Any]]:
    """The rows by id. They are made one by one: a million of them at once take a gigabyte."""
    ids: list[str] = view.column("id")
    return (view[place] for place in sorted(range(len(ids)), key=ids.__getitem__))


def _values(properties: Mapping[str, Any]) -> dict[str, Value]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in properties.items()}
