"""An OpenAI-compatible endpoint on loopback that all systems share: `python -m benchmarks.peers.endpoint`.

It prints its address and serves until its standard input ends. `/v1/chat/completions` is the stand-in of closest.py and
forms.py, `/v1/embeddings` the bundled bge-small (by the name MODEL-query with the instruction that it was trained with for
queries). `/meter` says what it was asked and what its embedder took, so that a system that embeds here is charged for it.
"""

import json
import sys
import threading
import time
from dataclasses import asdict, dataclass, field
from typing import Any

import uvicorn
from fastapi import FastAPI, Response
from fastapi.responses import JSONResponse

from benchmarks.peers.closest import Reader
from benchmarks.peers.forms import UNKNOWN_FORM, Call, reply
from paperatlas.models.bundled_embedder import bundled_embedder

__all__ = ["CHAT_MODEL", "EMBEDDING_MODEL", "QUERY_MODEL"]

CHAT_MODEL = "closest-sentence"
EMBEDDING_MODEL = "bge-small-en-v1.5"
QUERY_MODEL = f"{EMBEDDING_MODEL}-query"
CHARACTERS_A_TOKEN = 4
"""Of English, near enough to say how much a model would have to read."""
THREADS = 2


@dataclass(kw_only=True)
class Meter:
    """What was asked since the start."""

    chat_calls: int = 0
    chat_tokens_in: int = 0
    chat_tokens_out: int = 0
    unknown: int = 0
    embedded_texts: int = 0
    embedding_cpu: float = 0.0
    """Seconds of all threads."""
    embedding_seconds: float = 0.0
    chat_seconds: float = 0.0
    """What the stand-in took, which no system is charged for."""
    first_unknown: list[str] = field(default_factory=list)
    """The beginning of the first prompt that it could not read."""


class Service:
    """One request at a time, so that processor time can be told apart."""

    def __init__(self) -> None:
        self._embedder = bundled_embedder(threads=THREADS)
        self._embedder.embed(["The first text loads the model."], kind="passage")
        self._reader = Reader(lambda texts: self._embedder.embed(texts, kind="passage"))
        self._lock = threading.Lock()
        self.meter = Meter()

    def app(self) -> FastAPI:
        app = FastAPI()
        # Plain functions, which FastAPI runs in threads: work on a loop would keep others from being accepted.
        app.post("/v1/chat/completions")(self.complete)
        app.post("/v1/embeddings")(self.embed)
        app.get("/meter")(lambda: asdict(self.meter))
        return app

    def complete(self, body: dict[str, Any]) -> Response:
        messages = body["messages"]
        with self._lock:
            began = time.perf_counter()
            said = reply(self._reader, messages)
            read, written = _tokens(json.dumps(messages, ensure_ascii=False)), _tokens(str(said or ""))
            self.meter.chat_calls += 1
            self.meter.chat_tokens_in += read
            self.meter.chat_tokens_out += written
            self.meter.chat_seconds += time.perf_counter() - began
            if said is None:
                self.meter.unknown += 1
                self.meter.first_unknown = self.meter.first_unknown or [json.dumps(messages, ensure_ascii=False)[:2000]]
        if said is None:
            return JSONResponse({"error": {"message": UNKNOWN_FORM, "type": "invalid_request_error"}}, status_code=400)
        usage = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
        head: dict[str, Any] = {"id": "1", "created": 0, "model": body.get("model", CHAT_MODEL), "usage": usage}
        if body.get("stream") and isinstance(said, str):
            return Response(_streamed(head, said), media_type="text/event-stream")
        message = _called(said) if isinstance(said, Call) else {"role": "assistant", "content": said}
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if isinstance(said, Call) else "stop"}
        return JSONResponse({**head, "object": "chat.completion", "choices": [choice]})

    def embed(self, body: dict[str, Any]) -> Response:
        texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
        with self._lock:
            cpu, began = time.process_time(), time.perf_counter()
            rows = self._embedder.embed(texts, kind="query" if body["model"].endswith("-query") else "passage")
            self.meter.embedding_cpu += time.process_time() - cpu
            self.meter.embedding_seconds += time.perf_counter() - began
            self.meter.embedded_texts += len(texts)
        # Lists even where base64 is asked for, which all clients read.
        data = [{"object": "embedding", "index": place, "embedding": row.tolist()} for place, row in enumerate(rows)]
        usage = {"prompt_tokens": sum(map(_tokens, texts)), "total_tokens": sum(map(_tokens, texts))}
        return JSONResponse({"object": "list", "model": body["model"], "data": data, "usage": usage})


def _tokens(text: str) -> int:
    return len(text) // CHARACTERS_A_TOKEN


def _called(call: Call) -> dict[str, Any]:
    function = {"name": call.name, "arguments": json.dumps(call.arguments)}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": f"call-{call.name}", "type": "function", "function": function}],
    }


def _streamed(head: dict[str, Any], said: str) -> str:
    chunk = {**head, "object": "chat.completion.chunk"}
    parts: list[dict[str, Any]] = [
        {"delta": {"role": "assistant", "content": said}, "finish_reason": None},
        {"delta": {}, "finish_reason": "stop"},
    ]
    events = [json.dumps({**chunk, "choices": [{"index": 0, **part}]}) for part in parts]
    return "".join(f"data: {event}\n\n" for event in [*events, "[DONE]"])


def main() -> None:
    config = uvicorn.Config(Service().app(), host="127.0.0.1", port=0, log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            raise SystemExit("the endpoint did not start")
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    print(f"http://127.0.0.1:{port}", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
