"""What kind of question it is, what it names, and whether it is several."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.forms.counts import counted_term, is_count
from paperatlas.agents.forms.metadata import Field, metadata_asked
from paperatlas.agents.forms.wording import plain
from paperatlas.agents.prototypes import Prototypes, fitted
from paperatlas.agents.route import route
from paperatlas.agents.state import Question
from paperatlas.agents.traits import BUCKETS, Turn, traits
from paperatlas.core.answers import Kind, Route
from paperatlas.core.ids import document_id
from paperatlas.core.ports import Float32
from paperatlas.core.types import Document, Metadata

LEAST_RIGHT = 0.96
"""Share of the labelled questions routed right without a vector; rules and weights were made with these questions in view."""
LEAST_RIGHT_HELD_OUT = 0.9
"""Share of the questions held apart that are routed right without a vector."""


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


def a_paper() -> Document:
    return Document(
        id=document_id(b"frederick"),
        name="frederick.pdf",
        metadata=Metadata(title="Frederick and his Flutes"),
        pages=8,
        words=100,
        chunks=1,
        tables=0,
        figures=0,
        references=0,
        status="ready",
        added_at="2026-01-01T00:00:00Z",
    )


class Pointing:
    """An embedder that sees every text as the same vector."""

    dimension = 2

    def __init__(self, name: str = "pointing") -> None:
        self.id = name
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        assert kind == "query"
        self.texts += texts
        return np.array([[1.0, 0.0]] * len(texts), dtype=np.float32)


def a_turn(text: str) -> Turn:
    return Turn(text=text, plain=text, history=(), said="fact", confidence=0.6, leans="")


def leaning(kind: Kind, *, wording: float = 0.0, vector: float = 0.0) -> Prototypes:
    """Prototypes that lean to `kind` by any wording, by the vector of `Pointing`, or by both, and else say "fact"."""
    return Prototypes(
        embedder="pointing",
        kinds=("fact", kind),
        traits=np.zeros((BUCKETS, 2), dtype=np.int8),
        unit=1.0,
        traits_bias=np.array([0.0, wording], dtype=np.float32),
        vectors=np.array([[0.0, vector], [0.0, 0.0]], dtype=np.float32),
        vectors_bias=np.zeros(2, dtype=np.float32),
        share=0.5,
    )


def test_what_no_rule_fits_is_what_its_wording_is_most_like() -> None:
    asked = route(Question(text="Sketch the plot"), (), prototypes=leaning("summary", wording=3.0))
    assert (asked.kind, asked.decided_by) == ("summary", "prototypes")


def test_where_wording_leaves_it_open_the_vector_decides() -> None:
    asked = route(Question(text="Sketch the plot"), (), embedder=Pointing(), prototypes=leaning("summary", vector=6.0))
    assert (asked.kind, asked.decided_by) == ("summary", "prototypes")


def test_a_rule_that_fits_is_overruled_only_by_what_is_likely() -> None:
    asked = Question(text="Who wrote the paper?")
    assert route(asked, (), prototypes=leaning("summary", wording=0.5)).kind == "metadata"
    assert route(asked, (), prototypes=leaning("summary", wording=5.0)).kind == "summary"


def test_a_question_that_is_plain_by_its_wording_is_not_embedded() -> None:
    embedder = Pointing()
    route(Question(text="Sketch the plot"), (), embedder=embedder, prototypes=leaning("summary", wording=9.0))
    assert embedder.texts == []


def test_vectors_of_another_embedder_say_nothing() -> None:
    question = Question(text="Sketch the plot")
    other = route(question, (), embedder=Pointing("other"), prototypes=leaning("summary", vector=6.0))
    assert (other.kind, other.decided_by) == ("fact", "rules")


def test_with_documents_at_hand_nothing_is_off_topic_by_likeness_alone() -> None:
    question, likely = Question(text="Who was the king of Prussia?"), leaning("off_topic", wording=9.0)
    assert route(question, (), prototypes=likely).kind == "off_topic"
    assert route(question, (a_paper(),), prototypes=likely).kind == "fact"


def test_prototypes_are_read_as_they_were_written(tmp_path: Path) -> None:
    file, vector = tmp_path / "weights.npz", np.array([1.0, 0.0], dtype=np.float32)
    written = leaning("summary", wording=2.0, vector=3.0)
    written.write(file)
    wording = traits(a_turn("Sketch the plot"))
    assert Prototypes.read(file).chances(wording, vector).tolist() == written.chances(wording, vector).tolist()
    assert set(fitted().kinds) >= {"fact", "summary", "off_topic"}


@given(st.text(max_size=80))
def test_every_place_of_a_trait_is_named_once_and_lies_in_the_weights(text: str) -> None:
    places, values = traits(a_turn(text))
    assert len(set(places.tolist())) == len(places) == len(values)
    assert places.min() >= 0
    assert places.max() < BUCKETS


def test_what_is_asked_about_does_not_change_what_is_asked() -> None:
    one = traits(a_turn('Is "light" used in Table 3?'))
    other = traits(a_turn('Is "fair play" used in Table 17?'))
    assert one[0].tolist() == other[0].tolist()


def test_questions_held_apart_are_routed_right_more_than_nine_times_in_ten(root: Path) -> None:
    lines = (root / "tests" / "data" / "router_heldout.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    right = [routed(row["question"], *row.get("history", ())).kind in {row["kind"], *row.get("also", ())} for row in rows]
    assert len(rows) > 500
    assert sum(right) / len(right) >= LEAST_RIGHT_HELD_OUT


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


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ("Wie viele Abbildungen enthält der Artikel?", "figures"),
        ("Combien de pages compte le document ?", "pages"),
        ("¿En qué año se publicó el artículo?", "year"),
        ("Em que ano foi publicado o artigo?", "year"),
        ("Qual è il titolo dell'articolo?", "title"),
        ("这篇文章有多少页？", "pages"),
        ("この論文の著者は誰ですか？", "authors"),
        ("この論文はいつ発表されましたか？", "year"),
        ("Кто автор статьи?", "authors"),
        ("Сколько страниц в документе?", "pages"),
    ],
)
def test_what_is_asked_of_a_paper_is_read_in_other_languages(question: str, field: Field) -> None:
    asked = metadata_asked(plain(question))
    assert asked is not None
    assert asked.fields == (field,)


@pytest.mark.parametrize(
    ("question", "term"),
    [
        ("BERTは何回引用されていますか？", "BERT"),
        ("「エントロピー」という単語は何回出てきますか？", "エントロピー"),
        ("Сколько раз в статье встречается слово «энтропия»?", "энтропия"),
        ("Quantas vezes aparece a palavra “enzima”?", "enzima"),
    ],
)
def test_what_is_counted_is_read_in_other_languages(question: str, term: str) -> None:
    assert is_count(plain(question))
    assert counted_term(plain(question)) == term
