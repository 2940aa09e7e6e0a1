"""Whatever the document, its summaries quote it, repeat nothing, and keep within their room."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from paperatlas.core.types import BlockKind, ParsedDocument
from paperatlas.pipeline.chunk import chunk
from paperatlas.pipeline.summarise.candidates import candidates
from paperatlas.pipeline.summarise.coverage import Budget, choose
from paperatlas.pipeline.summarise.tree import MOST_CHARACTERS, MOST_SENTENCES, is_extract, summarise
from tests.fakes.documents import document, page
from tests.fakes.papers import tides

WORDS = st.sampled_from(
    "the gate of a network we present results tide wind Hallow GWN error 4.7 cm 31 % however Figure 2 shows bay water 夜 e.g."
    " [3]".split()
)
SENTENCE = st.lists(WORDS, min_size=1, max_size=14).map(lambda words: f"{' '.join(words).capitalize()}.")
BLOCK = st.tuples(
    st.sampled_from([BlockKind.PARAGRAPH, BlockKind.ABSTRACT, BlockKind.LIST, BlockKind.FOOTNOTE, BlockKind.EQUATION]),
    st.sampled_from(["", "Abstract", "1 Method", "1 Method > 1.1 Gate", "2 Results", "Acknowledgments", "3 Conclusion"]),
    st.lists(SENTENCE, min_size=1, max_size=6).map(" ".join),
)


def paper(blocks: Sequence[tuple[BlockKind, str, str]]) -> ParsedDocument:
    half = len(blocks) // 2
    return document(page(1, blocks[:half]), page(2, blocks[half:]))


@given(st.lists(BLOCK, max_size=8))
def test_every_sentence_is_verbatim_at_its_place_and_in_its_chunk(blocks: list[tuple[BlockKind, str, str]]) -> None:
    made = paper(blocks)
    chunks = {each.id: each for each in chunk(made)}
    pages = {each.number: each.text for each in made.pages}
    for node in summarise(made, list(chunks.values())).nodes:
        for sentence in node.sentences:
            assert is_extract(sentence, pages)
            for source in sentence.sources:
                text = pages[source.span.page][source.span.start : source.span.end]
                assert text in chunks[source.chunk].text


@given(st.lists(BLOCK, max_size=8))
def test_no_node_repeats_a_sentence_or_takes_more_than_its_room(blocks: list[tuple[BlockKind, str, str]]) -> None:
    made = paper(blocks)
    for node in summarise(made, chunk(made)).nodes:
        said = [sentence.text for sentence in node.sentences]
        assert len(said) == len(set(said)) <= MOST_SENTENCES
        assert sum(map(len, said)) <= MOST_CHARACTERS


@given(st.lists(BLOCK, max_size=8))
def test_the_same_document_gives_the_same_tree(blocks: list[tuple[BlockKind, str, str]]) -> None:
    made = paper(blocks)
    assert summarise(made, chunk(made)).nodes == summarise(made, tuple(reversed(chunk(made)))).nodes


@given(st.randoms(use_true_random=False), st.integers(1, 8), st.integers(20, 900))
def test_the_order_in_which_sentences_are_offered_makes_no_difference(random, sentences: int, characters: int) -> None:
    found = candidates(tides(), chunk(tides()))
    shuffled = random.sample(found, len(found))
    budget = Budget(sentences=sentences, characters=characters)
    chosen = choose(found, budget)
    assert choose(shuffled, budget) == chosen
    assert len(chosen) <= sentences
    assert sum(len(each.text) for each in chosen) <= characters


@given(st.integers(2, 6))
def test_a_lone_value_is_among_any_two_sentences_or_more(sentences: int) -> None:
    results = [each for each in candidates(tides(), chunk(tides())) if each.section == "2 Results"]
    chosen = choose(results, Budget(sentences=sentences, characters=900))
    assert any("4.7 cm" in each.text for each in chosen)
