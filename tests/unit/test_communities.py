"""Groups of entities that a library's passages name together, and the sentences that tell of them."""

import numpy as np

from paperatlas.core.ids import ChunkId, chunk_id, document_id
from paperatlas.core.types import Chunk, ChunkKind, Span
from paperatlas.graph.communities import Community, communities
from paperatlas.graph.walk.passages import PassageGraph
from paperatlas.retrieval.indexes.memory_chunks import MemoryChunks
from tests.fakes.small_knowledge import SmallKnowledge

TEXTS = {
    "graphs": [
        ("GCN and GAT are compared on Cora. The weather was fine.", ["GCN", "GAT", "Cora"]),
        ("GAT outperforms GCN.", ["GAT", "GCN"]),
        ("Cora has 2,708 nodes, and GCN was first tried on it.", ["Cora", "GCN"]),
    ],
    "proteins": [
        ("Insulin binds to its receptor IR.", ["Insulin", "IR"]),
        ("IRS-1 is phosphorylated by IR after Insulin.", ["IRS-1", "IR", "Insulin"]),
        ("IRS-1 carries the signal of Insulin.", ["IRS-1", "Insulin"]),
    ],
}


def library() -> tuple[SmallKnowledge, MemoryChunks, dict[ChunkId, Chunk]]:
    chunks: dict[ChunkId, Chunk] = {}
    named: dict[ChunkId, list[str]] = {}
    for name, passages in TEXTS.items():
        for ordinal, (text, names) in enumerate(passages):
            of = document_id(name.encode())
            chunk = Chunk(
                id=chunk_id(of, ordinal, text),
                document=of,
                ordinal=ordinal,
                kind=ChunkKind.TEXT,
                text=text,
                context="",
                section="",
                spans=(Span(1, 0, len(text)),),
            )
            chunks[chunk.id] = chunk
            named[chunk.id] = names
    return SmallKnowledge(named), MemoryChunks(list(chunks.values()), np.zeros((len(chunks), 2), dtype=np.float32)), chunks


def found() -> tuple[Community, ...]:
    knowledge, store, _ = library()
    return communities(PassageGraph.of(knowledge.incidence()), knowledge, store)


def test_what_is_named_together_is_one_group_and_what_is_not_is_another() -> None:
    assert {frozenset(community.entities) for community in found()} == {
        frozenset({"GCN", "GAT", "Cora"}),
        frozenset({"Insulin", "IR", "IRS-1"}),
    }


def test_a_group_is_titled_by_its_most_central_names_and_knows_its_documents() -> None:
    for community in found():
        assert community.title == community.entities[:3]
        assert len(community.documents) == 1


def test_the_sentences_of_a_group_are_verbatim_where_their_sources_say() -> None:
    _, _, chunks = library()
    told = [sentence for community in found() for sentence in community.sentences]
    assert told
    for sentence in told:
        (source,) = sentence.sources
        assert chunks[source.chunk].text[source.span.start : source.span.end] == sentence.text


def test_a_sentence_that_names_nothing_of_the_group_is_not_told() -> None:
    assert all("weather" not in sentence.text for community in found() for sentence in community.sentences)


def test_the_same_library_gives_the_same_groups_whose_weights_sum_to_one() -> None:
    assert found() == found()
    assert abs(sum(community.weight for community in found()) - 1) < 1e-6


def test_an_empty_library_is_about_nothing() -> None:
    knowledge = SmallKnowledge({})
    store = MemoryChunks([], np.zeros((0, 2), dtype=np.float32))
    assert communities(PassageGraph.of(knowledge.incidence()), knowledge, store) == ()
