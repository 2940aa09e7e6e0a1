"""The language of a question is told from few words."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.language import language_of
from paperatlas.agents.language_words import WORDS

LEAST_RIGHT = 0.98
"""Share of questions of three words or more, in thirteen languages, whose language is told."""


def words_of(question: str) -> int:
    return 3 if any("\u3040" <= sign <= "\u9fff" for sign in question) else len(question.split())


def test_the_language_of_questions_of_three_words_and_more_is_told(root: Path) -> None:
    lines = (root / "tests" / "data" / "router_heldout.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if words_of(row["question"]) >= 3]
    wrong = [row["question"] for row in rows if language_of(row["question"]) != row["language"]]
    assert len({row["language"] for row in rows}) >= 12
    assert 1 - len(wrong) / len(rows) >= LEAST_RIGHT, wrong


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Was ist BERT?", "de"),
        ("Qu'est-ce que BERT ?", "fr"),
        ("O que é BERT?", "pt"),
        ("¿Qué es BERT?", "es"),
        ("Cos'è BERT?", "it"),
        ("Wat is BERT?", "nl"),
        ("BERT是什么？", "zh"),
        ("BERTとは何ですか？", "ja"),
        ("Что такое BERT?", "ru"),
        ("Що таке BERT і навіщо він?", "uk"),
        ("What is β in Eq. 3?", "en"),
        ("BERT vs. ELMo", "en"),
        ("42", "en"),
    ],
)
def test_names_and_signs_in_it_do_not_hide_the_language(question: str, language: str) -> None:
    assert language_of(question) == language


def test_what_is_quoted_is_not_the_language_of_the_question() -> None:
    assert language_of('How often does "und der die das" occur?') == "en"
    assert language_of("Wie oft kommt “the state of the art” vor?") == "de"


@given(st.text(max_size=60))
def test_any_text_has_a_language(text: str) -> None:
    assert len(language_of(text)) == 2


@given(st.sampled_from(sorted(WORDS)), st.data())
def test_words_of_one_language_alone_are_that_language(language: str, data: st.DataObject) -> None:
    alone = sorted(WORDS[language] - frozenset().union(*(words for other, words in WORDS.items() if other != language)))
    alone = [word for word in alone if word.isalpha()]
    text = " ".join(data.draw(st.lists(st.sampled_from(alone), min_size=6, max_size=9)))
    assert language_of(text) == language
