"""MCP servers over small libraries, and tools that take as long as a test wants."""

import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import anyio
from mcp import Client, MCPError
from mcp_types import CallToolResult

from paperatlas.library import Library
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.jobs import Work
from paperatlas.mcp_server.reply import Reply
from paperatlas.mcp_server.schema import TEXT, record
from paperatlas.mcp_server.server import Served, build_server
from paperatlas.mcp_server.tool import Arguments, Tool
from paperatlas.mcp_server.tools import ALL_TOOLS
from tests.fakes.libraries import graph_parts, open_test_library

R = TypeVar("R")

LAMP = "# The Amber Lamp\nThe Amber Lamp shines at 40 lumens over Hallow.\n# Discussion\nIt is bright. Hallow has a Harbour."
TIDE = "# On Tides\nThe tide at Hallow is high. The Harbour of Tarn is small."


def note_library(folder: Path) -> Library:
    """Opens it; nothing is in it."""
    return open_test_library(folder, graph=graph_parts(folder))


def write_notes(folder: Path, **notes: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in notes.items():
        (folder / f"{name}.note").write_text(text, encoding="utf-8")
    return folder


class Gated:
    """A slow tool: it begins, says so, and ends when the gate is opened."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.gate = threading.Event()
        self.stopped = threading.Event()

    def run(self, _desk: Desk, _asked: Arguments, work: Work) -> Reply:
        work.step("the first half", done=1, total=2)
        self.begun.release()
        work.when_cancelled(self.stopped.set)
        while not self.gate.wait(0.01):
            if work.job.is_over:
                work.step("")
        work.step("the second half", done=2, total=2)
        return Reply(data={"answer": "done"}, text="done")

    @property
    def tool(self) -> Tool[Arguments]:
        return Tool(
            name="gated",
            title="Gated",
            description="Waits.",
            toolset="core",
            arguments=Arguments,
            output=record(answer=TEXT),
            run=self.run,
            slow=True,
        )


def served(library: Library, *, tools: Sequence[Tool[Any]] = ALL_TOOLS, patience: float = 30.0, slow: int = 4) -> Served:
    return build_server(Desk(lambda: library, slow=slow), tools, patience=patience)


def served_from(opening: Callable[[], Library], *, roots: tuple[Path, ...] = ()) -> Served:
    return build_server(Desk(opening, roots=roots), ALL_TOOLS)


def talk(server: Served, conversation: Callable[[Client], Awaitable[R]], *, mode: str = "auto", **options: Any) -> R:
    """What a conversation of the official client with a server gives, without a transport between them."""

    async def run() -> R | MCPError:
        async with Client(server.server, mode=mode, **options) as client:
            try:
                return await conversation(client)
            except MCPError as error:  # carried past the client's task group, which would wrap it
                return error

    outcome = anyio.run(run)
    if isinstance(outcome, MCPError):
        raise outcome
    return outcome


def call(server: Served, tool: str, /, **arguments: Any) -> CallToolResult:
    """The result of one call."""
    return talk(server, lambda client: client.call_tool(tool, arguments))


def text_of(result: CallToolResult) -> str:
    return "\n".join(block.text for block in result.content if block.type == "text")
