"""The threshold of refusal, fitted to a library by questions made from its own sentences."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.calibrate.asking import statements
from paperatlas.agents.calibrate.fit import Judged, calibrate, curve_of
from paperatlas.bootstrap import open_library
from paperatlas.cli.calibrating import calibration_text
from paperatlas.core.calibration import Calibration, RiskPoint
from paperatlas.core.ports import Float32
from paperatlas.core.types import BlockKind
from tests.fakes.documents import document, page
from tests.fakes.shelf import Shelf, WordEmbedder


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


_THINGS = (
    "lamp mirror valve pump sensor engine filter router crane tower boiler rotor turbine camera antenna piston magnet furnace"
    " winch loom press drill saw hammer mill plough tractor beacon buoy anchor rudder propeller sail mast hull keel clock compass"
).split()
_ADJECTIVES, _OTHERS = "green brass heavy wide".split(), "bright dark silver".split()
_DEEDS, _MATTERS = "emits carries holds needs".split(), "oil steam sand salt".split()
_WHERE = (
    "in fog and in heavy rain",
    "during the long night",
    "on the northern coast",
    "at the old harbour",
    "near the grey cliffs",
)


class Alike(WordEmbedder):
    """An embedder to which all texts are somewhat alike, as to many real ones: the scale that was fitted is not its own."""

    id = "alike"
    dimension = WordEmbedder.dimension + 1

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        rows = np.sqrt(0.6) * super().embed(texts, kind=kind)
        return np.hstack([rows, np.full((len(texts), 1), np.sqrt(0.4))]).astype(np.float32)


def _machines() -> Shelf:
    """Papers that each state what some machines do, one plain sentence a section."""
    pick = random.Random(3).choice
    made = [
        f"The {pick(_ADJECTIVES)} {thing} {pick(_DEEDS)} {pick(_OTHERS)} {pick(_MATTERS)} {pick(_WHERE)}." for thing in _THINGS
    ]
    return Shelf(
        *(
            document(
                page(1, [(BlockKind.PARAGRAPH, f"{n} Part", said) for n, said in enumerate(made[i : i + 8])]),
                title=f"Machines {i}",
            )
            for i in range(0, len(made), 8)
        ),
        embedder=Alike(),
    )


def test_a_calibrated_library_refuses_better_on_questions_that_it_was_not_calibrated_with() -> None:
    shelf = _machines()
    calibrated = calibrate(shelf.deps(), shelf.documents(), seed=0)
    assert calibrated.is_enough
    assert calibrated.threshold != calibrated.before
    new = calibrate(replace(shelf.deps(), refuse_below=calibrated.threshold), shelf.documents(), seed=5)
    old = calibrate(shelf.deps(), shelf.documents(), seed=5)
    assert new.before == calibrated.threshold
    assert new.before_right - new.before_wrong > old.before_right - old.before_wrong


def test_the_curve_is_drawn_as_bars_and_told_with_what_was_refused_before() -> None:
    curve = (RiskPoint(coverage=0.5, threshold=0.8, risk=0.25), RiskPoint(coverage=1.0, threshold=0.1, risk=0.5))
    found = Calibration(
        threshold=0.55, before=0.5, answerable=40, unanswerable=40, curve=curve, refused_right=0.6, refused_wrong=0.1,
        before_right=0.5, before_wrong=0.2,
    )  # fmt: skip
    told = calibration_text(found)
    assert "60% of those without an answer and 10% of those with one (before, below 0.50: 50% and 20%)" in told
    assert told.splitlines()[-1].endswith("50%  " + "#" * 20)
