"""A chat completions endpoint on loopback that answers from a script, as good and bad endpoints do."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, StreamingResponse


@dataclass(frozen=True, kw_only=True)
class Said:
    """One reply."""

    text: str | None = ""
    finish: str = "stop"
    status: int = 200
    message: str = "no"
    """Of an error."""
    headers: dict[str, str] = field(default_factory=dict)
    stalls: bool = False
    raw: str | None = None
    """A body that is sent instead of a completion."""


class Endpoint:
    """What was asked of it, and where it listens."""

    def __init__(self, script: Sequence[Said], *, refuses: Sequence[str]) -> None:
        self._script = list(script)
        self._refuses = refuses
        self._released = threading.Event()
        self.requests: list[dict[str, Any]] = []
        self.url = ""

    def app(self) -> FastAPI:
        app = FastAPI()

        @app.post("/v1/chat/completions")
        async def complete(request: Request) -> Any:
            body = await request.json()
            self.requests.append(body)
            form = body.get("response_format", {}).get("type")
            if form in self._refuses:
                return JSONResponse({"error": {"message": f"response_format {form} is not supported"}}, status_code=400)
            said = self._script.pop(0)
            if said.stalls:
                await asyncio.to_thread(self._released.wait)
            if said.raw is not None:
                return JSONResponse(content=said.raw, status_code=said.status)
            if said.status != 200:
                return JSONResponse({"error": {"message": said.message}}, status_code=said.status, headers=said.headers)
            if body.get("stream"):
                return StreamingResponse(_pieces(said.text or ""), media_type="text/event-stream")
            return _completion(said)

        return app

    def release(self) -> None:
        """Let stalled replies go, so that the server can stop."""
        self._released.set()


def _completion(said: Said) -> dict[str, Any]:
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": "small",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": said.text}, "finish_reason": said.finish}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }


def _pieces(text: str) -> Iterator[str]:
    import json

    for start in range(0, len(text), 3):
        chunk = {
            "id": "1",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": "small",
            "choices": [{"index": 0, "delta": {"content": text[start : start + 3]}, "finish_reason": None}],
        }
        yield f"data: {json.dumps(chunk)}\n\n"
    yield "data: [DONE]\n\n"


@contextmanager
def endpoint(*script: Said, refuses: Sequence[str] = ()) -> Iterator[Endpoint]:
    """A real server in a thread, for as long as the block lasts."""
    served = Endpoint(script, refuses=refuses)
    server = uvicorn.Server(uvicorn.Config(served.app(), host="127.0.0.1", port=0, log_level="error", lifespan="off", ws="none"))
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
