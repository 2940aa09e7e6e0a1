"""What the checks of the verifier read in a sentence: numbers, denials, who does what, and which word says the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.verify.align import align
from paperatlas.agents.verify.atoms import atoms
from paperatlas.agents.verify.denial import denials
from paperatlas.agents.verify.drafts import claims_of
from paperatlas.agents.verify.frames import frames
from paperatlas.agents.verify.pointing import as_pointed
from paperatlas.agents.verify.quantities import quantities, same_unit, same_value
from paperatlas.agents.verify.words import Sentence, read


def sentence(text: str) -> Sentence:
    (parsed,) = read([(0, text)])
    return parsed


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("It supports 100+ languages.", [100]),
        ("trained on 512 H800 GPUs", [512]),
        ("456 billion parameters, 45.9 billion of them active", [456e9, 45.9e9]),
        ("a 7B model", [7e9]),
        ("12,480 recordings", [12480]),
        ("three quarters of them", [0.75]),
        ("a fifth of a second", [0.2]),
        ("GPT-4 and Ridge-12", []),
        ("One of the problems", []),
        ("twenty-five trays", [25]),
    ],
)
def test_numbers_are_read_however_they_are_written(text: str, values: list[float]) -> None:
    assert [quantity.value for quantity in quantities(text)] == pytest.approx(values)


def test_the_unit_behind_the_last_number_of_a_range_belongs_to_all() -> None:
    assert [quantity.dimension for quantity in quantities("from 2 to 16 ppm")] == ["concentration", "concentration"]


@pytest.mark.parametrize(
    ("claimed", "stated", "same"),
    [
        ("2 minutes", "120 seconds", True),
        ("3 days", "3 hours", False),
        ("0.41 ppm", "0.41 %", False),
        ("about 50 GPUs", "48 GPUs", True),
        ("50 GPUs", "48 GPUs", False),
        ("more than 100 languages", "112 languages", True),
        ("the second edition", "2 editions", False),
        ("75 % of the recordings", "three quarters of the recordings", True),
    ],
)
def test_quantities_are_compared_in_their_units(claimed: str, stated: str, *, same: bool) -> None:
    (one,), (other,) = quantities(claimed), quantities(stated)
    assert (same_value(one, other) and same_unit(one, other)) is same


@given(st.text(max_size=200))
def test_any_text_has_quantities_that_stand_where_they_say(text: str) -> None:
    for quantity in quantities(text):
        assert 0 <= quantity.start < quantity.end <= len(text)


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("The method does not improve accuracy.", {"improve", "accuracy"}),
        ("No method improves accuracy.", {"method", "improves", "accuracy"}),
        ("It is trained without dropout.", {"dropout"}),
        ("GlowNet fails to reach the baseline.", {"reach", "baseline"}),
        ("It clips weights rather than token updates.", {"token", "updates"}),
        ("It not only improves accuracy.", set()),
        ("It costs no more than a tray.", set()),
    ],
)
def test_a_denial_reaches_what_it_denies(text: str, denied: set[str]) -> None:
    parsed = sentence(text)
    under = {word.text for word, cues in zip(parsed.words, denials(parsed), strict=True) if cues}
    assert denied <= under
    assert denied or not under


def test_the_passive_has_the_roles_of_the_active() -> None:
    parsed = sentence("The trays were replaced by sensors.")
    (frame,) = (each for each in frames(parsed) if parsed.words[each.predicate].text == "replaced")
    assert {parsed.words[index].text for index in frame.doer} == {"sensors"}
    assert {parsed.words[index].text for index in frame.other} == {"trays"}


def test_what_stands_behind_than_is_the_other_side_of_a_comparison() -> None:
    parsed = sentence("A large network is better than GlowNet.")
    (frame,) = (each for each in frames(parsed) if each.compares)
    assert {parsed.words[index].text for index in frame.other} == {"GlowNet"}


@pytest.mark.parametrize(
    ("claim", "text", "word"),
    [
        ("The MAE was low.", "The mean absolute error was low.", "MAE"),
        ("It is pretrained.", "It is pre-trained.", "pretrained"),
        ("It employs attention.", "It uses attention.", "employs"),
        ("Its precision rose.", "It became more precise.", "precision"),
    ],
)
def test_a_word_is_found_in_another_form(claim: str, text: str, word: str) -> None:
    parsed = sentence(claim)
    alignment = align(parsed, [sentence(text)])
    match = alignment.matches[[each.text for each in parsed.words].index(word)]
    assert match is not None
    assert not match.opposite


def test_a_contrary_is_found_as_one() -> None:
    parsed = sentence("The error decreased.")
    (match,) = (each for each in align(parsed, [sentence("The error increased.")]).matches if each and each.opposite)
    assert match.opposite


def test_a_claim_of_several_statements_is_taken_apart_and_it_is_named() -> None:
    assert atoms("GlowNet is small. It runs in 6 ms.") == ("GlowNet is small.", "GlowNet runs in 6 ms.")
    assert atoms("GlowNet wins on the random split, but Ridge-12 wins on the site split.") == (
        "GlowNet wins on the random split",
        "Ridge-12 wins on the site split.",
    )


def test_a_subject_that_the_text_only_points_at_is_pointed_at() -> None:
    assert as_pointed("Northwind supports 5 languages.", "It supports five languages.") == "It supports 5 languages."
    assert as_pointed("Northwind supports 5 languages.", "Northwind is old. It supports 5.") == "Northwind supports 5 languages."
    assert as_pointed("Northwind supports 5 languages.", "Southwind supports five.") == "Northwind supports 5 languages."


def test_a_draft_is_read_without_its_headings_code_and_questions() -> None:
    draft = (
        "# Moss and its light\n\nThe moss *dims* in ammonia. [GlowNet](x) reads the curve.\n\n```\na b c d\n```\n\nIs it true?\n"
    )
    assert claims_of(draft) == ("The moss dims in ammonia.", "GlowNet reads the curve.")
