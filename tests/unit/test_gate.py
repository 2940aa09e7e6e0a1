"""The gate lets through what is no worse, and nothing that is worse by more than chance."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gate import BASELINE, Baseline, changes, judge, noise_of, read, write

COMMITTED = read(BASELINE)


def worse(scores: dict[str, float], *, by: int) -> dict[str, float]:
    """So many items that were right are wrong."""
    lost = [item for item, score in scores.items() if score == 1][:by]
    return scores | dict.fromkeys(lost, 0.0)


def fallen(now: dict[str, dict[str, float]], baseline: Baseline = COMMITTED) -> set[str]:
    return {finding.measure for finding in judge(baseline, now) if finding.has_fallen}


@pytest.fixture
def same() -> dict[str, dict[str, float]]:
    return {measure: dict(scores) for measure, scores in COMMITTED.scores.items()}


def test_the_same_scores_hold(same: dict[str, dict[str, float]]):
    assert fallen(same) == set()


@pytest.mark.parametrize("measure", sorted(COMMITTED.scores))
def test_a_tenth_of_the_items_lost_is_a_fall_of_that_measure_alone(same: dict[str, dict[str, float]], measure: str):
    same[measure] = worse(same[measure], by=max(6, len(same[measure]) // 10))

    assert fallen(same) == {measure}


def test_what_is_lost_and_won_in_equal_parts_holds(same: dict[str, dict[str, float]]):
    scores = same["answers: right"]
    won = [item for item, score in scores.items() if score == 0][:6]
    same["answers: right"] = worse(scores, by=6) | dict.fromkeys(won, 1.0)

    assert len(changes(COMMITTED, same)) == 12
    assert fallen(same) == set()


def test_a_measure_that_is_not_measured_any_more_does_not_pass(same: dict[str, dict[str, float]]):
    del same["router"]
    del same["entities"][next(iter(same["entities"]))]

    assert fallen(same) == {"router", "entities"}


def test_an_answer_that_is_now_refused_is_judged_right_or_wrong_and_has_no_quotes_to_judge(same: dict[str, dict[str, float]]):
    refused = next(iter(same["answers: quote_validity"]))
    for measure in ("answers: quote_validity", "answers: claim_support", "answers: page_hit"):
        same[measure].pop(refused, None)

    assert fallen(same) == set()
    del same["answers: right"][refused]
    assert "answers: right" in fallen(same)


def test_noise_that_was_measured_is_no_fall():
    scores = {str(item): 1.0 for item in range(100)}
    quiet, noisy = (Baseline(commit="", noise={"one": noise}, scores={"one": scores}) for noise in (0.0, 0.2))
    now = {"one": worse(scores, by=8)}

    assert (fallen(now, quiet), fallen(now, noisy)) == ({"one"}, set())


def test_the_noise_is_the_widest_that_another_order_moved_a_measure():
    usual = {"one": {"a": 1.0, "b": 0.0}, "no order": {"a": 1.0}}
    orders = [{"one": {"a": 1.0, "b": 0.0}}, {"one": {"a": 0.5, "b": 0.0}}]

    assert noise_of(usual, orders) == {"one": 0.25, "no order": 0.0}


@given(st.lists(st.floats(0, 1), min_size=1, max_size=60))
def test_what_is_nowhere_worse_has_not_fallen(scores: list[float]):
    before = {str(at): score for at, score in enumerate(scores)}
    baseline = Baseline(commit="", noise={}, scores={"one": before})

    assert fallen({"one": {item: min(1.0, score + 0.1) for item, score in before.items()}}, baseline) == set()


def test_a_baseline_is_read_as_it_was_written(tmp_path: Path):
    write(COMMITTED, tmp_path / "baseline.json")

    assert read(tmp_path / "baseline.json") == COMMITTED
