"""Search by summaries: where it enters, and what passages it comes down to."""

from dataclasses import replace

import pytest

from paperatlas.core.ids import ChunkId
from paperatlas.core.searching import Scope
from paperatlas.core.types import Chunk
from paperatlas.pipeline.summarise.trees import Trees
from paperatlas.retrieval.hierarchy import SummaryRoute
from paperatlas.retrieval.indexes.memory_vector import MemoryVectorIndex
from paperatlas.retrieval.routes import Query
from tests.fakes.papers import shells, tides
from tests.fakes.shelf import Shelf, WordEmbedder

PAPERS = tides(), shells()


@pytest.fixture
def shelf() -> Shelf:
    return Shelf(*PAPERS)


@pytest.fixture
def route(shelf: Shelf) -> SummaryRoute:
    index = MemoryVectorIndex(WordEmbedder.dimension)
    ids = [chunk.id for paper in PAPERS for chunk in shelf.chunks_of(paper.id)]
    index.upsert(ids, shelf.vectors(ids))
    index.commit()
    return SummaryRoute(shelf, index, Trees(shelf))


def query(text: str, *, alone: bool = True, among: frozenset[ChunkId] | None = None) -> Query:
    vector = WordEmbedder().embed([text], kind="query")[0]
    return Query(text=text, vectors=(vector,), among=among, alone=alone)


def found(shelf: Shelf, route: SummaryRoute, asked: Query) -> list[Chunk]:
    ids = [chunk for chunk, _ in route.search(asked)]
    chunks = shelf.chunks(ids)
    return [chunks[id_] for id_ in ids]


def test_a_broad_question_gets_each_paper_in_turn(shelf: Shelf, route: SummaryRoute) -> None:
    hits = found(shelf, route, query("What are the main themes of these papers?"))
    assert {hit.document for hit in hits[:2]} == {paper.id for paper in PAPERS}
    assert [hit.section for hit in hits[:2]] == ["Abstract", "Abstract"]


def test_a_subject_gets_the_papers_that_speak_of_it_most_first(shelf: Shelf, route: SummaryRoute) -> None:
    hits = found(shelf, route, query("What do these papers say about the iron of shells?"))
    assert hits[0].document == PAPERS[1].id


def test_a_summary_of_a_section_gets_that_section_and_what_is_beneath_it(shelf: Shelf, route: SummaryRoute) -> None:
    among = shelf.select(Scope(documents=(PAPERS[0].id,)))
    hits = found(shelf, route, query("Summarise the method section.", among=among))
    assert {hit.section for hit in hits[:2]} == {"1 Method", "1 Method > 1.1 Training"}


def test_a_fine_question_descends_to_the_passage(shelf: Shelf, route: SummaryRoute) -> None:
    hits = found(shelf, route, query("What learning rate has the network?"))
    assert hits[0].section == "1 Method > 1.1 Training"


def test_beside_other_routes_a_fine_question_is_left_to_them(route: SummaryRoute) -> None:
    assert route.search(query("What learning rate has the network?", alone=False)) == []
    assert route.scores(query("What?"), [ChunkId("any")]) == {}


@pytest.mark.parametrize(
    "text", ["Summarise all papers.", "Summarise the method section.", "What do these papers say about tides?"]
)
def test_only_what_is_among_the_allowed_is_found_once_and_in_falling_order(shelf: Shelf, route: SummaryRoute, text: str) -> None:
    among = frozenset(chunk.id for chunk in shelf.chunks_of(PAPERS[0].id)[1:4])
    ranked = route.search(replace(query(text, among=among), depth=2))
    ids, scores = [chunk for chunk, _ in ranked], [score for _, score in ranked]
    assert ids
    assert set(ids) <= among
    assert len(ids) == len(set(ids)) <= 2
    assert scores == sorted(scores, reverse=True)


def test_an_empty_library_has_nothing() -> None:
    empty = Shelf()
    assert (
        SummaryRoute(empty, MemoryVectorIndex(WordEmbedder.dimension), Trees(empty)).search(query("Summarise all papers.")) == []
    )
