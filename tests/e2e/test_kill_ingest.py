"""Kill it anywhere, run it again: nothing is missing, doubled or orphaned."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.libraries import graph_parts, open_test_library, rows
from tests.fakes.notes import PAGE_BREAK

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills a process group")

KILLS = 12
SEED = 20261130
GONE_SECONDS = 30.0
"""Longest wait for a process to be gone after its end was asked for."""


@contextmanager
def ingesting(library: Path, papers: Path, root: Path) -> Iterator["subprocess.Popen[str]"]:
    """An ingest in a process group of its own, about to begin its work."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.fakes.ingesting", str(library), str(papers)],
        cwd=root,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    """Three short papers, and one that an earlier version of the library holds in an older form."""
    folder = tmp_path / "papers"
    folder.mkdir()
    for name in ("amber", "basalt", "chalk"):
        named = f"{name.title()} and Quartz"
        pages = (f"# {name}\n" + "\n".join(f"Line {n} of page {page} on {named}." for n in range(40)) for page in range(6))
        (folder / f"{name}.note").write_text(PAGE_BREAK.join(pages), encoding="utf-8")
    return folder


@pytest.mark.slow
def test_an_ingest_killed_at_any_moment_is_finished_by_running_it_again(tmp_path: Path, papers: Path, root: Path) -> None:
    before = tmp_path / "before"
    later = (papers / "basalt.note").read_text(encoding="utf-8")
    (papers / "basalt.note").write_text("The First Draft of Basalt.", encoding="utf-8")
    with open_test_library(before, graph=graph_parts(before)) as library:
        library.ingest(papers / "basalt.note")
    (papers / "basalt.note").write_text(later, encoding="utf-8")

    peace = tmp_path / "peace"
    shutil.copytree(before, peace)
    with ingesting(peace, papers, root) as process:
        began = time.monotonic()
        assert process.stdout is not None
        assert process.stdout.read() == "done\n"
        seconds = time.monotonic() - began
    built_in_peace = rows(peace)
    assert len(built_in_peace["documents"]) == len(built_in_peace["extractions"]) == 3
    assert built_in_peace["entities"]

    moments, interrupted = random.Random(SEED), 0
    for number in range(KILLS):
        killed = tmp_path / f"killed{number}"
        shutil.copytree(before, killed)
        with ingesting(killed, papers, root) as process:
            try:
                process.wait(timeout=moments.uniform(0, seconds))
            except subprocess.TimeoutExpired:
                interrupted += 1
                os.killpg(process.pid, signal.SIGKILL)
        with open_test_library(killed, graph=graph_parts(killed)) as library:
            library.ingest(papers)
            assert library.doctor().faults == (), f"kill {number}"
            hits = library.search("page 5 on chalk", mode="lexical", limit=200).hits
        assert rows(killed) == built_in_peace, f"kill {number}"
        assert len({hit.chunk.id for hit in hits}) == len(hits) > 0
        shutil.rmtree(killed)
    assert interrupted >= KILLS // 2, "most moments fell into the ingest"


def test_reader_processes_end_when_the_process_that_started_them_is_killed(tmp_path: Path, root: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    for name in "ab":
        (papers / f"{name}.note").write_text(f"!hang {name}", encoding="utf-8")
    with ingesting(tmp_path / "library", papers, root) as process:
        _until(lambda: len(_group(process.pid)) == 3)  # it and its two readers
        process.kill()
        process.wait()
        _until(lambda: not _group(process.pid))


def _group(leader: int) -> list[int]:
    listed = subprocess.run(["ps", "-A", "-o", "pid=,pgid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = (line.split() for line in listed.splitlines())
    return [int(pid) for pid, group, state in rows if int(group) == leader and not state.startswith("Z")]


def _until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + GONE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.05)
