"""The stages of a search: conditions, other forms, reranking, diversity, switches, and what is said of them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from paperatlas.core.errors import InputError, ProviderError
from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Float32, Rewritten
from paperatlas.core.searching import PLAIN_SEARCH, STAGE_NAMES, SearchOptions, Stages
from paperatlas.core.types import Chunk
from paperatlas.library.staged import Staged
from paperatlas.retrieval.diversify import spread
from paperatlas.retrieval.expand import other_forms
from paperatlas.retrieval.indexes.memory_chunks import MemoryChunks
from paperatlas.retrieval.indexes.memory_lexical import MemoryLexicalIndex
from paperatlas.retrieval.indexes.memory_vector import MemoryVectorIndex
from paperatlas.retrieval.rerank import reranked
from paperatlas.retrieval.search import Search, SearchSettings
from paperatlas.retrieval.syntax import read_conditions
from tests.fakes.catalog import a_chunk
from tests.fakes.shelf import WordEmbedder

EMBEDDER = WordEmbedder()
PAPERS = [
    a_chunk("Graph attention networks (GAT) weigh the neighbours of a node.", document="gat", ordinal=0),
    a_chunk("GAT was trained for 200 epochs.", document="gat", ordinal=1),
    a_chunk("Attention to graphs and to networks of roads.", document="roads"),
    a_chunk("State-of-the-art results were reached by the Café model.", document="cafe", context="On cafés"),
]
EXPLAINED = SearchOptions(explain=True, syntax=True)


class Longest:
    """Prefers long passages."""

    id = "longest"

    def score(self, query: str, passages: Sequence[str]) -> Float32:
        return np.array([len(passage) for passage in passages], dtype=np.float32)


class Broken:
    """Fails at whatever it is asked."""

    id = "broken"

    def score(self, query: str, passages: Sequence[str]) -> Float32:
        raise ProviderError("The reranker is out of reach.", hint="Start it.")

    def rewrite(self, query: str) -> Rewritten:
        raise ProviderError("The model is out of reach.", hint="Start it.")


class Says:
    """Says a query in other words."""

    id = "says"

    def __init__(self, *queries: str, passage: str = "") -> None:
        self._said = Rewritten(queries=queries, passage=passage)

    def rewrite(self, query: str) -> Rewritten:
        return self._said


def search(chunks: Sequence[Chunk] = PAPERS, *, broken: bool = False, **parts: object) -> Search:
    lexical, vector = MemoryLexicalIndex(), MemoryVectorIndex(EMBEDDER.dimension)
    vectors = EMBEDDER.embed([chunk.embedded_text for chunk in chunks], kind="passage")
    lexical.upsert(chunks, {})
    lexical.commit()
    vector.upsert([chunk.id for chunk in chunks], vectors)
    vector.commit()
    if broken:

        def fail(*_: object, **__: object) -> list[tuple[ChunkId, float]]:
            raise ProviderError("The vector server is out of reach.", hint="Start it.")

        vector.search = fail  # type: ignore[method-assign]
    return Search(MemoryChunks(chunks, vectors), lexical, vector, EMBEDDER, **parts)  # type: ignore[arg-type]


def texts(result: object) -> list[str]:
    return [hit.chunk.text for hit in result.hits]  # type: ignore[attr-defined]


def test_a_quoted_phrase_must_be_there_whatever_its_case_accents_and_line_ends() -> None:
    found = search().search('"state-of-the-art" cafe', options=EXPLAINED)
    assert texts(found) == [PAPERS[3].text]
    assert texts(search().search('"on CAFES"', options=EXPLAINED)) == [PAPERS[3].text]
    assert texts(search().search("neighb*", options=EXPLAINED)) == [PAPERS[0].text]


def test_where_nothing_has_the_phrase_the_nearest_are_shown_and_that_is_said() -> None:
    found = search().search('"attention of roads"', options=EXPLAINED)
    assert found.hits
    assert found.failed == (("conditions", "no passage found has the phrase; these come nearest"),)


def test_a_question_in_words_is_no_formula() -> None:
    assert len(search().search('What does "GAT" mean?').hits) > 1


@pytest.mark.parametrize("query", ['"', '""', "a* b", '"a', "*", "“open"])
def test_half_a_condition_is_none(query: str) -> None:
    assert not read_conditions(query)


def test_a_phrase_ends_where_words_end() -> None:
    assert not read_conditions('"graph"').hold("graphs")
    assert read_conditions('"p = 0.05"').hold("at P = 0.05, two-sided")


def test_the_other_form_of_a_name_finds_passages_that_have_only_that() -> None:
    options = replace(PLAIN_SEARCH, explain=True)
    query, short = "graph attention network", PAPERS[1].text
    found = search().search(query, mode="lexical", options=options)
    assert short in texts(found)
    assert "other forms: GAT" in found.explain
    assert short not in texts(search().search(query, mode="lexical", options=replace(options, stages=Stages.without("expand"))))
    assert other_forms("How is GAT trained?", [PAPERS[0].text]) == ("graph attention networks",)
    assert other_forms("gat", [PAPERS[0].text]) == ()


def test_every_stage_has_a_switch_and_an_unknown_one_is_refused() -> None:
    for name in STAGE_NAMES:
        assert name not in Stages.without(name)
        options = replace(PLAIN_SEARCH, stages=Stages.without(name))
        assert search(reranker=Longest(), rewriter=Says("roads")).search("attention", options=options).hits
    with pytest.raises(ValueError, match="no stage nonsense"):
        Stages.without("nonsense")
    both = replace(PLAIN_SEARCH, stages=Stages.without("vector", "bm25"))
    with pytest.raises(InputError, match="nothing to search with"):
        search().search("attention", options=both)
    assert set(search().search("GAT", options=replace(PLAIN_SEARCH, stages=Stages.without("vector"))).hits[0].routes) == {
        "lexical"
    }


def test_a_reranker_has_its_say_and_its_reason_is_told() -> None:
    reranking = search(reranker=Longest(), settings=SearchSettings(rerank_weight=1.0))
    assert reranking.search("GAT trained").hits[0].chunk == max(PAPERS, key=lambda chunk: len(chunk.embedded_text))
    without = reranking.search("GAT trained", options=replace(PLAIN_SEARCH, stages=Stages.without("rerank")))
    assert without.hits[0].chunk == PAPERS[1]


def test_the_scores_go_on_falling_after_reranking() -> None:
    ranked = [(ChunkId(str(n)), 1.0 - n / 10) for n in range(6)]
    after = reranked(ranked, "q", ["a", "aaaa", "aa", "aaa"], Longest(), weight=1.0)
    assert [chunk for chunk, _ in after] == ["1", "3", "2", "0", "4", "5"]
    assert [score for _, score in after] == [score for _, score in ranked]


def test_a_stage_that_fails_is_reported_and_done_without() -> None:
    plain = search().search("GAT trained")
    broken = search(reranker=Broken(), rewriter=Broken()).search("GAT trained", options=EXPLAINED)
    assert texts(broken) == texts(plain)
    assert [stage for stage, _ in broken.failed] == ["rewriting", "reranking"]
    lame = search(broken=True).search("GAT trained")
    assert lame.failed == (("route vector", "The vector server is out of reach."),)
    assert lame.hits[0].chunk == PAPERS[1]


def test_when_no_route_is_left_the_failure_is_the_answer() -> None:
    with pytest.raises(ProviderError, match="vector server"):
        search(broken=True).search("GAT", mode="vector")


def test_other_wordings_and_a_hypothetical_answer_find_more() -> None:
    by_words = SearchSettings(weights={"vector": 0.001, "lexical": 1.0})
    said = search(rewriter=Says("epochs trained"), settings=by_words).search("Wie lange wurde gelernt?")
    assert said.hits[0].chunk == PAPERS[1]
    hypothetical = search(rewriter=Says(passage="GAT was trained for 90 epochs.")).search("Wie lange?", mode="vector")
    assert hypothetical.hits[0].chunk == PAPERS[1]


def test_likeness_to_what_is_above_costs_a_place() -> None:
    vectors = np.array([[1, 0], [1, 0], [0, 1]], dtype=np.float32)
    ranked = [(ChunkId("a"), 1.0), (ChunkId("a again"), 0.9), (ChunkId("b"), 0.5)]
    assert [chunk for chunk, _ in spread(ranked, vectors, penalty=0.6)] == ["a", "b", "a again"]
    assert spread(ranked, vectors, penalty=0.0) == ranked


def test_one_hit_a_document_when_asked() -> None:
    found = search().search("attention GAT", options=replace(PLAIN_SEARCH, by_document=True))
    documents = [hit.chunk.document for hit in found.hits]
    assert len(documents) == len(set(documents)) == 3


def test_an_explanation_tells_places_scores_and_moves() -> None:
    best = search().search("GAT trained", options=EXPLAINED).hits[0]
    assert [line.split(":")[0] for line in best.why] == ["meaning", "words", "fused"]
    assert search().search("GAT trained").hits[0].why == ()


def test_a_searcher_with_stages_off_searches_without_them_and_finds_nothing_by_them() -> None:
    staged = Staged(search(), Stages.without("bm25"))
    assert set(staged.search("GAT").hits[0].routes) == {"vector"}
    assert staged.search("GAT", mode="lexical").hits == ()
