"""Who changed what: one line of JSON a request that may change the library, in its folder, readable by its owner alone."""

import json
import os
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Audit"]

FILE = "audit.jsonl"
_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_API = "/api/v1"
_ASKING = frozenset(f"{_API}/{name}" for name in "ask verify matrix matrix/export formulas graph/ask graph/query".split())
"""What is posted and only reads."""
_ELSEWHERE = ("/v1/", "/mcp", "/gradio_api")
"""Questions too, and MCP: what that changes is in the server's log."""
_MOST_BYTES = 16 << 20
"""Then the file is put aside, and the one that was aside before goes."""


class Audit:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, *, folder: Callable[[], Path | None]) -> None:
        self._app = app
        self._folder = folder
        self._lock = threading.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _READING or _is_asking(scope["path"]):
            await self._app(scope, receive, send)
            return

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._note(scope, message["status"])
            await send(message)

        await self._app(scope, receive, noted)

    def _note(self, scope: Scope, status: int) -> None:
        folder = self._folder()
        if folder is None:
            return
        line = {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "from": scope["client"][0] if scope.get("client") else "",
            "method": scope["method"],
            "path": scope["path"],
            "status": status,
        }
        file = folder / FILE
        with self._lock:
            if file.exists() and file.stat().st_size > _MOST_BYTES:
                file.replace(file.with_suffix(".jsonl.1"))
            descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            with os.fdopen(descriptor, "a", encoding="utf-8") as log:
                log.write(json.dumps(line, ensure_ascii=False) + "\n")


def _is_asking(path: str) -> bool:
    return path in _ASKING or path.startswith(_ELSEWHERE) or path.endswith("/annotated")
