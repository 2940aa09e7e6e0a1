"""The threshold of refusal, fitted to a library by questions made from its own sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.calibrate.asking import statements
from paperatlas.agents.calibrate.fit import Judged, curve_of
from paperatlas.bootstrap import open_library


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        (
            "The lamp emits a green light in fog and in heavy rain.",
            "What does the lamp emit?",
        ),
        (
            "Fernlight uses twelve copper mirrors in each of the towers.",
            "How many mirrors does Fernlight use in each of the towers?",
        ),
    ],
)
def test_a_statement_becomes_the_question_for_its_object(sentence: str, question: str) -> None:
    [statement] = statements([sentence])
    assert statement.question() == question


def test_the_same_is_asked_of_another_subject() -> None:
    [statement] = statements(["The lamp emits a green light in fog and in heavy rain."])
    assert statement.question("the moss") == "What does the moss emit?"


@pytest.mark.parametrize(
    "sentence",
    [
        "The lamp does not emit a green light in fog or rain.",
        "It emits a green light in fog and in heavy rain.",
        "In fog and in heavy rain, green light is emitted by the lamp.",
        "Green light.",
    ],
    ids=["denied", "leans on the sentence before", "passive", "no sentence"],
)
def test_what_is_no_plain_statement_is_not_turned_round(sentence: str) -> None:
    assert list(statements([sentence])) == []


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans(), st.booleans()), min_size=1))
def test_the_curve_ends_with_every_question_answered(drawn: list[tuple[float, bool, bool]]) -> None:
    judged = [Judged(confidence=sure, answerable=stated, right=right) for sure, stated, right in drawn]
    curve = curve_of(judged)
    assert curve[-1].coverage == 1.0
    assert curve[-1].risk == pytest.approx(sum(not (j.answerable and j.right) for j in judged) / len(judged))
    assert [point.threshold for point in curve] == sorted((point.threshold for point in curve), reverse=True)


def test_a_library_of_few_papers_says_so_and_keeps_its_threshold(tmp_path) -> None:
    paper = tmp_path / "lamp.md"
    paper.write_text("# Lamps\n\nThe lamp emits a green light in fog and in heavy rain.\n", encoding="utf-8")
    with open_library(tmp_path / "library") as library:
        library.ingest(paper)
        found = library.calibrate()
        assert not found.is_enough
        assert found.threshold == found.before
        assert library.deps().refuse_below is None
