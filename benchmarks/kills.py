"""Kills at random moments: does an ingest that is killed again and again leave the library that one in peace leaves?

    python benchmarks/kills.py --kills 200

Three short papers are ingested by the whole product. Each ingest is killed with all its processes (SIGKILL) at a random moment
and begun again, some times over; then it is let end, and the library is compared with the one that was built in peace, row by
row, and examined by `doctor`. The moments come from a seed. Each ingest is forked from a process that has the program loaded,
so that moments fall into the work and not into the start. Needs an operating system that forks.
"""

import argparse
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import chromadb  # noqa: F401 - loaded before the work is timed, as are the next three
import onnxruntime  # noqa: F401
import spacy  # noqa: F401
import tantivy  # noqa: F401

from paperatlas.bootstrap import open_library

PAPERS = Path(__file__).resolve().parent.parent / "data/samples"
SHORTEST = 3
"""Papers: the smallest files."""
A_CHAIN = 5
"""Kills until an ingest is let end: early ones strike at the reading, later ones at what follows from it."""
_VOLATILE = {"added_at", "mtime_ns"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=20261130)
    asked = parser.parse_args()
    papers = sorted(PAPERS.glob("*.pdf"), key=lambda file: file.stat().st_size)[:SHORTEST]
    with tempfile.TemporaryDirectory() as work:
        print(json.dumps(measured(papers, Path(work), kills=asked.kills, seed=asked.seed)))


def measured(papers: list[Path], work: Path, *, kills: int, seed: int) -> dict[str, Any]:
    """The figures: kills that met an ingest at work, libraries, and those that were not what they should be."""
    moments = random.Random(seed)
    in_peace(papers, work / "warm")  # pages that were read once are at hand from now on, in every library alike
    began = time.monotonic()
    in_peace(papers, work / "peace")
    seconds = time.monotonic() - began
    wanted = rows(work / "peace")
    struck = libraries = 0
    differing: list[str] = []
    while struck < kills:
        library = work / f"library{libraries}"
        for _ in range(min(A_CHAIN, kills - struck)):
            if not killed_after(moments.uniform(0, seconds), papers, library):
                break  # it had come to its end, and the next would find nothing to do
            struck += 1
        libraries += 1
        faults = in_peace(papers, library)
        if faults or rows(library) != wanted:
            differing.append(f"{library.name}: {faults or 'other rows'}")
        shutil.rmtree(library)
        sys.stderr.write(f"{struck} kills of {libraries} libraries, {len(differing)} differ\n")
    return {"kills": struck, "libraries": libraries, "seconds_in_peace": round(seconds, 1), "libraries_that_differ": differing}


def in_peace(papers: list[Path], library: Path) -> list[str]:
    """Ingest to the end; what `doctor` finds then."""
    with forked(lambda: examined(papers, library)) as (pid, told):
        with os.fdopen(told, "rb") as pipe:
            said = pipe.read()
        _, status = os.waitpid(pid, 0)
    if status:
        raise SystemExit(f"An ingest that nobody killed ended with {status}.")
    faults: list[str] = json.loads(said)
    return faults


def killed_after(seconds: float, papers: list[Path], library: Path) -> bool:
    """Whether it was still at work."""
    with forked(lambda: ingested(papers, library)) as (pid, told):
        os.close(told)
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if os.waitpid(pid, os.WNOHANG)[0]:
                return False
            time.sleep(0.002)
        os.killpg(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        return True


@contextmanager
def forked(work: Callable[[], str]) -> Iterator[tuple[int, int]]:
    """A process, at the head of a group of its own, that does the work; and where it tells what came of it."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.setsid()
        os.close(read)
        os.write(write, work().encode())
        os._exit(0)
    os.close(write)
    while True:  # until it is at the head of its group, so that a kill reaches all
        try:
            if os.getpgid(pid) == pid:
                break
        except ProcessLookupError:
            break
        time.sleep(0.0005)
    yield pid, read


def ingested(papers: list[Path], library: Path) -> str:
    with open_library(library) as opened:
        report = opened.ingest(papers, workers=2)
        assert not report.failed, report.failed
    return ""


def examined(papers: list[Path], library: Path) -> str:
    ingested(papers, library)
    with open_library(library) as opened:
        return json.dumps([fault.code for fault in opened.doctor().faults])


def rows(library: Path) -> dict[str, list[str]]:
    """Every row of the catalog, without times and the count of changes."""
    with closing(sqlite3.connect(library / "catalog.sqlite3")) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        found = {}
        for table in tables:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[1] not in _VOLATILE]
            where = "WHERE name != 'generation'" if table == "meta" else ""
            read = connection.execute(f"SELECT {', '.join(columns)} FROM {table} {where}")
            found[table] = sorted(map(repr, read))
        return found


if __name__ == "__main__":
    main()
