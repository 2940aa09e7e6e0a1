"""A paper that may be several: the client's person is asked which, in every revision, and told where nobody can be asked."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp_types import CallToolResult, ElicitResult

from paperatlas.library import Library
from tests.fakes.mcp_servers import LAMP, TIDE, note_library, served, talk, text_of, write_notes
from tests.unit.test_mcp_sampling import REVISIONS


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """Two papers that bear the same file name."""
    with note_library(tmp_path / "library") as library:
        library.ingest([write_notes(tmp_path / "old", notes=LAMP), write_notes(tmp_path / "new", notes=TIDE)])
        yield library


class Person:
    """Chooses the paper whose entry holds a word; keeps what was asked."""

    def __init__(self, word: str, action: Any = "accept") -> None:
        self.word = word
        self.action = action
        self.asked: list[Any] = []

    async def __call__(self, _context: Any, params: Any) -> ElicitResult:
        self.asked.append(params)
        choices = params.requested_schema["properties"]["paper"]["enum"]
        chosen = next(each for each in choices if self.word in each)
        return ElicitResult(action=self.action, content={"paper": chosen} if self.action == "accept" else None)


def read(library: Library, person: Any, *, mode: str, tool: str = "read_pages", **arguments: Any) -> CallToolResult:
    return talk(
        served(library),
        lambda client: client.call_tool(tool, arguments or {"doc": "notes.note"}),
        mode=mode,
        elicitation_callback=person,
    )


@REVISIONS
@pytest.mark.parametrize(("word", "text"), [("Lamp", "40 lumens"), ("Tides", "tide at Hallow")])
def test_the_person_says_which_paper_is_meant(library: Library, mode: str, word: str, text: str) -> None:
    person = Person(word)
    result = read(library, person, mode=mode)
    assert not result.is_error, text_of(result)
    assert text in text_of(result)
    assert "2 papers" in person.asked[0].message
    assert len(person.asked) == 1


@REVISIONS
def test_the_choice_counts_wherever_the_paper_was_named(library: Library, mode: str) -> None:
    arguments = {"question": "At how many lumens does the lamp shine?", "documents": ["notes.note"], "use_llm": False}
    result = read(library, Person("Lamp"), mode=mode, tool="ask", **arguments)
    assert result.structured_content is not None
    assert "40" in result.structured_content["answer"]


@REVISIONS
@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_a_person_who_does_not_choose_is_told_the_names(library: Library, mode: str, action: str) -> None:
    result = read(library, Person("Lamp", action), mode=mode)
    assert result.is_error
    assert text_of(result).startswith("ambiguous_document:")
    assert "Say which" in text_of(result)


@REVISIONS
def test_a_client_that_cannot_ask_is_told_the_names(library: Library, mode: str) -> None:
    result = read(library, None, mode=mode)
    assert result.is_error
    assert text_of(result).startswith("ambiguous_document:")


def test_a_reply_to_a_call_that_never_was_is_refused(library: Library) -> None:
    async def conversation(client: Client) -> CallToolResult:
        return await client.session.call_tool("read_pages", {"doc": "notes.note"}, request_state="0badc0ffee")

    result = talk(served(library), conversation)
    assert result.is_error
    assert text_of(result).startswith("unknown_job:")


def test_a_call_that_is_never_taken_up_again_does_not_hold_the_others(library: Library) -> None:
    async def conversation(client: Client) -> str:
        with anyio.fail_after(20):
            asked = await client.session.call_tool("read_pages", {"doc": "notes.note"}, allow_input_required=True)
            assert asked.result_type == "input_required"
            other = await client.call_tool("list_documents", {})
        return text_of(other)

    assert "notes.note" in talk(served(library, slow=1), conversation, elicitation_callback=Person("Lamp"))
