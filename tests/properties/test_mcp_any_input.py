"""Whatever a client sends to a tool, it is answered: with a result that fits the tool's schema, or with what was wrong."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperatlas.mcp_server.server import Served
from paperatlas.mcp_server.tool import Tool
from paperatlas.mcp_server.tools import ALL_TOOLS
from tests.fakes.mcp_servers import LAMP, TIDE, call, note_library, served, text_of, write_notes

ASKING = tuple(tool for tool in ALL_TOOLS if not tool.writes and not tool.online)
NAMES = st.sampled_from(
    ["lamp.note", "tide.note", "Hallow", "The Amber Lamp", "../../etc/passwd", "", "\x00", "\u202e", "nothing"]
)
TEXTS = st.one_of(
    NAMES, st.text(max_size=80), st.sampled_from(["MATCH (n) DETACH DELETE n", "' OR 1=1 --", "{{7*7}}", "x" * 5000])
)
VALUES = st.recursive(
    st.one_of(TEXTS, st.integers(-(2**70), 2**70), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=5,
)
OF_TYPE: dict[str, st.SearchStrategy[Any]] = {
    "string": TEXTS,
    "integer": st.integers(-2, 1000),
    "number": st.floats(-1, 100),
    "boolean": st.booleans(),
    "array": st.lists(TEXTS, max_size=3),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("shelf")
    with note_library(folder / "library") as library:
        library.ingest(write_notes(folder / "papers", lamp=LAMP, tide=TIDE))
        yield served(library)


def fitting(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Mostly of the type that is asked for, and sometimes of any."""
    if "enum" in schema:
        return st.one_of(st.sampled_from(schema["enum"]), VALUES)
    return st.one_of(OF_TYPE.get(schema.get("type", ""), VALUES), VALUES)


def arguments_of(tool: Tool[Any]) -> st.SearchStrategy[dict[str, Any]]:
    fields = {name: fitting(schema) for name, schema in tool.input_schema.get("properties", {}).items()}
    required = {name: fields[name] for name in tool.input_schema.get("required", ())}
    return st.one_of(
        st.fixed_dictionaries(required, optional={name: each for name, each in fields.items() if name not in required}),
        st.dictionaries(st.one_of(st.sampled_from(sorted(fields) or ["x"]), TEXTS), VALUES, max_size=4),
    )


@pytest.mark.parametrize("tool", ASKING, ids=lambda tool: tool.name)
@given(data=st.data())
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_arguments(tool: Tool[Any], server: Served, data: st.DataObject) -> None:
    result = call(server, tool.name, **data.draw(arguments_of(tool)))
    if result.is_error:
        assert text_of(result)
    else:
        assert result.structured_content is not None


def test_the_library_is_what_it_was(server: Served) -> None:
    listed = call(server, "list_documents").structured_content
    assert listed is not None
    assert "lamp.note" in str(listed)
