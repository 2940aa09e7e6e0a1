"""JSON schemas as every client takes them: no references, no unions, no titles; and short, since each costs context."""

from collections.abc import Mapping
from typing import Any

__all__ = ["FLAG", "INTEGER", "NUMBER", "TEXT", "compact", "listed", "record"]

TEXT: Mapping[str, Any] = {"type": "string"}
INTEGER: Mapping[str, Any] = {"type": "integer"}
NUMBER: Mapping[str, Any] = {"type": "number"}
FLAG: Mapping[str, Any] = {"type": "boolean"}

_NOISE = frozenset({"title", "additionalProperties", "default"})


def record(**properties: Mapping[str, Any]) -> dict[str, Any]:
    """An object. Only what a reader goes by is named; more may be there, and in place of a result its job."""
    return {"type": "object", "properties": properties}


def listed(items: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def compact(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a pydantic model, references written out, without what a caller has no use for.

    Defaults stand only where they say something: not those that mean "nothing".
    """
    return {**_compact(schema, schema.get("$defs", {})), "additionalProperties": False}


def _compact(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    if reference := schema.get("$ref"):
        schema = {**definitions[reference.rpartition("/")[2]], **{k: v for k, v in schema.items() if k != "$ref"}}
    short: dict[str, Any] = {}
    for name, value in schema.items():
        if name == "properties":
            short[name] = {key: _compact(inner, definitions) for key, inner in value.items()}
        elif name == "items":
            short[name] = {k: v for k, v in _compact(value, definitions).items() if k != "description"}
        elif name not in _NOISE and name != "$defs":
            short[name] = value
    if schema.get("default"):
        short["default"] = schema["default"]
    return short
