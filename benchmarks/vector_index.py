"""Cost and recall of the vector indexes, against exact search.

    python -m benchmarks.vector_index [--count 100000] [--vectors FILE.npy] [--work DIR]

Without FILE the vectors are synthetic: 2,000 clusters that spread in 48 directions, in 384 dimensions, as unevenly placed
as text is and harder for a graph than the bundled model's real vectors. Queries are further vectors of the same kind.
"""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Float32, VectorIndex
from paperatlas.retrieval.indexes.chroma_vector import HNSW, ChromaFolder, ChromaIndex
from paperatlas.retrieval.indexes.mapped_vector import MappedVectorIndex

QUERIES = 300
SEED = 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--work", type=Path, default=Path(tempfile.mkdtemp(prefix="paperatlas-vectors-")))
    args = parser.parse_args()
    vectors = np.load(args.vectors) if args.vectors else _synthetic(args.count + QUERIES)
    shuffled = np.random.default_rng(SEED).permutation(len(vectors))
    queries, stored = vectors[shuffled[:QUERIES]], vectors[shuffled[QUERIES:]]
    ids = [ChunkId(f"{number:08d}") for number in range(len(stored))]
    print(f"{len(stored)} x {stored.shape[1]}, {QUERIES} queries, {os.cpu_count()} cores, HNSW {HNSW}")
    exact, chroma = _indexes(args.work, stored.shape[1])
    for name, index in (("mapped", exact), ("chroma", chroma)):
        with _timed(f"{name}: build"):
            index.upsert(ids, stored)
            index.commit()
        index.refresh()
    few = frozenset(ids[:: max(len(ids) // 50, 1)])
    part = frozenset(ids[::4])
    for name, among in (("all", None), (f"{len(few)} chunks", few), (f"{len(part)} chunks", part)):
        asked = queries if among is None else queries[:20]
        truth = _query(f"mapped, {name}", exact, asked, among)
        found = _query(f"chroma, {name}", chroma, asked, among)
        hit = [len(set(a) & set(b)) / max(len(a), 1) for a, b in zip(truth, found, strict=True)]
        print(f"chroma, {name}: recall@10 {statistics.fmean(hit):.4f}")
    exact.close()
    chroma.close()
    for folder in (args.work / "mapped", args.work / "chroma"):
        size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        print(f"{folder.name}: {size / 1e6:.0f} MB on disk")


def _indexes(work: Path, dimension: int) -> tuple[VectorIndex, VectorIndex]:
    for name in ("mapped", "chroma"):
        (work / name).mkdir(parents=True)
    chroma = ChromaIndex(ChromaFolder(work / "chroma"), collection="chunks", dimension=dimension)
    return MappedVectorIndex(work / "mapped", dimension), chroma


def _synthetic(count: int) -> Float32:
    rng = np.random.default_rng(SEED)
    centres = rng.normal(size=(2000, 384)).astype(np.float32)
    spread = rng.normal(size=(48, 384)).astype(np.float32) / np.sqrt(48).astype(np.float32)
    found = centres[rng.integers(0, 2000, count)] * np.float32(0.7)
    found += rng.normal(size=(count, 48)).astype(np.float32) @ spread
    found += 0.25 * rng.normal(size=(count, 384)).astype(np.float32)
    unit: Float32 = found / np.linalg.norm(found, axis=1, keepdims=True)
    return unit


@contextmanager
def _timed(what: str) -> Iterator[None]:
    wall, cpu = time.perf_counter(), time.process_time()
    yield
    print(f"{what}: {time.perf_counter() - wall:.1f} s, {time.process_time() - cpu:.1f} s of CPU", flush=True)


def _query(what: str, index: VectorIndex, queries: Float32, among: frozenset[ChunkId] | None) -> list[list[ChunkId]]:
    index.search(queries[0], limit=10, among=among)  # the first one loads the index
    found, seconds = [], []
    for query in queries:
        began = time.perf_counter()
        found.append([chunk for chunk, _ in index.search(query, limit=10, among=among)])
        seconds.append(time.perf_counter() - began)
    print(f"{what}: p50 {statistics.median(seconds) * 1000:.1f} ms", flush=True)
    return found


if __name__ == "__main__":
    main()
