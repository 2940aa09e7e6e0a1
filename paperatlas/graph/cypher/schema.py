"""What a graph is made of, read from it: so that the same questions can be asked of any graph."""

from collections.abc import Mapping
from dataclasses import dataclass

from paperatlas.core.errors import InputError
from paperatlas.core.graph_ports import GraphReader

__all__ = ["Label", "Relationship", "Schema", "read_schema", "relationship_types"]

_SAMPLES = 6
"""Values of a property that a model is shown: enough to see its form."""
_SAMPLED = 200
"""Nodes or edges looked at for properties and values: a schema that only a later one has is rare."""
_SHOWN_LENGTH = 60
"""Characters of a sample value."""
_TYPES = 60
"""Types of relationships described, most frequent first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A label of nodes."""

    name: str
    count: int
    properties: Mapping[str, tuple[object, ...]]
    """Each with some of its values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relationship:
    """A type of relationships between two labels."""

    type: str
    source: str
    target: str
    count: int
    properties: Mapping[str, tuple[object, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """Labels and relationships, most frequent first."""

    labels: tuple[Label, ...]
    relationships: tuple[Relationship, ...]


def relationship_types(store: GraphReader, *, seconds: float) -> frozenset[str]:
    """The types of relationships that a graph has."""
    try:
        found = store.query(
            "CALL db.relationshipTypes() YIELD relationshipType RETURN relationshipType", {}, limit=1000, seconds=seconds
        )
    except InputError:  # a store without procedures
        found = store.query("MATCH ()-[r]->() RETURN DISTINCT type(r) AS type", {}, limit=1000, seconds=seconds)
    return frozenset(str(row[0]) for row in found.rows)


def read_schema(store: GraphReader, *, seconds: float) -> Schema:
    """Labels, types and their properties with sample values.

    Raises:
        TimedOut: the graph is too large for `seconds`.
        ProviderError: its service is down.
    """
    counted = store.query(
        "MATCH (n) RETURN labels(n)[0] AS label, count(*) AS number ORDER BY number DESC, label", {}, limit=100, seconds=seconds
    )
    labels = tuple(
        Label(name=str(name), count=_number(count), properties=_properties(store, f"MATCH (n:{_quoted(name)})", "n", seconds))
        for name, count in counted.rows
    )
    related = store.query(
        "MATCH (a)-[r]->(b) RETURN type(r) AS type, labels(a)[0] AS source, labels(b)[0] AS target, count(*) AS number "
        "ORDER BY number DESC, type, source, target",
        {},
        limit=_TYPES,
        seconds=seconds,
    )
    relationships = tuple(
        Relationship(
            type=str(name),
            source=str(source),
            target=str(target),
            count=_number(count),
            properties=_properties(store, f"MATCH (:{_quoted(source)})-[n:{_quoted(name)}]->(:{_quoted(target)})", "n", seconds),
        )
        for name, source, target, count in related.rows
    )
    return Schema(labels=labels, relationships=relationships)


def _properties(store: GraphReader, match: str, name: str, seconds: float) -> dict[str, tuple[object, ...]]:
    found = store.query(f"{match} RETURN properties({name}) AS properties LIMIT {_SAMPLED}", {}, limit=_SAMPLED, seconds=seconds)
    values: dict[str, list[object]] = {}
    for (properties,) in found.rows:
        for key, value in sorted(properties.items()) if isinstance(properties, Mapping) else ():
            if value is None:
                continue
            known = values.setdefault(str(key), [])
            shown = f"{value[:_SHOWN_LENGTH]}…" if isinstance(value, str) and len(value) > _SHOWN_LENGTH else value
            if len(known) < _SAMPLES and shown not in known:
                known.append(shown)
    return {key: tuple(known) for key, known in values.items()}


def _quoted(name: object) -> str:
    """A label or type as it may stand in a query, whatever it is called."""
    text = str(name)
    return text if text.isidentifier() and text.isascii() else f"`{text.replace('`', '``')}`"


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
