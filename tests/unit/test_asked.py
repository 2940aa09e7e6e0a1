"""What kind of answer a question waits for."""

import pytest

from paperatlas.agents.asked import read_question


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How many layers does Northwind have?", "count"),
        ("How long did the training take?", "amount"),
        ("What was the training cost of Northwind?", "amount"),
        ("When was the corpus collected?", "date"),
        ("In what year did the trial end?", "date"),
        ("Who annotated the corpus?", "person"),
        ("Where was the trial run?", "place"),
        ("Which optimizer was used?", "name"),
        ("What is Northwind?", "definition"),
        ("What is the gating method?", "definition"),
        ("What does NWT stand for?", "definition"),
        ("What is NWT in Northwind?", "definition"),
        ("What is BLEU for Northwind in Table 3?", "amount"),
        ("How does Northwind compare with Southwind in FLOPs?", "clause"),
        ("What is the purpose of the gate in Figure 2?", "purpose"),
        ("Why is the gate closed at noon?", "reason"),
        ("How is the gate closed?", "manner"),
        ("What are the three parts of the gate?", "list"),
        ("Does the model use dropout?", "verdict"),
        ("Is the gate wider or narrower when it rains?", "choice"),
        ("Tell me about the gate", "clause"),
    ],
)
def test_the_form_of_a_question_says_what_it_waits_for(question: str, wanted: str) -> None:
    assert read_question(question).wanted == wanted


def test_the_thing_asked_for_is_read_off_the_noun_phrase() -> None:
    assert read_question("What was the training cost of Northwind?").focus == ("training", "cost")
    assert read_question("How many encoder layers does Northwind have?").focus[:2] == ("encoder", "layers")
    assert read_question("What are the three parts of the gate?").number == 3
    assert read_question("Is the gate wider or narrower when it rains?").options == ("wider", "narrower")


def test_a_denial_in_the_question_is_noticed() -> None:
    assert read_question("Which model was not trained on maps?").negated
    assert read_question("Who wasn't paid?").negated
    assert not read_question("Which model was trained on notes?").negated
