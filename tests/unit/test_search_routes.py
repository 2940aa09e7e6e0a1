"""Routes of a search side by side: what one of them lacks, the others have; what is late or fails is told."""

import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Literal

import pytest

from paperatlas.core.errors import ProviderError, TimedOut
from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Embedder, Float32, Rewritten, VectorIndex
from paperatlas.core.searching import RouteReport, SearchResult
from paperatlas.core.types import Chunk
from paperatlas.retrieval.errands import Errands
from paperatlas.retrieval.fuse import Scored
from paperatlas.retrieval.indexes.memory_chunks import MemoryChunks
from paperatlas.retrieval.indexes.memory_lexical import MemoryLexicalIndex
from paperatlas.retrieval.indexes.memory_vector import MemoryVectorIndex
from paperatlas.retrieval.routes import Query, Route, RouteName
from paperatlas.retrieval.search import Search, SearchSettings
from tests.fakes.catalog import a_chunk
from tests.fakes.shelf import WordEmbedder

GAT, TIDES = CHUNKS = (
    a_chunk("Graph attention networks weigh the neighbours of a node.", document="gat"),
    a_chunk("Tides are higher when the moon is near.", document="tides"),
)
PATIENT = 60.0
"""A deadline that no test comes near."""
BRIEF = 0.5
"""A deadline that is over while something is held up."""


class Held(MemoryVectorIndex):
    """A vector index that answers only when it is let go."""

    def __init__(self) -> None:
        super().__init__(WordEmbedder.dimension)
        self.let_go = threading.Event()
        self.asked = 0

    def search(self, vector: Float32, *, limit: int, among: frozenset[ChunkId] | None = None) -> list[tuple[ChunkId, float]]:
        self.asked += 1
        assert self.let_go.wait(PATIENT)
        return super().search(vector, limit=limit, among=among)


class Gone(MemoryVectorIndex):
    """A vector index whose server is away."""

    def __init__(self, *, after: int = 0) -> None:
        super().__init__(WordEmbedder.dimension)
        self._left = after

    def search(self, vector: Float32, *, limit: int, among: frozenset[ChunkId] | None = None) -> list[tuple[ChunkId, float]]:
        if not self._left:
            raise ProviderError("The vector server is out of reach.", hint="Start it.")
        self._left -= 1
        return super().search(vector, limit=limit, among=among)


class Mute:
    """An embedder whose service is away."""

    id = "mute"
    dimension = WordEmbedder.dimension

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        raise ProviderError("The embedding service is out of reach.", hint="Start it.")


class Thinking:
    """A rewriter that takes as long as it likes."""

    id = "thinking"

    def __init__(self) -> None:
        self.let_go = threading.Event()

    def rewrite(self, query: str) -> Rewritten:
        assert self.let_go.wait(PATIENT)
        return Rewritten(queries=("moon",))


class Witness:
    """A graph route that remembers what the others had found when it was asked."""

    name: RouteName = "graph"

    def __init__(self) -> None:
        self.found: list[Collection[str]] = []

    def search(self, query: Query) -> Scored:
        self.found.append(sorted(query.found))
        return []

    def scores(self, query: Query, chunks: Collection[ChunkId]) -> Mapping[ChunkId, float]:
        return {}


def search(
    vector: VectorIndex | None = None,
    *,
    seconds: float = PATIENT,
    embedder: Embedder | None = None,
    further: Sequence[Route] = (),
    rewriter: Thinking | None = None,
) -> Search:
    lexical, vector = MemoryLexicalIndex(), vector or MemoryVectorIndex(WordEmbedder.dimension)
    vectors = WordEmbedder().embed([chunk.embedded_text for chunk in CHUNKS], kind="passage")
    lexical.upsert(CHUNKS, {})
    lexical.commit()
    vector.upsert([chunk.id for chunk in CHUNKS], vectors)
    vector.commit()
    settings = SearchSettings(route_seconds=seconds)
    chunks = MemoryChunks(CHUNKS, vectors)
    return Search(chunks, lexical, vector, embedder or WordEmbedder(), settings, further=further, rewriter=rewriter)


@contextmanager
def held(index: Held | Thinking) -> Iterator[None]:
    """Whatever waits is let go in the end."""
    try:
        yield
    finally:
        index.let_go.set()


def report(result: SearchResult, route: str) -> RouteReport:
    return next(each for each in result.routes if each.route == route)


def first(result: SearchResult) -> Chunk:
    return result.hits[0].chunk


def test_each_route_tells_what_it_found_and_how_long_it_took() -> None:
    found = search().search("graph attention")
    assert [each.route for each in found.routes] == ["vector", "lexical"]
    assert all(each.passages and each.seconds >= 0 and not each.failure for each in found.routes)


def test_a_route_whose_server_is_away_is_done_without_and_told_with_what_to_do() -> None:
    found = search(Gone()).search("graph attention")
    assert first(found) == GAT
    assert report(found, "vector").failure == "The vector server is out of reach. Start it."
    assert report(found, "vector").passages == 0
    assert not report(found, "lexical").failure


def test_a_server_that_goes_away_in_the_middle_leaves_what_it_gave() -> None:
    found = search(Gone(after=1)).search("graph attention")
    assert first(found) == GAT
    assert report(found, "vector").passages == len(CHUNKS)
    assert "out of reach" in report(found, "vector").failure


def test_a_route_that_is_late_is_done_without_and_is_left_alone_until_it_has_come_back() -> None:
    index = Held()
    searching = search(index, seconds=BRIEF)
    with held(index):
        late = searching.search("graph attention")
        assert first(late) == GAT
        assert "took longer than 0.5 s" in report(late, "vector").failure
        again = searching.search("tides")
        assert first(again) == TIDES
        assert "has not come back" in report(again, "vector").failure
        assert index.asked == 1


def test_a_route_that_has_come_back_is_asked_again() -> None:
    index = Held()
    searching = search(index, seconds=BRIEF)
    with held(index):
        searching.search("graph attention")
    late = searching._routes[0]._bounded._late  # to wait for it, rather than for a time
    assert late is not None
    late.result("it", within=PATIENT)
    assert not report(searching.search("graph attention"), "vector").failure


def test_an_embedder_that_fails_leaves_the_words() -> None:
    found = search(embedder=Mute(), further=[Witness()]).search("graph attention")
    assert first(found) == GAT
    assert ("embedding", "The embedding service is out of reach.") in found.failed
    assert report(found, "vector").failure == "The embedding service is out of reach. Start it."


def test_where_no_route_answers_the_first_error_is_raised_with_what_to_do() -> None:
    with pytest.raises(ProviderError, match="vector server") as gone:
        search(Gone()).search("graph attention", mode="vector")
    assert gone.value.hint == "Start it."
    with pytest.raises(ProviderError, match="embedding service"):
        search(embedder=Mute()).search("graph attention", mode="vector")
    index = Held()
    with held(index), pytest.raises(TimedOut, match="The route vector"):
        search(index, seconds=BRIEF).search("graph attention", mode="vector")


def test_other_wordings_that_are_late_are_done_without() -> None:
    rewriter = Thinking()
    with held(rewriter):
        found = search(rewriter=rewriter, seconds=BRIEF).search("graph attention")
    assert first(found) == GAT
    assert [stage for stage, _ in found.failed] == ["rewriting"]


def test_the_graph_is_asked_with_what_the_others_found() -> None:
    graph = Witness()
    search(further=[graph]).search("graph attention")
    assert graph.found == [["lexical", "vector"]]


def test_an_errand_hands_over_what_was_raised() -> None:
    errand = Errands().begin(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        errand.result("Dividing", within=PATIENT)
    assert errand.is_over


def test_errands_that_wait_for_each_other_each_have_a_thread() -> None:
    errands, met = Errands(), threading.Barrier(3)
    waiting = [errands.begin(lambda: met.wait(PATIENT)) for _ in range(2)]
    met.wait(PATIENT)
    assert {errand.result("Meeting", within=PATIENT) for errand in waiting} <= {0, 1, 2}
