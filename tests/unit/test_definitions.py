"""Where a text says what something is."""

import pytest

from paperatlas.agents.definitions import definitions


def strength(subject: str, text: str) -> float:
    return max((each for _, each in definitions(subject, text)), default=0.0)


@pytest.mark.parametrize(
    "text",
    [
        "Northwind is a gated network for tide tables.",
        "We introduce Northwind, a gated network for tide tables.",
        "In this paper, we propose a new gate called Northwind.",
        "The gated network (Northwind), a model of tides, is trained on maps.",
        "Northwind [3, 14] refers to the gating of tides.",
        "Tides are read with Northwind (Lund et al., 2023), which consists of tables in 18 tongues.",
    ],
)
def test_a_plain_definition_is_as_strong_as_can_be(text: str) -> None:
    assert strength("Northwind", text) == 1.0


def test_a_use_of_the_name_defines_nothing() -> None:
    assert strength("Northwind", "Table 3 compares Northwind with other models.") == 0.0
    assert strength("Northwind", "For Northwind, a further gain comes from maps.") < 1.0
    assert strength("Northwind", "According to our runs on Northwind (Table 5), the first method is better.") < 1.0


def test_what_is_said_of_a_thing_is_weaker_than_what_it_is() -> None:
    assert 0.0 < strength("Northwind", "Northwind is faster than the others.") < strength("Northwind", "Northwind is a gate.")


def test_the_class_word_of_a_question_is_not_part_of_the_name() -> None:
    assert strength("the NWT method", "We propose an effective gate: NWT (North Wind Tables) for long tides.") > 0.5
