"""Where in a sentence a value of the kind asked for stands."""

import pytest

from paperatlas.agents.asked import read_question
from paperatlas.agents.values import has_shape, values

HOW_MANY = "How many parameters does the lamp add?"


@pytest.mark.parametrize(
    "text",
    [
        "We use the same lamp as in Section 4.4 without its parameters.",
        "Table 3 and Figure 2 show the parameters.",
        "Following Lund et al. (2019), we keep all parameters.",
        "The parameters are those of the harbour (Lund, 2014).",
        "The parameters follow from Eq. (5).",
    ],
)
def test_a_number_that_says_where_to_look_counts_nothing(text: str) -> None:
    assert values(read_question(HOW_MANY), text, HOW_MANY) == ()


def test_a_number_of_things_is_found_beside_such_numbers() -> None:
    text = "As Table 3 shows, the lamp adds 5M parameters."
    assert [text[slice(*spot)] for spot in values(read_question(HOW_MANY), text, HOW_MANY)] == ["5M"]


def test_a_sentence_that_opens_the_list_asked_for_is_one() -> None:
    asked = "What are the three advantages of the lamp?"
    opens = "The main advantages of our lamps are: 1) they are bright: moss shines by itself."
    other = "The parts of our lamps are: 1) a tray: moss grows in it."
    assert has_shape(read_question(asked), opens, asked) == 1.0
    assert has_shape(read_question(asked), other, asked) < 1.0
