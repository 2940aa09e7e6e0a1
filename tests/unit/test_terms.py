"""The words of a question and their share in a text."""

from hypothesis import given
from hypothesis import strategies as st

from paperatlas.agents.terms import covered, present, question_terms, stems


def weights(question: str) -> dict[str, float]:
    return {term.word: term.weight for term in question_terms(question)}


def test_rare_words_and_names_weigh_more_than_common_ones() -> None:
    found = weights("Which model did Zephyrnet use for translation?")
    assert found["zephyrnet"] > found["translation"] > found["model"]
    assert "which" not in found


def test_names_are_told_from_words_by_how_they_are_printed() -> None:
    names = {term.word for term in question_terms("Which GPU trained the gateNet-2 model in Helsinki?") if term.is_name}
    assert names == {"gpu", "gatenet", "2", "helsinki"}


def test_inflection_accents_and_irregular_verbs_do_not_hide_a_word() -> None:
    assert stems("Café") == stems("cafe")
    assert stems("won") == stems("wins") == stems("win")
    assert covered(question_terms("publication venue"), stems("published at a venue")) > 0.7


def test_a_name_one_letter_off_is_half_there_and_a_number_is_not() -> None:
    assert covered(question_terms("the Maastrich treaty"), stems("the Maastricht treaty")) > 0.7
    assert covered(question_terms("in 1998"), stems("in 1999")) == 0.0


def test_initials_of_a_name_count_as_mentioned() -> None:
    assert "eu" in present("laws of the European Union apply")


def test_chinese_words_are_found_without_spaces() -> None:
    assert covered(question_terms("神经网络"), stems("我们提出一种神经网络模型")) == 1.0


@given(st.text(max_size=80), st.text(max_size=80))
def test_the_share_lies_between_nothing_and_all(question: str, text: str) -> None:
    assert 0.0 <= covered(question_terms(question), stems(text)) <= 1.0 + 1e-9


@given(st.text(max_size=60), st.text(max_size=60))
def test_more_text_never_covers_less(question: str, text: str) -> None:
    terms = question_terms(question)
    assert covered(terms, stems(text)) <= covered(terms, stems(f"{text} {question}")) + 1e-9
