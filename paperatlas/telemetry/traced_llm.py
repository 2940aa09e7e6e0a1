"""A language model whose calls are spans, after the conventions for generative AI."""

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from opentelemetry.trace import Span, SpanKind, Status, StatusCode, Tracer
from pydantic import BaseModel

from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.ports import LLM, Completion, Message, Tool
from paperatlas.telemetry import names

__all__ = ["TracedLLM"]

T = TypeVar("T", bound=BaseModel)


class TracedLLM:
    """An `LLM` around another one. The prices and retries of one answer are in its one span."""

    def __init__(self, llm: LLM, tracer: Tracer, *, content: bool = False) -> None:
        self.model = llm.model
        self._llm = llm
        self._tracer = tracer
        self._content = content

    @property
    def sees(self) -> bool:
        return self._llm.sees

    async def complete(self, messages: Sequence[Message], *, output: type[T], tools: Sequence[Tool] = ()) -> Completion[T]:
        """Errors as of the model's."""
        with self._span(messages, "json") as span:
            completion = await self._llm.complete(messages, output=output, tools=tools)
            usage = completion.usage
            span.set_attributes(
                {
                    names.RESPONSE_MODEL: completion.model,
                    names.LLM_CALLS: usage.llm_calls,
                    names.INPUT_TOKENS: usage.input_tokens,
                    names.OUTPUT_TOKENS: usage.output_tokens,
                    names.COST: usage.cost_usd,
                }
            )
            self._wrote(span, completion.output.model_dump_json())
            return completion

    async def stream(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        """A stream does not say what it cost. Its span is no parent of others: it may be left open by whoever reads."""
        span = self._started(messages, "text")
        pieces: list[str] = []
        try:
            async for piece in self._llm.stream(messages):
                pieces.append(piece)
                yield piece
        except PaperAtlasError as error:
            _fail(span, error)
            raise
        finally:
            self._wrote(span, "".join(pieces))
            span.end()

    @contextmanager
    def _span(self, messages: Sequence[Message], kind: str) -> Iterator[Span]:
        span = self._started(messages, kind)
        try:
            yield span
        except PaperAtlasError as error:
            _fail(span, error)
            raise
        finally:
            span.end()

    def _started(self, messages: Sequence[Message], kind: str) -> Span:
        span = self._tracer.start_span(
            f"chat {self.model}",
            kind=SpanKind.CLIENT,
            attributes={
                names.OPERATION: "chat",
                names.PROVIDER: names.OPENAI,
                names.REQUEST_MODEL: self.model,
                names.OUTPUT_TYPE: kind,
            },
        )
        if self._content:
            told = [{"role": each.role, "parts": [{"type": "text", "content": each.content}]} for each in messages]
            span.set_attribute(names.INPUT_MESSAGES, json.dumps(told, ensure_ascii=False))
        return span

    def _wrote(self, span: Span, text: str) -> None:
        if self._content:
            said = [{"role": "assistant", "parts": [{"type": "text", "content": text}], "finish_reason": "stop"}]
            span.set_attribute(names.OUTPUT_MESSAGES, json.dumps(said, ensure_ascii=False))


def _fail(span: Span, error: PaperAtlasError) -> None:
    span.set_attribute(names.ERROR_TYPE, error.code)
    span.set_status(Status(StatusCode.ERROR, error.message))
