"""`/v1/chat/completions` and `/v1/models`: the library as a model, for programs that speak OpenAI's API.

Open WebUI, LibreChat or the `openai` client ask it as any other; the answer's text carries its sources below, and `citations` has
them as data. What a program sends as a system message is not obeyed: the papers answer, not a persona.
"""

import json
import secrets
import time
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field
from sse_starlette import EventSourceResponse

from paperatlas.core.answers import Answer, Citation
from paperatlas.core.asking import Asked
from paperatlas.core.errors import InputError, PaperAtlasError, UnknownDocument
from paperatlas.core.events import Answered
from paperatlas.core.wire import citation_json
from paperatlas.library import Library
from paperatlas.web.api.given import OpenLibrary
from paperatlas.web.api.shape import Confidence, Seconds, TopK, answered, listed, record

__all__ = ["router"]

router = APIRouter(prefix="/v1", tags=["as a model"])

WHOLE = "paperatlas"
"""The model's name; a collection of the library is the model `paperatlas/<collection>`."""
_EARLIER = 20


class Part(BaseModel):
    type: str
    text: str = ""


class Message(BaseModel):
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: Annotated[str, Field(max_length=200_000)] | list[Part] | None = None

    @property
    def text(self) -> str:
        """What it says in words; pictures are left out."""
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.type == "text")
        return self.content or ""


class StreamOptions(BaseModel):
    include_usage: bool = False


class Chat(BaseModel):
    """What OpenAI's clients send, and the bounds of a question beside it (`extra_body` in their programs). Settings of a model
    (temperature and the like) are taken and mean nothing here.
    """

    model: Annotated[str, Field(max_length=300)] = WHOLE
    messages: Annotated[list[Message], Field(min_length=1, max_length=1000)]
    stream: bool = False
    stream_options: StreamOptions | None = None
    top_k: TopK = None
    min_confidence: Confidence = None
    seconds: Seconds = None


@router.get("/models", **answered(record(object={"type": "string"}, data=listed({"type": "object"})), description="Models"))
def models(library: OpenLibrary) -> dict[str, Any]:
    """The library, and each of its collections."""
    collections = sorted({name for document in library.documents() for name in document.collections})
    names = [WHOLE, *(f"{WHOLE}/{name}" for name in collections)]
    return {"object": "list", "data": [{"id": name, "object": "model", "created": 0, "owned_by": "paperatlas"} for name in names]}


@router.post(
    "/chat/completions",
    **answered(record(id={"type": "string"}, choices=listed({"type": "object"})), description="A completion, or its pieces"),
)
async def complete(chat: Chat, library: OpenLibrary) -> Response:
    """The last message of the user, answered from the papers."""
    asked = _asked(chat)
    id_, created = f"chatcmpl-{secrets.token_hex(12)}", int(time.time())
    head = {"id": id_, "created": created, "model": chat.model}
    if chat.stream:
        usage = chat.stream_options is not None and chat.stream_options.include_usage
        return EventSourceResponse(_pieces(library, asked, head, with_usage=usage), sep="\n")
    answer = await _answer(library, asked)
    message = {"role": "assistant", "content": _text(answer)}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    return JSONResponse(
        {
            **head,
            "object": "chat.completion",
            "choices": [choice],
            "usage": _usage(answer),
            "citations": [citation_json(each) for each in answer.citations],
        }
    )


def _asked(chat: Chat) -> Asked:
    said = [message.text.strip() for message in chat.messages if message.role == "user" and message.text.strip()]
    if not said:
        raise InputError("There is no message of the user.", hint="Send one with the role `user`.")
    whole, _, collection = chat.model.partition("/")
    if whole != WHOLE:
        raise UnknownDocument(f"There is no model {chat.model!r}.", hint=f"Ask {WHOLE!r}, or list the models.")
    return Asked.of(
        said[-1],
        collections=[collection] if collection else (),
        history=said[:-1][-_EARLIER:],
        top_k=chat.top_k,
        min_confidence=chat.min_confidence,
        seconds=chat.seconds,
    )


async def _answer(library: Library, asked: Asked) -> Answer:
    *_, last = [event async for event in library.asking.events(asked)]
    assert isinstance(last, Answered), "the last event is the answer"
    return last.answer


async def _pieces(library: Library, asked: Asked, head: dict[str, Any], *, with_usage: bool) -> AsyncIterator[dict[str, str]]:
    """As OpenAI streams: the role, the text claim by claim, the end, and [DONE]."""

    def chunk(delta: dict[str, Any], finish: str | None = None, **more: Any) -> dict[str, str]:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return {"data": json.dumps({**head, "object": "chat.completion.chunk", "choices": [choice], **more}, ensure_ascii=False)}

    yield chunk({"role": "assistant", "content": ""})
    try:
        answer = await _answer(library, asked)
    except PaperAtlasError as error:
        said = {"message": f"{error.message} {error.hint}".strip(), "type": error.code, "code": error.code}
        yield {"data": json.dumps({"error": said}, ensure_ascii=False)}
        return
    for piece in _text(answer).splitlines(keepends=True):
        yield chunk({"content": piece})
    yield chunk({}, "stop", citations=[citation_json(each) for each in answer.citations])
    if with_usage:
        last = {**head, "object": "chat.completion.chunk", "choices": [], "usage": _usage(answer)}
        yield {"data": json.dumps(last)}
    yield {"data": "[DONE]"}


def _text(answer: Answer) -> str:
    """The answer with its sources below it, as such programs show them."""
    sources = [_source(each) for each in answer.citations]
    return "\n".join([answer.text, *(["", *sources] if sources else [])])


def _source(citation: Citation) -> str:
    place = ", ".join(part for part in (citation.title, f"p. {citation.page_label or citation.page}", citation.section) if part)
    return f"[{citation.n}] {place}: “{' '.join(citation.quote.split())}”"


def _usage(answer: Answer) -> dict[str, int]:
    usage = answer.usage
    return {
        "prompt_tokens": usage.input_tokens,
        "completion_tokens": usage.output_tokens,
        "total_tokens": usage.input_tokens + usage.output_tokens,
    }
