"""A JSON service on loopback, in a thread, that answers as a function says."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What is sent back; `body` is sent as JSON unless it is bytes."""

    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(kw_only=True)
class Asked:
    """A request as it came."""

    path: str
    body: dict[str, Any]
    key: str
    host: str = ""
    agent: str = ""


class Service:
    """Where it listens, and what it was asked, in order of arrival."""

    def __init__(self, answer: Callable[[Asked], Reply]) -> None:
        self.answer = answer
        self.asked: list[Asked] = []
        self.url = ""


@contextmanager
def service(answer: Callable[[Asked], Reply]) -> Iterator[Service]:
    """A real server for as long as the block lasts."""
    served = Service(answer)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer({})

        def do_POST(self) -> None:
            sent = self.rfile.read(int(self.headers["Content-Length"]))
            is_form = self.headers.get("Content-Type") == "application/x-www-form-urlencoded"
            self._answer(dict(parse_qsl(sent.decode())) if is_form else json.loads(sent))

        def _answer(self, body: dict[str, Any]) -> None:
            key = self.headers.get("Authorization", "").removeprefix("Bearer ")
            asked = Asked(
                path=self.path, body=body, key=key, host=self.headers.get("Host", ""), agent=self.headers.get("User-Agent", "")
            )
            served.asked.append(asked)
            reply = served.answer(asked)
            sent = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
            with suppress(ConnectionError):  # who asked may have given up
                self._send(reply, sent)

        def _send(self, reply: Reply, sent: bytes) -> None:
            self.send_response(reply.status)
            for name, value in {**reply.headers, "Content-Length": str(len(sent))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name in the base class
            """Tests are quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    served.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
