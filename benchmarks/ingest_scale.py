"""What an ingest costs as the library grows: CPU and memory by fifths of the papers, disk a paper, and a search at the end.

    python -m benchmarks.ingest_scale [--papers 1000 10000] [--passages 5] [--work DIR]

Papers are synthetic records with vectors from a hash (`benchmarks/synthetic_library.py`), so that no time goes into reading
PDFs or into a model: what is left is the catalog, the indexes and the ingest itself, which are what may grow. Each size is
made in a process of its own.

How to read the output:

- "last fifth" is the CPU a paper of the last fifth of the papers, beside that of the first. 1 is a cost that does not grow. Of
  1,000 papers it says little: the indexes follow every 2,000 passages, which is every other fifth.
  What follows the last paper (the indexes of the last passages, versions of works, summaries) counts for "after the last".
- The peak is of resident memory, pages of mapped files counted, after the first fifth and at the end. "Own" is what it holds
  besides files (RssAnon, on Linux only), at those moments: mapped pages go when others need the room, this does not.
- Searches are the median of 100 queries by words and meaning, ten hits each, the query's embedding left out.
- Judge what stays the same from size to size, not the seconds: the machine may be busy. CPU seconds are user and system, all
  threads.

Needs `resource`, so Linux or macOS.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from benchmarks.synthetic_library import SEED, SyntheticEmbedder, synthetic_parts, words, write_records
from paperatlas.core.reports import Progress
from paperatlas.core.searching import PLAIN_SEARCH
from paperatlas.library import Library

QUERIES = 100
FIFTHS = 5
PASSAGES = 5
"""A paper: an abstract and the beginning of an introduction."""
STORES = ("catalog.sqlite3", "vectors", "lexical")
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes in a unit of `ru_maxrss`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """At a moment of the ingest."""

    papers: int
    cpu: float
    peak: float
    """MiB."""
    own: float
    """MiB that are of no file; 0 where that is not told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """What a library of one size took."""

    papers: int
    milliseconds: float
    """Of CPU a paper, all in all."""
    fifths: tuple[float, ...]
    """Milliseconds of CPU a paper in each fifth."""
    rest: float
    """Milliseconds of CPU a paper after the last one."""
    peak_first: float
    peak: float
    own_first: float
    own: float
    disk: tuple[float, ...]
    """KB a paper of each store."""
    search: float
    """Milliseconds."""


class Fifths:
    """Looks at the process whenever another fifth of the papers is done."""

    def __init__(self, papers: int) -> None:
        self.seen = [taken(0)]
        self._papers = papers

    def __call__(self, progress: Progress) -> None:
        if progress.done * FIFTHS >= self._papers * len(self.seen):
            self.seen.append(taken(progress.done))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, nargs="+", default=[1000, 10_000])
    parser.add_argument("--passages", type=int, default=PASSAGES, help="a paper")
    parser.add_argument("--work", type=Path, default=None, help="where the libraries are made; they are removed afterwards")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(asdict(ingested(options.one, options.work))))
        return
    sizes = [apart(papers, options.passages, options.work) for papers in options.papers]
    first = sizes[0]
    if len(sizes) > 1:
        print(f"largest to smallest: CPU a paper {sizes[-1].milliseconds / first.milliseconds:.2f} times,", end=" ")
        print(f"peak {sizes[-1].peak / first.peak:.2f} times, search {sizes[-1].search / first.search:.2f} times")


def apart(papers: int, passages: int, work: Path | None) -> Size:
    """In a process of its own, so that the peak is that of this size."""
    with tempfile.TemporaryDirectory(dir=work, prefix="ingest-scale-") as folder:
        write_records(Path(folder) / "records.jsonl", papers, passages=passages)
        command = [sys.executable, "-m", "benchmarks.ingest_scale", "--one", str(papers), "--work", folder]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    size = Size(**json.loads(done.stdout))
    show(size, passages)
    return size


def ingested(papers: int, work: Path) -> Size:
    embedder, fifths = SyntheticEmbedder(), Fifths(papers)
    with Library(synthetic_parts(work / "library", embedder)) as library:
        report = library.ingest(work / "records.jsonl", on_progress=fifths)
        assert len(report.documents) == papers
        assert not report.failed, "synthetic records are sound"
        end = taken(papers)
        seen = fifths.seen
        return Size(
            papers=papers,
            milliseconds=(end.cpu - seen[0].cpu) / papers * 1000,
            fifths=tuple((b.cpu - a.cpu) / (b.papers - a.papers) * 1000 for a, b in pairwise(seen)),
            rest=(end.cpu - seen[-1].cpu) / papers * 1000,
            peak_first=seen[1].peak,
            peak=end.peak,
            own_first=seen[1].own,
            own=seen[-1].own,
            disk=tuple(size_of(work / "library" / name) / papers / 1000 for name in STORES),
            search=search_time(library, embedder),
        )


def taken(papers: int) -> Taken:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * PEAK_UNIT / 2**20
    return Taken(papers=papers, cpu=time.process_time(), peak=peak, own=own_memory())


def own_memory() -> float:
    status = Path("/proc/self/status")
    lines = status.read_text(encoding="utf-8").splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("RssAnon:")), 0.0)


def search_time(library: Library, embedder: SyntheticEmbedder) -> float:
    rng = np.random.default_rng(SEED + 1)
    queries = [" ".join(words(rng, 8)) for _ in range(QUERIES + 1)]
    embedder.known = {query: embedder.embed([query], kind="query")[0] for query in queries}
    searcher = library.deps().searcher
    times = []
    for query in queries:
        began = time.perf_counter()
        searcher.search(query, limit=10, options=PLAIN_SEARCH)
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times[1:])  # the first opens files


def size_of(path: Path) -> int:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files)


def show(size: Size, passages: int) -> None:
    name = f"{size.papers} papers"
    print(f"{name}: {passages} passages each, CPU a paper {size.milliseconds:.1f} ms, of which after the last {size.rest:.2f}")
    print(f"{name}: last fifth {size.fifths[-1] / size.fifths[0]:.2f} times the first", end="")
    print(f" (ms a paper: {' '.join(f'{each:.1f}' for each in size.fifths)})")
    print(f"{name}: peak {size.peak_first:.0f} MiB after the first fifth, {size.peak:.0f} MiB at the end,", end=" ")
    print(f"{size.peak / size.peak_first:.2f} times")
    print(f"{name}: own {size.own_first:.0f} MiB after the first fifth, {size.own:.0f} MiB after the last")
    print(f"{name}: KB a paper, {', '.join(f'{store} {kb:.1f}' for store, kb in zip(STORES, size.disk, strict=True))}")
    print(f"{name}: search {size.search:.1f} ms", flush=True)


if __name__ == "__main__":
    main()
