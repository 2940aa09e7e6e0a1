"""What the route along the graph adds on questions that take several passages, part by part.

    paperatlas --library LIBRARY ingest FOLDER/corpus.jsonl
    python -m benchmarks.multi_hop LIBRARY FOLDER [--part dev|test] [--ablation]

FOLDER holds `queries.jsonl` ({"id", "query", "gold": {record: grade}}), the library its corpus. Every mode and every
ablation is asked the same queries in one run; the query's embedding is left out of the times. Choose on `dev`, report
`test`: a query's part follows from its id alone.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np

from benchmarks.retrieval_sets import in_part, measures, rows
from paperatlas.bootstrap import open_library
from paperatlas.core.graph_ports import Incidence, Knowledge
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.ports import Catalog, Embedder, Float32
from paperatlas.core.searching import Mode
from paperatlas.graph.walk.start import StartSettings
from paperatlas.graph.walk.walk import WalkSettings
from paperatlas.library import Engines
from paperatlas.models.bundled_embedder import bundled_embedder
from paperatlas.retrieval.graph_route import GraphRoute, GraphRouteSettings
from paperatlas.retrieval.indexes.memory_vector import MemoryVectorIndex
from paperatlas.retrieval.indexes.tantivy_lexical import TantivyLexicalIndex
from paperatlas.retrieval.search import Search

BEST = GraphRouteSettings()
ABLATIONS: Mapping[str, GraphRouteSettings] = {
    "as it is": BEST,
    "one hop": replace(BEST, walk=replace(BEST.walk, max_hops=1)),
    "two hops": replace(BEST, walk=replace(BEST.walk, max_hops=2)),
    "three hops": replace(BEST, walk=replace(BEST.walk, max_hops=3)),
    "six hops": replace(BEST, walk=replace(BEST.walk, max_hops=6)),
    "damping .5": replace(BEST, walk=WalkSettings(damping=0.5)),
    "damping .7": replace(BEST, walk=WalkSettings(damping=0.7)),
    "names alone start it": replace(BEST, start=StartSettings(doubt=0.01)),
    "names less trusted": replace(BEST, start=StartSettings(doubt=300.0)),
    "passages found alone start it": replace(BEST, start=StartSettings(doubt=1e9)),
    "no likeness": replace(BEST, likeness=0.0),
    "likeness .3": replace(BEST, likeness=0.3),
    "likeness 1": replace(BEST, likeness=1.0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a search of the library is made of."""

    catalog: Catalog
    knowledge: Knowledge
    vector: MemoryVectorIndex
    lexical: TantivyLexicalIndex
    names: Mapping[DocumentId, str]

    def search(self, embedder: Embedder, settings: GraphRouteSettings = BEST, *, knowledge: Knowledge | None = None) -> Search:
        route = GraphRoute(self.catalog, knowledge or self.knowledge, self.vector, self.lexical, settings)
        route.bytes()  # loads the graph, which is no part of a query's time
        return Search(self.catalog, self.lexical, self.vector, embedder, further=[route])


class KnownQueries:
    """An embedder that has embedded the queries beforehand."""

    def __init__(self, embedder: Embedder, queries: Sequence[str]) -> None:
        self.id, self.dimension = embedder.id, embedder.dimension
        self._known = dict(zip(queries, embedder.embed(queries, kind="query"), strict=True))

    def embed(self, texts: Sequence[str], *, kind: str) -> Float32:
        del kind
        return np.array([self._known[text] for text in texts])


class Unweighted:
    """Knowledge in which every mention weighs the same: no passage is about anything more than another."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge

    def __getattr__(self, name: str) -> Any:
        return getattr(self._knowledge, name)

    def incidence(self) -> Incidence:
        whole = self._knowledge.incidence()
        return replace(whole, weights=np.ones_like(whole.weights))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--part", choices=["dev", "test"])
    parser.add_argument("--ablation", action="store_true")
    args = parser.parse_args()
    queries = [query for query in rows(args.folder / "queries.jsonl") if not args.part or in_part(query["id"], args.part)]
    embedder = KnownQueries(bundled_embedder(threads=2), [query["query"] for query in queries])
    with _parts(args.library) as parts:
        graph = GraphRoute(parts.catalog, parts.knowledge, parts.vector, parts.lexical)
        print(f"{args.folder.name} {args.part or 'all'}, {len(queries)} queries; the graph takes {graph.bytes() / 1e6:.1f} MB")
        for name, search, mode in _searches(parts, embedder, ablation=args.ablation):
            print(f"{name:40} {_measured(partial(search.search, mode=mode, limit=100), queries, parts.names)}", flush=True)


def _searches(parts: Parts, embedder: Embedder, *, ablation: bool) -> Iterator[tuple[str, Search, Mode]]:
    whole = parts.search(embedder)
    modes: tuple[Mode, ...] = ("vector", "lexical", "hybrid", "graph", "auto")
    for mode in modes:
        yield mode, whole, mode
    for name, settings in ABLATIONS.items() if ablation else ():
        yield f"graph, {name}", parts.search(embedder, settings), "graph"
    if ablation:
        yield "graph, all mentions alike", parts.search(embedder, knowledge=Unweighted(parts.knowledge)), "graph"


@contextmanager
def _parts(folder: Path) -> Iterator[Parts]:
    """The library in `folder`, its indexes made anew in memory so that all modes are asked of the same ones."""
    made: list[Parts] = []

    def open_engines(catalog: Catalog, knowledge: Knowledge | None) -> Engines:
        assert knowledge is not None, "The library has no graph."
        made.append(_indexed(catalog, knowledge))
        part = made[-1]
        return Engines(lexical=part.lexical, vector=part.vector, searcher=part.search(bundled_embedder(threads=1)))

    with open_library(folder, open_engines=open_engines) as library:
        library.search("anything", limit=1)
        yield made[0]


def _indexed(catalog: Catalog, knowledge: Knowledge) -> Parts:
    documents = catalog.documents()
    chunks = [chunk for document in documents for chunk in catalog.chunks_of(document.id)]
    ids: list[ChunkId] = [chunk.id for chunk in chunks]
    vectors = catalog.vectors(ids)
    vector = MemoryVectorIndex(vectors.shape[1])
    vector.upsert(ids, vectors)
    vector.commit()
    lexical = TantivyLexicalIndex(Path(mkdtemp(prefix="paperatlas-multi-hop-")))
    lexical.upsert(chunks, {document.id: document.title for document in documents})
    lexical.commit()
    names = {document.id: document.name for document in documents}
    return Parts(catalog=catalog, knowledge=knowledge, vector=vector, lexical=lexical, names=names)


def _measured(search: Callable[[str], Any], queries: Sequence[Mapping[str, Any]], names: Mapping[DocumentId, str]) -> str:
    found: list[Mapping[str, float]] = []
    seconds: list[float] = []
    for query in queries:
        began = time.perf_counter()
        hits = search(query["query"]).hits
        seconds.append(time.perf_counter() - began)
        ranked = list(dict.fromkeys(names[hit.chunk.document] for hit in hits))
        found.append(measures(ranked, query["gold"]))
    means = {name: statistics.fmean(score[name] for score in found) for name in found[0]}
    return " ".join(f"{name}={value:.3f}" for name, value in means.items()) + f" p50 {statistics.median(seconds) * 1000:.1f} ms"


if __name__ == "__main__":
    main()
