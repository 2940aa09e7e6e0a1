"""Whatever a text holds, its sentences cover it."""

import itertools
import re

from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.text import find_quote, match_key, runs_on, sentences

PIECES = st.sampled_from(
    [
        "We ",
        "see ",
        "Fig. ",
        "3.5",
        "et al. ",
        ". ",
        ".",
        "? ",
        "[1] ",
        "\n",
        "\n\n",
        " ",
        "。",
        "漢字",
        "U.S. ",
        "•",
        " • ",
        "the",
        "(",
        ")",
        "é",
        "\t",
    ]
)
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join))


@given(TEXTS)
def test_sentences_are_ordered_and_cover_all_that_is_not_white_space(text: str) -> None:
    found = sentences(text)
    assert all(start < end for start, end in found)
    assert all(first[1] <= second[0] for first, second in itertools.pairwise(found))
    assert "".join("".join(text[start:end].split()) for start, end in found) == "".join(text.split())
    assert all(text[start:end] == text[start:end].strip() for start, end in found)


@given(TEXTS)
def test_a_sentence_crosses_a_line_break_only_where_the_next_line_takes_it_up(text: str) -> None:
    for start, end in sentences(text):
        lines = re.split(r"\n", text[start:end])
        assert all(line.strip() for line in lines)
        assert all(runs_on(before, after) for before, after in itertools.pairwise(lines))


@given(TEXTS, st.data())
def test_any_part_of_a_text_is_found_in_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : data.draw(st.integers(start, len(text)))]
    span = find_quote(quote, text, 7)
    if not match_key(quote):
        assert span is None
    else:
        assert span is not None
        assert match_key(text[span.start : span.end]) == match_key(quote)
