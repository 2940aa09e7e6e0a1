"""How many pages are read in a time by one worker process and by two, over PDFs that all differ.

    python -m benchmarks.reading_scale [--papers 300] [--batch 10] [--work DIR]

The PDFs are made by `data/build_variations.py`: one and two columns, tables, figures, footnotes, references. They are read as
an ingest reads them, by the same pool of processes, layout model and all, with no page kept from before; nothing is embedded
or written.

How to read the output:

- Files go in batches. Each is read by one worker and then by two, the next the other way round, so that a busy machine slows
  both. "two workers" is the median over the batches of how many times faster two are by the clock; the bar is 1.6. The
  processes are up and have their models loaded before the first batch.
- CPU a page is of one process that reads all of the files, and of its pages' process, their start included: user and system,
  all threads. It is what a million pages are reckoned from.

Needs `os.wait4`, so Linux or macOS.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from benchmarks.reading import ROOT, count_pages, measured
from paperatlas.choose_readers import reading_recipe
from paperatlas.core.ids import document_id
from paperatlas.pipeline.ingest.frames import Job
from paperatlas.pipeline.ingest.workers import Limits, WorkerPool
from paperatlas.settings import Settings

BAR = 1.6
WORKERS = (1, 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=int, default=300)
    parser.add_argument("--batch", type=int, default=10, help="files that are read in turn by one worker and by two")
    parser.add_argument("--work", type=Path, default=None, help="where the PDFs are made; they are removed afterwards")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.work, prefix="reading-scale-") as work:
        folder = Path(work)
        subprocess.run([sys.executable, ROOT / "data" / "build_variations.py", str(options.papers), "--out", work], check=True)
        files = sorted(folder.glob("*.pdf"))
        pages = count_pages(files)
        print(f"{len(files)} files, {pages} pages", flush=True)
        cost = measured("ours", folder)
        print(f"CPU a page: {cost.cpu / pages:.3f} s; largest process {cost.peak:.0f} MiB", flush=True)
        faster = in_turns(files, options.batch)
    print(f"two workers: {statistics.median(faster):.2f} times one, {len(faster)} batches of {options.batch}", end=" ")
    print(f"({min(faster):.2f} to {max(faster):.2f}); bar {BAR}")


def in_turns(files: Sequence[Path], batch: int) -> list[float]:
    """How many times faster two workers were, by batch."""
    recipe = reading_recipe(Settings(page_cache_mebibytes=0))
    with ExitStack() as stack:
        pools = {count: stack.enter_context(WorkerPool(recipe, workers=count, limits=Limits())) for count in WORKERS}
        for pool in pools.values():
            seconds(pool, files[: max(WORKERS)])
        faster = []
        for turn, start in enumerate(range(0, len(files), batch)):
            some = files[start : start + batch]
            order = WORKERS if turn % 2 == 0 else WORKERS[::-1]
            taken = {count: seconds(pools[count], some) for count in order}
            faster.append(taken[1] / taken[2])
    return faster


def seconds(pool: WorkerPool, files: Sequence[Path]) -> float:
    jobs = [Job(path=file, name=file.name, content=document_id(file.read_bytes())) for file in files]
    began = time.perf_counter()
    for reading in [pool.read(job) for job in jobs]:
        reading.result()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
