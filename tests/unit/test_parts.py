"""Questions that ask several things are taken apart; those that only name several things are not."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.forms.parts import split
from paperatlas.agents.route import route
from paperatlas.agents.state import Question

LEAST_RIGHT = 0.93
"""Share of the labelled questions taken apart into as many as they ask; they are of ten languages."""


def parts(text: str) -> tuple[str, ...]:
    return route(Question(text=text), ()).parts


def test_questions_are_taken_apart_into_as_many_as_they_ask(root: Path) -> None:
    lines = (root / "tests" / "data" / "question_parts.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    wrong = [row["question"] for row in rows if max(1, len(parts(row["question"]))) != row["parts"]]
    assert len(rows) >= 60
    assert 1 - len(wrong) / len(rows) >= LEAST_RIGHT, wrong


@pytest.mark.parametrize(
    ("question", "apart"),
    [
        (
            "What is BERT and how many parameters does it have; also who wrote it?",
            ("What is BERT?", "How many parameters does BERT have?", "Who wrote BERT?"),
        ),
        (
            "Wer hat das Paper geschrieben und wie viele Seiten hat es?",
            ("Wer hat das Paper geschrieben?", "Wie viele Seiten hat es?"),
        ),
        ("What did Okafor et al. measure and how did they do it?", ("What did Okafor et al. measure?", "How did Okafor do it?")),
    ],
)
def test_each_part_stands_alone(question: str, apart: tuple[str, ...]) -> None:
    assert parts(question) == apart


def test_nothing_is_taken_apart_between_quotation_marks() -> None:
    title = '"What is fair? And who decides?"'
    assert parts(f"Who wrote {title}?") == ()
    assert parts(f"Who wrote {title} and where was it published?")[0] == f"Who wrote {title}?"


@given(st.text(max_size=80), st.sampled_from(["en", "de", "zh", "tr"]))
def test_any_text_gives_no_part_or_several_that_are_not_empty(text: str, language: str) -> None:
    found = split(text, language)
    assert len(found) != 1
    assert all(part.strip("? ") for part in found)


@given(st.lists(st.sampled_from(["trust", "risk", "the price", "bias and variance", "BERT"]), min_size=1, max_size=4))
def test_naming_several_things_is_asking_one(things: list[str]) -> None:
    assert split(f"What do the authors say about {' and '.join(things)}?") == ()
