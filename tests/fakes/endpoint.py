"""A chat completions endpoint on loopback that answers from a script, as good and bad endpoints do."""

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

READ, WRITTEN = 10, 5
"""Tokens that every reply is said to have cost, where it does not say otherwise."""


@dataclass(frozen=True, kw_only=True)
class Call:
    """A call of a tool, as a model writes it."""

    name: str
    arguments: str = "{}"
    id: str | None = "call00000"
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Said:
    """One reply."""

    text: str | list[Any] | None = ""
    finish: str | None = "stop"
    status: int = 200
    message: str = "no"
    """Of an error."""
    code: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    stalls: bool = False
    """Says nothing at all; a stream says all its text and then nothing."""
    raw: str | None = None
    """A body that is sent as it is instead of a completion."""
    kind: str = "application/json"
    """Of that body."""
    calls: Sequence[Call] = ()
    also: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the message."""
    counts: tuple[int, int] | None = (READ, WRITTEN)
    """Tokens; None says none."""
    breaks: bool = False
    """The connection is lost in the middle of the body."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A request as it came."""

    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: dict[str, Any]


Quirk = Callable[[Asked], Response | None]
"""What a provider does by itself before any script: mostly refuse."""


class Endpoint:
    """What was asked of it, and where it listens."""

    def __init__(self, script: Sequence[Said], *, refuses: Sequence[str], quirk: Quirk | None) -> None:
        self._script = list(script)
        self._refuses = refuses
        self._quirk = quirk
        self._released = threading.Event()
        self.asked: list[Asked] = []
        self.requests: list[dict[str, Any]] = []
        """The bodies alone."""
        self.url = ""

    @property
    def root(self) -> str:
        """The address without the path where the API begins."""
        return self.url.removesuffix("/v1")

    def app(self) -> FastAPI:
        app = FastAPI()

        @app.post("/{path:path}")
        async def complete(path: str, request: Request) -> Any:
            asked = Asked(path=path, query=request.query_params, headers=request.headers, body=await request.json())
            self.asked.append(asked)
            self.requests.append(asked.body)
            form = asked.body.get("response_format", {}).get("type")
            if form in self._refuses:
                return JSONResponse({"error": {"message": f"response_format {form} is not supported"}}, status_code=400)
            if self._quirk and (refusal := self._quirk(asked)) is not None:
                return refusal
            return await self._reply(self._script.pop(0), streamed=bool(asked.body.get("stream")))

        return app

    def release(self) -> None:
        """Let stalled replies go, so that the server can stop."""
        self._released.set()

    async def _reply(self, said: Said, *, streamed: bool) -> Response:
        if said.stalls and not streamed:
            await asyncio.to_thread(self._released.wait)
        if said.status != 200 and said.raw is None:
            error = {"message": said.message, "code": said.code}
            return JSONResponse({"error": error}, status_code=said.status, headers=said.headers)
        if streamed and said.raw is None:
            return StreamingResponse(self._streamed(said), media_type="text/event-stream")
        body = said.raw if said.raw is not None else json.dumps(_completion(said))
        if said.breaks:
            return StreamingResponse(_broken(body), media_type=said.kind, headers={"content-length": str(len(body) + 9)})
        return Response(body, status_code=said.status, media_type=said.kind, headers=said.headers)

    def _streamed(self, said: Said) -> Iterator[str]:
        text = said.text if isinstance(said.text, str) else ""
        for start in range(0, len(text), 3):
            yield _chunk({"content": text[start : start + 3]}, None)
        if said.breaks:
            raise ConnectionAbortedError
        if said.stalls:
            self._released.wait()
        if said.finish is not None:
            yield _chunk({}, said.finish)
        yield "data: [DONE]\n\n"


def _completion(said: Said) -> dict[str, Any]:
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}, **call.extra}
        for call in said.calls
    ]
    message = {"role": "assistant", "content": said.text, **({"tool_calls": calls} if calls else {}), **said.also}
    completion: dict[str, Any] = {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": "small",
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if calls else said.finish}],
    }
    if said.counts is not None:
        read, written = said.counts
        completion["usage"] = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
    return completion


def _broken(body: str) -> Iterator[str]:
    yield body[: len(body) // 2]
    raise ConnectionAbortedError


def _chunk(delta: dict[str, Any], finish: str | None) -> str:
    chunk = {
        "id": "1",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": "small",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }
    return f"data: {json.dumps(chunk)}\n\n"


@contextmanager
def endpoint(*script: Said, refuses: Sequence[str] = (), quirk: Quirk | None = None) -> Iterator[Endpoint]:
    """A real server in a thread, for as long as the block lasts."""
    served = Endpoint(script, refuses=refuses, quirk=quirk)
    # Critical: a connection that is broken on purpose is no error to print.
    config = uvicorn.Config(served.app(), host="127.0.0.1", port=0, log_level="critical", lifespan="off", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the endpoint did not start"
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    served.url = f"http://127.0.0.1:{port}/v1"
    try:
        yield served
    finally:
        served.release()
        server.should_exit = True
        thread.join(10)


@contextmanager
def hanging_up() -> Iterator[str]:
    """The address of a server that takes connections and ends them without a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=_hang_up, args=(listening,), daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
        listening.shutdown(socket.SHUT_RDWR)


def _hang_up(listening: socket.socket) -> None:
    while True:
        try:
            connection, _ = listening.accept()
        except OSError:  # the test is over
            return
        connection.close()
