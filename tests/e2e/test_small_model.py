"""Questions through a real language model on this machine. What it says is not judged, and it says little that is right: that
every question ends in an outcome of its kind, within its time, with what it cost, is.
"""

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import pytest
from pydantic import BaseModel, Field

from paperatlas.core.answers import Usage
from paperatlas.core.errors import BadOutput, ProviderError
from paperatlas.core.ports import Message, Rewritten, Tool
from paperatlas.models.openai_compat import OpenAICompatible
from paperatlas.retrieval.rewrite import ModelRewriter
from tests.fakes.tools import Atlas

pytestmark = [pytest.mark.small_model, pytest.mark.slow]

PAPERS = ("tanaka2024-humidity.pdf", "obi2025-glasshouse.pdf")
QUESTIONS = (
    "Why does wet air dim the moss, according to the humidity study?",
    "What is the boiling point of tungsten?",
    "How many papers are in the library?",
)
MOST_CALLS = 3
"""Of the median question: more would be felt in its time and its price."""
SECONDS = 300
"""For one reply. A busy machine reads 20 tokens a second, and a prompt has two thousand."""
QUESTION_SECONDS = 180
"""For one question, all its calls: what is not there by then is done without, which is an outcome too."""
REPLY_TOKENS = 96


@pytest.fixture(scope="module")
def url(root: Path) -> Iterator[str]:
    """Where the model is served."""
    environment = root / ".venv-model"
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        pytest.skip("there is no model here: make setup-model")
    program = [str(python), str(root / "tests" / "fakes" / "small_model.py")]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:"), "the model did not start"
        yield address
        server.kill()


@pytest.fixture(scope="module")
def model(url: str) -> OpenAICompatible:
    return OpenAICompatible(model="smollm2", base_url=url, seconds=SECONDS, output_tokens=REPLY_TOKENS)


class Papers:
    """A library in a folder of its own, asked on the command line."""

    def __init__(self, folder: Path, url: str) -> None:
        self._folder = folder
        settings = {
            "LIBRARY": str(folder / "library"),
            "LLM_BASE_URL": url,
            "LLM_MODEL": "smollm2",
            "LLM_CONTEXT_TOKENS": "2600",
            "LLM_OUTPUT_TOKENS": str(REPLY_TOKENS),
            "LLM_SECONDS": str(SECONDS),
            "LLM_QUESTION_SECONDS": str(QUESTION_SECONDS),
        }
        self._environment = {**os.environ, **{f"PAPERATLAS_{name}": value for name, value in settings.items()}}

    def run(self, *arguments: str) -> list[dict[str, Any]]:
        """The JSON values that were printed, one a line."""
        done = subprocess.run(
            [sys.executable, "-m", "paperatlas", *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=self._folder,
            env=self._environment,
            check=False,
            timeout=4 * SECONDS,
        )
        assert "Traceback" not in done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def papers(root: Path, url: str, tmp_path_factory: pytest.TempPathFactory) -> Papers:
    papers = Papers(tmp_path_factory.mktemp("small-model"), url)
    papers.run("ingest", *(str(root / "data" / "samples" / name) for name in PAPERS), "--json")
    return papers


class Town(BaseModel):
    name: str = Field(description="Name of the town.")


ASKED = (Message(role="user", content="Name one town in Finland."),)


def cost(model: OpenAICompatible, messages: Sequence[Message], *, tools: Sequence[Tool] = ()) -> Usage:
    """Of a completion, or of the attempts at one: the model may never come to the form."""
    try:
        return anyio.run(lambda: model.complete(messages, output=Town, tools=tools)).usage
    except BadOutput as error:
        return error.spent or Usage()


def test_a_form_is_followed_or_said_not_to_be(model: OpenAICompatible) -> None:
    usage = cost(model, ASKED)
    assert 1 <= usage.llm_calls <= MOST_CALLS
    assert usage.input_tokens > len(ASKED[0].content.split())
    assert usage.output_tokens > 0


def test_a_stream_comes_in_pieces_or_is_said_to_be_cut(model: OpenAICompatible) -> None:
    pieces: list[str] = []

    async def listen() -> None:
        async for piece in model.stream(ASKED):
            pieces.append(piece)  # noqa: PERF401 - what came before an error counts

    with suppress(BadOutput):
        anyio.run(listen)
    assert len(pieces) > 1


def test_tools_end_within_their_bound(model: OpenAICompatible) -> None:
    asked = (Message(role="user", content="How far is it from Turku to Oulu?"),)
    assert 1 <= cost(model, asked, tools=[Atlas().tool()]).llm_calls <= 2 * MOST_CALLS


def test_a_query_is_put_in_other_words(model: OpenAICompatible) -> None:
    try:
        rewritten = ModelRewriter(model).rewrite("dim moss in wet air")
    except BadOutput:
        return
    assert isinstance(rewritten, Rewritten)
    assert "dim moss in wet air" not in rewritten.queries


def test_what_does_not_fit_is_refused_by_the_server_or_by_us(url: str) -> None:
    long = (Message(role="user", content="moss " * 6_000),)
    model = OpenAICompatible(model="smollm2", base_url=url, seconds=SECONDS)
    with pytest.raises(ProviderError, match="too long"):
        anyio.run(lambda: model.complete(long, output=Town))


def test_every_question_has_an_outcome_and_its_calls_are_counted(papers: Papers, capsys: pytest.CaptureFixture[str]) -> None:
    answers = [papers.run("ask", question, "--json")[0] for question in QUESTIONS]
    for answer in answers:
        assert answer["status"] in {"answered", "partial", "abstained"}
        assert all(citation["quote"] for citation in answer["citations"])
        assert (answer["usage"]["llm_calls"] == 0) == (answer["usage"]["input_tokens"] == 0)
    calls = [answer["usage"]["llm_calls"] for answer in answers]
    # Those that are computed or off topic need none, and would only make the figure better.
    asked = [count for count in calls if count]
    with capsys.disabled():
        seconds = statistics.median(answer["seconds"] for answer in answers)
        sys.stdout.write(f"\ncalls a question: {calls}; median {seconds:.0f} s\n")
    assert asked
    assert statistics.median(asked) <= MOST_CALLS


def test_the_stream_of_a_question_ends_with_its_answer(papers: Papers) -> None:
    *_, last = papers.run("ask", QUESTIONS[0], "--stream")
    assert last["event"] == "answer"


def test_the_graph_is_asked_in_english(papers: Papers) -> None:
    [found] = papers.run("graph", "ask", "Which things are measured with a hygrometer?", "--json")
    assert "error" in found or "rows" in found
