"""A model calls tools while it answers: within a bound, with its faults told to it, at any endpoint."""

import json
from typing import Any

import pytest

from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadOutput, ProviderError
from paperatlas.core.ports import Completion
from paperatlas.models.tool_calls import ToolCall, calls_in
from tests.fakes.asking_llm import GOOD, TURKU, ask
from tests.fakes.endpoint import READ, WRITTEN, Call, Endpoint, Said, endpoint
from tests.fakes.tools import Atlas, Between

TO_OULU = '{"start": "Turku", "end": "Oulu"}'
CALL = Said(text=None, calls=[Call(name="distance", arguments=TO_OULU)])


def with_tools(served: Endpoint, atlas: Atlas, **options: Any) -> Completion[Any]:
    return ask(served.url, tools=[atlas.tool()], **options)


def told(served: Endpoint) -> str:
    """What the model was told in the last request that offered it tools."""
    last: str = next(body for body in reversed(served.requests) if "tools" in body)["messages"][-1]["content"]
    return last


def test_a_call_is_made_and_the_model_answers_from_its_result() -> None:
    atlas = Atlas()
    with endpoint(CALL, Said(text=GOOD)) as served:
        completion = with_tools(served, atlas)
    assert completion.output == TURKU
    assert atlas.asked == [Between(start="Turku", end="Oulu")]
    assert completion.usage == Usage(llm_calls=2, input_tokens=2 * READ, output_tokens=2 * WRITTEN)
    *_, reply, result = served.requests[1]["messages"]
    assert reply["tool_calls"][0]["function"] == {"name": "distance", "arguments": TO_OULU}
    assert result == {"role": "tool", "tool_call_id": "call00000", "content": "165 km"}


def test_what_a_tool_takes_is_told_as_a_schema_and_a_form_is_not_required_at_once() -> None:
    with endpoint(Said(text=GOOD)) as served:
        with_tools(served, Atlas())
    [request] = served.requests
    [tool] = request["tools"]
    assert tool["function"]["name"] == "distance"
    assert tool["function"]["parameters"]["required"] == ["start", "end"]
    assert "response_format" not in request
    assert "JSON schema" in request["messages"][0]["content"]


def test_a_model_that_needs_no_tool_is_asked_once() -> None:
    with endpoint(Said(text=GOOD)) as served:
        assert with_tools(served, Atlas()).usage.llm_calls == 1


def test_calls_at_once_are_all_made_and_answered_in_their_order() -> None:
    calls = [
        Call(name="distance", arguments=json.dumps({"start": "Turku", "end": end}), id=f"call{number:05d}")
        for number, end in enumerate(("Oulu", "Kemi", "Vaasa"))
    ]
    atlas = Atlas()
    with endpoint(Said(text=None, calls=calls), Said(text=GOOD)) as served:
        with_tools(served, atlas)
    assert {asked.end for asked in atlas.asked} == {"Oulu", "Kemi", "Vaasa"}
    assert [turn["tool_call_id"] for turn in served.requests[1]["messages"][-3:]] == ["call00000", "call00001", "call00002"]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (Call(name="distance", arguments='{"start": "Turku", "end": '), "do not fit: arguments: Invalid JSON"),
        (Call(name="distance", arguments='{"start": "Turku"}'), "do not fit: end: Field required"),
        (Call(name="distance", arguments='{"start": "Turku", "end": "Oulu", "stops": "many"}'), "do not fit: stops"),
        (Call(name="distance", arguments="[]"), "do not fit: arguments"),
        (Call(name="distance", arguments=""), "do not fit: start: Field required; end: Field required"),
        (Call(name="weather"), "There is no tool 'weather'. There are: distance."),
        (Call(name=""), "There is no tool ''. There are: distance."),
        (Call(name="distance", arguments='{"start": "Turku", "end": "Atlantis"}'), "There is no Atlantis. Try Oulu."),
    ],
    ids=["broken JSON", "missing", "of another kind", "no object", "nothing", "unknown", "nameless", "an error of the tool"],
)
def test_what_is_wrong_with_a_call_is_told_to_the_model_which_can_mend_it(call: Call, words: str) -> None:
    with endpoint(Said(text=None, calls=[call]), CALL, Said(text=GOOD)) as served:
        completion = with_tools(served, Atlas())
    assert completion.output == TURKU
    assert words in served.requests[1]["messages"][-1]["content"]
    assert told(served) == "165 km"


def test_a_long_result_is_cut_and_says_so() -> None:
    with endpoint(CALL, Said(text=GOOD, counts=(4_000, WRITTEN))) as served:
        with_tools(served, Atlas("far " * 10_000))
    assert len(told(served)) < 9_000
    assert "is not shown: ask for less" in told(served)


def test_calls_without_end_are_ended_by_asking_without_tools() -> None:
    atlas = Atlas()
    with endpoint(CALL, CALL, CALL, Said(text=GOOD)) as served:
        completion = with_tools(served, atlas)
    assert completion.output == TURKU
    assert completion.usage.llm_calls == 4
    last = served.requests[-1]
    assert "tools" not in last
    assert last["response_format"]["type"] == "json_schema"
    assert [turn["role"] for turn in last["messages"]] == ["system", "user"]
    assert last["messages"][1]["content"].count("distance(") == 3
    assert "165 km" in last["messages"][1]["content"]


def test_a_text_that_is_no_answer_is_asked_for_in_form_with_all_that_the_tools_gave() -> None:
    with endpoint(CALL, Said(text="It is Turku."), Said(text=GOOD)) as served:
        assert with_tools(served, Atlas()).output == TURKU
    last = served.requests[-1]
    assert last["response_format"]["type"] == "json_schema"
    assert "165 km" in last["messages"][-1]["content"]


def test_a_model_that_never_comes_to_the_form_is_bad_output_with_what_it_cost() -> None:
    with endpoint(CALL, *[Said(text="no")] * 4) as served, pytest.raises(BadOutput) as caught:
        with_tools(served, Atlas())
    assert caught.value.spent is not None
    assert caught.value.spent.llm_calls == 5


REFUSALS = [
    (400, "registry.ollama.ai/library/small does not support tools"),
    (400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
    (500, "tools param requires --jinja flag"),
    (500, "Unsupported param: tools"),
    (404, "No endpoints found that support tool use."),
    (422, "Extra inputs are not permitted: tools"),
]


@pytest.mark.parametrize(("status", "message"), REFUSALS, ids=["ollama", "vllm", "llama.cpp", "old llama.cpp", "router", "422"])
def test_an_endpoint_that_refuses_tools_is_asked_without_them_from_then_on(status: int, message: str) -> None:
    with endpoint(Said(status=status, message=message), Said(text=GOOD), Said(text=GOOD)) as served:
        assert with_tools(served, Atlas(), times=2).output == TURKU
    assert ["tools" in request for request in served.requests] == [True, False, False]
    assert served.requests[-1]["response_format"]["type"] == "json_schema"


def test_tools_refused_after_they_were_called_leave_what_they_gave() -> None:
    with endpoint(CALL, Said(status=400, message="tool role is not supported"), Said(text=GOOD)) as served:
        assert with_tools(served, Atlas()).output == TURKU
    assert "165 km" in served.requests[-1]["messages"][-1]["content"]


def test_a_failure_that_has_nothing_to_do_with_tools_does_not_cost_them() -> None:
    soon = {"retry-after-ms": "1"}
    with endpoint(Said(status=500, headers=soon), Said(text=GOOD)) as served:
        with_tools(served, Atlas())
    assert all("tools" in request for request in served.requests)


def test_a_refusal_that_nothing_mends_is_told_and_nothing_is_learnt_from_it() -> None:
    no = Said(status=400, message="no")
    with endpoint(no, no, no, no) as served, pytest.raises(ProviderError, match="refuses the request"):
        with_tools(served, Atlas())
    assert "tools" in served.requests[0]
    assert "response_format" not in served.requests[-1]


@pytest.mark.parametrize(
    "text",
    [
        f'<tool_call>\n{{"name": "distance", "arguments": {TO_OULU}}}\n</tool_call>',
        f'I look it up. <tool_call>{{"name": "distance", "arguments": {TO_OULU}}}',
        f'<tool_call>{{"name": "distance", "arguments": {json.dumps(TO_OULU)}}}</tool_call>',
    ],
    ids=["marked", "unterminated", "arguments as text"],
)
def test_a_call_that_the_server_left_in_the_text_is_made(text: str) -> None:
    atlas = Atlas()
    with endpoint(Said(text=text), Said(text=GOOD)) as served:
        assert with_tools(served, atlas).output == TURKU
    assert [asked.end for asked in atlas.asked] == ["Oulu"]


@pytest.mark.parametrize("text", ["<tool_call>", "<tool_call>{", '<tool_call>{"arguments": {}}', "a < b", '{"name": "x"}'])
def test_what_is_no_call_is_none(text: str) -> None:
    assert list(calls_in(text)) == []


def test_every_call_in_a_text_has_an_id_of_its_own() -> None:
    text = '<tool_call>{"name": "a"}</tool_call><tool_call>{"name": "b", "arguments": {"n": 1}}</tool_call>'
    assert list(calls_in(text)) == [
        ToolCall(id="call00000", name="a", arguments="{}"),
        ToolCall(id="call00001", name="b", arguments='{"n": 1}'),
    ]
