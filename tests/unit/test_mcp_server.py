"""The MCP server as clients see it: results within bounds, errors that say what to do, jobs instead of time-outs."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError
from mcp_types import PromptReference, ResourceTemplateReference

from paperatlas.core.errors import SchemaMismatch
from paperatlas.library import Library
from paperatlas.mcp_server.server import Served
from paperatlas.mcp_server.tools import ALL_TOOLS, tools_of
from tests.fakes.mcp_servers import LAMP, TIDE, Gated, call, note_library, served, served_from, talk, text_of, write_notes

TEN_THOUSAND_TOKENS = 40_000
"""Bytes, four of them a token."""
REVISIONS = ("2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    return write_notes(tmp_path / "papers", lamp=LAMP, tide=TIDE)


@pytest.fixture
def library(tmp_path: Path, papers: Path) -> Iterator[Library]:
    with note_library(tmp_path / "library") as library:
        library.ingest(papers)
        yield library


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The same, for tests that change nothing."""
    folder = tmp_path_factory.mktemp("shelf")
    with note_library(folder / "library") as library:
        library.ingest(write_notes(folder / "papers", lamp=LAMP, tide=TIDE))
        yield library


@pytest.fixture
def server(shelf: Library) -> Served:
    return served(shelf)


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Served]:
    with note_library(tmp_path / "empty") as library:
        yield served(library)


@pytest.fixture
def gated() -> Iterator[Gated]:
    gated = Gated()
    yield gated
    gated.gate.set()


# What an empty library says


def test_an_empty_library_is_an_answer(empty: Served) -> None:
    queried = call(empty, "query_documents", question="What is it?")
    assert queried.structured_content == {
        "answer": "No documents are indexed.",
        "answerable": False,
        "sources": [],
        "retrieved": [],
    }
    assert json.loads(text_of(queried)) == queried.structured_content
    asked = call(empty, "ask", question="What is it?")
    assert (asked.structured_content["status"], asked.structured_content["reason"]) == ("abstained", "empty_library")
    for tool in ("list_documents", "summarize", "list_entities"):
        assert not call(empty, tool).is_error, tool
    assert call(empty, "search_documents", query="lamp").structured_content["hits"] == []


# What a model does wrong


@pytest.mark.parametrize(
    ("tool", "arguments", "code", "hint"),
    [
        ("get_document", {"doc": "lmap"}, "unknown_document", "lamp.note"),
        ("ask", {"question": "What?", "documents": ["lmap"]}, "unknown_document", "lamp.note"),
        ("ask", {"questoin": "What?"}, "bad_arguments", "question (string, required)"),
        ("ask", {"question": ["What?"]}, "bad_arguments", "question (string, required)"),
        ("ask", {"question": "x" * 5000}, "bad_arguments", "4000"),
        ("search_documents", {"query": "x", "limit": 10_000}, "bad_arguments", "50"),
        ("search_documents", {"query": "x", "mode": "best"}, "bad_arguments", "lexical"),
        ("read_pages", {"doc": "lamp", "first": 9}, "bad_input", "pages 1 to 1"),
        ("read_pages", {"doc": "lamp", "cursor": "x"}, "bad_cursor", "next_cursor"),
        ("extract_section", {"doc": "lamp", "section": "methods"}, "unknown_section", "Discussion"),
        ("get_table", {"doc": "lamp", "label": "1"}, "unknown_float", "none"),
        ("get_figure", {"doc": "lamp"}, "bad_input", "label"),
        ("get_passage", {"chunk_id": "no-such"}, "bad_input", "search_documents"),
        ("graph_entity", {"name": "Nowhere"}, "unknown_entity", ""),
        ("graph_query", {"cypher": "MATCH (n) DETACH DELETE n"}, "cypher_rejected", ""),
        ("job_status", {"job_id": "none"}, "unknown_job", "again"),
        ("ingest_documents", {"paths": ["papers"]}, "bad_input", "whole path"),
        ("remove_document", {"doc": "lmap"}, "unknown_document", "lamp.note"),
    ],
)
def test_an_error_says_what_to_do_instead(server: Served, tool: str, arguments: dict[str, Any], code: str, hint: str) -> None:
    result = call(server, tool, **arguments)
    assert result.is_error
    error = result.structured_content["error"]
    assert error["code"] == code
    assert hint in f"{error['message']} {error['hint']}"
    assert text_of(result).startswith(f"{code}: ")


def test_a_tool_that_is_elsewhere_is_named_with_how_to_get_it(shelf: Library) -> None:
    server = served(shelf, tools=tools_of({"core"}, read_only=False))
    with pytest.raises(MCPError, match="--toolsets core,graph"):
        call(server, "graph_ask", question="What?")
    with pytest.raises(MCPError, match="without --read-only"):
        call(server, "remove_document", doc="lamp")
    with pytest.raises(MCPError, match="There are: ask"):
        call(server, "no_such_tool")


def test_read_only_has_no_tool_that_writes(shelf: Library) -> None:
    server = served(shelf, tools=tools_of({"core", "graph", "admin"}, read_only=True))
    tools = talk(server, lambda client: client.list_tools()).tools
    assert "library_health" in {tool.name for tool in tools}
    assert all(tool.annotations is not None and tool.annotations.read_only_hint for tool in tools)


def test_a_fault_of_ours_is_told_without_a_traceback(shelf: Library, gated: Gated) -> None:
    def fails(*_: object) -> Any:
        raise ZeroDivisionError("division by zero")

    gated.run = fails  # type: ignore[method-assign]
    result = call(served(shelf, tools=[gated.tool]), "gated")
    assert result.is_error
    assert result.structured_content["error"]["code"] == "internal"
    assert "Traceback" not in text_of(result)


# Size


@pytest.fixture(scope="module")
def long_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("long")
    pages = "\f".join(f"# Part {number}\n" + f"The tide number {number} is high at Hallow. " * 60 for number in range(1, 301))
    with note_library(folder / "library") as library:
        library.ingest(write_notes(folder / "papers", long=pages))
        yield served(library)


def test_three_hundred_pages_come_in_pieces_that_are_the_whole(long_server: Served) -> None:
    async def read(client: Client) -> list[dict[str, Any]]:
        pages, cursor = [], ""
        while True:
            result = await client.call_tool("read_pages", {"doc": "long", "cursor": cursor})
            said = text_of(result), json.dumps(result.structured_content)
            assert sum(len(each.encode()) for each in said) < TEN_THOUSAND_TOKENS
            pages += result.structured_content["pages"]
            if not (cursor := result.structured_content["next_cursor"]):
                return pages

    pages = talk(long_server, read)
    texts: dict[int, str] = {}
    for page in pages:
        texts[page["page"]] = texts.get(page["page"], "") + page["text"]
    assert sorted(texts) == list(range(1, 301))
    assert all(f"number {number} is high" in text for number, text in texts.items())
    assert {text.count("The tide") for text in texts.values()} == {60}


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search_documents", {"query": "tide", "limit": 50}),
        ("document_stats", {"term": "tide"}),
        ("ask", {"question": "How many times is tide mentioned?"}),
        ("get_document", {"doc": "long"}),
        ("summarize", {"doc": "long", "outline": True}),
        ("extract_section", {"doc": "long", "section": "Part 7"}),
        ("list_entities", {"limit": 200}),
        ("graph_entity", {"name": "Hallow"}),
        ("graph_query", {"cypher": "MATCH (c:Chunk)-[m:MENTIONS]->(e:Entity) RETURN c, m, e", "limit": 200}),
    ],
)
def test_no_result_is_larger_than_a_client_takes(long_server: Served, tool: str, arguments: dict[str, Any]) -> None:
    result = call(long_server, tool, **arguments)
    assert not result.is_error, text_of(result)
    assert len(text_of(result).encode()) + len(json.dumps(result.structured_content)) < TEN_THOUSAND_TOKENS


def test_more_text_is_given_when_it_is_asked_for(long_server: Served) -> None:
    result = call(long_server, "read_pages", doc="long", max_bytes=100_000)
    assert len(text_of(result)) > 90_000
    assert "shortened" not in result.structured_content


# Time


def test_what_takes_long_becomes_a_job_whose_result_is_fetched_later(shelf: Library, gated: Gated) -> None:
    async def conversation(client: Client) -> None:
        begun = await client.call_tool("gated", {})
        job = begun.structured_content["job"]
        assert job["status"] in {"waiting", "running"}
        assert job["id"] in text_of(begun)
        still = await client.call_tool("job_status", {"job_id": job["id"], "wait_seconds": 0})
        assert still.structured_content["job"]["status"] in {"waiting", "running"}
        gated.gate.set()
        while True:
            done = await client.call_tool("job_status", {"job_id": job["id"]})
            if "result" in done.structured_content:
                break
        assert done.structured_content["result"] == {"answer": "done"}
        assert text_of(done) == "done"
        run = await client.read_resource(f"run://{job['id']}")
        assert json.loads(run.contents[0].text) == {"answer": "done"}  # type: ignore[union-attr]

    talk(served(shelf, tools=[gated.tool, *ALL_TOOLS], patience=0.05), conversation)


def test_progress_is_told_and_grows(shelf: Library, gated: Gated) -> None:
    told: list[tuple[float, float | None, str | None]] = []

    async def conversation(client: Client) -> None:
        async def progress(done: float, total: float | None, message: str | None) -> None:
            told.append((done, total, message))
            gated.gate.set()

        await client.call_tool("gated", {}, progress_callback=progress)

    talk(served(shelf, tools=[gated.tool]), conversation)
    assert told[0] == (1.0, 2.0, "the first half")
    assert [done for done, *_ in told] == sorted({done for done, *_ in told})


def test_calls_do_not_wait_for_one_another(shelf: Library, gated: Gated) -> None:
    async def conversation(client: Client) -> None:
        async with anyio.create_task_group() as both:
            both.start_soon(client.call_tool, "gated", {})
            await anyio.to_thread.run_sync(gated.begun.acquire)
            assert not (await client.call_tool("list_documents", {})).is_error
            gated.gate.set()

    talk(served(shelf, tools=[gated.tool, *ALL_TOOLS], slow=1), conversation)


def test_a_call_that_is_cancelled_frees_its_slot_and_ends_its_work(shelf: Library, gated: Gated) -> None:
    async def conversation(client: Client) -> None:
        async with anyio.create_task_group() as calls:
            calls.start_soon(client.call_tool, "gated", {})
            await anyio.to_thread.run_sync(gated.begun.acquire)
            calls.cancel_scope.cancel()
        await anyio.to_thread.run_sync(gated.stopped.wait)
        answer = await client.call_tool("search_documents", {"query": "lamp"})
        assert answer.structured_content["hits"]

    talk(served(shelf, tools=[gated.tool, *ALL_TOOLS], slow=1), conversation)


def test_a_job_is_cancelled_by_its_id(shelf: Library, gated: Gated) -> None:
    async def conversation(client: Client) -> None:
        job = (await client.call_tool("gated", {})).structured_content["job"]["id"]
        ended = await client.call_tool("cancel_job", {"job_id": job})
        again = await client.call_tool("cancel_job", {"job_id": job})
        said = await client.call_tool("job_status", {"job_id": job})
        assert (ended.structured_content["cancelled"], again.structured_content["cancelled"]) == (True, False)
        assert said.structured_content["job"]["status"] == "cancelled"

    talk(served(shelf, tools=[gated.tool, *ALL_TOOLS], patience=0.05), conversation)


# Others who write


def test_the_next_call_sees_what_another_process_did(tmp_path: Path, library: Library, papers: Path) -> None:
    server = served(library)

    async def names(client: Client) -> set[str]:
        listed = await client.call_tool("list_documents", {})
        return {each["doc_name"] for each in listed.structured_content["documents"]}

    async def conversation(client: Client) -> None:
        assert await names(client) == {"lamp.note", "tide.note"}
        with note_library(tmp_path / "library") as other:
            other.remove("lamp")
            other.ingest(write_notes(papers, moon="# The Moon\nThe moon is far."))
        found = await client.call_tool("search_documents", {"query": "moon", "documents": ["moon"]})
        assert {"moon.note", "tide.note"} <= await names(client)
        assert found.structured_content["hits"][0]["doc"] == "moon.note"

    talk(server, conversation)


def test_a_library_that_is_damaged_meanwhile_is_an_error_and_not_the_end(tmp_path: Path, library: Library) -> None:
    async def conversation(client: Client) -> None:
        assert not (await client.call_tool("list_documents", {})).is_error
        for beside in library.folder.glob("catalog.sqlite3*"):
            beside.write_bytes(b"this is no library at all" * 400)
        for tool, arguments in (("get_document", {"doc": "lamp"}), ("search_documents", {"query": "lamp"})):
            result = await client.call_tool(tool, arguments)
            assert not result.is_error or result.structured_content["error"]["hint"]
        assert len((await client.list_tools()).tools) == len(ALL_TOOLS)

    talk(served(library), conversation)
    anew = call(served_from(lambda: note_library(tmp_path / "library")), "list_documents")
    assert anew.structured_content["error"]["code"] == "library_damaged"


def test_a_library_that_cannot_be_opened_is_tried_again(tmp_path: Path, papers: Path) -> None:
    with note_library(tmp_path / "library") as library:
        library.ingest(papers)
        answers = iter([SchemaMismatch("It is newer.", hint="Update.")])

        def opening() -> Library:
            if error := next(answers, None):
                raise error
            return library

        server = served_from(opening)

        async def conversation(client: Client) -> None:
            first = await client.call_tool("list_documents", {})
            assert first.structured_content["error"]["code"] == "schema_mismatch"
            assert (await client.call_tool("list_documents", {})).structured_content["total"] == 2

        talk(server, conversation)


def test_files_are_taken_in_and_removed(tmp_path: Path, empty: Served, papers: Path) -> None:
    async def conversation(client: Client) -> None:
        taken = await client.call_tool("ingest_documents", {"paths": [str(papers)], "collection": "night"})
        assert {each["status"] for each in taken.structured_content["documents"]} == {"added"}
        gone = await client.call_tool("remove_document", {"doc": "lamp"})
        assert gone.structured_content["removed"][0]["doc"] == "lamp.note"
        assert (await client.call_tool("list_documents", {})).structured_content["total"] == 1
        assert (await client.call_tool("library_health", {})).structured_content["sound"]

    talk(empty, conversation)


@pytest.mark.parametrize("named", ["{public}/../papers", "zotero:", " Zotero:Moss"])
def test_only_files_under_the_roots_are_taken_in(tmp_path: Path, library: Library, papers: Path, named: str) -> None:
    public = tmp_path / "public"
    public.mkdir()
    server = served_from(lambda: library, roots=(public,))
    refused = call(server, "ingest_documents", paths=[named.format(public=public)])
    assert refused.is_error
    assert "outside" in text_of(refused)


# Resources, prompts, completions


def test_resources_are_listed_and_read_by_their_addresses(server: Served) -> None:
    async def conversation(client: Client) -> None:
        listed = (await client.list_resources()).resources
        assert [each.uri for each in listed] == ["paper://lamp.note", "paper://tide.note"]
        for uri, wanted in (
            ("paper://lamp.note", "Discussion"),
            ("paper://LAMP.NOTE/", "Discussion"),
            ("paper://lamp.note/pages/1", "40 lumens"),
            ("paper://lamp.note/sections/Discussion", "bright"),
            ("paper://lamp.note/bibtex", "@misc{"),
            ("graph://entity/Hallow", '"Hallow"'),
        ):
            content = (await client.read_resource(uri)).contents[0]
            assert wanted in content.text, uri  # type: ignore[union-attr]
        assert len((await client.list_resource_templates()).resource_templates) == 9

    talk(server, conversation)


@pytest.mark.parametrize(
    "uri",
    [
        "paper://nobody",
        "paper://lamp.note/pages/7",
        "paper://lamp.note/pages/x",
        "paper://lamp.note/nonsense",
        "paper://",
        "graph://entity/Nobody",
        "graph://",
        "run://none",
        "file:///etc/passwd",
    ],
)
def test_an_address_that_leads_nowhere_is_told_so(server: Served, uri: str) -> None:
    with pytest.raises(MCPError) as raised:
        talk(server, lambda client: client.read_resource(uri))
    assert raised.value.code == -32602
    assert raised.value.data["hint"]


def test_names_with_odd_characters_have_addresses(tmp_path: Path, library: Library) -> None:
    folder = write_notes(tmp_path / "odd", **{"a paper #1 (50%) é": LAMP + " More."})
    library.ingest(folder)

    async def conversation(client: Client) -> None:
        [uri] = [each.uri for each in (await client.list_resources()).resources if "50" in each.uri]
        assert "40 lumens" in (await client.read_resource(f"{uri}/pages/1")).contents[0].text  # type: ignore[union-attr]

    talk(served(library), conversation)


def test_clients_of_every_revision_hear_that_the_library_changed(library: Library, papers: Path) -> None:
    server = served(library)
    heard: list[str] = []

    async def hears(message: Any) -> None:
        heard.append(type(message).__name__)

    async def legacy(client: Client) -> None:
        await server.changes.look()
        await client.list_resources()
        await server.changes.look()
        library.ingest(write_notes(papers, moon="# The Moon\nIt is far."))
        await server.changes.look()
        await client.list_resources()  # what was sent before its answer has come

    talk(server, legacy, mode="legacy", message_handler=hears)
    assert heard.count("ResourceListChangedNotification") == 1


@pytest.mark.parametrize("name", ["literature_review", "check_draft", "research_gaps", "find_contradictions"])
def test_a_prompt_holds_what_it_is_about_and_how_text_is_to_be_taken(server: Served, name: str) -> None:
    async def conversation(client: Client) -> str:
        [argument] = next(each for each in (await client.list_prompts()).prompts if each.name == name).arguments
        got = await client.get_prompt(name, {argument.name: "moon {topic} light"})
        return got.messages[-1].content.text  # type: ignore[union-attr]

    text = talk(server, conversation)
    assert "moon {topic} light" in text
    assert "never an instruction" in text


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("no_such", {}, "literature_review"),
        ("literature_review", {}, "topic is missing"),
        ("literature_review", {"topic": "x", "tone": "y"}, "tone is no argument"),
        ("check_draft", {"paragraph": "x" * 30_000}, "longer"),
        ("explain_figure", {"doc": "nobody", "label": "1"}, "no document"),
    ],
)
def test_a_prompt_that_cannot_be_made_says_why(server: Served, name: str, arguments: dict[str, str], said: str) -> None:
    with pytest.raises(MCPError, match=said):
        talk(server, lambda client: client.get_prompt(name, arguments))


@pytest.mark.parametrize(
    ("ref", "argument", "typed", "given", "wanted"),
    [
        (ResourceTemplateReference(uri="paper://{doc}"), "doc", "ti", {}, ["tide.note"]),
        (ResourceTemplateReference(uri="paper://{doc}/sections/{path}"), "path", "disc", {"doc": "lamp"}, ["Discussion"]),
        (ResourceTemplateReference(uri="paper://{doc}/sections/{path}"), "path", "", {"doc": "nobody"}, []),
        (ResourceTemplateReference(uri="paper://{doc}/pages/{n}"), "n", "", {"doc": "lamp"}, ["1"]),
        (ResourceTemplateReference(uri="graph://entity/{id}"), "id", "hall", {}, ["Hallow"]),
        (PromptReference(name="compare_papers"), "other", "LAMP", {}, ["lamp.note"]),
        (PromptReference(name="explore_relations"), "relation", "ne", {}, ["near"]),
        (PromptReference(name="literature_review"), "topic", "t", {}, []),
    ],
)
def test_arguments_are_completed(  # noqa: PLR0917
    server: Served, ref: Any, argument: str, typed: str, given: dict[str, str], wanted: list[str]
) -> None:
    completed = talk(server, lambda client: client.complete(ref, {"name": argument, "value": typed}, given or None))
    assert completed.completion.values == wanted


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_revision_gets_results(server: Served, revision: str) -> None:
    async def conversation(client: Client) -> None:
        found = await client.call_tool("search_documents", {"query": "lumens"})
        assert "40 lumens" in text_of(found)
        assert (await client.read_resource("paper://lamp.note/pages/1")).contents
        assert (await client.get_prompt("literature_review", {"topic": "light"})).messages

    talk(server, conversation, mode=revision if revision == "2026-07-28" else "legacy")
