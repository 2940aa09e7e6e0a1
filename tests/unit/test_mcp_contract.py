"""What tools promise changes only on purpose, costs little context, and is a schema that every client takes.

After a change on purpose: `python -m tests.unit.test_mcp_contract`, and look at the difference.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paperatlas.mcp_server.prompts import PROMPTS
from paperatlas.mcp_server.resources import TEMPLATES
from paperatlas.mcp_server.tool import Tool
from paperatlas.mcp_server.tools import ALL_TOOLS, tools_of

KEPT = Path(__file__).resolve().parents[1] / "data" / "mcp_contract.json"
REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "mcp.md"
MOST_TOKENS = 8_000
TOKEN = 4
"""Bytes of JSON a token, about; tokenizers make more of words and less of brackets."""


def contract() -> dict[str, Any]:
    return {
        "tools": {
            tool.name: {
                "toolset": tool.toolset,
                "description": tool.description,
                "input": tool.input_schema,
                "output": tool.output_schema,
                "writes": tool.writes,
                "destroys": tool.destroys,
                "online": tool.online,
                "repeatable": tool.repeatable,
            }
            for tool in ALL_TOOLS
        },
        "resources": [list(template) for template in TEMPLATES],
        "prompts": {each.name: [argument.name for argument in each.arguments] for each in PROMPTS},
    }


def test_no_contract_changes_unnoticed() -> None:
    assert json.loads(KEPT.read_text(encoding="utf-8")) == json.loads(json.dumps(contract()))


@pytest.mark.parametrize("toolsets", [{"core"}, {"core", "graph", "admin"}])
def test_the_tools_cost_less_than_eight_thousand_tokens(toolsets: Any) -> None:
    from paperatlas.mcp_server.calls import listed

    tools = [listed(tool).model_dump(by_alias=True, exclude_none=True) for tool in tools_of(toolsets, read_only=False)]
    assert len(json.dumps({"tools": tools}, separators=(",", ":"))) / TOKEN < MOST_TOKENS


@pytest.mark.parametrize("tool", ALL_TOOLS, ids=lambda tool: tool.name)
def test_a_schema_has_nothing_that_clients_refuse(tool: Tool[Any]) -> None:
    for schema in (tool.input_schema, tool.output_schema):
        assert schema["type"] == "object"
        for part in _parts(schema):
            assert not part.keys() & {"$ref", "$defs", "anyOf", "oneOf", "allOf", "prefixItems", "format", "title"}
            assert "type" in part
            assert isinstance(part["type"], str)


def _parts(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    for inner in schema.get("properties", {}).values():
        yield from _parts(inner)
    if isinstance(schema.get("items"), dict):
        yield from _parts(schema["items"])


@pytest.mark.parametrize("tool", ALL_TOOLS, ids=lambda tool: tool.name)
def test_every_argument_is_bounded(tool: Tool[Any]) -> None:
    for name, schema in tool.input_schema["properties"].items():
        bounds = {"string": {"maxLength", "enum"}, "integer": {"maximum"}, "array": {"maxItems"}}.get(schema["type"])
        assert bounds is None or bounds & schema.keys(), f"{tool.name}.{name}"


@pytest.mark.parametrize("tool", ALL_TOOLS, ids=lambda tool: tool.name)
def test_every_tool_is_in_the_reference_with_an_exchange(tool: Tool[Any]) -> None:
    text = REFERENCE.read_text(encoding="utf-8")
    _, found, rest = text.partition(f"### `{tool.name}`")
    assert found, f"{tool.name} is not in {REFERENCE.name}"
    section = rest.partition("\n### ")[0].partition("\n## ")[0]
    assert tool.description in section
    assert "```json" in section


if __name__ == "__main__":
    KEPT.write_text(json.dumps(contract(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
