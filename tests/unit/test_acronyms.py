"""Short forms that a text defines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.acronyms import definitions


def defined(text: str) -> set[tuple[str, str]]:
    return {(each.short, each.long) for each in definitions(text)}


def test_definitions_are_read_as_printed() -> None:
    text = "Low-Rank Adaptation (LoRA), areas under the curve (AUC) and the Wall Street Journal (WSJ); see above (p), (Fig)."
    assert defined(text) == {
        ("LoRA", "Low-Rank Adaptation"),
        ("AUC", "areas under the curve"),
        ("WSJ", "Wall Street Journal"),
    }


def test_the_short_form_may_come_first() -> None:
    assert defined("We use MLM (masked language modelling) and BERT (see above).") == {("MLM", "masked language modelling")}


@pytest.mark.parametrize("text", ["(GAT)", "no letters that fit (XYZ)", "a (AB", "x " * 500 + "(CNN)", "GAT (from 2018 on)"])
def test_what_is_no_definition_gives_none(text: str) -> None:
    assert not list(definitions(text))


@given(st.text(alphabet="AB ab-().\n", max_size=80))
def test_both_forms_stand_where_they_are_said_to(text: str) -> None:
    for each in definitions(text):
        assert text[slice(*each.short_span)] == each.short
        assert text[slice(*each.long_span)] == each.long
