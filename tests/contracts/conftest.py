"""What the contract suites share."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from paperatlas.core.graph_ports import GraphStore
from tests.fakes.bolt_server import BoltServer, NoJavaMachine, serving
from tests.fakes.graph_stores import EVERY_STORE, opened


@pytest.fixture(scope="session")
def chroma_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Chroma server of this test run."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("chroma-server")
    command = [Path(sys.executable).parent / "chroma", "run", "--path", folder, "--host", "127.0.0.1", "--port", str(port)]
    url = f"http://127.0.0.1:{port}"
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            _wait(url, server)
            yield url
        finally:
            server.terminate()


def _wait(url: str, server: "subprocess.Popen[bytes]") -> None:
    transport = httpx.HTTPTransport(retries=10)  # backs off by up to 250 s in all
    with httpx.Client(transport=transport, timeout=30) as client:
        assert server.poll() is None, "the Chroma server ended at once"
        client.get(f"{url}/api/v2/heartbeat").raise_for_status()


@pytest.fixture(scope="session")
def bolt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoltServer]:
    """A server of this test run that speaks Bolt as Neo4j does."""
    with ExitStack() as stack:
        try:
            server = stack.enter_context(serving(tmp_path_factory.mktemp("bolt")))
        except NoJavaMachine as error:
            if os.environ.get("CI"):
                raise
            pytest.skip(f"ArcadeDB's Java machine does not start here: {error}")
        yield server


@pytest.fixture(scope="module", params=EVERY_STORE)
def any_graph(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    """An empty graph store, one for all tests of a module."""
    store = opened(request.param, tmp_path_factory.mktemp("graph"), request)
    yield store
    store.close()
