"""Serving one client over stdin and stdout, of which nobody else gets to see anything."""

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO, cast

import anyio
from mcp.server.stdio import stdio_server

from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.server import Served

if TYPE_CHECKING:
    from anyio import AsyncFile

__all__ = ["serve_stdio"]


class _Wire:
    """Writes whole messages and keeps none back: what stood in a buffer would be written a second time by a process that a
    library forks off.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def write(self, text: str) -> int:
        rest = memoryview(text.encode("utf-8", "backslashreplace"))
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]
        return len(text)

    def flush(self) -> None:
        """There is nothing to be flushed."""


def serve_stdio(served: Served, desk: Desk, stdout: TextIO, *, begin: Callable[[], object] = lambda: None) -> None:
    """Until the client closes stdin. `stdout` is the real one, while file descriptor 1 leads to stderr.

    `begin` is called when the server can be reached: for what is to go on in the background.
    """

    async def serve() -> None:
        wire = cast("AsyncFile[str]", anyio.wrap_file(cast("TextIO", _Wire(stdout.fileno()))))
        async with stdio_server(stdout=wire) as (read, write), anyio.create_task_group() as beside:
            desk.open_soon()
            begin()
            beside.start_soon(served.changes.watch)
            await served.server.run(read, write, served.options)
            beside.cancel_scope.cancel()

    try:
        anyio.run(serve)
    finally:
        if not desk.close():
            # Threads in native code, as while a model is loaded, would hold up the interpreter's end or crash in it. Nothing is
            # lost: what they write is written in transactions.
            sys.stderr.flush()
            os._exit(0)
