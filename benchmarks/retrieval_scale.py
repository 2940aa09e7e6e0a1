"""What search costs in a library of 10,000, 100,000 or 500,000 passages, by route and by filter.

    python -m benchmarks.retrieval_scale [--passages 10000] [--work DIR] [--json FILE] [--beside plain equal bm25]

The library is made by the product's own ingest from records with synthetic text (words by Zipf's law, ten passages a
record) and synthetic vectors (2,000 clusters), so that no time goes into a model: query embedding is left out of every
figure. Beside it, in the same run: the same vectors in Chroma as it comes and in Chroma set to find what an exact search
finds, and the same words in rank-bm25. Compare within one run only; the searches that are compared take turns, query by
query, so that a busy machine slows all.

With 500,000 passages it runs for an hour and needs 10 GB of memory, for what is compared and not for the library; with
`--beside plain bm25` it leaves out the graph that takes Chroma longest to build, with `--beside` alone all but our own.
"""

import argparse
import json
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.synthetic_library import PASSAGES_A_RECORD, SEED, SyntheticEmbedder, synthetic_parts, words, write_records
from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Float32
from paperatlas.core.searching import PLAIN_SEARCH, Mode, Scope, SearchOptions, Stages
from paperatlas.core.types import ChunkKind
from paperatlas.library import Library
from paperatlas.retrieval.indexes.chroma_vector import HNSW
from paperatlas.retrieval.indexes.memory_lexical import MemoryLexicalIndex

QUERIES = 100
MODES: tuple[Mode, ...] = ("lexical", "vector", "hybrid")
BESIDE = ("plain", "equal", "bm25")
MANY = 100_000
"""Passages beyond which rank-bm25 is asked a few queries only: it takes seconds for each."""
BUILT = "built.json"
"""What the ingest took, for later runs over the same library."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=10_000)
    parser.add_argument("--work", type=Path, default=None, help="kept, and used again when it holds a library")
    parser.add_argument("--json", type=Path, default=None, help="figures as JSON too")
    parser.add_argument("--beside", nargs="*", choices=BESIDE, default=BESIDE, help="what is compared; all by default")
    args = parser.parse_args()
    work = args.work or Path(tempfile.mkdtemp(prefix="paperatlas-scale-"))
    work.mkdir(parents=True, exist_ok=True)
    figures: dict[str, Any] = {"passages": args.passages}
    embedder = SyntheticEmbedder()
    with Library(synthetic_parts(work / "library", embedder)) as library:
        if not library.documents():
            write_records(work / "records.jsonl", args.passages // PASSAGES_A_RECORD)
            built: dict[str, Any] = {}
            with _timed(built, "ingest"):
                report = library.ingest(work / "records.jsonl")
            assert not report.failed, "synthetic records are sound"
            (work / BUILT).write_text(json.dumps(built | {"ingest_mb": _peak()}), encoding="utf-8")
        figures |= json.loads((work / BUILT).read_text(encoding="utf-8"))
        figures["chunks"] = sum(document.chunks for document in library.documents())
        figures["disk_mb"] = {
            name: round(_size(work / "library" / name), 1) for name in ("lexical", "vectors", "catalog.sqlite3")
        }
        _measure(library, embedder, figures, beside=args.beside)
    _print(figures)
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


def _measure(library: Library, embedder: SyntheticEmbedder, figures: dict[str, Any], *, beside: Sequence[str]) -> None:
    deps = library.deps()
    queries = _queries()
    vectors = {query: embedder.embed([query], kind="query")[0] for query in queries}
    embedder.known = vectors
    for name, scope in _scopes(library).items():
        figures |= _filtered(deps.searcher, name, scope, queries)
    figures["search_mb"] = _peak()
    chunks = [each.id for document in library.documents() for each in deps.catalog.chunks_of(document.id)]
    matrix = deps.catalog.vectors(chunks)
    truth = {query: [chunks[at] for at in np.argsort(-(matrix @ vectors[query]))[:10]] for query in queries}
    # Feedback asks for another vector than the query's own, which is what the truth is of.
    plain = SearchOptions(stages=Stages.without("feedback"))
    found = {query: [hit.chunk.id for hit in deps.searcher.search(query, mode="vector", options=plain).hits] for query in queries}
    figures["vector recall@10"] = _recall(truth, found)
    hybrid = partial(_search, deps.searcher, "hybrid", Scope())
    settings: dict[str, Any] = {"plain": {"space": "cosine"}, "equal": HNSW}
    for name, hnsw in settings.items():
        if name not in beside:
            continue
        _chroma(
            f"{name} Chroma",
            hnsw=hnsw,
            matrix=matrix,
            chunks=chunks,
            vectors=vectors,
            truth=truth,
            hybrid=hybrid,
            figures=figures,
        )
    if "bm25" in beside:
        _rank_bm25(library, queries[: 20 if len(chunks) <= MANY else 5], figures)


def _filtered(searcher: Any, name: str, scope: Scope, queries: Sequence[str]) -> dict[str, Any]:
    """Of each route, beside the same search of all."""
    asks = {f"{mode}, {name}": partial(_search, searcher, mode, scope) for mode in MODES}
    beside = {f"{mode}, all": partial(_search, searcher, mode, Scope()) for mode in MODES}
    found = _latencies(asks | beside, queries)
    times = {
        f"{mode}, {name}, times all": round(found[f"{mode}, {name}"]["p50"] / found[f"{mode}, all"]["p50"], 2) for mode in MODES
    }
    return {ask: found[ask] for ask in asks} | (times if scope != Scope() else {})


def _search(searcher: Any, mode: Mode, scope: Scope, query: str) -> None:
    searcher.search(query, mode=mode, limit=10, scope=scope, options=PLAIN_SEARCH)


def _scopes(library: Library) -> dict[str, Scope]:
    documents = library.documents()
    half = [document for document in documents if (document.metadata.year or 0) >= 2013]
    library.collect("tenth", [document.name for document in documents[::10]])
    return (
        {
            "all": Scope(),
            "one document": Scope(documents=(documents[len(documents) // 2].id,)),
            "year (half)": Scope(years=(2013, 2030)),
            "field (a fifth)": Scope(where=(("venue", "venue 3"),)),
            "collection (a tenth)": Scope(collections=("tenth",)),
            "author (a hundredth)": Scope(author="Author 7 X"),
            "kind (all)": Scope(kinds=(ChunkKind.TEXT,)),
            "section (all)": Scope(section="", page=1),
        }
        if half
        else {"all": Scope()}
    )


def _chroma(
    name: str,
    *,
    hnsw: Any,
    matrix: Float32,
    chunks: Sequence[ChunkId],
    vectors: dict[str, Float32],
    truth: dict[str, list[ChunkId]],
    hybrid: Callable[[str], object],
    figures: dict[str, Any],
) -> None:
    """The same vectors in Chroma, with a filter by metadata; our search takes turns with its search."""
    import chromadb  # noqa: PLC0415
    from chromadb.config import Settings as ChromaSettings  # noqa: PLC0415

    folder = tempfile.mkdtemp(prefix="paperatlas-chroma-")
    client = chromadb.PersistentClient(path=folder, settings=ChromaSettings(anonymized_telemetry=False))
    collection = client.create_collection("chunks", configuration={"hnsw": hnsw}, embedding_function=None)
    with _timed(figures, f"{name}, build"):
        for start in range(0, len(chunks), 5000):
            ids: list[str] = list(chunks[start : start + 5000])
            halves: list[Any] = [{"half": number % 2} for number in range(len(ids))]
            collection.add(ids=ids, embeddings=matrix[start : start + 5000], metadatas=halves)
    found: dict[str, list[ChunkId]] = {}

    def ask(where: dict[str, Any] | None, query: str) -> None:
        reply = collection.query(query_embeddings=vectors[query][np.newaxis], n_results=10, where=where, include=["distances"])
        found[query] = [ChunkId(each) for each in reply["ids"][0]]

    figures |= _latencies({f"{name}, filtered (half)": partial(ask, {"half": 1})}, list(vectors)[:20])
    beside = f"hybrid, beside {name}"
    figures |= _latencies({f"{name}, all": partial(ask, None), beside: hybrid}, list(vectors))
    figures[f"hybrid / {name}"] = round(figures[beside]["p50"] / figures[f"{name}, all"]["p50"], 2)
    figures[f"{name} recall@10"] = _recall(truth, found)
    figures[f"{name}, disk_mb"] = round(_size(Path(folder)), 1)


def _rank_bm25(library: Library, queries: Sequence[str], figures: dict[str, Any]) -> None:
    catalog, index = library.deps().catalog, MemoryLexicalIndex()
    with _timed(figures, "rank-bm25, build"):
        for document in library.documents():
            index.upsert(catalog.chunks_of(document.id), {})
        index.commit()
    figures |= _latencies({"rank-bm25, all": lambda query: index.search(query, limit=10)}, queries)


def _latencies(asks: Mapping[str, Callable[[str], object]], queries: Sequence[str]) -> dict[str, dict[str, float]]:
    """Milliseconds by name; the first query, which opens files and selects the scope, is not counted."""
    taken: dict[str, list[float]] = {name: [] for name in asks}
    for ask in asks.values():
        ask(queries[0])
    for number in range(len(queries)):
        for turn, (name, ask) in enumerate(asks.items()):
            # Each asks another query meanwhile, so that none finds what the one before it has left in memory.
            query = queries[(number + turn * len(queries) // len(asks)) % len(queries)]
            began = time.perf_counter()
            ask(query)
            taken[name].append((time.perf_counter() - began) * 1000)
    return {
        name: {"p50": round(statistics.median(times), 2), "p95": round(statistics.quantiles(times, n=20)[-1], 2)}
        for name, times in taken.items()
    }


def _peak() -> int:
    """MB that this process has taken at most."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def _recall(truth: dict[str, list[ChunkId]], found: dict[str, list[ChunkId]]) -> float:
    return round(statistics.fmean(len(set(truth[query]) & set(found[query])) / 10 for query in truth), 4)


def _queries() -> list[str]:
    rng = np.random.default_rng(SEED + 1)
    return [" ".join(words(rng, 8)) for _ in range(QUERIES)]


def _size(path: Path) -> float:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files) / 1e6


@contextmanager
def _timed(figures: dict[str, Any], what: str) -> Iterator[None]:
    wall, cpu = time.perf_counter(), time.process_time()
    yield
    figures[what] = {"seconds": round(time.perf_counter() - wall, 1), "cpu": round(time.process_time() - cpu, 1)}


def _print(figures: dict[str, Any]) -> None:
    for name, value in figures.items():
        print(f"{name}: {', '.join(f'{k} {v}' for k, v in value.items()) if isinstance(value, dict) else value}")


if __name__ == "__main__":
    main()
