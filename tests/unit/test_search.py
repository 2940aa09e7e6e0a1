"""Search over indexes in memory."""

from collections.abc import Sequence

import numpy as np
import pytest

from paperatlas.core.errors import InputError
from paperatlas.core.searching import Scope
from paperatlas.core.types import Chunk, ChunkKind
from paperatlas.retrieval.indexes.memory_chunks import MemoryChunks
from paperatlas.retrieval.indexes.memory_lexical import MemoryLexicalIndex
from paperatlas.retrieval.indexes.memory_vector import MemoryVectorIndex
from paperatlas.retrieval.search import Search, SearchSettings
from tests.fakes.catalog import a_chunk
from tests.fakes.shelf import WordEmbedder

EMBEDDER = WordEmbedder()


def library(chunks: Sequence[Chunk], *, known: Sequence[Chunk] | None = None, settings: SearchSettings | None = None) -> Search:
    """A search over `chunks`, of which the catalog has `known`."""
    of_catalog = chunks if known is None else known
    lexical, vector = MemoryLexicalIndex(), MemoryVectorIndex(EMBEDDER.dimension)
    lexical.upsert(chunks, {})
    lexical.commit()
    vector.upsert([chunk.id for chunk in chunks], vectors(chunks))
    vector.commit()
    return Search(MemoryChunks(of_catalog, vectors(of_catalog)), lexical, vector, EMBEDDER, settings or SearchSettings())


def vectors(chunks: Sequence[Chunk]) -> np.ndarray:
    return EMBEDDER.embed([chunk.embedded_text for chunk in chunks], kind="passage")


BIRDS = [
    a_chunk("Ptarmigans moult three times a year.", document="birds", ordinal=0),
    a_chunk("Owls hunt at night.", document="birds", ordinal=1),
    a_chunk("Ptarmigans in a study of owls.", document="study", ordinal=0),
    a_chunk("The weather was fine.", document="study", ordinal=1),
]


@pytest.mark.parametrize("mode", ["auto", "hybrid", "vector", "lexical"])
def test_every_mode_puts_the_right_chunk_first_and_says_which_it_was(mode: str) -> None:
    result = library(BIRDS).search("When do ptarmigans moult?", mode=mode)
    assert result.hits[0].chunk == BIRDS[0]
    assert result.mode == ("hybrid" if mode == "auto" else mode)
    assert [hit.rank for hit in result.hits] == list(range(1, len(result.hits) + 1))


def test_a_hit_tells_its_place_in_each_route_and_its_cosine_where_vectors_were_asked() -> None:
    hits = library(BIRDS).search("owls", mode="lexical", limit=4).hits
    assert [(hit.routes, hit.similarity) for hit in hits] == [({"lexical": 1}, None), ({"lexical": 2}, None)]
    hits = library(BIRDS, settings=SearchSettings(depth=1)).search("owls", limit=4).hits
    query = EMBEDDER.embed(["owls"], kind="query")[0]
    for hit in hits:
        assert hit.similarity == pytest.approx(float(vectors([hit.chunk])[0] @ query), abs=1e-5)
    best = library(BIRDS).search("owls").hits[0]
    assert set(best.routes) == {"vector", "lexical"}


def test_a_scope_keeps_search_within_its_documents() -> None:
    scope = Scope(documents=(BIRDS[2].document,))
    for mode in ("hybrid", "vector", "lexical"):
        hits = library(BIRDS).search("ptarmigans", mode=mode, scope=scope).hits
        assert {hit.chunk.document for hit in hits} == {BIRDS[2].document}
    assert library(BIRDS).search("ptarmigans", scope=Scope()).hits == library(BIRDS).search("ptarmigans").hits


def test_what_the_catalog_has_let_go_is_not_found() -> None:
    hits = library(BIRDS, known=BIRDS[1:]).search("When do ptarmigans moult?").hits
    assert BIRDS[0] not in [hit.chunk for hit in hits]
    assert hits


def test_an_empty_library_finds_nothing() -> None:
    empty = MemoryVectorIndex(EMBEDDER.dimension)
    nothing = MemoryChunks([], np.zeros((0, EMBEDDER.dimension), dtype=np.float32))
    assert Search(nothing, MemoryLexicalIndex(), empty, EMBEDDER).search("anything").hits == ()


def test_an_identifier_beats_everything_that_merely_resembles_the_question() -> None:
    noise = [a_chunk("error report of the machine once again", ordinal=number) for number in range(200)]
    named = a_chunk("It failed with PPR-9087 after a restart of many unrelated parts and long waits.", document="log")
    assert library([*noise, named]).search("error report of machine PPR-9087").hits[0].chunk == named


def test_the_best_of_each_route_is_among_the_first_hits() -> None:
    class Elsewhere(WordEmbedder):
        """Finds a text near that shares no word with the query."""

        def embed(self, texts, *, kind):
            rows = super().embed(texts, kind=kind)
            return super().embed(["weather fine"] * len(texts), kind=kind) if kind == "query" else rows

    texts = [a_chunk(f"ptarmigan {number} ptarmigan", ordinal=number) for number in range(30)]
    chunks = [*texts, BIRDS[3]]
    lexical, vector = MemoryLexicalIndex(), MemoryVectorIndex(EMBEDDER.dimension)
    lexical.upsert(chunks, {})
    lexical.commit()
    vector.upsert([chunk.id for chunk in chunks], vectors(chunks))
    vector.commit()
    weak = SearchSettings(weights={"vector": 0.001, "lexical": 1.0})
    hits = Search(MemoryChunks(chunks, vectors(chunks)), lexical, vector, Elsewhere(), weak).search("ptarmigan", limit=5).hits
    assert BIRDS[3] in [hit.chunk for hit in hits]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_rows_of_one_table_leave_room_for_text() -> None:
    rows = [a_chunk(f"Table 2, row {n}, accuracy: {n}", ordinal=n, table=1, kind=ChunkKind.ROW) for n in range(20)]
    text = a_chunk("The accuracy of every row rose when the learning rate was halved.", ordinal=50)
    hits = library([*rows, text]).search("accuracy row", limit=5).hits
    assert text in [hit.chunk for hit in hits]
    assert len(hits) == 5


def test_the_same_question_has_the_same_answer_whatever_the_order_of_ingest() -> None:
    first, second = library(BIRDS).search("owls and ptarmigans"), library(BIRDS[::-1]).search("owls and ptarmigans")
    assert first.hits == second.hits


@pytest.mark.parametrize(("query", "limit"), [("", 10), ("  \n", 10), ("owls", 0), ("owls", 1001)])
def test_a_blank_query_or_a_limit_out_of_bounds_is_refused(query: str, limit: int) -> None:
    with pytest.raises(InputError):
        library(BIRDS).search(query, limit=limit)


def test_a_mode_that_this_library_cannot_serve_is_refused_with_those_it_can() -> None:
    with pytest.raises(InputError) as refused:
        library(BIRDS).search("owls", mode="graph")
    assert "lexical" in refused.value.hint


@pytest.mark.parametrize("query", ["?", "...", "\ud800", "of the", "猫"])
def test_any_other_text_is_a_query(query: str) -> None:
    assert library(BIRDS).search(query).query == query
