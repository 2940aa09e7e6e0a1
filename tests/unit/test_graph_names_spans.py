"""Evidence is verbatim, whatever the text."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from paperatlas.core.knowledge import Evidence, Extraction
from paperatlas.core.types import Metadata, ParsedDocument
from paperatlas.graph.extract.dictionary import Dictionary
from paperatlas.graph.extract.extract import extract
from tests.fakes.extracting import told

WORDS = st.sampled_from(
    (
        "NorthNet (TLM) Tidal Language Model is a we propose , . ; evaluated on TideBank-2's [12] (Lund et al., 2018) = ∈ x₂ Tide"
        ' "The Tide" naïve 漢字 ‑ – / Lund, Duke of Oslo was born in 3.5 https://a.b/c \u00ad 𝐼𝑆 II e\u0301 İstanbul ß ﬁne'
    ).split(" ")
)
TEXTS = st.one_of(
    st.lists(WORDS, max_size=40).map(" ".join), st.text(max_size=200), st.text(alphabet="aA1 .-()\n'’\"“", max_size=80)
)


def evidence(extraction: Extraction) -> list[Evidence]:
    return [each.evidence for each in (*extraction.mentions, *extraction.relations)]


def assert_verbatim(document: ParsedDocument, extraction: Extraction) -> None:
    pages = {page.number: page.text for page in document.pages}
    for each in evidence(extraction):
        if each.span is not None:
            assert each.span.page == each.page
            assert pages[each.page][each.span.start : each.span.end] == each.quote
    for mention in extraction.mentions:
        assert mention.evidence.quote == mention.text
        assert 0 < mention.entity < len(extraction.entities) or mention.entity == 0
        assert 0.0 <= mention.confidence <= 1.0


@settings(max_examples=60)
@given(st.lists(TEXTS, max_size=3), st.one_of(st.just(""), TEXTS))
def test_every_quote_is_what_its_span_covers(passages: list[str], title: str) -> None:
    document, chunks = told(*passages, metadata=Metadata(title=title))
    assert_verbatim(document, extract(document, chunks))


@given(TEXTS, st.lists(WORDS, min_size=1, max_size=5))
def test_places_of_known_forms_are_in_order_and_apart(text: str, forms: list[str]) -> None:
    places = list(Dictionary([(form, at) for at, form in enumerate(forms)]).find(text))
    assert all(0 <= place.start < place.end <= len(text) for place in places)
    assert all(one.end <= other.start for one, other in pairwise(places))
