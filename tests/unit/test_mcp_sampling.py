"""The client's own model answers where the client offers it and no endpoint is set."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import CreateMessageResult, TextContent

from paperatlas.library import Library
from paperatlas.models.scripted import ScriptedLLM
from tests.fakes.libraries import open_test_library
from tests.fakes.mcp_servers import LAMP, note_library, served, talk, write_notes

SAID = "The Amber Lamp shines at 40 lumens over Hallow."
QUESTION = "At how many lumens does the Amber Lamp shine?"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with note_library(tmp_path / "library") as library:
        library.ingest(write_notes(tmp_path / "papers", lamp=LAMP))
        yield library


class Model:
    """The client's: answers with what it is told to, and keeps what it was asked."""

    def __init__(self, *replies: str) -> None:
        self.replies = list(replies)
        self.asked: list[Any] = []

    async def __call__(self, _context: Any, params: Any) -> CreateMessageResult:
        self.asked.append(params)
        text = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        return CreateMessageResult(role="assistant", content=TextContent(text=text), model="theirs")


PROVEN = json.dumps(
    {"answerable": True, "statements": [{"text": "It has 40 lumens.", "quotes": [{"passage": 1, "quote": SAID}]}]}
)


def ask(library: Library, model: Model | None, *, mode: str = "legacy", **arguments: Any) -> dict[str, Any]:
    async def conversation(client: Client) -> dict[str, Any]:
        result = await client.call_tool("ask", {"question": QUESTION, **arguments})
        answer: dict[str, Any] = result.structured_content
        return answer

    return talk(served(library), conversation, mode=mode, sampling_callback=model)


REVISIONS = pytest.mark.parametrize("mode", ["legacy", "auto"], ids=["while the call goes on", "between two calls"])
"""How a client is asked: before revision 2026-07-28, and in it."""


@REVISIONS
def test_the_clients_model_writes_and_its_quotes_are_checked(library: Library, mode: str) -> None:
    model = Model(PROVEN)
    answer = ask(library, model, mode=mode)
    assert answer["answer"].startswith("It has 40 lumens")
    assert [each["quote"] for each in answer["citations"]] == [SAID]
    assert answer["usage"]["llm_calls"] >= 1
    assert any(QUESTION in str(params.messages) for params in model.asked)


@REVISIONS
def test_a_reply_without_the_form_is_asked_for_again(library: Library, mode: str) -> None:
    model = Model("I think it is bright.", PROVEN)
    assert ask(library, model, mode=mode)["answer"].startswith("It has 40 lumens")
    assert "I think it is bright." in str(model.asked[1].messages)


@REVISIONS
def test_it_is_left_alone_where_it_is_not_wanted(library: Library, mode: str) -> None:
    model = Model(PROVEN)
    assert ask(library, model, mode=mode, use_llm=False)["usage"]["llm_calls"] == 0
    assert model.asked == []


def test_a_client_without_a_model_is_not_asked(library: Library) -> None:
    assert ask(library, None)["usage"]["llm_calls"] == 0


def test_a_configured_model_goes_first(tmp_path: Path, library: Library) -> None:
    library.close()
    configured = ScriptedLLM([PROVEN] * 4)
    with open_test_library(tmp_path / "library", llm=configured) as own:
        model = Model(PROVEN)
        ask(own, model)
        assert model.asked == []
