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


def node_json(label: str, properties: Mapping[str, Json]) -> dict[str, Json]:
    """`{"id", "label", …its properties}`."""
    return {"id": properties.get("id"), "label": label, **properties}


def edge_json(kind: str, source: str | None, target: str | None, properties: Mapping[str, Json]) -> dict[str, Json]:
    """`{"id", "type", "source", "target", …its properties}`; the ends are the ids of nodes."""
    return {"id": properties.get("id"), "type": kind, "source": source, "target": target, **properties}


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
