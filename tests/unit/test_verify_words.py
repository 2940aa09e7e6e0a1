"""What the checks of the verifier read in a sentence: numbers, denials, who does what, and which word says the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.verify.align import align
from paperatlas.agents.verify.atoms import atoms
from paperatlas.agents.verify.binding import bound
from paperatlas.agents.verify.denial import denials
from paperatlas.agents.verify.drafts import claims_of
from paperatlas.agents.verify.frames import frames
from paperatlas.agents.verify.numbers import compare
from paperatlas.agents.verify.pointing import as_pointed
from paperatlas.agents.verify.quantities import quantities, same_unit, same_value
from paperatlas.agents.verify.thesaurus import are_contrary, are_synonyms
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


@pytest.mark.parametrize(
    ("text", "first", "other"),
    [
        ("The corpus is based on Wikidata.", {"corpus"}, {"Wikidata"}),
        ("They attached the corpus to Wikidata.", {"corpus"}, {"Wikidata"}),
        ("Suppression was followed by voting.", set(), set()),
        ("Degradation results from clipping.", {"clipping"}, {"Degradation"}),
        ("They replaced the tagger with a transformer.", {"tagger"}, {"transformer"}),
    ],
)
def test_what_a_preposition_brings_is_a_side_of_its_own(text: str, first: set[str], other: set[str]) -> None:
    parsed = sentence(text)
    found = [each for each in frames(parsed) if each.oblique]
    assert [{parsed.words[index].text for index in each.doer} for each in found] == ([first] if first else [])
    assert [{parsed.words[index].text for index in each.other} for each in found] == ([other] if other else [])


def test_a_participle_with_an_agent_is_passive() -> None:
    parsed = sentence("Suppression is applied to the boxes, followed by voting.")
    (frame,) = (each for each in frames(parsed) if parsed.words[each.predicate].text == "followed")
    assert {parsed.words[index].text for index in frame.doer} == {"voting"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Variant A reaches 71.3 F1 and variant B 69.8 F1.", [{"A"}, {"B"}]),
        ("Training took 14 hours for Merlin and 9 hours for Kestrel.", [{"Merlin"}, {"Kestrel"}]),
        ("The best scores were 0.60 and 0.50 for English and Hindi respectively.", [{"English"}, {"Hindi"}]),
    ],
)
def test_a_number_has_what_is_said_of_it_and_not_of_another(text: str, said: list[set[str]]) -> None:
    found = bound(sentence(text))
    own = [{found.sentence.words[index].text for index in each} for each in found.owned]
    assert all(expected <= words for expected, words in zip(said, own, strict=True))
    assert not any(expected & words for expected, words in zip(reversed(said), own, strict=True))


@pytest.mark.parametrize(
    ("claim", "text", "misplaced"),
    [
        ("Variant B reaches 71.3 F1.", "Variant A reaches 71.3 F1 and variant B 69.8 F1.", True),
        ("Variant A reaches 71.3 F1.", "Variant A reaches 71.3 F1 and variant B 69.8 F1.", False),
        ("Merlin took 9 hours.", "Training took 14 hours for Merlin and 9 hours for Kestrel.", True),
        ("The error fell to 0.88 ppm.", "A correction lowers the error from 1.47 to 0.88 ppm.", False),
    ],
)
def test_a_number_said_of_the_wrong_thing_is_found(claim: str, text: str, *, misplaced: bool) -> None:
    assert (compare(align(sentence(claim), [sentence(text)])).misplaced > 0.5) is misplaced


def test_a_difference_that_can_be_worked_out_is_given_by_the_text() -> None:
    text = sentence("Accuracy rose from 68 % to 80 %.")
    found = compare(align(sentence("Accuracy rose by twelve points."), [text]))
    assert (found.found, found.conflicting) == (1.0, 0.0)
    assert compare(align(sentence("Accuracy rose by 15 points."), [text])).conflicting == 1.0


def test_words_are_related_in_their_commonest_meanings() -> None:
    assert are_synonyms("competition", "contest")
    assert are_contrary("above", "below")
    assert are_contrary("scarcity", "abundance")
    assert not are_synonyms("dog", "cat")


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
