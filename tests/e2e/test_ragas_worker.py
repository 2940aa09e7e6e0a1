"""`eval ragas` with ragas itself in its own environment: right scores, and of everything that goes wrong the right counts."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.core.errors import BadOutput, PaperAtlasError, ProviderError, RateLimited, TimedOut
from paperatlas.core.ports import Float32
from paperatlas.models.endpoint_errors import Place
from paperatlas.models.ragas_judge import RagasEndpoint, RagasJudge, ragas_python
from paperatlas.models.ragas_worker import METRICS
from paperatlas.models.worker_process import WorkerProcess
from tests.fakes import watched_ragas
from tests.fakes.endpoint import Endpoint, Said, endpoint
from tests.fakes.ragas_replies import PRECISION, QUESTION, RECALL, REPLIES, STATEMENTS, VERDICTS, judging

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not ragas_python().exists(), reason=f"there is no {ragas_python()}; `make setup-eval` makes it"),
]

KEY = "sk-secret-of-the-judge"


class Lengths:
    """Vectors whose cosines can be worked out: two texts are alike when their lengths are."""

    id = "lengths"
    dimension = 2

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        del kind
        return np.array([[1.0, 0.0] if len(text) % 2 else [0.6, 0.8] for text in texts], dtype=np.float32)


@contextmanager
def ragas_at(served: Endpoint, *, seconds: float = 20) -> Iterator[RagasJudge]:
    """The judge in a process that may reach nothing else."""
    judge = RagasJudge(
        RagasEndpoint(place=Place(model="small", base_url=served.url, key=KEY, seconds=seconds)), Lengths(), python=ragas_python()
    )
    judge._worker = WorkerProcess(replace(judge._worker._program, program=Path(watched_ragas.__file__)))
    try:
        yield judge
    finally:
        judge.close()


def scores(judge: RagasJudge, metrics: Sequence[str] = METRICS) -> Mapping[str, float | PaperAtlasError]:
    return judge.score(
        metrics,
        question="How long does a tray need?",
        answer="36 hours, and it is green.",
        reference="36 hours",
        passages=["A tray needs 36 hours to recover.", "The moss is green."],
        grounds=["A tray needs 36 hours to recover."],
    )


@dataclass(frozen=True, slots=True)
class Running:
    """A judge at work, so that ragas is loaded once, and what its endpoint says, for each test to change."""

    judge: RagasJudge
    served: Endpoint
    replies: dict[str, Mapping[str, Any]]
    silent: set[str]


@pytest.fixture(scope="module")
def loaded() -> Iterator[Running]:
    replies: dict[str, Mapping[str, Any]] = {}
    silent: set[str] = set()
    with endpoint(quirk=judging(replies, silent=silent)) as served, ragas_at(served, seconds=2) as judge:
        yield Running(judge, served, replies, silent)


@pytest.fixture
def running(loaded: Running) -> Running:
    """As good as a judge can be."""
    loaded.replies.update(REPLIES)
    loaded.silent.clear()
    return loaded


def test_each_metric_is_that_of_ragas_and_nobody_but_the_judge_is_reached(running: Running) -> None:
    got = scores(running.judge)
    assert got == scores(running.judge)
    assert {name: pytest.approx(value) for name, value in got.items()} == {
        "faithfulness": 0.5,
        "context_recall": 1.0,
        "context_precision": 1.0,
        "answer_relevancy": 0.6,
    }
    assert {asked.headers["authorization"] for asked in running.served.asked} == {f"Bearer {KEY}"}
    assert {body["model"] for body in running.served.requests} == {"small"}


FAULTS: Mapping[str, tuple[Said, type[ProviderError]]] = {
    "no JSON": (Said(text="Sure! The verdict is yes."), BadOutput),
    "another form": (Said(text='{"verdict": "mostly"}'), BadOutput),
    "half of it": (Said(text='{"reason": "it is', finish="length"), BadOutput),
    "nothing in time": (Said(stalls=True), TimedOut),
    "refuses the key": (Said(status=401, message=f"Incorrect API key: {KEY}"), ProviderError),
    "asks to wait": (Said(status=429, headers={"retry-after-ms": "1"}), RateLimited),
    "fails": (Said(status=500, headers={"retry-after-ms": "1"}), ProviderError),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_judge_is_a_failure_of_its_metric_and_of_no_other(running: Running, fault: str) -> None:
    said, kind = FAULTS[fault]
    running.silent.add(PRECISION)
    running.served._script[:] = [said] * 12
    got = scores(running.judge)
    error = got["context_precision"]
    assert type(error) is kind, error
    assert KEY not in error.message
    assert error.hint
    assert [type(got[name]) for name in METRICS if name != "context_precision"] == [float, float, float]


@pytest.mark.parametrize(
    ("which", "reply", "metric"),
    [
        (STATEMENTS, {"statements": []}, "faithfulness"),
        (VERDICTS, {"statements": []}, "faithfulness"),
        (RECALL, {"classifications": []}, "context_recall"),
        (RECALL, {"classifications": [{"statement": "s", "reason": "r", "attributed": 7}]}, "context_recall"),
        (QUESTION, {"question": "", "noncommittal": 0}, "answer_relevancy"),
    ],
)
def test_what_ragas_makes_nan_or_zero_or_more_than_all_of_is_no_score(
    running: Running, which: str, reply: Mapping[str, Any], metric: str
) -> None:
    running.replies[which] = reply
    [error] = scores(running.judge, [metric]).values()
    assert isinstance(error, BadOutput), error


def test_an_evasive_answer_is_not_relevant(running: Running) -> None:
    running.replies[QUESTION] = {"question": "How?", "noncommittal": 1}
    assert scores(running.judge, ["answer_relevancy"]) == {"answer_relevancy": 0.0}


PAPER = """# Moss trays

## Recovery

A tray needs 36 hours to recover after each reading. The detection limit is 1.1 ppm at night.
"""
QUESTIONS = [
    {"id": "known", "question": "How many hours does a tray need to recover?", "accept": [["36 hours"]], "doc": "moss.md"},
    {"id": "open", "question": "What is the detection limit at night?", "doc": "moss.md"},
    {"id": "refused", "question": "Who won the chess championship of 1972?", "unanswerable": True},
    {"id": "lost", "question": "What is said here?", "doc": "no-such-paper.md", "scope_always": True},
]


def test_the_command_counts_what_was_scored_what_failed_and_what_was_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "moss.md").write_text(PAPER, encoding="utf-8")
    file = tmp_path / "q.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in QUESTIONS), encoding="utf-8")
    library = ["--library", str(tmp_path / "lib")]
    assert run([*library, "ingest", str(tmp_path / "moss.md")], stdout=Output(sys.stdout)) == 0
    capsys.readouterr()
    with endpoint(*[Said(text="no JSON")] * 8, quirk=judging(silent=[RECALL])) as served:
        monkeypatch.setenv("PAPERATLAS_LLM_BASE_URL", served.url)
        monkeypatch.setenv("PAPERATLAS_LLM_MODEL", "small")
        words = ["eval", "ragas", str(file), "--config", "no-llm", "--json", "--out", str(tmp_path / "run.json")]
        code = run([*library, *words], stdout=Output(sys.stdout))
    got = json.loads(capsys.readouterr().out)
    assert code == 1, "something failed"
    assert got["made"]["ragas"] == "small"
    assert got["ragas"] == {
        "ragas_faithfulness": {"scored": 2, "failed": 1, "left_out": 1},
        "ragas_answer_relevancy": {"scored": 2, "failed": 1, "left_out": 1},
        "ragas_context_recall": {"scored": 0, "failed": 2, "left_out": 2},
        "ragas_context_precision": {"scored": 1, "failed": 1, "left_out": 2},
    }
    assert got["metrics"]["ragas_faithfulness"] == {"value": 0.5, "low": 0.5, "high": 0.5, "n": 2}
    assert "ragas_context_recall" not in got["metrics"]
    [known] = [item for item in got["items"] if item["id"] == "known"]
    assert known["ragas_failed"]["ragas_context_recall"].startswith("bad_output: ")

    assert not list(tmp_path.rglob("uuid.json")), "ragas knows nobody"

    # The answers are judged again, without being asked for again, and both runs are in the history.
    with endpoint(quirk=judging()) as served:
        monkeypatch.setenv("PAPERATLAS_LLM_BASE_URL", served.url)
        again = ["eval", "ragas", str(file), "--run", str(tmp_path / "run.json")]
        assert run([*library, *again], stdout=Output(sys.stdout)) == 1, "the lost question has no answer still"
    said = capsys.readouterr().out
    assert "ragas_context_recall 1 scored, 1 failed, 2 left out" in said
    assert run([*library, "eval", "history"], stdout=Output(sys.stdout)) == 0
    assert "no-llm+ragas" in capsys.readouterr().out
