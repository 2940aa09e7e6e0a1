"""What search costs in a library of 10,000, 100,000 or 500,000 passages, by route and by filter.

    python -m benchmarks.retrieval_scale [--passages 10000] [--work DIR] [--json FILE]

The library is made by the product's own ingest from records with synthetic text (words by Zipf's law, ten passages a
record) and synthetic vectors (2,000 clusters), so that no time goes into a model: query embedding is left out of every
figure. Beside it, in the same run: the same vectors in Chroma as it comes, and the same words in rank-bm25. Compare
within one run only.
"""

import argparse
import hashlib
import json
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np

from paperatlas.bootstrap import page_renderer
from paperatlas.core.graph_ports import Knowledge
from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Catalog, DocumentReader, Float32, RecordReader
from paperatlas.core.searching import PLAIN_SEARCH, Mode, Scope, SearchOptions, Stages
from paperatlas.core.types import Chunk, ChunkKind, ParsedDocument
from paperatlas.library import Engines, Library
from paperatlas.library.parts import Parts
from paperatlas.pipeline.chunk import ChunkSettings, chunk
from paperatlas.pipeline.ingest.recipe import Recipe
from paperatlas.pipeline.readers.jsonl import JsonlReader
from paperatlas.retrieval.indexes.mapped_vector import MappedVectorIndex
from paperatlas.retrieval.indexes.memory_lexical import MemoryLexicalIndex
from paperatlas.retrieval.indexes.tantivy_lexical import TantivyLexicalIndex
from paperatlas.retrieval.search import Search

PASSAGES_A_RECORD = 10
WORDS_A_PASSAGE = 80
VOCABULARY = 60_000
DIMENSION = 384
QUERIES = 100
SEED = 7
SIZES = ChunkSettings(words=WORDS_A_PASSAGE, fragment=10)


class SyntheticEmbedder:
    """A vector for each text, from its hash: the same text has the same vector, and vectors lie in clusters as real ones do."""

    id = "synthetic"
    dimension = DIMENSION

    def __init__(self) -> None:
        self.known: dict[str, Float32] = {}
        """Vectors made beforehand: a query's is none of what is measured."""
        rng = np.random.default_rng(SEED)
        self._centres = rng.normal(size=(2000, DIMENSION)).astype(np.float32)
        self._spread = rng.normal(size=(48, DIMENSION)).astype(np.float32) / np.float32(np.sqrt(48))

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        del kind
        if self.known:
            return np.stack([self.known[text] for text in texts])
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> Float32:
        rng = np.random.default_rng(int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big"))
        found = self._centres[rng.integers(0, 2000)] * np.float32(0.7)
        found = found + rng.normal(size=48).astype(np.float32) @ self._spread
        found = found + np.float32(0.25) * rng.normal(size=DIMENSION).astype(np.float32)
        unit: Float32 = found / np.linalg.norm(found)
        return unit


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=10_000)
    parser.add_argument("--work", type=Path, default=None, help="kept, and used again when it holds a library")
    parser.add_argument("--json", type=Path, default=None, help="figures as JSON too")
    args = parser.parse_args()
    work = args.work or Path(tempfile.mkdtemp(prefix="paperatlas-scale-"))
    work.mkdir(parents=True, exist_ok=True)
    figures: dict[str, Any] = {"passages": args.passages}
    embedder = SyntheticEmbedder()
    with Library(_parts(work / "library", embedder)) as library:
        if not library.documents():
            _write_records(work / "records.jsonl", args.passages // PASSAGES_A_RECORD)
            with _timed(figures, "ingest"):
                report = library.ingest(work / "records.jsonl")
            assert not report.failed, "synthetic records are sound"
        figures["chunks"] = sum(document.chunks for document in library.documents())
        figures["disk_mb"] = {
            name: round(_size(work / "library" / name), 1) for name in ("lexical", "vectors", "catalog.sqlite3")
        }
        _measure(library, embedder, figures)
    _print(figures)
    if args.json:
        args.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


def _measure(library: Library, embedder: SyntheticEmbedder, figures: dict[str, Any]) -> None:
    deps = library.deps()
    queries = _queries()
    vectors = {query: embedder.embed([query], kind="query")[0] for query in queries}
    embedder.known = vectors
    truth: dict[str, list[ChunkId]] = {}
    for name, scope in _scopes(library).items():
        for mode in ("lexical", "vector", "hybrid"):
            figures[f"{mode}, {name}"] = _latency(partial(_search, deps.searcher, mode, scope), queries)
    chunks = [each for document in library.documents() for each in deps.catalog.chunks_of(document.id)]
    matrix = deps.catalog.vectors([each.id for each in chunks])
    for query in queries:
        best = np.argsort(-(matrix @ vectors[query]))[:10]
        truth[query] = [chunks[at].id for at in best]
    # Feedback asks for another vector than the query's own, which is what the truth is of.
    plain = SearchOptions(stages=Stages.without("feedback"))
    found = {query: [hit.chunk.id for hit in deps.searcher.search(query, mode="vector", options=plain).hits] for query in queries}
    figures["vector recall@10"] = _recall(truth, found)
    _chroma(matrix, chunks, vectors, truth, figures)
    _rank_bm25(chunks, queries, figures)
    figures["hybrid / plain Chroma"] = round(figures["hybrid, all"]["p50"] / figures["plain Chroma, all"]["p50"], 2)
    figures["peak_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


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
    matrix: Float32,
    chunks: Sequence[Chunk],
    vectors: dict[str, Float32],
    truth: dict[str, list[ChunkId]],
    figures: dict[str, Any],
) -> None:
    """The same vectors in Chroma as it comes: its own defaults, a filter by metadata."""
    import chromadb  # noqa: PLC0415
    from chromadb.config import Settings  # noqa: PLC0415

    folder = tempfile.mkdtemp(prefix="paperatlas-plain-chroma-")
    client = chromadb.PersistentClient(path=folder, settings=Settings(anonymized_telemetry=False))
    plain = client.create_collection("plain", metadata={"hnsw:space": "cosine"})
    with _timed(figures, "plain Chroma, build"):
        for start in range(0, len(chunks), 5000):
            part = chunks[start : start + 5000]
            plain.add(
                ids=[each.id for each in part],
                embeddings=matrix[start : start + 5000],
                metadatas=[{"half": index % 2} for index in range(len(part))],
            )
    found: dict[str, list[ChunkId]] = {}

    def ask(where: dict[str, Any] | None, query: str) -> None:
        reply = plain.query(query_embeddings=[vectors[query]], n_results=10, where=where, include=["distances"])
        found[query] = [ChunkId(each) for each in reply["ids"][0]]

    figures["plain Chroma, filtered (half)"] = _latency(partial(ask, {"half": 1}), list(vectors)[:20])
    figures["plain Chroma, all"] = _latency(partial(ask, None), list(vectors))
    figures["plain Chroma recall@10"] = _recall(truth, found)


def _rank_bm25(chunks: Sequence[Chunk], queries: Sequence[str], figures: dict[str, Any]) -> None:
    index = MemoryLexicalIndex()
    with _timed(figures, "rank-bm25, build"):
        index.upsert(chunks, {})
        index.commit()
    figures["rank-bm25, all"] = _latency(lambda query: index.search(query, limit=10), queries[:20])


def _latency(ask: Callable[[str], object], queries: Sequence[str]) -> dict[str, float]:
    """Milliseconds; the first query, which opens files, is not counted."""
    ask(queries[0])
    taken = []
    for query in queries:
        began = time.perf_counter()
        ask(query)
        taken.append((time.perf_counter() - began) * 1000)
    return {"p50": round(statistics.median(taken), 2), "p95": round(statistics.quantiles(taken, n=20)[-1], 2)}


def _recall(truth: dict[str, list[ChunkId]], found: dict[str, list[ChunkId]]) -> float:
    return round(statistics.fmean(len(set(truth[query]) & set(found[query])) / 10 for query in truth), 4)


def _queries() -> list[str]:
    rng = np.random.default_rng(SEED + 1)
    return [" ".join(_words(rng, 8)) for _ in range(QUERIES)]


def _words(rng: np.random.Generator, count: int) -> list[str]:
    """By Zipf's law, spelled so that no two share a stem."""
    ranks = np.minimum(rng.zipf(1.15, count), VOCABULARY)
    return [f"{_syllables(int(rank))}" for rank in ranks]


def _syllables(rank: int) -> str:
    consonants, vowels = "bcdfghklmnprtvz", "aou"
    spelled = ""
    while rank or not spelled:
        rank, at = divmod(rank, len(consonants) * len(vowels))
        spelled += consonants[at // len(vowels)] + vowels[at % len(vowels)]
    return f"{spelled}x"


def _write_records(file: Path, count: int) -> None:
    rng = np.random.default_rng(SEED)
    with file.open("w", encoding="utf-8") as out:
        for number in range(count):
            paragraphs = [" ".join(_words(rng, WORDS_A_PASSAGE - 5)).capitalize() + "." for _ in range(PASSAGES_A_RECORD)]
            record = {
                "id": f"record-{number:06d}",
                "title": " ".join(_words(rng, 6)),
                "text": "\n\n".join(paragraphs),
                "authors": [f"Author {number % 100} X"],
                "year": 2000 + number % 26,
                "venue": f"Venue {number % 5}",
            }
            out.write(json.dumps(record) + "\n")


def _parts(folder: Path, embedder: SyntheticEmbedder) -> Parts:
    return Parts(
        folder=folder,
        embedder=embedder,
        open_engines=partial(_engines, folder=folder, embedder=embedder),
        renderer=page_renderer,
        recipe=Recipe(readers=_no_readers, record_readers=_record_readers, chunk=_chunk, chunking=SIZES.key),
        index_folders=(folder / "lexical", folder / "vectors"),
        workers=2,
    )


def _engines(catalog: Catalog, _knowledge: Knowledge | None, *, folder: Path, embedder: SyntheticEmbedder) -> Engines:
    for name in ("lexical", "vectors"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    lexical, vector = TantivyLexicalIndex(folder / "lexical"), MappedVectorIndex(folder / "vectors", embedder.dimension)
    return Engines(lexical=lexical, vector=vector, searcher=Search(catalog, lexical, vector, embedder))


def _no_readers() -> list[DocumentReader]:
    return []


def _record_readers() -> list[RecordReader]:
    return [JsonlReader()]


def _chunk(document: ParsedDocument) -> tuple[Chunk, ...]:
    return chunk(document, SIZES)


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
