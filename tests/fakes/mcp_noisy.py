"""A process that serves MCP over stdio while the library behind one of its tools does all it can to get into stdout."""

import ctypes
import logging
import os
import subprocess
import sys
import warnings
from typing import Any

from paperatlas.cli.output import reserved_stdout
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.jobs import Work
from paperatlas.mcp_server.reply import Reply
from paperatlas.mcp_server.schema import TEXT, record
from paperatlas.mcp_server.server import build_server
from paperatlas.mcp_server.stdio import serve_stdio
from paperatlas.mcp_server.tool import Arguments, Tool


class Noise(Arguments):
    kind: str


def make(_desk: Desk, asked: Noise, _work: Work) -> Reply:
    match asked.kind:
        case "print":
            print("printed")  # noqa: T201
            sys.stdout.write("written\n")
        case "stdout of the start":
            if sys.__stdout__ is not None:
                sys.__stdout__.write("to the first stdout\n")
                sys.__stdout__.flush()
        case "descriptor":
            os.write(1, b"by number\n")
        case "C":
            libc: Any = ctypes.CDLL(None)
            libc.puts(b"by C")
            libc.fflush(None)
        case "warn":
            warnings.warn("a warning", stacklevel=1)
            logging.getLogger("somebody").warning("logged")
        case "fork":
            if (child := os.fork()) == 0:
                print("from a child")  # noqa: T201
                sys.exit(0)
            os.waitpid(child, 0)
        case "run":
            subprocess.run([sys.executable, "-c", "import sys; print('from another program'); sys.stdin.read()"], check=True)
        case "raise":
            raise RuntimeError("raised with\nlines")
        case "exit":
            sys.exit(3)
        case "surrogates":
            return Reply(data={"said": "half \ud83d and \x00 and \u2028"}, text="half \ud83d and \u2028")
    return Reply(data={"said": asked.kind}, text=asked.kind)


TOOL: Tool[Noise] = Tool(
    name="noise",
    title="Noise",
    description="Makes noise.",
    toolset="core",
    arguments=Noise,
    output=record(said=TEXT),
    run=make,
)


def nothing() -> Any:
    raise RuntimeError("no library is needed")


if __name__ == "__main__":
    with reserved_stdout() as stdout:
        desk = Desk(nothing)
        serve_stdio(build_server(desk, [TOOL]), desk, stdout)
