"""Search quality on a set of records and judged queries, without building a library.

    python -m benchmarks.retrieval_sets FOLDER [--mode hybrid] [--part dev|test] [--work DIR]

FOLDER holds `corpus.jsonl` ({"id", "title", "text"}) and `queries.jsonl` ({"id", "query", "gold": {id: grade}}). Vectors
are computed once and kept in DIR, one for each number of records. Choose settings on `dev`, report `test`: a query's part
follows from its id alone.
"""

import argparse
import json
import math
import statistics
import tempfile
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.ports import Float32
from paperatlas.core.types import Chunk, ChunkKind
from paperatlas.models.bundled_embedder import bundled_embedder
from paperatlas.retrieval.indexes.memory_chunks import MemoryChunks
from paperatlas.retrieval.indexes.memory_vector import MemoryVectorIndex
from paperatlas.retrieval.indexes.tantivy_lexical import TantivyLexicalIndex
from paperatlas.retrieval.search import Search

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--mode", default="hybrid", choices=["hybrid", "vector", "lexical"])
    parser.add_argument("--part", choices=["dev", "test"])
    parser.add_argument("--limit", type=int, default=100, help="hits asked for")
    parser.add_argument("--records", type=int, help="search so many records only: those that are asked for, and others")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "paperatlas-retrieval")
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    queries = rows(args.folder / "queries.jsonl")
    if args.part:
        queries = [query for query in queries if in_part(query["id"], args.part)]
    records = rows(args.folder / "corpus.jsonl")
    if args.records:
        wanted = {document for query in queries for document in query["gold"]}
        # Sorting keeps the order of equals.
        records = sorted(records, key=lambda record: record["id"] not in wanted)[: max(args.records, len(wanted))]
    search = _search(records, args.work / f"{args.folder.name}.npy")
    scores: list[dict[str, float]] = []
    seconds: list[float] = []
    for query in queries:
        began = time.perf_counter()
        hits = search.search(query["query"], mode=args.mode, limit=args.limit).hits
        seconds.append(time.perf_counter() - began)
        scores.append(measures([hit.chunk.document for hit in hits], query["gold"]))
    means = {name: statistics.fmean(score[name] for score in scores) for name in scores[0]}
    figures = " ".join(f"{name}={value:.4f}" for name, value in means.items())
    print(f"{args.folder.name} {args.mode} n={len(queries)} {figures} p50 {statistics.median(seconds) * 1000:.1f} ms")


def in_part(query: str, part: str) -> bool:
    """Whether the query with that id is one to choose settings by (dev), or one to report on (test)."""
    return (zlib.crc32(query.encode()) % 2 == 0) == (part == "dev")


def rows(file: Path) -> list[Row]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def _search(records: Sequence[Row], kept: Path) -> Search:
    """`kept` holds the vectors of the same records once they were computed."""
    chunks = [_chunk(record) for record in records]
    embedder = bundled_embedder(threads=2)
    vectors = _vectors(kept, embedder.embed, chunks)
    nearest = MemoryVectorIndex(embedder.dimension)
    nearest.upsert([chunk.id for chunk in chunks], vectors)
    nearest.commit()
    lexical = TantivyLexicalIndex(Path(tempfile.mkdtemp(prefix="paperatlas-tantivy-")))
    lexical.upsert(chunks, {chunk.document: chunk.context for chunk in chunks})
    lexical.commit()
    return Search(MemoryChunks(chunks, vectors), lexical, nearest, embedder)


def _chunk(record: Row) -> Chunk:
    """One chunk a record, under the record's own id."""
    return Chunk(
        id=ChunkId(record["id"]),
        document=DocumentId(record["id"]),
        ordinal=0,
        kind=ChunkKind.TEXT,
        text=record["text"],
        context=record["title"],
        section="",
    )


def _vectors(file: Path, embed: Any, chunks: list[Chunk]) -> Float32:
    if not file.exists():
        np.save(file, embed([chunk.embedded_text for chunk in chunks], kind="passage"))
    vectors: Float32 = np.load(file)
    return vectors


def measures(ranked: list[str], gold: dict[str, int]) -> dict[str, float]:
    found = {f"R@{k}": len(set(ranked[:k]) & set(gold)) / len(gold) for k in (2, 5, 10, 100)}
    ideal = sorted(gold.values(), reverse=True)[:10]
    gain = sum(gold.get(document, 0) / math.log2(place + 2) for place, document in enumerate(ranked[:10]))
    best = sum(grade / math.log2(place + 2) for place, grade in enumerate(ideal))
    return {**found, "all@5": float(set(gold) <= set(ranked[:5])), "nDCG@10": gain / best}


if __name__ == "__main__":
    main()
