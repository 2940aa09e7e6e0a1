"""Search along the graph: what it finds that nothing else does, when it is silent, and how it joins the other routes."""

from typing import TYPE_CHECKING

import numpy as np
import pytest

from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.ports import Float32
from paperatlas.core.searching import Scope
from paperatlas.retrieval.graph_route import GraphRoute, GraphRouteSettings
from paperatlas.retrieval.indexes.memory_chunks import MemoryChunks
from paperatlas.retrieval.indexes.memory_lexical import MemoryLexicalIndex
from paperatlas.retrieval.indexes.memory_vector import MemoryVectorIndex
from paperatlas.retrieval.routes import Query
from paperatlas.retrieval.search import Search
from tests.fakes.catalog import a_chunk
from tests.fakes.small_knowledge import SmallKnowledge

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paperatlas.core.types import Chunk

FILM = "Day of the Cobra is an Italian film by Castellari."
DIRECTOR = "Castellari, born in Rome, made westerns."
FILLERS = [f"Passage {n} tells of Zorvan{n} and its harvest." for n in range(30)]
QUESTION = "Where was the director of Day of the Cobra born?"
DIMENSION = 8


class CountedCatalog(MemoryChunks):
    """With a generation that tests can move."""

    at = 1

    def generation(self) -> int:
        return self.at


class CountedKnowledge(SmallKnowledge):
    """Counts how often the whole of it is read."""

    loads = 0

    def incidence(self):
        self.loads += 1
        return super().incidence()


class CountedWords(MemoryLexicalIndex):
    """Counts how often it is searched."""

    searches = 0

    def search(self, query, *, limit, among=None):
        self.searches += 1
        return super().search(query, limit=limit, among=among)


class Shelf:
    """A small library with vectors that tell nothing of the director: only the film is like the question."""

    dimension = DIMENSION
    id = "hand"

    def __init__(self, *, graph: bool = True) -> None:
        texts = [FILM, DIRECTOR, *FILLERS]
        self.chunks: list[Chunk] = [a_chunk(text, document=f"d{n}") for n, text in enumerate(texts)]
        rng = np.random.default_rng(3)
        vectors = rng.normal(size=(len(texts), DIMENSION)).astype(np.float32)
        vectors[0] = self.embed([QUESTION], kind="query")[0]
        vectors[1] = -vectors[0]
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        self.film, self.director = self.chunks[0].id, self.chunks[1].id
        named: Mapping[ChunkId, list[str]] = {
            self.film: ["Day of the Cobra", "Castellari"],
            self.director: ["Castellari", "Rome"],
            **{chunk.id: [f"Zorvan{n}", "harvest"] for n, chunk in enumerate(self.chunks[2:])},
        }
        self.knowledge = CountedKnowledge(named if graph else {})
        self.catalog = CountedCatalog(self.chunks, vectors)
        self.vector = MemoryVectorIndex(DIMENSION)
        self.vector.upsert([chunk.id for chunk in self.chunks], vectors)
        self.vector.commit()
        self.lexical = MemoryLexicalIndex()
        self.lexical.upsert(self.chunks, {})
        self.lexical.commit()
        self.route = GraphRoute(self.catalog, self.knowledge, self.vector, self.lexical, GraphRouteSettings(telling=10))
        self.searcher = Search(self.catalog, self.lexical, self.vector, self, further=[self.route])

    def embed(self, texts: list[str], *, kind: str) -> Float32:
        rows = np.ones((len(texts), DIMENSION), dtype=np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def query(self, text: str = QUESTION, *, alone: bool = False, among: frozenset[ChunkId] | None = None) -> Query:
        return Query(text=text, vectors=tuple(self.embed([text], kind="query")), alone=alone, among=among)


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


def test_the_passage_about_what_the_named_passage_names_is_found(shelf: Shelf) -> None:
    hits = shelf.searcher.search(QUESTION, mode="graph").hits
    assert [hit.chunk.id for hit in hits[:2]] == [shelf.film, shelf.director]
    assert set(hits[1].routes) == {"graph"}


def test_beside_other_routes_it_brings_what_they_do_not_find(shelf: Shelf) -> None:
    without = [hit.chunk.id for hit in shelf.searcher.search(QUESTION, mode="vector", limit=5).hits]
    together = [hit.chunk.id for hit in shelf.searcher.search(QUESTION, limit=5).hits]
    assert shelf.director not in without
    assert shelf.director in together[:2]


@pytest.mark.parametrize(
    "text",
    [
        "Day of the Cobra is a film by Castellari",  # no question
        "Where was the director of the film born?",  # nothing named
    ],
)
def test_it_is_silent_beside_others_where_it_has_nothing_to_say(shelf: Shelf, text: str) -> None:
    assert shelf.route.search(shelf.query(text)) == []
    assert shelf.route.scores(shelf.query(text), [shelf.film]) == {}
    assert all("graph" not in hit.routes for hit in shelf.searcher.search(text).hits)


def test_a_silent_route_leaves_the_list_as_it_is_without_it(shelf: Shelf) -> None:
    text = "harvest of Zorvan7"
    plain = Search(shelf.catalog, shelf.lexical, shelf.vector, shelf)
    assert [hit.chunk.id for hit in shelf.searcher.search(text).hits] == [hit.chunk.id for hit in plain.search(text).hits]


def test_asked_alone_it_answers_what_names_nothing_by_meaning_and_words(shelf: Shelf) -> None:
    assert shelf.route.search(shelf.query("harvest", alone=True))


def test_a_library_without_a_graph_has_no_route_along_it() -> None:
    shelf = Shelf(graph=False)
    assert shelf.searcher.search(QUESTION, mode="graph").hits == ()
    assert shelf.searcher.search(QUESTION).hits


def test_nothing_outside_the_scope_is_found(shelf: Shelf) -> None:
    scope = Scope(documents=(DocumentId(shelf.chunks[1].document), DocumentId(shelf.chunks[5].document)))
    found = {hit.chunk.id for hit in shelf.searcher.search(QUESTION, mode="graph", scope=scope).hits}
    assert shelf.director in found
    assert found <= {shelf.chunks[1].id, shelf.chunks[5].id}


def test_what_others_found_is_scored_by_the_same_measure(shelf: Shelf) -> None:
    found = dict(shelf.route.search(shelf.query()))
    again = shelf.route.scores(shelf.query(), list(found))
    assert again == pytest.approx(found)


def test_the_graph_is_read_once_a_generation(shelf: Shelf) -> None:
    for _ in range(3):
        shelf.route.search(shelf.query())
    assert shelf.knowledge.loads == 1
    shelf.catalog.at += 1
    shelf.route.search(shelf.query())
    assert shelf.knowledge.loads == 2


def test_what_words_have_found_is_not_looked_for_again(shelf: Shelf) -> None:
    words = CountedWords()
    words.upsert(shelf.chunks, {})
    words.commit()
    route = GraphRoute(shelf.catalog, shelf.knowledge, shelf.vector, words, GraphRouteSettings(telling=10))
    Search(shelf.catalog, shelf.lexical, shelf.vector, shelf, further=[route]).search(QUESTION)
    assert words.searches == 0
    route.search(shelf.query(alone=True))
    assert words.searches == 1


def test_the_graph_is_not_read_for_what_is_no_question(shelf: Shelf) -> None:
    shelf.searcher.search("harvest of Zorvan7")
    assert shelf.knowledge.loads == 0
