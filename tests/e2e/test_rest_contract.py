"""Every route keeps what the OpenAPI document promises, whatever is sent: schemathesis makes the requests."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import uvicorn

from paperatlas.bootstrap import bundled_verifier
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.server import build_server
from paperatlas.mcp_server.tools import ALL_TOOLS
from paperatlas.web.app import web_app
from tests.fakes.libraries import graph_parts, open_test_library
from tests.fakes.mcp_servers import LAMP, TIDE, write_notes

pytestmark = pytest.mark.slow

JUDGED = (
    "/graph/query$|/uploads$|/folders$|/read-again$|/annotated$|/chat/completions$|/image$|/export$|/graph/decisions$"
    "|/question-sets$|/made$"
)
"""What no schema can say: that text is Cypher, that a name is a paper's or an entity's, that a folder is there, that papers are
being read, that somebody asks, that a file holds questions, that some can be made of a paper, that a record has pages, that a
matrix is of these papers. Their refusals are no fault."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("rest")
    verifier = partial(bundled_verifier, threads=1)
    with open_test_library(folder / "library", graph=graph_parts(folder / "library"), verifier=verifier) as library:
        library.ingest(write_notes(folder / "papers", lamp=LAMP, tide=TIDE))
        desk = Desk(lambda: library)
        app = web_app(desk, build_server(desk, ALL_TOOLS), pages=False, a_minute=1_000_000)
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="critical"))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started:
            thread.join(0.02)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        server.should_exit = True
        thread.join(10)


@pytest.mark.parametrize(
    "chosen",
    [
        ["--exclude-path-regex", JUDGED],
        ["--include-path-regex", JUDGED, "--exclude-checks", "positive_data_acceptance"],
    ],
    ids=["by the schema", "beyond the schema"],
)
def test_every_route_keeps_its_promises(address: str, chosen: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{address}/api/v1/openapi.json"]
    command += [*chosen, "--phases", "examples,coverage,fuzzing", "--max-examples", "15", "--seed", "20261130", "--no-color"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=tmp_path, timeout=900)
    failures = re.sub(r"(.)\1{40,}", r"\1…", done.stdout.partition("FAILURES")[2])
    assert done.returncode == 0, failures or done.stdout + done.stderr
    assert "generated" in done.stdout
