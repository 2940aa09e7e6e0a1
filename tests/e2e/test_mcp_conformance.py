"""The official conformance suite against our transport; where it is installed.

npm i node@22 @modelcontextprotocol/conformance@0.1.16
MCP_CONFORMANCE=<folder of npm> python -m pytest tests/e2e/test_mcp_conformance.py
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SUITE = Path("node_modules/@modelcontextprotocol/conformance/dist/index.js")
NODE = Path("node_modules/node/bin/node")


@pytest.fixture
def suite() -> list[str]:
    """The command that runs it."""
    folder = os.environ.get("MCP_CONFORMANCE")
    if not folder:
        pytest.skip("MCP_CONFORMANCE names no folder with the suite")
    return [str(Path(folder) / NODE), str(Path(folder) / SUITE)]


def test_every_scenario_passes(suite: list[str], root: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.fakes.mcp_conformance"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=root) as server:
        assert server.stderr is not None
        [url] = re.findall(r"http://\S+", server.stderr.readline())
        done = subprocess.run([*suite, "server", "--url", url], capture_output=True, text=True, check=False, cwd=tmp_path)
        server.kill()
    summary = done.stdout.partition("=== SUMMARY ===")[2]
    assert re.search(r"Total: \d+ passed, 0 failed", summary), summary
