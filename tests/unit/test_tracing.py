"""Questions as OpenTelemetry traces: what is a span, what it says and does not say, and when there are any at all."""

import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import aclosing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import anyio
import pytest
from opentelemetry import trace
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from paperatlas.agents.condense.by_model import Standalone
from paperatlas.choose_tracing import chosen_tracing
from paperatlas.core.asking import Asked
from paperatlas.core.errors import EmbedderMismatch, TimedOut
from paperatlas.library import Library
from paperatlas.models.scripted import ScriptedLLM
from paperatlas.settings import Settings
from paperatlas.telemetry.exporting import exporting_provider
from paperatlas.telemetry.questions import OtelTracing
from tests.fakes.libraries import open_test_library
from tests.fakes.notes import HashEmbedder

QUESTION = "How many pages does tides.note have?"
VARIABLES = (
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "OTEL_TRACES_EXPORTER",
    "OTEL_SDK_DISABLED",
    "OTEL_EXPORTER_OTLP_PROTOCOL",
    "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT",
)


class Watched:
    """A tracing whose spans are kept in memory."""

    def __init__(self, *, content: bool = False) -> None:
        self._kept = InMemorySpanExporter()
        self._provider = TracerProvider(shutdown_on_exit=False)
        self._provider.add_span_processor(SimpleSpanProcessor(self._kept))
        self.tracer = self._provider.get_tracer("test")
        self.tracing = OtelTracing(self.tracer, content=content)

    @property
    def spans(self) -> tuple[ReadableSpan, ...]:
        return self._kept.get_finished_spans()

    def only(self, name: str) -> ReadableSpan:
        [span] = [span for span in self.spans if span.name == name]
        return span


def said_of(span: ReadableSpan) -> Mapping[str, Any]:
    return span.attributes or {}


def parent_of(span: ReadableSpan) -> int | None:
    return span.parent.span_id if span.parent else None


@pytest.fixture
def watched() -> Watched:
    return Watched()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "tides.note").write_text("# On Tides\nThe tide is high because of the moon.", encoding="utf-8")
    with open_test_library(tmp_path / "library") as library:
        library.ingest(papers)
    return tmp_path / "library"


@pytest.fixture
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def library(folder: Path, watched: Watched) -> Iterator[Library]:
    with open_test_library(folder, tracing=watched.tracing, runs=3) as library:
        yield library


def test_a_question_is_a_span_and_its_stages_are_within_it(library: Library, watched: Watched) -> None:
    answer = library.ask(QUESTION, thread="t")
    whole = watched.only("invoke_agent paperatlas")
    assert said_of(whole)["gen_ai.operation.name"] == "invoke_agent"
    assert said_of(whole)["gen_ai.conversation.id"] == "t"
    assert said_of(whole)["paperatlas.answer.status"] == answer.status
    assert said_of(whole)["paperatlas.run.id"] == answer.run_id
    stages = [span for span in watched.spans if span.name.startswith("stage ")]
    assert [said_of(span)["paperatlas.stage"] for span in stages] == [step.name for step in answer.trace]
    assert {parent_of(span) for span in stages} == {whole.context.span_id if whole.context else None}


def test_a_stage_lasts_as_long_as_it_took(library: Library, watched: Watched) -> None:
    answer = library.ask(QUESTION)
    stages = [span for span in watched.spans if span.name.startswith("stage ")]
    for span, step in zip(stages, answer.trace, strict=True):
        assert span.start_time
        assert span.end_time
        assert (span.end_time - span.start_time) / 1e9 >= step.seconds * 0.99


def test_each_route_of_retrieval_is_a_span(library: Library, watched: Watched) -> None:
    library.ask("Why is the tide high?")
    routes = [span for span in watched.spans if span.name.startswith("retrieval ")]
    assert routes
    for span in routes:
        assert said_of(span)["gen_ai.operation.name"] == "retrieval"
        assert said_of(span)["gen_ai.data_source.id"] == span.name.removeprefix("retrieval ")
        assert "paperatlas.passages" in said_of(span)


def test_a_call_of_the_model_is_a_span_within_its_question(folder: Path, watched: Watched) -> None:
    llm = watched.tracing.llm(ScriptedLLM([Standalone(question=QUESTION)]))
    with open_test_library(folder, tracing=watched.tracing, llm=llm) as library:
        library.ask("and tides.note?", history=["How many pages does lamps.note have?"])
    call, whole = watched.only("chat scripted"), watched.only("invoke_agent paperatlas")
    assert parent_of(call) == (whole.context.span_id if whole.context else None)
    said = said_of(call)
    assert said["gen_ai.operation.name"] == "chat"
    assert said["gen_ai.request.model"] == said["gen_ai.response.model"] == "scripted"
    assert said["gen_ai.usage.input_tokens"] > 0
    assert said["paperatlas.llm.calls"] == 1
    assert said_of(whole)["gen_ai.usage.input_tokens"] == said["gen_ai.usage.input_tokens"]


def test_a_model_that_fails_leaves_a_span_that_says_so(folder: Path, watched: Watched) -> None:
    with open_test_library(folder, tracing=watched.tracing) as library:
        library.ask("and tides.note?", history=["How many pages does lamps.note have?"], llm=ScriptedLLM([TimedOut("Too late.")]))
    call = watched.only("chat scripted")
    assert call.status.status_code is StatusCode.ERROR
    assert said_of(call)["error.type"] == "timed_out"


def test_a_question_that_fails_leaves_a_span_that_says_so(folder: Path, watched: Watched) -> None:
    with (
        open_test_library(folder, tracing=watched.tracing, embedder=HashEmbedder(name="other")) as library,
        pytest.raises(EmbedderMismatch),
    ):
        library.ask("Why is the tide high?")
    whole = watched.only("invoke_agent paperatlas")
    assert said_of(whole)["error.type"] == "embedder_mismatch"


def test_a_question_that_is_no_longer_listened_to_ends_its_span(library: Library, watched: Watched) -> None:
    async def listen_to_one() -> None:
        async with library_events(library) as events:
            await anext(events)

    anyio.run(listen_to_one)
    assert watched.only("invoke_agent paperatlas").end_time


def library_events(library: Library) -> Any:
    return aclosing(library.asking.events(Asked(question=QUESTION)))  # type: ignore[type-var]


def test_the_span_around_us_is_the_parent_and_stays_the_current_one(library: Library, watched: Watched) -> None:
    async def ask() -> int:
        with watched.tracer.start_as_current_span("around") as around:
            async with library_events(library) as events:
                async for _ in events:
                    assert trace.get_current_span() is around
            return around.get_span_context().span_id

    outer = anyio.run(ask)
    assert parent_of(watched.only("invoke_agent paperatlas")) == outer


def test_nothing_that_was_asked_or_said_is_recorded(folder: Path, watched: Watched) -> None:
    llm = watched.tracing.llm(ScriptedLLM([Standalone(question=QUESTION)]))
    with open_test_library(folder, tracing=watched.tracing, llm=llm) as library:
        library.ask("and tides.note?", history=["How many pages does lamps.note have?"])
    assert not [value for span in watched.spans for value in said_of(span).values() if "note" in str(value)]


def test_what_was_asked_and_said_is_recorded_where_that_is_wanted(folder: Path) -> None:
    watched = Watched(content=True)
    llm = watched.tracing.llm(ScriptedLLM([Standalone(question=QUESTION)]))
    with open_test_library(folder, tracing=watched.tracing, llm=llm) as library:
        answer = library.ask("and tides.note?", history=["How many pages does lamps.note have?"])
    whole, call = said_of(watched.only("invoke_agent paperatlas")), said_of(watched.only("chat scripted"))
    assert (whole["paperatlas.question.text"], whole["paperatlas.answer.text"]) == ("and tides.note?", answer.text)
    assert "lamps.note" in call["gen_ai.input.messages"]
    assert QUESTION in call["gen_ai.output.messages"]


@pytest.mark.parametrize(
    "variables",
    [
        {},
        {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_TRACES_EXPORTER": "none"},
        {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1", "OTEL_SDK_DISABLED": "true"},
    ],
)
@pytest.mark.usefixtures("no_variables")
def test_it_is_off_until_something_says_where_spans_go(monkeypatch: pytest.MonkeyPatch, variables: Mapping[str, str]) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert chosen_tracing(Settings()) is None
    assert chosen_tracing(Settings(tracing="off")) is None


def test_where_it_is_off_nothing_of_it_is_loaded(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom paperatlas.choose_tracing import chosen_tracing\nfrom paperatlas.settings import Settings\n"
        "chosen_tracing(Settings())\n"
        "sys.exit(' '.join(name for name in sys.modules if name.startswith('opentelemetry')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.stderr.strip() == ""


class Collector:
    """An OTLP collector on loopback, of traces or of metrics."""

    def __init__(self, path: str = "/v1/traces") -> None:
        self.got: list[bytes] = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                assert self.path == path
                collector.got.append(self.rfile.read(int(self.headers["content-length"])))
                self.send_response(200)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def collector() -> Iterator[Collector]:
    collector = Collector()
    yield collector
    collector.close()


@pytest.mark.usefixtures("no_variables")
def test_spans_reach_a_collector_that_the_standard_variables_name(
    folder: Path, collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
    exporting_provider.cache_clear()
    with open_test_library(folder, tracing=chosen_tracing(Settings())) as library:
        library.ask(QUESTION)
    exporting_provider().shutdown()
    exporting_provider.cache_clear()
    received = [ExportTraceServiceRequest.FromString(got) for got in collector.got]
    spans = [span for got in received for within in got.resource_spans for scope in within.scope_spans for span in scope.spans]
    assert "invoke_agent paperatlas" in {span.name for span in spans}
    [resource] = {str(within.resource) for got in received for within in got.resource_spans}
    assert "paperatlas" in resource
