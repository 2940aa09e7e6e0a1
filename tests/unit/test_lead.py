"""The value itself, when there is no doubt which one is meant."""

import pytest

from paperatlas.agents.asked import read_question
from paperatlas.agents.lead import lead
from paperatlas.agents.terms import question_terms


def of(question: str, sentence: str) -> str:
    return lead(question, read_question(question), question_terms(question), sentence)


@pytest.mark.parametrize(
    ("question", "sentence", "value"),
    [
        (
            "What is the context length of Northwind?",
            "It natively supports a context length of up to 1 million tokens, 8x that of others.",
            "1 million tokens",
        ),
        ("How many comments were annotated?", "The corpus has 12,000 comments from 3 sites.", "12,000 comments"),
        ("How long did the training take?", "Training took 3.5 days on 8 boards.", "3.5 days"),
        ("When was the gate built?", "The gate was built in 1911 by the town.", "1911"),
        ("Does the model use dropout?", "We do not use dropout in any layer.", "No"),
        ("Does the model use dropout?", "We use dropout in each layer.", "Yes"),
        ("Do the gates add parameters?", "The gates add neither parameters nor time.", "No"),
        ("Does the Transformer use recurrence?", "The Transformer is built of attention, dispensing with recurrence.", "No"),
        ("Is Northwind freely available?", "Northwind is freely available to all.", "Yes"),
        ("Was consent obtained from the keepers?", "We obtained written consent from all keepers.", "Yes"),
        ("Is fog associated with mortality?", "No association was found between fog and mortality.", "No"),
        ("Are the answers of Northwind longer or shorter?", "Answers of Northwind are shorter by half.", "Shorter"),
    ],
)
def test_a_value_said_of_the_thing_asked_about_leads(question: str, sentence: str, value: str) -> None:
    assert of(question, sentence) == value


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("What is the context length of Northwind?", "The answers have a length of 4, the questions of 8."),
        ("How many layers does Northwind have?", "It has 3 heads and 7 gates."),
        ("When was the gate built?", "It was begun in 1911 and opened in 1914."),
        ("Does Northwind outperform Southwind?", "Southwind does outperform Northwind."),
        ("How many attention heads does Northwind use?", "Attention with single heads is 0.9 points worse than the best."),
        ("What is the accuracy of Northwind?", "Accuracy is worst in winter, when three out of four runs fail."),
        ("Is Northwind a faster encoder?", "Northwind is a faster encoder of Southwind."),
        ("Does the gate avoid ice?", "The gate does not always avoid ice."),
        ("Does Northwind contain Southwind?", "Southwind contains Northwind."),
        ("Is Northwind freely available?", "Northwind is freely available only if one asks."),
        ("Does the model use dropout?", "We use noise rather than dropout."),
        ("Is the gate wider or narrower?", "The gate is not wider than before."),
        ("What does the gate do?", "It closes at noon."),
    ],
)
def test_a_doubtful_value_is_not_cut_out(question: str, sentence: str) -> None:
    assert of(question, sentence) == ""
