"""What the contract suites share."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest


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
