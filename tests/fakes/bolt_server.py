"""A server that speaks Bolt, as Neo4j does: `python -m tests.fakes.bolt_server FOLDER PORT HTTP_PORT`.

It is ArcadeDB in a process of its own, since it brings a Java machine with it, which ends with this process. It says
"ready" when it listens, and ends when its input does, so that none is left behind by a test run that was killed.
It does not enforce the read mode of a transaction; only a real Neo4j proves that.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

USER, PASSWORD, DATABASE = "root", "playwithdata", "graph"
ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True, slots=True, kw_only=True)
class BoltServer:
    uri: str
    user: str = USER
    password: str = PASSWORD
    database: str = DATABASE


class NoJavaMachine(Exception):
    """It ended before it listened; the message is what it said."""


@contextmanager
def serving(folder: Path) -> Iterator[BoltServer]:
    """A running server with an empty database."""
    port, http_port = _free_port(), _free_port()
    command = [sys.executable, "-m", "tests.fakes.bolt_server", folder, str(port), str(http_port)]
    errors = folder / "stderr.txt"
    with (
        errors.open("wb") as said,
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, text=True) as process,
    ):
        assert process.stdout is not None
        assert process.stdin is not None
        try:
            if "ready" not in (line.strip() for line in process.stdout):
                raise NoJavaMachine(errors.read_text(encoding="utf-8", errors="replace")[-500:])
            yield BoltServer(uri=f"bolt://127.0.0.1:{port}")
        finally:
            process.stdin.close()
            process.terminate()
            process.stdout.close()


def main(folder: str, port: str, http_port: str) -> None:
    import arcadedb_embedded

    server = arcadedb_embedded.create_server(
        root_path=folder,
        root_password=PASSWORD,
        config={
            "host": "127.0.0.1",
            "http_port": int(http_port),
            "bolt_port": int(port),
            "server_plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
            "server_defaultDatabases": f"{DATABASE}[{USER}]",
        },
    )
    server.start()
    sys.stdout.write("\nready\n")
    sys.stdout.flush()
    sys.stdin.read()
    os._exit(0)  # the Java machine's own threads would go on


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


if __name__ == "__main__":
    main(*sys.argv[1:])
