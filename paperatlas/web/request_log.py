"""One line of JSON a request on the server's log: what was asked for, by its pattern, what came of it and how long it took.

It says no question, no name of a paper and no token: routes are told by their pattern, as they are counted. `audit` says who
changed what.
"""

import json
import logging
import secrets
import time
from datetime import UTC, datetime
from typing import TextIO

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paperatlas.web.metrics import route_pattern

__all__ = ["LOGGER", "RequestLog", "log_requests"]

LOGGER = "paperatlas.requests"
_log = logging.getLogger(LOGGER)
_QUIET = frozenset({"/healthz", "/readyz", "/metrics"})
"""What machines ask for every few seconds: told only where it fails."""
_FAILED = 500
_HEADER = b"x-request-id"


def log_requests(stream: TextIO) -> None:
    """From now on, lines go to a stream and nowhere else: they are whole as they are."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(message)s"))
    _log.handlers = [handler]
    _log.propagate = False
    _log.setLevel(logging.INFO)


class RequestLog:
    """ASGI middleware. Each answer carries the id under which its line is found."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _log.isEnabledFor(logging.INFO):
            await self._app(scope, receive, send)
            return
        began, number, status, sent = time.perf_counter(), secrets.token_hex(6), 0, 0

        async def noted(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (_HEADER, number.encode())]
            elif message["type"] == "http.response.body":
                sent += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            if scope["path"] not in _QUIET or status >= _FAILED or not status:
                _log.info(_line(scope, number, status or _FAILED, sent, time.perf_counter() - began))


def _line(scope: Scope, number: str, status: int, sent: int, seconds: float) -> str:
    return json.dumps(
        {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "id": number,
            "from": scope["client"][0] if scope.get("client") else "",
            "method": scope["method"],
            "route": route_pattern(scope),
            "status": status,
            "bytes": sent,
            "seconds": round(seconds, 4),
        }
    )
