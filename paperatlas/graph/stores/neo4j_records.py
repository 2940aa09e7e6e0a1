"""What the driver gives, as JSON values without anything of the server's own."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from neo4j.graph import Node, Path, Relationship
from neo4j.time import Date, DateTime, Duration, Time

from paperatlas.graph.stores.values import OWNER, Json, edge_json, node_json, path_json, scalar

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

__all__ = ["Records"]


class Records:
    """Rows of a result. An edge knows of its ends only the server's own ids, so those of the library are asked for."""

    def __init__(self, transaction: "ManagedTransaction", library: str, found: Sequence[tuple[Any, ...]]) -> None:
        self._transaction = transaction
        self._library = library
        self._found = found

    @property
    def rows(self) -> tuple[tuple[Json, ...], ...]:
        return tuple(tuple(self._json(value) for value in row) for row in self._found)

    def _json(self, value: Any) -> Json:
        if isinstance(value, Node):
            return node_json(next(iter(value.labels), ""), self._map(value))
        if isinstance(value, Relationship):
            source, target = (self._ids.get(node.element_id) for node in value.nodes if node is not None)
            return edge_json(value.type, source, target, self._map(value))
        if isinstance(value, Path):
            return path_json([self._json(node) for node in value.nodes], [self._json(edge) for edge in value.relationships])
        if isinstance(value, Mapping):
            return self._map(value)
        if isinstance(value, Duration):
            return {"months": value.months, "days": value.days, "seconds": value.seconds}
        if isinstance(value, list):
            return [self._json(part) for part in value if part != OWNER]
        return scalar(value.to_native() if isinstance(value, (Date, DateTime, Time)) else value)

    def _map(self, value: Mapping[str, Any]) -> dict[str, Json]:
        """A map, or the properties of a node or an edge."""
        return {key: self._json(part) for key, part in value.items() if (key, part) != (OWNER, self._library)}

    @cached_property
    def _ids(self) -> Mapping[str, str]:
        ends = {node.element_id for row in self._found for edge in _edges(row) for node in edge.nodes if node is not None}
        asked = "MATCH (n) WHERE elementId(n) IN $ends RETURN elementId(n) AS end, n.id AS id"
        return {record["end"]: record["id"] for record in self._transaction.run(asked, ends=sorted(ends))}


def _edges(value: Any) -> Iterator[Relationship]:
    if isinstance(value, Relationship):
        yield value
    elif isinstance(value, Path):
        yield from value.relationships
    elif isinstance(value, Mapping) and not isinstance(value, Node):
        for part in value.values():
            yield from _edges(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _edges(part)
