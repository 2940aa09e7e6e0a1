"""Which terms a text has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.retrieval.analysis import LONGEST_TERM, chunk_terms, index_terms, query_terms
from tests.fakes.catalog import a_chunk


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("translation", "Translations"),
        ("GPT-4", "GPT4"),
        ("PPR-9087", "ppr 9087"),
        ("9087", "PPR-9087"),
        ("wikitext-2", "WikiText-2"),
        ("H2O2", "H₂O₂"),
        ("efficient", "eﬃcient"),
        ("10.1000/xyz", "https://doi.org/10.1000/xyz"),
        (".047", "p < 0.047."),
        ("12,345", "12345"),
        ("muller", "Müller"),
        ("TNF-alpha", "TNF-α"),
        ("multiagent", "multi-agent"),
        ("Lothair", "Lothair's"),
        ("state-of-the-art", "state‑of‑the‑art"),
        ("黒猫", "この黒猫は"),
        ("猫", "この黒猫は"),
        ("C++", "written in C++."),
        ("AIDS", "aids"),
    ],
)
def test_a_query_meets_a_text(asked: str, written: str) -> None:
    assert set(query_terms(asked)) & set(index_terms(written))


@pytest.mark.parametrize(
    ("asked", "better", "worse"),
    [
        ("Müller", "Müller", "Muller"),
        ("C++ programs", "C++ programs", "C programs"),
        ("AIDS", "AIDS", "aids"),
        ("PPR-9087", "PPR-9087", "9087"),
        ("黒猫", "黒猫", "黒い猫"),
    ],
)
def test_the_exact_form_shares_more_terms_than_a_look_alike(asked: str, better: str, worse: str) -> None:
    terms = set(query_terms(asked))
    assert len(terms & set(index_terms(better))) > len(terms & set(index_terms(worse)))


@pytest.mark.parametrize(("asked", "written"), [("0.047", "47"), ("3.5", "3 or 5"), ("WHO", "us"), ("F1", "F2"), ("H2O2", "H2O")])
def test_a_query_does_not_meet_what_only_looks_alike(asked: str, written: str) -> None:
    assert not set(query_terms(asked)) & set(index_terms(written))


def test_stop_words_of_a_query_are_dropped_unless_there_is_nothing_else() -> None:
    assert query_terms("What is the model?") == ["model"]
    assert query_terms("to be or not to be") == ["to", "be", "or", "not"]


def test_an_acronym_that_spells_a_stop_word_is_kept_but_shouting_is_not_an_acronym() -> None:
    assert "WHO" in query_terms("WHO guidelines")
    assert query_terms("WHAT IS THE MODEL") == ["model"]


def test_each_term_is_asked_for_once() -> None:
    assert query_terms("models model MODELS' model") == list(dict.fromkeys(query_terms("models model MODELS' model")))


def test_a_title_counts_beside_the_context_that_names_it() -> None:
    chunk = a_chunk("text", context="Ptarmigans > Methods")
    assert chunk_terms(chunk, "Ptarmigans").count("ptarmigan") == 2


@given(st.text())
def test_any_text_has_terms_that_an_engine_can_split_at_spaces(text: str) -> None:
    terms = index_terms(text)
    assert " ".join(terms).split() == terms
    assert all(len(term) <= LONGEST_TERM for term in terms)


@given(st.text())
def test_what_is_asked_for_word_by_word_is_in_the_text(text: str) -> None:
    shouted = text.isupper() and len(text.split()) > 1
    assert shouted or set(query_terms(text)) <= set(index_terms(text))
