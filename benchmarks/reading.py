"""What it costs to read PDF files, beside what others charge for less.

    python benchmarks/reading.py [FOLDER] [--only NAME]... [--repeat N]

Reads every PDF of a folder (default: data/samples) with each reader, each in a process of its own, one after the other,
and prints CPU seconds a page (user and system, all threads), wall-clock seconds a page and peak memory.

How to read the output:

- Judge the ratios: they are to pymupdf4llm with its layout model, measured in the same run, so a slow or busy machine
  slows both sides. The bar for ours is 1.3, and 900 MiB of memory. With --repeat, figures are medians.
- A process starts, loads its models and reads: over few pages the start is most of it.
- pymupdf4llm runs the same layout model as our first engine, writes markdown and knows no references, no front matter and
  no boxes of sentences. pdfplumber (`pip install pdfplumber`) and pypdfium2 give plain text.

Needs `os.wait4`, so Linux or macOS.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from paperatlas.pipeline.readers.pages_apart import PageLimits, PagesApart
from paperatlas.pipeline.readers.pdf import PdfReader
from paperatlas.pipeline.readers.pdf_opening import PdfEngine, PdfOpening

ROOT = Path(__file__).resolve().parent.parent
RATIO_BAR, MEMORY_BAR = 1.3, 900
"""Times the CPU of the yardstick; MiB."""
YARDSTICK = "pymupdf4llm"
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes in a unit of `ru_maxrss`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    cpu: float
    wall: float
    peak: float
    """MiB."""


def ours(files: Sequence[Path]) -> None:
    read_as_ingest_does(files, "pymupdf")


def ours_with_pdfium(files: Sequence[Path]) -> None:
    read_as_ingest_does(files, "pdfium")


def read_as_ingest_does(files: Sequence[Path], engine: PdfEngine) -> None:
    """Pages in a process of their own, which counts too, and none kept from before."""
    reader = PdfReader(PagesApart(PdfOpening(engine=engine, ocr="off"), limits=PageLimits(), processes=1))
    for file in files:
        reader.read(file, name=file.name, on_page=lambda _number, _of: None)


def pymupdf4llm(files: Sequence[Path]) -> None:
    import pymupdf.layout  # noqa: PLC0415 - switches the layout model on; each process loads its own reader only
    import pymupdf4llm as reader  # noqa: PLC0415

    assert pymupdf.layout
    for file in files:
        reader.to_markdown(file, use_ocr=False)


def layout_model_alone(files: Sequence[Path]) -> None:
    import pymupdf.layout  # noqa: PLC0415

    for file in files:
        with pymupdf.open(file) as document:
            for page in document:
                page.get_layout(return_raw=True)


def pdfplumber(files: Sequence[Path]) -> None:
    import pdfplumber as reader  # noqa: PLC0415

    for file in files:
        with reader.open(file) as document:
            for page in document.pages:
                page.extract_text()
                page.close()


def pypdfium2(files: Sequence[Path]) -> None:
    import pypdfium2 as reader  # noqa: PLC0415

    for file in files:
        document = reader.PdfDocument(file)
        for page in document:
            page.get_textpage().get_text_range()


READERS: dict[str, tuple[Callable[[Sequence[Path]], None], str, str]] = {
    "ours": (ours, "PaperAtlas, pymupdf", "pymupdf"),
    "ours-pdfium": (ours_with_pdfium, "PaperAtlas, pdfium", "rapid_layout"),
    YARDSTICK: (pymupdf4llm, "pymupdf4llm with layout, markdown", "pymupdf4llm"),
    "layout": (layout_model_alone, "its layout model alone", "pymupdf"),
    "pdfplumber": (pdfplumber, "pdfplumber, plain text", "pdfplumber"),
    "pypdfium2": (pypdfium2, "pypdfium2, plain text", "pypdfium2"),
}
"""By name: what reads, how it is called in the table, and the module that it needs."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "data" / "samples")
    parser.add_argument("--only", action="append", choices=READERS, help="a reader to measure; the yardstick always is")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--in-process", choices=READERS, help=argparse.SUPPRESS)
    args = parser.parse_args()
    files = sorted(args.folder.glob("**/*.pdf"))
    if args.in_process:
        READERS[args.in_process][0](files)
        return
    names = [name for name in READERS if not args.only or name in {*args.only, YARDSTICK}]
    missing = [name for name in names if find_spec(READERS[name][2]) is None]
    pages = count_pages(files)
    print(f"{len(files)} files, {pages} pages, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    costs: dict[str, list[Cost]] = {name: [] for name in names if name not in missing}
    for _ in range(args.repeat):
        for name, runs in costs.items():
            runs.append(measured(name, args.folder))
    show({name: middle(runs) for name, runs in costs.items()}, pages)
    for name in missing:
        print(f"{READERS[name][1]}: not installed")


def count_pages(files: Sequence[Path]) -> int:
    # In a process of its own: Linux lets a child's peak memory begin with its parent's.
    program = "import sys, pymupdf; print(sum(len(pymupdf.open(file)) for file in sys.argv[1:]))"
    done = subprocess.run([sys.executable, "-c", program, *map(str, files)], check=True, capture_output=True, text=True)
    return int(done.stdout)


def measured(name: str, folder: Path) -> Cost:
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, __file__, str(folder), "--in-process", name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{name} failed: run `{sys.executable} {__file__} {folder} --in-process {name}` to see why")
    return Cost(cpu=usage.ru_utime + usage.ru_stime, wall=wall, peak=usage.ru_maxrss * PEAK_UNIT / 2**20)


def middle(runs: Sequence[Cost]) -> Cost:
    return Cost(
        cpu=statistics.median(run.cpu for run in runs),
        wall=statistics.median(run.wall for run in runs),
        peak=max(run.peak for run in runs),
    )


def show(costs: dict[str, Cost], pages: int) -> None:
    yardstick = costs[YARDSTICK].cpu
    print(f"{'':36}{'CPU s/page':>12}{'wall s/page':>13}{'ratio':>8}{'peak MiB':>10}")
    for name, cost in costs.items():
        ratio = cost.cpu / yardstick
        print(f"{READERS[name][1]:36}{cost.cpu / pages:12.3f}{cost.wall / pages:13.3f}{ratio:8.2f}{cost.peak:10.0f}")
    print(f"bars for ours: {RATIO_BAR} and {MEMORY_BAR} MiB", flush=True)


if __name__ == "__main__":
    main()
