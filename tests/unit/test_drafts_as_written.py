"""What a model writes is heard while it writes it, and only where somebody wants to."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any, TypeVar

import anyio
import pytest
from pydantic import BaseModel

from paperatlas.agents.research import research
from paperatlas.agents.state import Question
from paperatlas.agents.writing import as_written, sentences_in
from paperatlas.core.answers import Usage
from paperatlas.core.audience import audience, heard_by
from paperatlas.core.errors import BadOutput, ProviderError
from paperatlas.core.events import Answered, Event, Writing
from paperatlas.core.ports import Completion, Message, Tool
from paperatlas.core.wire_events import event_json, read_event
from paperatlas.models.openai_compat import OpenAICompatible
from tests.fakes.asking_llm import ASKED, GOOD, TURKU, City
from tests.fakes.endpoint import Said, endpoint
from tests.fakes.shelf import Shelf
from tests.unit.test_research import EMBEDDER, paper

T = TypeVar("T", bound=BaseModel)
QUOTE = "We train with the Adam optimizer and a learning rate of 0.01."
REPLY = json.dumps(
    {
        "answerable": True,
        "statements": [
            {"text": "The learning rate is 0.01.", "quotes": [{"passage": 1, "quote": QUOTE}]},
            {"text": "It was chosen by a horse.", "quotes": []},
        ],
    }
)


class Slow:
    """Implements `LLM`: says one reply bit by bit to whoever hears it."""

    model = "slow"
    sees = False

    def __init__(self) -> None:
        self.was_heard = False

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        hears = audience()
        self.was_heard = self.was_heard or hears is not None
        for end in range(0, len(REPLY) + 1, 20):
            if hears:
                hears(REPLY[:end])
            await anyio.lowlevel.checkpoint()
        try:
            return Completion(output=output.model_validate_json(REPLY), usage=Usage(llm_calls=1), model=self.model)
        except ValueError:
            raise BadOutput("Out of form.") from None

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        yield ""


def events(llm: Slow, **deps: Any) -> list[Event]:
    async def collect() -> list[Event]:
        asked = Question(text="What learning rate is used to train the network?")
        return [event async for event in research(asked, replace(Shelf(paper(), embedder=EMBEDDER).deps(), llm=llm, **deps))]

    return anyio.run(collect)


def test_a_draft_is_told_before_the_answer_and_only_what_is_proven_stays() -> None:
    told = events(Slow(), drafts=True)
    written = [event.text for event in told if isinstance(event, Writing)]
    assert written
    assert all("The learning rate is 0.01. It was chosen by a horse.".startswith(each) for each in written)
    assert isinstance(told[-1], Answered)
    assert "horse" not in told[-1].answer.text


def test_where_nobody_wants_drafts_replies_come_whole() -> None:
    llm = Slow()
    assert not any(isinstance(event, Writing) for event in events(llm))
    assert not llm.was_heard


def test_what_is_written_is_an_event_like_others() -> None:
    event = Writing(text="The learning rate is")
    assert read_event(event_json(event, {})) == event


@pytest.mark.parametrize(
    ("reply", "sentences"),
    [
        ("", []),
        ("Well, let me see", []),
        ('{"answerable": true, "statements": [{"te', []),
        ('{"answerable": true, "statements": [{"text": "The rate', ["The rate"]),
        ('```json\n{"answerable": true, "statements": [{"text": "One.", "quotes": []}, {"text": "It', ["One.", "It"]),
        ('{"answerable": false, "statements": [{"text": "None', []),
        ('{"summary": [{"text": "One.", "sentences": [1', ["One."]),
        ("[1, 2]", []),
    ],
)  # fmt: skip
def test_sentences_are_read_from_a_reply_that_is_not_whole(reply: str, sentences: list[str]) -> None:
    assert list(sentences_in(reply)) == sentences


def test_what_fails_while_it_writes_is_raised_and_what_is_left_alone_is_ended() -> None:
    ended: list[str] = []

    async def fails() -> str:
        raise ProviderError("Away.")

    async def waits() -> str:
        hears = audience()
        assert hears is not None
        hears(REPLY[:80])
        try:
            await anyio.sleep_forever()
        finally:
            ended.append("ended")
        raise AssertionError

    async def both() -> None:
        with pytest.raises(ProviderError, match="Away"):
            [each async for each in as_written(fails)]
        async with aclosing(as_written(waits)) as told:
            async for each in told:
                assert isinstance(each, Writing)
                break

    anyio.run(both)
    assert ended == ["ended"]


def heard(url: str) -> tuple[Any, list[str]]:
    told: list[str] = []

    async def run() -> Any:
        with heard_by(told.append):
            return await OpenAICompatible(model="small", base_url=url, seconds=10).complete(ASKED, output=City)

    return anyio.run(run), told


def test_an_endpoint_that_streams_is_heard_as_it_writes() -> None:
    with endpoint(Said(text=f"<think>hm</think>{GOOD}")) as served:
        completion, told = heard(served.url)
    assert completion.output == TURKU
    assert told[-1].strip() == GOOD
    assert len(told) > 3
    assert served.requests[0]["stream_options"] == {"include_usage": True}


def test_an_endpoint_that_does_not_stream_or_breaks_off_is_asked_for_all_of_it() -> None:
    whole = json.dumps({"id": "1", "object": "chat.completion", "created": 0, "model": "small", "choices": [
        {"index": 0, "message": {"role": "assistant", "content": GOOD}, "finish_reason": "stop"}]})  # fmt: skip
    with endpoint(Said(raw=whole), Said(text=GOOD)) as served:
        assert heard(served.url)[0].output == TURKU
    with endpoint(Said(text=GOOD[:9], breaks=True), Said(text=GOOD)) as served:
        assert heard(served.url)[0].output == TURKU
    assert [bool(body.get("stream")) for body in served.requests] == [True, False]


def test_an_endpoint_that_does_not_know_how_to_count_a_stream_is_asked_without() -> None:
    def refuse(asked: Any) -> Any:
        from fastapi.responses import JSONResponse

        refused = JSONResponse({"error": {"message": "stream_options: extra inputs are not permitted"}}, status_code=422)
        return refused if "stream_options" in asked.body else None

    with endpoint(Said(text=GOOD), quirk=refuse) as served:
        completion, _ = heard(served.url)
    assert completion.output == TURKU
    assert completion.usage.output_tokens > 0
    assert served.requests[-1]["stream"]
