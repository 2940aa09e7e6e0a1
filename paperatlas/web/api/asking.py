"""`/ask`, `/verify`, `/matrix`: the agents' answers, whole or as they come about; claims; papers side by side."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Body, Header
from fastapi.responses import JSONResponse, Response
from pydantic import StrictBool
from sse_starlette import EventSourceResponse, ServerSentEvent

from paperatlas.core.asking import Asked
from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.events import Answered
from paperatlas.core.wire import answer_json, error_json
from paperatlas.core.wire_events import event_json
from paperatlas.core.wire_matrix import matrix_json
from paperatlas.core.wire_verdicts import verdict_json
from paperatlas.library import Library
from paperatlas.web.api.given import OpenLibrary
from paperatlas.web.api.shape import CITATION, Confidence, Given, Name, Names, Seconds, Text, TopK, answered, listed, record

__all__ = ["router"]

router = APIRouter(tags=["questions"])

TEXT, NUMBER = {"type": "string"}, {"type": "number"}
_ANSWER = record(
    status={"type": "string", "enum": ["answered", "partial", "abstained"]},
    answer=TEXT,
    confidence=NUMBER,
    citations=listed(CITATION),
)
_STREAM = {"text/event-stream": {"schema": {"type": "string"}}}


class Question(Given):
    question: Text
    documents: Names = ()
    collections: Names = ()
    use_llm: StrictBool = True
    history: Annotated[tuple[Text, ...], Body(max_length=20)] = ()
    thread: Annotated[str, Body(max_length=200)] = ""
    top_k: TopK = None
    min_confidence: Confidence = None
    seconds: Seconds = None


@router.post(
    "/ask", **answered(_ANSWER, description="The answer; an abstention is one. As events with Accept: text/event-stream")
)
async def ask(question: Question, library: OpenLibrary, accept: Annotated[str, Header()] = "") -> Response:
    """Answer a question from the papers, every sentence proven to the page."""
    asked = Asked.of(
        question.question,
        documents=question.documents,
        collections=question.collections,
        use_llm=question.use_llm,
        history=question.history,
        thread=question.thread,
        top_k=question.top_k,
        min_confidence=question.min_confidence,
        seconds=question.seconds,
    )
    names = await anyio.to_thread.run_sync(library.names)
    if "text/event-stream" in accept:
        return EventSourceResponse(_stream(library, replace(asked, drafts=True), names))
    answer: dict[str, Any] = {}
    async for event in library.asking.events(asked):
        if isinstance(event, Answered):
            answer = answer_json(event.answer, names)
    return JSONResponse(answer)


async def _stream(library: Library, asked: Asked, names: Any) -> AsyncIterator[ServerSentEvent]:
    """Each event by its name; `error` last, where something fails once the stream has begun."""
    try:
        async for event in library.asking.events(asked):
            data = event_json(event, names)
            yield ServerSentEvent(json.dumps(data, ensure_ascii=False), event=data["event"])
    except PaperAtlasError as error:
        yield ServerSentEvent(json.dumps(error_json(error), ensure_ascii=False), event="error")


class Claim(Given):
    claim: Text
    documents: Names = ()
    collections: Names = ()


@router.post(
    "/verify",
    **answered(record(label=TEXT, score=NUMBER, evidence=listed(CITATION), why=TEXT), description="The verdict"),
)
def verify(claim: Claim, library: OpenLibrary) -> dict[str, Any]:
    """Whether the papers bear out a sentence: supported, contradicted or unverifiable, with the quotes that say so."""
    return verdict_json(library.verify(claim.claim, documents=claim.documents, collections=claim.collections))


class Matrix(Given):
    questions: Annotated[tuple[Text, ...], Body(max_length=8)] = ()
    documents: Annotated[tuple[Name, ...], Body(min_length=1, max_length=20)]


@router.post("/matrix", **answered(record(columns=listed(TEXT), rows=listed({"type": "object"})), description="The matrix"))
def matrix(asked: Matrix, library: OpenLibrary) -> dict[str, Any]:
    """Papers by questions, each cell cited or not stated; without questions the five that a review asks."""
    return matrix_json(library.matrix(asked.questions, documents=asked.documents))
