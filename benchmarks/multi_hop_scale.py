"""What the route along the graph costs beside meaning and words, at any number of passages.

    python -m benchmarks.multi_hop_scale [--passages 100000]

Synthetic: each passage is about an entity of its own and names ten others, few of them often (Zipf's law); texts are made of
the names, vectors lie in clusters. Questions name one entity. The query's embedding is left out. Compare within one run.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

from paperatlas.core.graph_ports import Incidence, Stated
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.knowledge import Entity, EntityId, Extraction
from paperatlas.core.naming import name_key
from paperatlas.core.ports import Float32
from paperatlas.core.types import Chunk, ChunkKind
from paperatlas.retrieval.graph_route import GraphRoute
from paperatlas.retrieval.indexes.mapped_vector import MappedVectorIndex
from paperatlas.retrieval.indexes.memory_chunks import MemoryChunks
from paperatlas.retrieval.indexes.tantivy_lexical import TantivyLexicalIndex
from paperatlas.retrieval.routes import Query
from paperatlas.retrieval.search import Search

NAMED_A_PASSAGE = 10
WORDS_A_PASSAGE = 80
DIMENSION = 384
CLUSTERS = 2000
QUERIES = 100
SEED = 11
_SUBJECT = 5.0


class SyntheticKnowledge:
    """Implements `Knowledge`; an entity's id is its number."""

    def __init__(self, passages: int, rng: np.random.Generator) -> None:
        entities = 2 * passages
        others = np.minimum(rng.zipf(1.3, size=(passages, NAMED_A_PASSAGE)) - 1 + passages, entities - 1)
        self.named_in = np.column_stack([np.arange(passages), others])
        self.names = [f"{_name(n)} {_name(n + 7919)}" for n in range(entities)]
        self._by_key = {name_key(name): EntityId(str(n)) for n, name in enumerate(self.names)}

    def incidence(self) -> Incidence:
        passages, columns = self.named_in.shape[0], self.named_in
        rows = np.repeat(np.arange(passages), columns.shape[1])
        weights = np.tile(np.array([_SUBJECT, *[1.0] * NAMED_A_PASSAGE]), passages)
        cells, at = np.unique(np.column_stack([rows, columns.ravel()]), axis=0, return_inverse=True)
        return Incidence(
            chunks=[ChunkId(f"{n:08}") for n in range(passages)],
            entities=[EntityId(str(n)) for n in range(len(self.names))],
            rows=cells[:, 0].astype(np.int32),
            columns=cells[:, 1].astype(np.int32),
            weights=np.bincount(at.ravel(), weights=weights).astype(np.float32),
        )

    def named(self, keys: Collection[str]) -> Mapping[str, tuple[EntityId, ...]]:
        return {key: (self._by_key[key],) for key in keys if key in self._by_key}

    def entities(self, ids: Collection[EntityId]) -> Mapping[EntityId, Entity]:
        return {one: Entity(id=one, name=self.names[int(one)], kind="concept", mentions=1) for one in ids}

    def all_entities(self, *, kind: str = "", document: DocumentId | None = None) -> Sequence[Entity]:
        del kind, document
        return list(self.entities([EntityId(str(n)) for n in range(len(self.names))]).values())

    def extraction(self, document: DocumentId) -> Extraction:
        return Extraction(document=document)

    def relations(self, *, entities: Collection[EntityId] | None = None, document: DocumentId | None = None) -> Sequence[Stated]:
        del entities, document
        return ()


class SyntheticCatalog(MemoryChunks):
    """Of one generation."""

    def generation(self) -> int:
        return 1


class KnownVectors:
    """An embedder that gives a query the vector it was given."""

    id = "synthetic"
    dimension = DIMENSION

    def __init__(self) -> None:
        self.known: dict[str, Float32] = {}

    def embed(self, texts: Sequence[str], *, kind: str) -> Float32:
        del kind
        return np.array([self.known[text] for text in texts])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=100_000)
    args = parser.parse_args()
    rng = np.random.default_rng(SEED)
    knowledge = SyntheticKnowledge(args.passages, rng)
    chunks = [_chunk(row, knowledge, rng) for row in range(args.passages)]
    ids = [chunk.id for chunk in chunks]
    vectors = _vectors(args.passages, rng)
    vector = MappedVectorIndex(Path(mkdtemp(prefix="paperatlas-scale-vectors-")), DIMENSION)
    vector.upsert(ids, vectors)
    vector.commit()
    lexical = TantivyLexicalIndex(Path(mkdtemp(prefix="paperatlas-scale-words-")))
    lexical.upsert(chunks, {})
    lexical.commit()
    catalog, embedder = SyntheticCatalog(chunks, vectors), KnownVectors()
    route = GraphRoute(catalog, knowledge, vector, lexical)  # type: ignore[arg-type]  # a catalog's documents are not asked for
    search = Search(catalog, lexical, vector, embedder, further=[route])
    began = time.perf_counter()
    print(f"{args.passages} passages: {route.bytes() / 1e6:.0f} MB, loaded in {time.perf_counter() - began:.1f} s")
    asked = [f"Where was the one who made {knowledge.names[n]} born?" for n in rng.integers(0, args.passages, QUERIES)]
    embedder.known = dict(zip(asked, vectors[rng.integers(0, args.passages, QUERIES)], strict=True))
    _print("vector", asked, lambda query: search.search(query, mode="vector"))
    _print("lexical", asked, lambda query: search.search(query, mode="lexical"))
    _print("hybrid", asked, lambda query: search.search(query, mode="hybrid"))
    _print("graph", asked, lambda query: search.search(query, mode="graph"))
    _print("auto", asked, search.search)
    _print("the route alone", asked, lambda query: route.search(Query(text=query, vectors=(embedder.known[query],), alone=True)))


def _chunk(row: int, knowledge: SyntheticKnowledge, rng: np.random.Generator) -> Chunk:
    words = [knowledge.names[at] for at in knowledge.named_in[row]]
    words += [_name(int(at)) for at in np.minimum(rng.zipf(1.2, WORDS_A_PASSAGE - 2 * len(words)), 60_000)]
    return Chunk(
        id=ChunkId(f"{row:08}"),
        document=DocumentId(f"{row // 10:08}"),
        ordinal=row % 10,
        kind=ChunkKind.TEXT,
        text=" ".join(words),
        context="",
        section="",
    )


def _vectors(count: int, rng: np.random.Generator) -> Float32:
    centres = rng.normal(size=(CLUSTERS, DIMENSION)).astype(np.float32)
    vectors = centres[rng.integers(0, CLUSTERS, count)] + 0.7 * rng.normal(size=(count, DIMENSION)).astype(np.float32)
    unit: Float32 = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return unit


def _name(number: int) -> str:
    """A word of its own for each number."""
    syllables = [f"{'bdfgklmnprstvz'[n % 14]}{'aeiou'[n // 14 % 5]}" for n in range(70)]
    word = ""
    while True:
        word += syllables[number % 70]
        number //= 70
        if not number:
            return f"{word}n".capitalize()


def _print(name: str, queries: Sequence[str], ask: Callable[[str], object]) -> None:
    for query in queries[:3]:
        ask(query)
    seconds = []
    for query in queries:
        began = time.perf_counter()
        ask(query)
        seconds.append(time.perf_counter() - began)
    print(f"{name:16} p50 {statistics.median(seconds) * 1000:.1f} ms, p95 {np.percentile(seconds, 95) * 1000:.1f} ms", flush=True)


if __name__ == "__main__":
    main()
