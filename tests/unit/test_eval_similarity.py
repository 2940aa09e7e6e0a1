"""Likeness to a known answer is shown beside the score, cannot be had by echoing or dumping, and decides nothing."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import pytest

from paperatlas.core.ports import Float32
from paperatlas.eval.record import Made, Record
from paperatlas.eval.running import Scoring, run_cases
from paperatlas.eval.similarity import similarity
from paperatlas.eval.summing import run_json
from tests.fakes.judged_answers import a_case, a_refusal, an_answer, printed

MADE = Made(questions="moss", config="default", scope="whole library", started="2026-01-01T00:00:00+00:00")


class Letters:
    """Vectors of how often letters occur."""

    id = "letters"
    dimension = 26

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        del kind
        rows = np.array([[text.lower().count(chr(97 + n)) + 1e-6 for n in range(26)] for text in texts], dtype=np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def alike(answer, **case) -> float | None:
    return similarity(a_case(**case), answer, Letters())


def test_the_nearest_known_answer_counts_and_marks_do_not() -> None:
    known = (("two days",), ("thirty six hours",))
    assert alike(an_answer("Thirty six hours [1]."), accept=known) == pytest.approx(1, abs=1e-3)
    other = alike(an_answer("Sixteen trays [1]."), accept=known)
    assert other is not None
    assert 0 < other < 0.95


def test_a_refusal_an_echo_and_a_dump_are_like_nothing() -> None:
    case = a_case()
    assert alike(a_refusal()) == 0
    assert alike(an_answer(case.question)) == 0
    assert alike(an_answer("36 hours. " * 100)) == 0


def test_without_a_known_answer_there_is_no_likeness() -> None:
    assert alike(an_answer(), accept=()) is None
    assert alike(an_answer(), unanswerable=True) is None


def test_it_is_in_the_figures_and_changes_no_verdict() -> None:
    cases = [a_case(id="right"), a_case(id="wrong", accept=(("37 hours",),)), a_case(id="refused")]
    items = {}
    for embedder in (None, Letters()):
        answers = iter([an_answer(), an_answer(), a_refusal()])
        scoring = Scoring(pages=printed, embedder=embedder)
        items[embedder is not None] = tuple(run_cases(cases, lambda *_, left=answers: next(left), scoring))
    assert [item.ok for item in items[True]] == [item.ok for item in items[False]] == [True, False, False]
    figure = run_json(Record(made=MADE, items=items[True]))["metrics"]["semantic_similarity"]
    assert figure["n"] == 3
    assert figure["value"] == pytest.approx(2 / 3, abs=0.01), "a wrong number is hardly less like"
    assert "semantic_similarity" not in run_json(Record(made=MADE, items=items[False]))["metrics"]
