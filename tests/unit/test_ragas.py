"""ragas's scores as part of a run: what is put to it, what is left out, and that no failure is ever a score."""

import json
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.core.errors import BadOutput, MissingExtra, PaperAtlasError, TimedOut, UnknownDocument
from paperatlas.eval.cases import Case
from paperatlas.eval.markdown import run_markdown
from paperatlas.eval.ragas import ragas
from paperatlas.eval.record import Made, Record, parse_record
from paperatlas.eval.report import run_html
from paperatlas.eval.running import Scoring, run_cases
from paperatlas.eval.summing import run_json
from paperatlas.models import ragas_worker
from paperatlas.models.endpoint_errors import Place
from paperatlas.models.ragas_judge import RagasEndpoint, RagasJudge
from tests.fakes.judged_answers import a_case, a_refusal, an_answer, printed

MADE = Made(questions="moss", config="default", scope="whole library", started="2026-01-01T00:00:00+00:00")
PASSAGES = ("A tray needs 36 hours to recover.", "The moss is green.")
SCORES: Mapping[str, float | PaperAtlasError] = {
    "faithfulness": 0.5,
    "context_recall": 1.0,
    "context_precision": 0.25,
    "answer_relevancy": -0.1,
}


class Scripted:
    """A scorer that gives what it was given to give, and remembers what it was asked."""

    model = "judge"

    def __init__(self, *replies: Mapping[str, float | PaperAtlasError] | PaperAtlasError) -> None:
        self._replies = iter(replies)
        self.asked: list[dict[str, Any]] = []

    def score(self, metrics: Sequence[str], **sample: Any) -> Mapping[str, float | PaperAtlasError]:
        self.asked.append({"metrics": metrics, **sample})
        reply = next(self._replies)
        if isinstance(reply, PaperAtlasError):
            raise reply
        return {name: reply[name] for name in metrics}


class Shelf:
    """The same passages for every question but those to papers that are not there."""

    def __init__(self) -> None:
        self.searched: list[tuple[str, ...]] = []

    def found(self, _question: str, documents: Sequence[str]) -> Sequence[str]:
        self.searched.append(tuple(documents))
        if "lost.pdf" in documents:
            raise UnknownDocument("There is no 'lost.pdf'.")
        return PASSAGES

    def cited(self, citations: Sequence[tuple[str, int, str]]) -> Sequence[str]:
        return [PASSAGES[0], *(quote for _, _, quote in citations)]


def record(cases, answers) -> Record:
    replies = iter(answers)

    def ask(_question, _documents):
        reply = next(replies)
        if isinstance(reply, Exception):
            raise reply
        return reply

    return Record(made=MADE, items=tuple(run_cases(cases, ask, Scoring(pages=printed))))


def scored(cases, answers, *replies: Any, shelf: Shelf | None = None) -> tuple[Record, Scripted]:
    scorer = Scripted(*replies)
    return ragas(record(cases, answers), cases, scorer, shelf or Shelf()), scorer


def test_answers_go_to_ragas_without_marks_with_the_first_known_answer_and_with_what_they_cite() -> None:
    case = a_case(references=("It takes 36 hours.",), scope_always=True)
    shelf = Shelf()
    done, scorer = scored([case], [an_answer("36 hours [1].")], SCORES, shelf=shelf)
    assert scorer.asked == [
        {
            "metrics": ["faithfulness", "answer_relevancy", "context_recall", "context_precision"],
            "question": case.question,
            "answer": "36 hours.",
            "reference": "It takes 36 hours.",
            "passages": PASSAGES,
            "grounds": list(PASSAGES),
        }
    ]
    assert shelf.searched == [("moss.pdf",)]
    [item] = done.scored
    assert {name: item.scores[f"ragas_{name}"].got for name in SCORES} == SCORES


def test_scored_failed_and_left_out_add_up_for_every_measure() -> None:
    cases = [
        a_case(id="good"),
        a_case(id="half"),
        a_case(id="dead"),
        a_case(id="refused"),
        a_case(id="unknown", accept=(), evidence=()),
        a_case(id="trap", accept=(), evidence=(), unanswerable=True),
        a_case(id="broken"),
        a_case(id="lost", docs=("lost.pdf",), scope_always=True),
    ]
    answers = [*[an_answer()] * 3, a_refusal(), an_answer(), an_answer(), TimedOut("too slow"), an_answer()]
    half = {**SCORES, "faithfulness": BadOutput("no JSON"), "context_recall": TimedOut("no reply")}
    done, _ = scored(cases, answers, SCORES, half, TimedOut("ragas hung"), SCORES, SCORES)
    row = run_json(done)
    assert row["ragas"] == {
        "ragas_faithfulness": {"scored": 3, "failed": 4, "left_out": 1},
        "ragas_answer_relevancy": {"scored": 4, "failed": 3, "left_out": 1},
        "ragas_context_recall": {"scored": 1, "failed": 4, "left_out": 3},
        "ragas_context_precision": {"scored": 2, "failed": 3, "left_out": 3},
    }
    assert {sum(count.values()) for count in row["ragas"].values()} == {len(cases)}
    assert row["metrics"]["ragas_faithfulness"] == {"value": 0.5, "low": 0.5, "high": 0.5, "n": 3}
    [half_item] = [item for item in row["items"] if item["id"] == "half"]
    assert half_item["ragas_failed"] == {
        "ragas_faithfulness": "bad_output: no JSON",
        "ragas_context_recall": "timed_out: no reply",
    }
    said = run_markdown(done)
    assert "ragas_faithfulness 3 scored, 4 failed, 1 left out" in said
    assert "half ragas_context_recall: timed_out: no reply" in said
    assert "lost ragas_faithfulness: unknown_document" in said


def test_a_run_with_ragas_is_read_back_shown_and_has_no_nan() -> None:
    done, _ = scored([a_case()], [an_answer()], {**SCORES, "context_recall": BadOutput("<no> JSON")})
    text = json.dumps(run_json(done), allow_nan=False)
    assert parse_record(text, "run") == done
    page = run_html(done)
    assert "ragas, judged by judge" in page
    assert "&lt;no&gt; JSON" in page
    assert 'width="-' not in page, "an answer that is like the opposite of the question has no bar"


def test_without_an_environment_nothing_is_scored_at_all() -> None:
    with pytest.raises(MissingExtra):
        scored([a_case()], [an_answer()], MissingExtra("no environment"))


def judge_in(python: Path) -> RagasJudge:
    place = Place(model="m", base_url="http://127.0.0.1:9/v1", key="", seconds=1)
    return RagasJudge(RagasEndpoint(place=place), embedder=None, python=python)


def test_an_environment_that_is_not_there_or_lacks_ragas_says_how_to_make_it() -> None:
    with pytest.raises(MissingExtra, match="no/such/python") as raised:
        judge_in(Path("/no/such/python")).start()
    assert "make setup-eval" in raised.value.hint
    lacking = judge_in(Path(sys.executable))
    with pytest.raises(MissingExtra, match="lacks a package") as raised:
        lacking.start()
    lacking.close()
    assert "make setup-eval" in raised.value.hint


@pytest.fixture
def asked(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """The command on a question file, without an environment and without a model: its exit code, and what it says."""
    for name in ("PAPERATLAS_LLM_BASE_URL", "PAPERATLAS_LLM_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PAPERATLAS_EVAL_PYTHON", str(tmp_path / "no-python"))
    file = tmp_path / "q.jsonl"
    file.write_text(
        '{"id": "1", "question": "How long does a tray need to recover?", "accept": [["36 hours"]]}', encoding="utf-8"
    )

    def ask(*words: str) -> tuple[int, str]:
        command = ["--library", str(tmp_path / "lib"), "eval", "ragas", str(file), *words, "--json"]
        code = run(command, stdout=Output(sys.stdout))
        error = json.loads(capsys.readouterr().out)["error"]
        return code, f"{error['message']} {error['hint']}"

    return ask


def test_the_command_says_what_it_lacks_before_it_asks_anything(asked: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    code, said = asked()
    assert (code, "needs a language model" in said) == (2, True)
    code, said = asked("--judge-url", "http://127.0.0.1:9/v1", "--judge-model", "m")
    assert (code, "make setup-eval" in said) == (2, True)
    assert not (tmp_path / "lib" / "evaluations").exists()


@pytest.mark.parametrize(
    ("case", "message"),
    [
        (a_case(question="Why is moss green?"), "'1' of the run is another one"),
        (a_case(id="2"), "answers no question of the file"),
    ],
)
def test_a_run_of_other_questions_is_refused(
    asked: Callable[..., tuple[int, str]], tmp_path: Path, case: Case, message: str
) -> None:
    file = tmp_path / "run.json"
    file.write_text(json.dumps(run_json(record([case], [an_answer()]))), encoding="utf-8")
    code, said = asked("--run", str(file))
    assert (code, message in said) == (2, True), said


@pytest.mark.parametrize("value", [math.nan, math.inf, 7.0, -2.0])
def test_what_is_no_share_is_no_score(value: float) -> None:
    with pytest.raises(ragas_worker.Unscored):
        ragas_worker._checked(value)


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0000000000000002, -0.1])
def test_a_share_is_a_score(value: float) -> None:
    assert ragas_worker._checked(value) == value


class APITimeoutError(Exception):
    """Named as the client's."""


class InstructorRetryException(Exception):
    """Named as the library's, which wraps whatever happened."""


def test_an_error_is_told_by_what_is_at_the_bottom_of_it() -> None:
    error = InstructorRetryException("<failed_attempts> and all that was said")
    error.__cause__ = APITimeoutError("Request timed out.")
    told = ragas_worker._told(error)
    assert told == {"error": "APITimeoutError: Request timed out.", "code": "timed_out"}
    assert ragas_worker._told(TimeoutError())["code"] == "timed_out"
    assert ragas_worker._told(ValueError("x" * 999)) == {"error": ("ValueError: " + "x" * 999)[:300], "code": "upstream"}
