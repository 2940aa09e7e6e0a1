"""A PostgreSQL server of this machine, with nothing in it, on a socket and a loopback port of its own."""

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

__all__ = ["find_postgres", "running_postgres"]

_SECONDS = 60.0


def find_postgres() -> Path | None:
    """The folder of a server's programs, the newest; None where there is none."""
    found = [Path(path).parent for path in [shutil.which("initdb")] if path] + list(Path("/usr/lib/postgresql").glob("*/bin"))
    return max(found, key=lambda folder: [int(number) for number in re.findall(r"\d+", str(folder))], default=None)


@contextmanager
def running_postgres(programs: Path) -> Iterator[str]:
    """Its address, for as long as the server runs. It never runs as root, which it refuses."""
    who: dict[str, Any] = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
    home = Path(mkdtemp(prefix="pg-"))
    if who:
        shutil.chown(home, **who)
    options = ["-U", "papers", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"]
    subprocess.run([programs / "initdb", "-D", home / "data", *options], check=True, capture_output=True, **who)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = (f"port={port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={home}", "fsync=off")
    command = [programs / "postgres", "-D", home / "data", *(f"-c{setting}" for setting in settings)]
    log = home / "log"
    with log.open("wb") as lines:
        server = subprocess.Popen(command, stdout=lines, stderr=lines, **who)
    try:
        _wait(programs, port, server, log)
        yield f"postgresql://papers@127.0.0.1:{port}/postgres"
    finally:
        server.send_signal(2)  # a fast end: whoever is connected is sent away
        server.wait(timeout=_SECONDS)
        shutil.rmtree(home, ignore_errors=True)


def _wait(programs: Path, port: int, server: "subprocess.Popen[bytes]", log: Path) -> None:
    until = time.monotonic() + _SECONDS
    while subprocess.run([programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)], check=False).returncode:
        if server.poll() is not None or time.monotonic() > until:
            raise RuntimeError(f"PostgreSQL did not start: {log.read_text()}")
        time.sleep(0.1)
