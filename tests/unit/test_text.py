"""The form in which quotes are compared."""

import pytest

from paperatlas.core.text import find_quote, match_key, words
from paperatlas.core.types import Span


@pytest.mark.parametrize(
    ("printed", "quoted"),
    [
        ("the “best” eﬃciency", 'the "best" efficiency'),
        ("a well‑known non–linear map", "a well-known non-linear map"),
        ("naïve\u0301 Gra\u0308fe", "naïvé Gräfe"),
        ("−3.5 %", "-3.5%"),
        ("soft\u00adware", "Software"),
        ("a b\nc", "A  B C"),
    ],
)
def test_a_quote_matches_however_it_is_set(printed: str, quoted: str) -> None:
    assert match_key(printed) == match_key(quoted)
    assert find_quote(quoted, printed, 1) == Span(1, 0, len(printed))


@pytest.mark.parametrize(
    ("printed", "quoted"), [("3.5", "3.6"), ("is not", "is"), ("p < 5", "p > 5"), ("a+b", "a-b"), ("10 %", "10")]
)
def test_a_quote_with_another_number_sign_or_negation_does_not_match(printed: str, quoted: str) -> None:
    assert match_key(printed) != match_key(quoted)


def test_a_quote_is_found_where_it_stands_and_not_within_a_ligature() -> None:
    assert find_quote("of it", "because of\nit all", 3) == Span(3, 8, 13)
    assert find_quote("i", "ﬁt is", 1) == Span(1, 3, 4)
    assert find_quote("gone", "here", 1) is None
    assert find_quote(" ", "here", 1) is None


def test_words_are_lower_case_with_decimals_whole() -> None:
    assert words("The BLEU-score rose by 3.5% in 2019.") == ["the", "bleu", "score", "rose", "by", "3.5", "in", "2019"]
