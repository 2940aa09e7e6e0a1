"""Results of the MCP server stay within what a client takes, and say where they were cut."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from paperatlas.mcp_server.reply import clipped, cut_bytes, fitted, size
from paperatlas.mcp_server.schema import compact
from paperatlas.mcp_server.tool import Arguments

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1000, 1000) | st.text(max_size=200),
    lambda inner: st.lists(inner, max_size=12) | st.dictionaries(st.text(min_size=1, max_size=8), inner, max_size=6),
    max_leaves=60,
)


@given(st.text(max_size=400), st.integers(4, 200), st.integers(0, 50))
def test_a_text_is_cut_within_its_bytes_and_always_goes_on(text: str, most: int, start: int) -> None:
    start = min(start, len(text))
    end = cut_bytes(text, most, start)
    assert start <= end <= len(text)
    assert end > start or start == len(text)
    assert len(text[start:end].encode("utf-8", "replace")) <= most


@given(st.text(max_size=400), st.integers(4, 100))
def test_the_pieces_of_a_text_are_the_text(text: str, most: int) -> None:
    at, pieces = 0, []
    while at < len(text):
        end = cut_bytes(text, most, at)
        pieces.append(text[at:end])
        at = end
    assert "".join(pieces) == text


def test_a_cut_falls_at_the_end_of_a_sentence_where_one_is_near() -> None:
    assert clipped("One two three. Four five six seven", 18) == "One two three. … [19 more characters]"
    assert clipped("short", 100) == "short"


@given(st.dictionaries(st.text(min_size=1, max_size=8), JSON, max_size=6))
def test_what_fits_is_left_alone(data: dict[str, Any]) -> None:
    assert fitted(data, 10**9) is data


def test_the_longest_list_loses_its_last_items_and_says_so() -> None:
    data = {"hits": [{"text": "x" * 100, "n": n} for n in range(100)], "query": "q", "few": [1, 2]}
    short = fitted(data, 3000)
    assert size(short) <= 3000 + 200
    assert short["hits"] == data["hits"][: len(short["hits"])]
    assert short["few"] == [1, 2]
    assert short["shortened"] == [f"hits: {len(short['hits'])} of 100"]
    assert len(data["hits"]) == 100


def test_a_list_deep_inside_is_the_one_that_is_cut() -> None:
    data = {"answer": "a", "computed": {"value": "5", "occurrences": [{"page": n, "doc": "some paper"} for n in range(1000)]}}
    short = fitted(data, 4000)
    assert short["computed"]["value"] == "5"
    assert 10 < len(short["computed"]["occurrences"]) < 1000


def test_of_two_long_lists_both_keep_something() -> None:
    short = fitted({"rows": [["x" * 300]] * 200, "evidence": [{"quote": "y" * 200}] * 200}, 10_000)
    assert len(short["rows"]) > 5
    assert len(short["evidence"]) > 5


def test_texts_are_cut_when_there_are_no_lists() -> None:
    short = fitted({"text": "word " * 10_000, "more": {"text": "y" * 9000}}, 5000)
    assert size(short) <= 5200
    assert short["shortened"] == ["long texts"]


@given(st.dictionaries(st.text(min_size=1, max_size=8), JSON, min_size=1, max_size=6), st.integers(500, 3000))
def test_what_is_shortened_is_json_of_the_same_names(data: dict[str, Any], most: int) -> None:
    short = fitted(data, most)
    json.dumps(short)
    assert data.keys() <= short.keys()


class Inner(Arguments):
    name: str = "x"


class Outer(Arguments):
    """A description that callers need not read."""

    inner: Inner
    among: tuple[Inner, ...] = ()
    number: int = 3


def test_a_schema_has_its_references_written_out_and_no_titles() -> None:
    schema = compact(Outer.model_json_schema())
    said = json.dumps(schema)
    assert "$" not in said
    assert "title" not in said
    assert schema["properties"]["among"]["items"]["properties"]["name"]["type"] == "string"
    assert schema["properties"]["number"]["default"] == 3
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["inner"]
