"""A question as a trace: a span for it, within it one for each stage and route of retrieval, and for each call of the model.

Stages and routes tell how long they took when they are done, so their spans are written with hindsight. Text that people wrote
or that papers say is recorded only where that is asked for (`OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true`).
"""

import time
from collections.abc import AsyncGenerator, AsyncIterator

from opentelemetry import context as contexts
from opentelemetry.context import Context
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, Tracer, set_span_in_context

from paperatlas.core.answers import Answer
from paperatlas.core.asking import Asked
from paperatlas.core.errors import PaperAtlasError
from paperatlas.core.events import Answered, Event, Planned, Retrieved, Worked
from paperatlas.core.ports import LLM
from paperatlas.telemetry import names
from paperatlas.telemetry.traced_llm import TracedLLM

__all__ = ["OtelTracing"]

_NANOSECONDS = 1e9


class OtelTracing:
    """Implements `Tracing`."""

    def __init__(self, tracer: Tracer, *, content: bool = False) -> None:
        self._tracer = tracer
        self._content = content

    def llm(self, llm: LLM) -> LLM:
        return TracedLLM(llm, self._tracer, content=self._content)

    async def question(self, events: AsyncGenerator[Event], asked: Asked) -> AsyncGenerator[Event]:
        span = self._tracer.start_span(
            "invoke_agent paperatlas",
            kind=SpanKind.INTERNAL,
            attributes={names.OPERATION: "invoke_agent", names.AGENT: "paperatlas"},
        )
        if asked.thread:
            span.set_attribute(names.CONVERSATION, asked.thread)
        if self._content:
            span.set_attribute(names.QUESTION, asked.question)
        within = set_span_in_context(span)
        try:
            while (event := await _next(events, within)) is not None:
                self._note(event, span, within)
                yield event
        except PaperAtlasError as error:
            _fail(span, error)
            raise
        finally:
            try:
                await events.aclose()
            finally:
                span.end()

    def _note(self, event: Event, span: Span, within: Context) -> None:
        match event:
            case Planned():
                span.set_attribute(names.KIND, event.route.kind)
            case Worked(step=step):
                attributes = {names.STAGE: step.name} | ({names.DETAIL: step.detail} if self._content else {})
                self._past(f"stage {step.name}", step.seconds, within, attributes).end()
            case Retrieved():
                attributes = {names.OPERATION: "retrieval", names.DATA_SOURCE: event.route}
                done = self._past(f"retrieval {event.route}", event.seconds, within, attributes)
                done.set_attribute(names.PASSAGES, event.passages)
                if event.failure:
                    done.set_status(Status(StatusCode.ERROR, event.failure))
                done.end()
            case Answered(answer=answer):
                self._answered(answer, span)

    def _past(self, name: str, seconds: float, within: Context, attributes: dict[str, str]) -> Span:
        began = time.time_ns() - int(seconds * _NANOSECONDS)
        return self._tracer.start_span(name, context=within, start_time=began, attributes=attributes)

    def _answered(self, answer: Answer, span: Span) -> None:
        usage = answer.usage
        span.set_attributes(
            {
                names.STATUS: answer.status,
                names.CONFIDENCE: answer.confidence,
                names.CITATIONS: len(answer.citations),
                names.LLM_CALLS: usage.llm_calls,
                names.INPUT_TOKENS: usage.input_tokens,
                names.OUTPUT_TOKENS: usage.output_tokens,
                names.COST: usage.cost_usd,
            }
        )
        if answer.reason:
            span.set_attribute(names.REASON, answer.reason)
        if answer.run_id:
            span.set_attribute(names.RUN, answer.run_id)
        if self._content:
            span.set_attribute(names.ANSWER, answer.text)


async def _next(events: AsyncIterator[Event], within: Context) -> Event | None:
    """The next event, made within a context. It is left before the event is passed on: what is done with that is not ours."""
    token = contexts.attach(within)
    try:
        return await anext(events, None)
    finally:
        contexts.detach(token)


def _fail(span: Span, error: PaperAtlasError) -> None:
    span.set_attribute(names.ERROR_TYPE, error.code)
    span.set_status(Status(StatusCode.ERROR, error.message))
