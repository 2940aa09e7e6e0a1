"""The MCP server as a process of its own: only messages on stdout, and all of it driven by the official client."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp_types import PromptReference, ResourceTemplateReference

import paperatlas as pa

NOISES = ("print", "stdout of the start", "descriptor", "C", "warn", "fork", "run", "raise", "exit", "surrogates", "none")
UNIX = ("C", "fork")


class Wire:
    """A client that reads every byte."""

    def __init__(self, *command: str, cwd: Path) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=cwd
        )
        self.lines: list[bytes] = []
        self._id = 0

    def send(self, method: str, params: dict[str, Any], *, id_: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params, **({} if id_ is None else {"id": id_})}
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Its answer; messages that come before it are kept in `lines`."""
        self._id += 1
        self.send(method, params, id_=self._id)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            message: dict[str, Any] = json.loads(line)
            if message.get("id") == self._id and "method" not in message:
                return message
        raise AssertionError(f"it ended with {self.process.wait()}")

    def hello(self, revision: str = "2025-06-18") -> dict[str, Any]:
        answer = self.ask("initialize", protocolVersion=revision, capabilities={}, clientInfo={"name": "test", "version": "1"})
        self.send("notifications/initialized", {})
        return answer

    def end(self) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.lines += self.process.stdout.readlines()
        return self.process.wait()


@pytest.fixture
def noisy(root: Path) -> Iterator[Wire]:
    wire = Wire(sys.executable, "-m", "tests.fakes.mcp_noisy", cwd=root)
    with wire.process:
        yield wire
        wire.process.kill()


def test_nothing_but_messages_comes_out_whatever_a_library_does(noisy: Wire) -> None:
    noisy.hello()
    for kind in NOISES:
        if os.name == "nt" and kind in UNIX:
            continue
        answer = noisy.ask("tools/call", name="noise", arguments={"kind": kind})
        assert "result" in answer, answer
        assert answer["result"].get("isError", False) == (kind in {"raise", "exit"}), answer
    assert noisy.end() == 0
    messages = [json.loads(line) for line in noisy.lines]
    assert all(message["jsonrpc"] == "2.0" for message in messages)
    answered = [message["id"] for message in messages if "id" in message]
    assert len(answered) == len(set(answered))


def test_lines_that_are_no_messages_do_not_end_it(noisy: Wire) -> None:
    noisy.hello()
    assert noisy.process.stdin is not None
    noisy.process.stdin.write(b"not json\n\n{}\n[1]\n" + b'{"jsonrpc": "2.0", "id": 900, "method": "no/such"}\n\xff\xfe\n')
    noisy.process.stdin.flush()
    answer = noisy.ask("tools/call", name="noise", arguments={"kind": "none"})
    assert answer["result"]["structuredContent"] == {"said": "none"}
    assert noisy.end() == 0


@pytest.mark.parametrize("revision", ["2025-03-26", "2025-06-18", "2025-11-25"])
def test_the_revision_that_a_client_names_is_spoken(noisy: Wire, revision: str) -> None:
    result = noisy.hello(revision)["result"]
    assert result["protocolVersion"] == revision
    assert result["serverInfo"]["name"] == "paperatlas"
    assert [tool["name"] for tool in noisy.ask("tools/list")["result"]["tools"]] == ["noise"]
    answer = noisy.ask("tools/call", name="noise", arguments={"kind": "none"})["result"]
    assert answer["content"][0]["text"] == "none"
    assert noisy.end() == 0


def test_it_answers_before_a_library_is_loaded(tmp_path: Path) -> None:
    """What takes long to load is loaded by the first call, so that a client's start does not wait for it."""
    program = (
        "import sys\n"
        "from paperatlas.mcp_server.desk import Desk\n"
        "from paperatlas.mcp_server.server import build_server\n"
        "from paperatlas.mcp_server.stdio import serve_stdio\n"
        "from paperatlas.mcp_server.tools import ALL_TOOLS\n"
        "build_server(Desk(lambda: None), ALL_TOOLS)\n"
        "heavy = 'pymupdf chromadb onnxruntime tantivy openai numpy spacy scipy neo4j kglite tokenizers'.split()\n"
        "loaded = [name for name in heavy if name in sys.modules]\n"
        "sys.exit(f'loaded {loaded}' if loaded else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def samples(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample papers as a library."""
    folder = tmp_path_factory.mktemp("samples") / "library"
    with pa.open_library(folder) as library:
        library.ingest([root / "data" / "samples"])
    return folder


def session(library: Path, *options: str) -> StdioServerParameters:
    keep = {name: value for name, value in os.environ.items() if name.startswith(("PAPERATLAS", "PATH", "HOME", "SYSTEM"))}
    words = ["-m", "paperatlas", "--library", str(library), "mcp", "--toolsets", "core,graph,admin", *options]
    return StdioServerParameters(command=sys.executable, args=words, env=keep)


SATO, GLOWNET = "sato2024-twelve-numbers.pdf", "lindqvist2023-glownet.pdf"
CALLS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("list_documents", {}, GLOWNET),
    ("get_document", {"doc": SATO}, "4 Splitting by site"),
    ("ask", {"question": "What is the detection limit of Glow Curve Integration?"}, "1.1 ppm"),
    ("query_documents", {"question": "What is the detection limit of Glow Curve Integration?"}, "answerable"),
    ("verify_claim", {"claim": "The detection limit of Glow Curve Integration was 1.1 ppm."}, "supported"),
    ("search_documents", {"query": "humidity", "documents": ["tanaka2024-humidity"]}, "humidity"),
    ("document_stats", {"term": "MossBank"}, "occurs"),
    ("read_pages", {"doc": SATO, "max_bytes": 1000}, "goes on"),
    ("extract_section", {"doc": SATO, "section": "discussion"}, "7 Discussion"),
    ("get_table", {"doc": SATO, "label": "Table 1"}, "| Ridge-12 | 0.52 | 0.80 | 0.58 | 0.87 |"),
    ("get_figure", {"doc": GLOWNET, "label": "Figure 1"}, "The layers of GlowNet"),
    ("get_figure", {"doc": SATO, "page": 2}, "p. 2"),
    ("summarize", {"doc": SATO}, "We show that this result depends on how the data are split."),
    ("summarize", {}, "lanternmoss"),
    ("compare_documents", {"documents": [SATO, GLOWNET], "questions": ["method"]}, "Method"),
    ("evidence_matrix", {"questions": ["limits"]}, "call again with cursor"),
    ("graph_ask", {"question": "Which papers use MossBank?"}, "GlowNet"),
    ("graph_query", {"cypher": "MATCH (e:Entity {name: $name}) RETURN e.type", "parameters": {"name": "MossBank"}}, "dataset"),
    ("graph_entity", {"name": "MossBank"}, "dataset"),
    ("find_path", {"source": "MossBank", "target": "GlowNet"}, "evaluated_on"),
    ("list_entities", {"type": "dataset"}, "MossBank"),
    ("library_health", {}, "All is well."),
)
"""Every tool, what it is called with, and what its text says."""
OFF: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("search_arxiv", {"query": "moss sensors"}, "PAPERATLAS_ONLINE"),
    ("search_web", {"query": "moss sensors"}, "PAPERATLAS_ONLINE"),
    ("analyze_figure", {"doc": GLOWNET, "label": "Figure 1", "question": "What is drawn?"}, "PAPERATLAS_VISION_MODEL"),
)
"""Tools that a person has to allow or set up, and the setting that their error names."""


def test_the_official_client_drives_everything(samples: Path, tmp_path: Path) -> None:
    note = tmp_path / "note.md"
    note.write_text("# On Lanterns\n\nA lantern gives light.\n", encoding="utf-8")

    async def conversation() -> None:
        async with Client(session(samples)) as client:
            await drive_tools(client)
            await drive_what_is_off(client)
            await drive_changes(client, note)
            await drive_resources(client)
            await drive_prompts(client)

    anyio.run(conversation)


async def drive_tools(client: Client) -> None:
    names = {tool.name for tool in (await client.list_tools()).tools}
    called = {name for name, *_ in (*CALLS, *OFF)}
    assert names - called == {"get_passage", "job_status", "cancel_job", "ingest_documents", "remove_document"}
    for name, arguments, said in CALLS:
        result = await finished(client, name, arguments)
        text = "".join(block.text for block in result.content if block.type == "text")
        assert not result.is_error, (name, text)
        assert said in text, (name, text)
        assert any(block.type == "image" for block in result.content) == (name == "get_figure")
    hit = (await finished(client, "search_documents", {"query": "detection limit"})).structured_content
    chunk = (hit.get("result") or hit)["hits"][0]["chunk_id"]
    assert (await client.call_tool("get_passage", {"chunk_id": chunk})).structured_content["chunk_id"] == chunk


async def finished(client: Client, name: str, arguments: dict[str, Any]) -> Any:
    """The result of a call, waited for as a model is told to when the machine is slow."""
    result = await client.call_tool(name, arguments)
    while (job := (result.structured_content or {}).get("job")) and job["status"] in {"waiting", "running"}:
        result = await client.call_tool("job_status", {"job_id": job["id"]})
    return result


async def drive_what_is_off(client: Client) -> None:
    for name, arguments, setting in OFF:
        result = await client.call_tool(name, arguments)
        assert result.is_error, name
        assert setting in "".join(block.text for block in result.content if block.type == "text")


async def drive_changes(client: Client, note: Path) -> None:
    taken = await finished(client, "ingest_documents", {"paths": [str(note)]})
    assert "added: note.md" in taken.content[0].text
    assert "removed note.md" in (await finished(client, "remove_document", {"doc": "note"})).content[0].text
    unknown = await client.call_tool("cancel_job", {"job_id": "none"})
    assert unknown.structured_content["error"]["code"] == "unknown_job"


async def drive_resources(client: Client) -> None:
    assert f"paper://{SATO}" in [each.uri for each in (await client.list_resources()).resources]
    templates = {each.uri_template for each in (await client.list_resource_templates()).resource_templates}
    for template, values in (
        ("paper://{doc}", {"doc": SATO}),
        ("paper://{doc}/pages/{n}", {"doc": SATO, "n": "2"}),
        ("paper://{doc}/pages/{n}/image", {"doc": SATO, "n": "1"}),
        ("paper://{doc}/sections/{path}", {"doc": SATO, "path": "5%20Results"}),
        ("paper://{doc}/tables/{label}", {"doc": SATO, "label": "Table%201"}),
        ("paper://{doc}/figures/{label}", {"doc": GLOWNET, "label": "Figure%201"}),
        ("paper://{doc}/bibtex", {"doc": SATO}),
        ("graph://entity/{id}", {"id": "MossBank"}),
    ):
        assert template in templates
        [content] = (await client.read_resource(template.format(**values))).contents
        assert getattr(content, "text", "") or getattr(content, "blob", "")


async def drive_prompts(client: Client) -> None:
    values = {"doc": GLOWNET, "other": SATO, "label": "Figure 1", "entity": "MossBank"}
    for prompt in (await client.list_prompts()).prompts:
        given = {each.name: values.get(each.name, "something") for each in prompt.arguments or ()}
        messages = (await client.get_prompt(prompt.name, given)).messages
        assert [message.content.type for message in messages] == (["image"] if prompt.name == "explain_figure" else []) + ["text"]
    for reference, argument, given, wanted in (
        (ResourceTemplateReference(uri="paper://{doc}"), "doc", {}, SATO),
        (ResourceTemplateReference(uri="paper://{doc}/sections/{path}"), "path", {"doc": SATO}, "3 Ridge-12"),
        (PromptReference(name="explore_relations"), "relation", {}, "evaluated_on"),
        (PromptReference(name="explore_relations"), "entity", {}, "MossBank"),
    ):
        completed = await client.complete(reference, {"name": argument, "value": ""}, given or None)
        assert wanted in completed.completion.values


def test_papers_are_taken_in_at_the_start_while_it_already_answers(tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "note.md").write_text("# On Lanterns\n\nA lantern gives light.\n", encoding="utf-8")

    async def conversation() -> None:
        async with Client(session(tmp_path / "library", "--ingest", str(tmp_path / "papers"))) as client:
            assert len((await client.list_tools()).tools) > 20
            while not (await finished(client, "list_documents", {})).structured_content.get("total"):
                await anyio.lowlevel.checkpoint()

    anyio.run(conversation)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--toolsets", "all"], "no toolset 'all'"),
        (["--ingest", "x", "--read-only"], "--read-only forbids"),
        (["--http", "--host", "0.0.0.0"], "PAPERATLAS_MCP_TOKEN"),
    ],
)
def test_wrong_options_are_refused_with_what_to_do(tmp_path: Path, words: list[str], said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "paperatlas", "--library", str(tmp_path / "library"), "mcp", *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
