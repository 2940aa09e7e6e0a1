"""What ingest costs beside the models it runs, and where the time from `ask` to an answer goes.

    python benchmarks/stages.py [PAPERS_FOLDER] [--questions FILE.jsonl] [--work DIR]

Reads the papers into a new library with `paperatlas ingest`, in a process of its own; then asks the questions, without an
LLM; then runs the layout model over the same pages and the embedder over the same passages with nothing around them.

How to read the output:

- Every process of the ingest is counted, those that read pages and outlive the workers that started them too: they are
  adopted and waited for. The page cache is off, so that every page is read.
- Judge the ratio, not the seconds: both of its sides are measured in one run, so a slow or a busy machine slows both. They
  are CPU seconds, user and system, of all processes together, so the number of workers does not matter. The bar is 2.5.
  The start of the processes counts for ingest; loading the models, which is printed beside, does not count for the models
  alone. Over a few pages, as in `data/samples`, that is most of the ratio: the bar is meant for a folder of papers.
- The peak memory is that of the largest single process of the ingest (the one that embeds and writes, or one that reads),
  not their sum. The bar is 1.5 GiB.
- "answer to search" is how many times the CPU of a search a whole answer takes, its own search included. The bar is 3, in the
  median: the agents add no more than the search itself takes, twice over. The same words are searched for in the library opened
  a second time, so that neither finds their vector ready. The answers all together hold what is loaded once in a process (papers
  and their tables at their first question, the parser of sentences at the first question for why or how).
- Stages are wall-clock milliseconds by the name of the step, over the questions in which it was taken. "rest" is what
  no step counts: what follows the last one (proving the quotes, putting the answer together) and the way in and out. The
  first question stands apart: it loads code, indexes and the embedder.

Needs Linux, where a process can adopt the orphans among its descendants.
"""

import argparse
import ctypes
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from paperatlas import open_library
from paperatlas.catalog import SqlCatalog, catalog_file
from paperatlas.library import Library
from paperatlas.models.bundled_embedder import bundled_embedder

# PyMuPDF and its layout model are imported where they are used: until the ingest has run, this process must stay small,
# because Linux lets a child's peak memory begin with its parent's.

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "data" / "samples"
CPU_BAR = 2.5
ANSWER_BAR = 3
"""Times its search that an answer without an LLM may take: the agents add no more than the search itself, twice over."""
MEMORY_BAR = 1.5
"""GiB."""
PEAK_UNIT = 1024
"""Bytes in a unit of `ru_maxrss`."""
PR_SET_CHILD_SUBREAPER = 36
"""See prctl(2)."""
NO_CACHE = {"PAPERATLAS_PAGE_CACHE_MEBIBYTES": "0"}

Row = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ingested:
    cpu: float
    peak: float
    """GiB, of the largest process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alone:
    """CPU seconds of the models with nothing around them."""

    loading: float
    layout: float
    embedding: float
    pages: int
    passages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Seconds by the name of the step; a step is there twice when a question of two parts takes it twice."""

    steps: tuple[tuple[str, float], ...]
    whole: float
    cpu: float
    """Of the whole answer."""
    cpu_of_search: float
    """Of a search for the same words by itself."""

    @property
    def is_searched(self) -> bool:
        """Whether the answer needed a search."""
        return any(name == "search" for name, _ in self.steps)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("papers", type=Path, nargs="?", default=SAMPLES)
    parser.add_argument("--questions", type=Path, help="default: data/questions.jsonl for data/samples, else none")
    parser.add_argument("--work", type=Path, help="where the library is made and kept; default: a folder that is removed")
    args = parser.parse_args()
    questions = args.questions
    if questions is None and args.papers.resolve() == SAMPLES:
        questions = ROOT / "data" / "questions.jsonl"
    with _work_folder(args.work) as work:
        library = work / "library"
        print(f"{args.papers}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
        ingested = ingest(args.papers, library)
        if questions is not None:  # before the models are loaded here: the first question is to find nothing warm
            _print_stages(library, _rows(questions))
        _print_costs(ingested, models_alone(library))


@contextmanager
def _work_folder(kept: Path | None) -> Iterator[Path]:
    """A new folder each time: an ingest into a library that has the papers already would measure nothing."""
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
        yield Path(tempfile.mkdtemp(prefix="stages-", dir=kept))
        return
    with tempfile.TemporaryDirectory(prefix="paperatlas-stages-") as folder:
        yield Path(folder)


def _rows(file: Path) -> list[Row]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


# The cost of an ingest


def ingest(papers: Path, library: Path) -> Ingested:
    """Run the command and wait for all its processes."""
    _adopt_orphans()
    before = _cpu(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "paperatlas", "--library", str(library), "ingest", str(papers)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ | NO_CACHE)
    with suppress(ChildProcessError):  # which says that none is left
        while True:
            os.wait()
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return Ingested(cpu=_cpu(resource.RUSAGE_CHILDREN) - before, peak=peak * PEAK_UNIT / 2**30)


def _adopt_orphans() -> None:
    """A process that outlives its parent becomes a child of this one, instead of one of the first process."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "orphans cannot be adopted")


def models_alone(folder: Path) -> Alone:
    """The layout model over every page of the library's PDFs, and the embedder over its passages."""
    with open_library(folder) as library:
        originals = [library.original(document.id) for document in library.documents()]
    files = [file for file in originals if file is not None and file.suffix == ".pdf"]
    texts = _passages(folder)
    began = _cpu(resource.RUSAGE_SELF)
    import_module("pymupdf.layout")  # loads the model and gives pages their `get_layout`
    embedder = bundled_embedder(threads=os.cpu_count() or 1)
    embedder.embed(["The first text loads the model."], kind="passage")
    loaded = _cpu(resource.RUSAGE_SELF)
    pages = sum(_lay_out(file) for file in files)
    laid_out = _cpu(resource.RUSAGE_SELF)
    embedder.embed(texts, kind="passage")
    return Alone(
        loading=loaded - began,
        layout=laid_out - loaded,
        embedding=_cpu(resource.RUSAGE_SELF) - laid_out,
        pages=pages,
        passages=len(texts),
    )


def _lay_out(file: Path) -> int:
    """How many pages there were."""
    import pymupdf  # noqa: PLC0415 - see above

    with pymupdf.open(file) as document:
        for page in document:
            page.get_layout(return_raw=True)
        return int(document.page_count)


def _passages(library: Path) -> list[str]:
    """What an ingest embeds: each different text once."""
    database = catalog_file(library / "catalog.sqlite3")
    catalog = SqlCatalog(database)
    chunks = [chunk for document in catalog.documents() for chunk in catalog.chunks_of(document.id)]
    catalog.close()
    return list(dict.fromkeys(chunk.embedded_text for chunk in chunks))


def _cpu(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def _print_costs(ingested: Ingested, alone: Alone) -> None:
    floor = alone.layout + alone.embedding
    print(f"layout model alone: {alone.layout:.1f} s of CPU over {alone.pages} pages")
    print(f"embedder alone: {alone.embedding:.1f} s of CPU over {alone.passages} passages")
    print(f"both: {floor:.1f} s of CPU, without {alone.loading:.1f} s to load them")
    print(f"ingest: {ingested.cpu:.1f} s of CPU, all processes")
    print(f"ratio: {ingested.cpu / floor:.2f} (bar {CPU_BAR})")
    print(f"peak memory of the largest process: {ingested.peak:.2f} GiB (bar {MEMORY_BAR})", flush=True)


# The time to an answer


def ask(library: Library, twin: Library, row: Row) -> Asked:
    """`twin` is the same library opened a second time, for the search by itself."""
    named = [row["doc"]] if row.get("scope_always") and row.get("doc") else []
    began_cpu = time.process_time()
    twin.search(row["question"], documents=named)
    searched_cpu = time.process_time()
    began = time.perf_counter()
    answer = library.ask(row["question"], documents=named, history=row.get("history", ()), use_llm=False)
    whole = time.perf_counter() - began
    cpu = time.process_time() - searched_cpu
    taken = [(step.name, step.seconds) for step in answer.trace]
    rest = whole - sum(seconds for _, seconds in taken)
    return Asked(steps=(*taken, ("rest", rest)), whole=whole, cpu=cpu, cpu_of_search=searched_cpu - began_cpu)


def _print_stages(folder: Path, questions: Sequence[Row]) -> None:
    began = time.perf_counter()
    with open_library(folder) as library, open_library(folder) as twin:
        print(f"opening the library: {_milliseconds(time.perf_counter() - began)}")
        first = ask(library, twin, questions[0])
        print(f"first question: {_milliseconds(first.whole)}")
        for name, seconds in first.steps:
            print(f"  {name}: {_milliseconds(seconds)}")
        others = [ask(library, twin, row) for row in questions[1:]]
    if others:
        print(f"the other {len(others)} questions: {_spread([asked.whole for asked in others])}")
        for name, times in _by_step(others).items():
            print(f"  {name} ({len(times)} times): {_spread(times)}")
        _print_ratio([asked for asked in others if asked.is_searched])


def _print_ratio(searched: Sequence[Asked]) -> None:
    """How many times its search an answer takes, question by question, and all of them together."""
    if not searched:
        return
    ratio = statistics.median(asked.cpu / asked.cpu_of_search for asked in searched)
    together = sum(asked.cpu for asked in searched) / sum(asked.cpu_of_search for asked in searched)
    print(f"CPU of the {len(searched)} that were searched for: {_spread([asked.cpu for asked in searched])}")
    print(f"  of a search by itself: {_spread([asked.cpu_of_search for asked in searched])}")
    print(f"answer to search: {ratio:.2f} in the median (bar {ANSWER_BAR}), {together:.2f} all together", flush=True)


def _by_step(asked: Sequence[Asked]) -> Mapping[str, Sequence[float]]:
    """In the order in which the steps are first taken, "rest" last."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for name, seconds in (step for each in asked for step in each.steps):
        found[name].append(seconds)
    found["rest"] = found.pop("rest")
    return found


def _spread(seconds: Sequence[float]) -> str:
    return f"median {_milliseconds(statistics.median(seconds))}, maximum {_milliseconds(max(seconds))}"


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


if __name__ == "__main__":
    main()
