"""The JSON form of what graph engines give, the same for every engine."""

import math
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import TypeAlias

__all__ = ["OWNER", "Json", "edge_json", "node_json", "path_json", "scalar"]

Json: TypeAlias = object
"""None, a bool, a number, a string, or a list or a map of such."""
OWNER = "_library"
"""The property of a node in a shared server that says which library it is of; left out of all results."""
_FIRST = ("name", "title", "type")


def node_json(label: str, properties: Mapping[str, Json]) -> dict[str, Json]:
    """`{"id", "label", "name", "title", "type", …the rest by name}`."""
    first = {name: properties[name] for name in _FIRST if name in properties}
    return {"id": properties.get("id"), "label": label, **first, **_rest(properties, {"id", *_FIRST})}


def edge_json(kind: str, source: str | None, target: str | None, properties: Mapping[str, Json]) -> dict[str, Json]:
    """`{"id", "type", "source", "target", …the rest by name}`; the ends are the ids of nodes."""
    ends = {"id": properties.get("id"), "type": kind, "source": source, "target": target}
    return {**ends, **_rest(properties, set(ends))}


def path_json(nodes: list[Json], edges: list[Json]) -> dict[str, Json]:
    return {"nodes": nodes, "edges": edges}


def scalar(value: object) -> Json:
    """A value that is no container. Dates are ISO 8601; what JSON has no number for (NaN, infinity) is null."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    return str(value)


def _rest(properties: Mapping[str, Json], without: set[str]) -> dict[str, Json]:
    return {name: properties[name] for name in sorted(properties) if name not in without}
