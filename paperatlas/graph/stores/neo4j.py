"""The graph in a Neo4j server, through its own driver."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING, Any

from paperatlas.core.errors import InputError, StoreError
from paperatlas.core.graph_ports import Backend
from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import GraphChange, GraphEdge, GraphNode, GraphRows, Value
from paperatlas.graph.cypher.guard import assert_read_only
from paperatlas.graph.stores.changes import batches, by_label, by_type, check, ends_elsewhere, properties_of, refuse_missing
from paperatlas.graph.stores.neo4j_server import Server, too_slow
from paperatlas.graph.stores.values import OWNER

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

__all__ = ["Neo4jStore"]

BATCH = 2_000
"""Rows of one transaction: some megabytes, far from the limit of a small server, and soon done again where one is lost."""
LABELS = ("Document", "Chunk", "Entity")


class Neo4jStore:
    """Implements `GraphStore`. It connects when it is first asked for something.

    Every node carries the library's id. A database that holds any other node is refused, since a query sees all of it. Each
    batch is a transaction of its own, retried when the server asks for it, and all that is written is merged by id: what
    was interrupted is simply done again. Until then readers see what is there so far.
    """

    backend: Backend = "neo4j"

    def __init__(self, uri: str, user: str, password: str, database: str, library_id: str) -> None:
        self._server = Server(uri, user, password, database)
        self._library = library_id
        self._is_ours = False
        self._indexed: set[str] = set()

    def apply(self, change: GraphChange) -> None:
        check(change)
        self._admit()
        with self._server.errors(writing=True):
            self._prepare({kind for kind, _, _ in by_type(change.edges)})
            for label, ids in ends_elsewhere(change).items():
                known = self._server.read(_column, f"UNWIND $ids AS id MATCH (n:{label} {{id: id}}) RETURN id", ids=list(ids))
                refuse_missing(ids - set(known))
            self._remove(change.documents)
            self._put_nodes(change.nodes)
            self._put_edges(change.edges)
            for gone in batches(change.entities_gone, BATCH):
                self._write("UNWIND $ids AS id MATCH (e:Entity {id: id}) WHERE NOT (e)--() DELETE e", ids=gone)

    def commit(self) -> None:
        """Each batch was committed when it was written."""
        self._admit()

    def refresh(self) -> None:
        """Each query sees what is committed."""

    def query(self, cypher: str, parameters: Mapping[str, object], *, limit: int, seconds: float) -> GraphRows:
        checked = assert_read_only(cypher)
        self._admit()
        from paperatlas.graph.stores.neo4j_records import Records  # noqa: PLC0415 - with it comes the driver

        def work(transaction: "ManagedTransaction") -> GraphRows:
            deadline = time.monotonic() + seconds
            result = transaction.run(checked.text, dict(parameters))
            found = []
            for record in islice(result, limit + 1):
                found.append(tuple(record.values()))
                if time.monotonic() > deadline:  # also where a server has no limit of its own
                    raise too_slow(seconds)
            columns = tuple(result.keys())
            summary = result.consume()
            records = Records(transaction, self._library, found[:limit])
            return GraphRows(
                columns=columns,
                rows=records.rows,
                truncated=len(found) > limit,
                warnings=(
                    *checked.warnings,
                    *(status.status_description for status in summary.gql_status_objects if _warns(status)),
                ),
            )

        try:
            with self._server.errors(writing=False, seconds=seconds):
                return self._server.reading(work, seconds=seconds, rows=limit + 1)
        except (TypeError, ValueError, OverflowError) as error:  # a parameter that Bolt cannot carry
            raise InputError(f"The graph store cannot run the query: {error}", hint="Pass strings, numbers and lists.") from error

    def nodes(self) -> Iterator[GraphNode]:
        cypher = "MATCH (n) RETURN labels(n)[0] AS label, properties(n) AS properties ORDER BY n.id"
        for label, properties in self._stream(cypher):
            values = _values(properties)
            values.pop(OWNER, None)
            yield GraphNode(id=str(values["id"]), label=label, properties=values)

    def edges(self) -> Iterator[GraphEdge]:
        cypher = (
            "MATCH (a)-[r]->(b) RETURN a.id AS source, type(r) AS type, b.id AS target, properties(r) AS properties ORDER BY r.id"
        )
        for source, kind, target, properties in self._stream(cypher):
            values = _values(properties)
            document = DocumentId(str(values["doc_id"]))
            yield GraphEdge(id=str(values["id"]), source=source, type=kind, target=target, document=document, properties=values)

    def close(self) -> None:
        self._server.close()

    def _admit(self) -> None:
        """Raises StoreError when the database holds what is not of this library."""
        if self._is_ours:
            return
        foreign = (
            f"MATCH (n) WHERE n.{OWNER} IS NULL OR n.{OWNER} <> $library RETURN n.{OWNER} AS owner, labels(n) AS labels LIMIT 1"
        )
        with self._server.errors(writing=False):
            found = self._server.read(lambda result: result.values(), foreign, library=self._library)
        if found:
            owner, labels = found[0]
            whose = (
                f"the graph of another library ({owner})" if owner else f"nodes that are not of PaperAtlas ({', '.join(labels)})"
            )
            raise StoreError(
                f"The database {self._server.database!r} at {self._server.uri} holds {whose}.",
                hint="Name an empty database with PAPERATLAS_NEO4J_DATABASE, or empty this one: MATCH (n) DETACH DELETE n.",
            )
        self._is_ours = True

    def _prepare(self, kinds: Iterable[str]) -> None:
        """Constraints and indexes: ids are unique, and documents find their chunks and what they state."""
        if not self._indexed:
            for label in LABELS:
                self._server.define(f"CREATE CONSTRAINT IF NOT EXISTS FOR (n:{label}) REQUIRE n.id IS UNIQUE")
            self._server.define("CREATE INDEX IF NOT EXISTS FOR (n:Chunk) ON (n.doc_id)")
            self._server.define("CREATE INDEX IF NOT EXISTS FOR (n:Entity) ON (n.name)")
        for kind in set(kinds) - self._indexed:
            self._server.define(f"CREATE INDEX IF NOT EXISTS FOR ()-[r:{kind}]-() ON (r.doc_id)")
        self._indexed |= {*LABELS, *kinds}

    def _remove(self, documents: Sequence[DocumentId]) -> None:
        """Deletes the nodes of documents with their edges, and then the relations that they state."""
        kinds = self._server.read(_column, "CALL db.relationshipTypes() YIELD relationshipType RETURN relationshipType")
        for some in batches(documents, BATCH):
            self._write("UNWIND $ids AS id MATCH (c:Chunk {doc_id: id}) DETACH DELETE c", ids=some)
            self._write("UNWIND $ids AS id MATCH (d:Document {id: id}) DETACH DELETE d", ids=some)
            for kind in kinds:  # the server also names types that the database had before it was ours
                quoted = kind.replace("`", "``")
                self._write(f"UNWIND $ids AS id MATCH ()-[r:`{quoted}`]->() WHERE r.doc_id = id DELETE r", ids=some)

    def _put_nodes(self, nodes: Iterable[GraphNode]) -> None:
        for label, alike in by_label(nodes):
            for batch in batches(alike, BATCH):
                rows = [{"id": node.id, "properties": {**properties_of(node), OWNER: self._library}} for node in batch]
                self._write(f"UNWIND $rows AS row MERGE (n:{label} {{id: row.id}}) SET n = row.properties", rows=rows)

    def _put_edges(self, edges: Iterable[GraphEdge]) -> None:
        for kind, (head, tail), alike in by_type(edges):
            merge = (
                f"UNWIND $rows AS row MATCH (a:{head} {{id: row.source}}), (b:{tail} {{id: row.target}}) "
                f"MERGE (a)-[r:{kind} {{id: row.id}}]->(b) SET r = row.properties"
            )
            for batch in batches(alike, BATCH):
                rows = [
                    {"id": edge.id, "source": edge.source, "target": edge.target, "properties": properties_of(edge)}
                    for edge in batch
                ]
                self._write(merge, rows=rows)

    def _write(self, cypher: str, **parameters: object) -> None:
        self._server.write(cypher, **parameters)

    def _stream(self, cypher: str) -> Iterator[list[Any]]:
        """Rows as they come, in a transaction that is open as long as they do."""
        self._admit()
        with self._server.errors(writing=False), closing(self._server.session(writing=False)) as session:
            for record in session.run(cypher):
                yield record.values()


def _column(result: Any) -> list[str]:
    return [record[0] for record in result]


def _warns(status: Any) -> bool:
    return bool(status.is_notification) and status.raw_severity == "WARNING"


def _values(properties: Mapping[str, Any]) -> dict[str, Value]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in properties.items()}
