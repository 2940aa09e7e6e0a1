"""Two things that a question sets against each other are told apart and told in its order."""

import pytest

from paperatlas.agents.sides import sides_of


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Compare the float and the pen.", ("float", "pen")),
        ("Compare Tide with Anchor on the north harbour.", ("Tide", "Anchor")),
        ("What is the difference between dense fog and sea smoke?", ("dense fog", "sea smoke")),
        ("What is the difference in cost between Tide and Anchor?", ("Tide", "Anchor")),
        ("How do boiled and filtered coffee differ in taste?", ("boiled coffee", "filtered coffee")),
        ("How does Tide differ from Anchor?", ("Tide", "Anchor")),
        ("Tide vs. Anchor", ("Tide", "Anchor")),
        ("How does Tide compare to Anchor?", ("Tide", "Anchor")),
    ],
)
def test_both_things_are_found(question: str, names: tuple[str, str]):
    sides = sides_of(question)

    assert sides is not None
    assert sides.names == names


def test_the_words_that_both_share_tell_neither_apart():
    sides = sides_of("Compare sparse retrieval and dense retrieval.")

    assert sides is not None
    assert [[term.word for term in own] for own in sides.own] == [["sparse"], ["dense"]]


@pytest.mark.parametrize("question", ["What is fog?", "Which model is better?", "Who wrote it and when?"])
def test_a_question_about_one_thing_has_no_sides(question: str):
    assert sides_of(question) is None
