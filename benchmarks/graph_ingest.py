"""What extraction adds to ingest: CPU seconds and memory, beside reading and embedding of the same documents.

    python -m benchmarks.graph_ingest [--papers FOLDER] [--records FILE.jsonl] [--limit 1000]

How to read the output:

- CPU seconds of this process and its children, user and system: reading (`pipeline.readers`, and for PDFs their layout
  and table models), embedding of all passages, and extraction of the same chunks. Each is taken alone, one after the other,
  so a busy machine slows all of them; judge the ratio. The bar for PDFs is 0.4 of reading and embedding together.
- "model" is loading spaCy's model, once a process; it is not in the ratio.
- Memory is this process's resident size before and after, and after the second half of the records beside after the first:
  what grows with the number of documents shows there.

Needs `resource`, so Linux or macOS.
"""

import argparse
import os
import resource
import sys
import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

from paperatlas.core.types import Chunk, ParsedDocument
from paperatlas.graph.extract.extract import extract
from paperatlas.graph.extract.parser import parsed
from paperatlas.models.bundled_embedder import bundled_embedder
from paperatlas.pipeline.chunk import chunk
from paperatlas.pipeline.readers.jsonl import JsonlReader
from paperatlas.pipeline.readers.pdf import PdfReader

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT.parent / "shared" / "data"
BAR = 0.4
PEAK_UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes in a unit of `ru_maxrss`."""

T = TypeVar("T")
Chunked = tuple[ParsedDocument, Sequence[Chunk]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", type=Path, default=DATA / "papers")
    parser.add_argument("--records", type=Path, default=DATA / "retrieval" / "2wiki" / "corpus.jsonl")
    parser.add_argument("--limit", type=int, default=1000, help="records read")
    args = parser.parse_args()
    _, loading = _timed(_load)
    print(f"model: {loading:.1f} s")
    _papers(sorted(args.papers.glob("*.pdf")))
    _records(args.records, args.limit)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * PEAK_UNIT
    print(f"peak memory of the process, with the embedder: {peak / 2**20:.0f} MiB")


def _papers(files: Sequence[Path]) -> None:
    _read(files[0])  # what is loaded once does not count for reading, as it does not for the others
    documents, reading = _timed(lambda: [_chunked(_read(file)) for file in files])
    ratio = _report(f"{len(files)} PDFs", documents, reading)
    print(f"  bar {BAR}: {'held' if ratio < BAR else 'missed'}")


def _records(file: Path, limit: int) -> None:
    reader = JsonlReader()

    def read() -> list[Chunked]:
        return [_chunked(reader.parse(record)) for record in islice(reader.records(file), limit)]  # type: ignore[arg-type]

    documents, reading = _timed(read)
    _report(f"{len(documents)} records", documents, reading)
    sizes = []
    for half in (documents[: limit // 2], documents[limit // 2 :]):
        for document, chunks in half:
            extract(document, chunks)
        sizes.append(_resident())
    print(f"  resident after the first half {sizes[0]:.0f} MiB, after the second {sizes[1]:.0f} MiB")


def _report(what: str, documents: Sequence[Chunked], reading: float) -> float:
    embedder = bundled_embedder(threads=1)
    texts = [each.embedded_text for _, chunks in documents for each in chunks]
    _, embedding = _timed(lambda: embedder.embed(texts, kind="passage"))
    extractions, extraction = _timed(lambda: [extract(document, chunks) for document, chunks in documents])
    ratio = extraction / (reading + embedding)
    names, mentions, relations = (
        sum(len(getattr(each, part)) for each in extractions) for part in ("entities", "mentions", "relations")
    )
    print(f"{what}: {len(texts)} chunks; {names} entities, {mentions} mentions, {relations} relations")
    print(f"  CPU seconds: reading {reading:.1f}, embedding {embedding:.1f}, extraction {extraction:.1f}; ratio {ratio:.2f}")
    return ratio


def _load() -> None:
    with parsed([], english=True):
        pass


def _read(file: Path) -> ParsedDocument:
    return PdfReader().read(file, name=file.name, on_page=lambda *_: None)


def _chunked(document: ParsedDocument) -> Chunked:
    return document, chunk(document)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began = _cpu()
    return work(), _cpu() - began


def _cpu() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _resident() -> float:
    """MiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) if Path("/proc/self/statm").exists() else 0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    main()
