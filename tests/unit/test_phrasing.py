"""The terms of a question as it prints them."""

from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.phrasing import phrases
from paperatlas.agents.terms import question_terms


def test_terms_that_stand_side_by_side_are_one_phrase_as_printed() -> None:
    question = "Which training hardware was used for the F1-score of GPT-4 in 2022?"
    assert phrases(question, question_terms(question)) == ["training hardware", "F1-score", "GPT-4", "2022"]


def test_only_the_terms_given_are_in_the_phrases() -> None:
    question = "Which training hardware was used in 2022?"
    assert phrases(question, [term for term in question_terms(question) if term.word != "hardware"]) == ["training", "2022"]


@given(st.text(max_size=80))
def test_every_phrase_is_printed_in_the_question(question: str) -> None:
    found = phrases(question, question_terms(question))
    assert all(phrase in question for phrase in found)
    assert len(set(found)) == len(found)
