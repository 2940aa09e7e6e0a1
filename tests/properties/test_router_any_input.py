"""Whatever is asked, the router says how it would be answered."""

from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from paperatlas.agents.route import route
from paperatlas.agents.state import Question
from paperatlas.core.answers import Kind
from tests.unit.test_router import a_paper

PAPERS = (a_paper(),)
WORDS = st.sampled_from(
    (
        "what which how many much who compare difference between and or not BERT Table 3 figure section page frederick.pdf Flutes"
        " of in it they 2019 since before \" ' ( [1] ? . , ; : — % 1,234 ≥ résumé ¿cuál 什么 كيف والتي"
        " \u202e \u200b \x00 $x^2$ MATCH (n)"
    ).split()
)
QUESTIONS = st.one_of(
    st.text(max_size=300), st.lists(WORDS, max_size=60).map(" ".join), st.builds(str.__mul__, WORDS, st.integers(1, 800))
)


@given(QUESTIONS, st.lists(QUESTIONS, max_size=3))
@settings(max_examples=200)
def test_any_question(text: str, history: list[str]) -> None:
    found = route(Question(text=text, history=tuple(history)), PAPERS)
    assert found.kind in get_args(Kind)
    assert 0 <= found.confidence <= 1
    assert found.hops >= 1
    assert all(part.strip() for part in found.parts)
