"""What kind of question it is, what it names, and whether it is several."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.forms.wording import plain
from paperatlas.agents.prototypes import Prototypes, fitted
from paperatlas.agents.route import route
from paperatlas.agents.state import Question
from paperatlas.core.answers import Kind, Route

LEAST_RIGHT = 0.96
"""Share of the labelled questions that rules alone get right; they were written with these questions in view."""


def routed(text: str, *history: str) -> Route:
    return route(Question(text=text, history=history), ())


def test_the_labelled_questions_are_routed_as_labelled(root: Path) -> None:
    lines = (root / "tests" / "data" / "router_questions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    right = [routed(row["question"], *row.get("history", ())).kind in {row["kind"], *row.get("also", ())} for row in rows]
    assert len(rows) > 150
    assert sum(right) / len(right) >= LEAST_RIGHT


@pytest.mark.parametrize(
    "question",
    [
        "Where does KGLM appear in Table 3?",
        "Where are the results presented for WinoMT?",
        "How many words per sentence does MemNet produce?",
        "What do the authors of the BERT paper conclude?",
        "How many pages did each annotator read?",
        "How many emails does the corpus contain?",
        "Which conference talks were transcribed?",
        "What title generation model is used?",
        "How many reference translations are there?",
    ],
)
def test_words_of_metadata_in_a_question_about_content_do_not_make_it_one(question: str) -> None:
    assert routed(question).kind not in {"metadata", "count", "position"}


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What is the affilation of the first author?", "metadata"),
        ("How many tims is BLEU mentiond?", "count"),
        ("summerize the paper", "summary"),
        ("whcih model has the higest F1 in tabel 2?", "table"),
        ("What is the frist sentense of the paper?", "position"),
    ],
)
def test_misspelt_words_of_asking_are_understood(question: str, kind: Kind) -> None:
    assert routed(question).kind == kind


@pytest.mark.parametrize("word", ["summarizer", "sectional", "KGLM", "Tabel", "referencer", "authored", "nubmer2"])
def test_right_words_and_names_are_not_taken_for_misspelt_ones(word: str) -> None:
    assert plain(f"What does {word} do?") == f"What does {word} do?"


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Wie viele Seiten hat das Paper?", "metadata"),
        ("¿Cuántas veces se menciona BERT?", "count"),
        ("Quelle est la dernière phrase de l'introduction ?", "position"),
        ("列出所有论文。", "list"),
        ("比较BERT和GPT的区别。", "comparison"),
        ("Was ist ein Transformer?", "fact"),
    ],
)
def test_other_languages_are_routed_by_the_same_rules(question: str, kind: Kind) -> None:
    assert routed(question).kind == kind


def test_a_pronoun_without_a_noun_needs_what_was_said_before() -> None:
    assert routed("How many parameters does it have?").kind == "follow_up"
    assert routed("How does the model improve when it is trained longer?").kind == "fact"
    assert routed("When did they publish it?", "Who wrote the ResNet paper?").kind == "follow_up"


def test_several_questions_are_taken_apart_and_each_names_its_subject() -> None:
    asked = routed("Who wrote the ResNet paper and how many pages does it have?")
    assert asked.parts == ("Who wrote the ResNet paper?", "How many pages does the ResNet paper have?")
    assert asked.kind == "metadata"


@pytest.mark.parametrize(
    "question",
    [
        "Compare BERT and GPT.",
        "What do precision and recall measure?",
        "Which papers discuss bias and fairness?",
        "And why?",
        "Which lamps glow in fog, but which in rain stay dark?",
    ],
)
def test_one_question_with_an_and_stays_one(question: str) -> None:
    assert routed(question).parts == ()


class Pointing:
    """An embedder that sees every text as the same vector."""

    dimension = 2

    def __init__(self, name: str = "pointing") -> None:
        self.id = name
        self.texts: list[str] = []

    def embed(self, texts, *, kind):
        self.texts += texts
        return np.array([[1.0, 0.0]] * len(texts), dtype=np.float32)


def leaning(kind: Kind, strength: float) -> Prototypes:
    weights = np.array([[0.0, strength], [0.0, 0.0]], dtype=np.float32)
    return Prototypes(embedder="pointing", kinds=("fact", kind), weights=weights, bias=np.zeros(2, dtype=np.float32))


def test_what_no_rule_fits_goes_to_the_prototypes() -> None:
    asked = route(Question(text="Sketch the plot"), (), embedder=Pointing(), prototypes=leaning("summary", 3.0))
    assert (asked.kind, asked.decided_by) == ("summary", "prototypes")


def test_a_rule_that_fits_needs_no_embedding() -> None:
    embedder = Pointing()
    asked = route(Question(text="Who wrote the paper?"), (), embedder=embedder, prototypes=leaning("summary", 3.0))
    assert (asked.kind, embedder.texts) == ("metadata", [])


def test_prototypes_that_are_unsure_or_of_another_embedder_decide_nothing() -> None:
    question = Question(text="Sketch the plot")
    unsure = Prototypes(
        embedder="pointing",
        kinds=("fact", "summary", "table"),
        weights=np.zeros((2, 3), np.float32),
        bias=np.zeros(3, np.float32),
    )
    assert route(question, (), embedder=Pointing(), prototypes=unsure).decided_by == "rules"
    assert route(question, (), embedder=Pointing("other"), prototypes=leaning("summary", 3.0)).decided_by == "rules"


def test_prototypes_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    leaning("summary", 3.0).write(file)
    again, vector = Prototypes.read(file.read_text(encoding="utf-8")), np.array([1.0, 0.0], dtype=np.float32)
    assert again.likeliest(vector) == leaning("summary", 3.0).likeliest(vector)
    assert set(fitted().kinds) >= {"fact", "summary", "off_topic"}


@given(st.text(max_size=120))
def test_any_text_is_routed(text: str) -> None:
    asked = routed(text)
    assert asked.kind
    assert all(part.strip() for part in asked.parts)


@pytest.mark.parametrize(
    "piece", ["what is the ", "the paper ", "which model or ", "1+", "(", '"', "how many times is the word ", "section ", "ok "]
)
def test_a_question_that_says_the_same_over_and_over_does_not_hold_up_the_router(piece: str) -> None:
    assert routed(piece * (600 // len(piece))).kind
