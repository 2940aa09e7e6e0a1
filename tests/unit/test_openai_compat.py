"""A language model behind a real endpoint: every bad reply ends in data or in an error that says what to do, never in a hang."""

import json
from typing import Any

import anyio
import pytest
from pydantic import BaseModel

from paperatlas.core.errors import BadOutput, ProviderError, RateLimited, TimedOut, TooLong
from paperatlas.core.ports import Completion, Message
from paperatlas.models.openai_compat import OpenAICompatible, Prices
from tests.fakes.endpoint import Endpoint, Said, endpoint


class City(BaseModel):
    name: str
    people: int


class Cities(BaseModel):
    cities: list[City]


GOOD = '{"name": "Turku", "people": 195000}'
TURKU = City(name="Turku", people=195_000)
ASKED = [Message(role="system", content="Be brief."), Message(role="user", content="Which city?")]


def ask(served: Endpoint, *, output: type[BaseModel] = City, **options: Any) -> Completion[Any]:
    async def run() -> Completion[Any]:
        model = OpenAICompatible(model="small", base_url=served.url, **{"seconds": 10, **options})
        return await model.complete(ASKED, output=output)

    return anyio.run(run)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f'<think>Perhaps {{"name": "Oulu"}}? No.</think>\n{GOOD}',
        f"It ate the opening tag.</think>{GOOD}",
        f"```json\n{GOOD}\n```",
        f"Here you are: {GOOD} I hope that this helps! {{not json}}",
        f"[{GOOD}]",
        f"{GOOD}<|im_end|>",
        f'{{"city": {GOOD}}}',
        f'{{"type": "object", "properties": {GOOD}}}',
        f"<think>I weigh it. The answer is {GOOD}",
        '{"name": "Turku", "people": 195000, "remark": "a\nline"}',
    ],
    ids=[
        "plain",
        "thought",
        "half-thought",
        "fence",
        "prose",
        "array",
        "token",
        "wrapped",
        "echo-with-data",
        "endless-thought",
        "line-break",
    ],
)
def test_a_value_is_found_in_whatever_stands_around_it(text: str) -> None:
    with endpoint(Said(text=text)) as served:
        assert ask(served).output == TURKU
        assert len(served.requests) == 1


def test_a_bare_array_is_put_under_the_one_list_of_the_form() -> None:
    with endpoint(Said(text=f"[{GOOD}, {GOOD}]")) as served:
        assert ask(served, output=Cities).output == Cities(cities=[TURKU, TURKU])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (None, "empty"),
        ("<think>No end in", "thoughts only"),
        ("I cannot say.", "no JSON object"),
        ('{"name": "Turku"}', "people: Field required"),
        (json.dumps(City.model_json_schema()), "no JSON object"),
    ],
    ids=["empty", "null", "endless-thought", "prose", "half", "schema-echo"],
)
def test_a_reply_out_of_form_goes_back_with_the_reason(text: str | None, reason: str) -> None:
    with endpoint(Said(text=text), Said(text=GOOD)) as served:
        completion = ask(served)
        assert completion.output == TURKU
        assert completion.usage.llm_calls == 2
        assert (completion.usage.input_tokens, completion.usage.output_tokens) == (20, 10)
        assert reason in served.requests[1]["messages"][-1]["content"]


def test_a_model_that_never_follows_the_form_is_bad_output() -> None:
    with endpoint(*[Said(text="no")] * 3) as served, pytest.raises(BadOutput, match="3 times") as caught:
        ask(served)
    assert "structured output" in caught.value.hint


def test_a_reply_that_was_cut_off_says_so() -> None:
    with endpoint(*[Said(text='{"name": "Tur', finish="length")] * 3) as served, pytest.raises(BadOutput, match="length limit"):
        ask(served)


def test_a_complete_value_counts_even_where_the_reply_was_cut_off_after_it() -> None:
    with endpoint(Said(text=f"{GOOD} and further", finish="length")) as served:
        assert ask(served).output == TURKU


def test_a_rate_limit_is_waited_out() -> None:
    with endpoint(Said(status=429, headers={"retry-after-ms": "1"}), Said(text=GOOD)) as served:
        assert ask(served).output == TURKU


def test_a_rate_limit_that_stays_names_the_wait() -> None:
    with endpoint(Said(status=429, headers={"retry-after": "40"})) as served, pytest.raises(RateLimited) as caught:
        ask(served, seconds=10)
    assert "40 s" in caught.value.hint
    assert caught.value.retryable


def test_a_failing_server_is_tried_again() -> None:
    with endpoint(Said(status=500, headers={"retry-after-ms": "1"}), Said(text=GOOD)) as served:
        assert ask(served).output == TURKU


def test_a_server_that_keeps_failing_is_a_provider_error() -> None:
    with endpoint(Said(status=503)) as served, pytest.raises(ProviderError, match="failed"):
        ask(served, retries=0)


def test_a_stall_ends_at_the_time_limit() -> None:
    with endpoint(Said(stalls=True)) as served, pytest.raises(TimedOut, match=r"within 0\.2 s"):
        ask(served, seconds=0.2)


@pytest.mark.parametrize(("status", "hint"), [(401, "API_KEY"), (403, "API_KEY"), (404, "LLM_MODEL")])
def test_a_refusal_says_which_setting_to_mend(status: int, hint: str) -> None:
    with endpoint(Said(status=status)) as served, pytest.raises(ProviderError) as caught:
        ask(served)
    assert hint in caught.value.hint


def test_an_endpoint_that_is_not_there_is_a_provider_error() -> None:
    with endpoint() as served:
        gone = served
    with pytest.raises(ProviderError, match="cannot be reached") as caught:
        ask(gone, retries=0)
    assert "BASE_URL" in caught.value.hint


def test_a_body_that_is_no_completion_is_a_provider_error() -> None:
    with endpoint(Said(raw="hello")) as served, pytest.raises(ProviderError):
        ask(served)


def test_the_form_is_asked_for_by_strict_schema() -> None:
    with endpoint(Said(text=f'{{"cities": [{GOOD}]}}')) as served:
        ask(served, output=Cities)
    form = served.requests[0]["response_format"]["json_schema"]
    assert form["strict"] is True
    assert form["schema"]["additionalProperties"] is False
    assert form["schema"]["$defs"]["City"]["required"] == ["name", "people"]


def test_an_endpoint_without_schemas_is_asked_in_words_and_not_asked_twice_for_what_it_refuses() -> None:
    with endpoint(Said(text=GOOD), Said(text=GOOD), refuses=["json_schema", "json_object"]) as served:

        async def twice() -> None:
            model = OpenAICompatible(model="small", base_url=served.url, seconds=10)
            await model.complete(ASKED, output=City)
            await model.complete(ASKED, output=City)

        anyio.run(twice)
    assert [request.get("response_format", {}).get("type") for request in served.requests] == [
        "json_schema",
        "json_object",
        None,
        None,
    ]
    assert "JSON schema" in served.requests[-1]["messages"][0]["content"]


def test_neither_temperature_nor_a_token_limit_is_sent_since_some_models_refuse_them() -> None:
    with endpoint(Said(text=GOOD)) as served:
        ask(served)
    assert not {"temperature", "max_tokens"} & served.requests[0].keys()


def test_a_call_costs_what_its_tokens_cost() -> None:
    with endpoint(Said(text=GOOD)) as served:
        usage = ask(served, prices=Prices(input=1_000_000, output=2_000_000)).usage
    assert usage.cost_usd == 10 + 2 * 5


def test_a_stream_comes_without_the_thoughts() -> None:
    with endpoint(Said(text="<think>hm, a < b</think>It is <b>Turku</b>.")) as served:

        async def read() -> list[str]:
            model = OpenAICompatible(model="small", base_url=served.url, seconds=10)
            return [piece async for piece in model.stream(ASKED)]

        pieces = anyio.run(read)
    assert "".join(pieces) == "It is <b>Turku</b>."
    assert len(pieces) > 1


LONG = [Message(role="user", content="word " * 1000)]


def ask_long(served: Endpoint, **options: Any) -> Completion[Any]:
    async def run() -> Completion[Any]:
        model = OpenAICompatible(model="small", base_url=served.url, seconds=10, **options)
        return await model.complete(LONG, output=City)

    return anyio.run(run)


def test_a_server_that_has_cut_what_it_was_sent_is_noticed() -> None:
    with endpoint(Said(text=GOOD)) as served, pytest.raises(TooLong, match="read 10 tokens of a text of 1,") as caught:
        ask_long(served)
    assert "num_ctx" in caught.value.hint


def test_what_does_not_fit_into_a_known_context_is_not_sent() -> None:
    with endpoint() as served, pytest.raises(TooLong, match="do not fit into the 1,000"):
        ask_long(served, context_tokens=1000)
    assert served.requests == []


def test_a_server_that_says_it_is_too_long_is_not_asked_in_another_mode() -> None:
    refusal = Said(status=400, message="This model's maximum context length is 512 tokens.")
    with endpoint(refusal) as served, pytest.raises(TooLong, match="maximum context length"):
        ask_long(served)
    assert len(served.requests) == 1
