"""The app, served on loopback by a thread of the test."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.server import build_server
from paperatlas.mcp_server.tools import ALL_TOOLS
from paperatlas.web.app import web_app

__all__ = ["serving"]

_PLENTY = 1_000_000
"""Requests a minute: a test asks more than a person."""


@contextmanager
def serving(desk: Desk, **how: Any) -> Iterator[str]:
    """The address of the app over a desk; `how` goes to `web_app`. The desk is closed at the end."""
    app = web_app(desk, build_server(desk, ALL_TOOLS), **{"a_minute": _PLENTY, **how})
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="critical", timeout_graceful_shutdown=2, ws="none"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.02)
        if not thread.is_alive():
            raise RuntimeError("the server ended before it had begun")
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(15)
        desk.close()
