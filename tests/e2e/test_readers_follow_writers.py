"""A reader that has long been open, in another process, finds what a reader finds that has just opened the library."""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from paperatlas.library import Library
from tests.fakes.libraries import open_test_library
from tests.fakes.searching import found

SEED = 20261130
WORDS = ("amber", "basalt", "chalk", "dune", "ember", "fjord", "grove", "harbour")
Ask = Callable[[str], list[list[object]]]


@contextmanager
def long_lived_reader(folder: Path, vectors: str, root: Path) -> Iterator[Ask]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.fakes.searching", str(folder), vectors],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        asked, told = process.stdin, process.stdout

        def ask(query: str) -> list[list[object]]:
            asked.write(f"{query}\n")
            asked.flush()
            hits: list[list[object]] = json.loads(told.readline())
            return hits

        yield ask
        asked.close()
    assert process.returncode == 0


class Changes:
    """Rounds of writing: records are added, replaced and removed."""

    def __init__(self, library: Library, file: Path) -> None:
        self._library = library
        self._file = file
        self._chance = random.Random(SEED)
        self._records: dict[str, str] = {}
        self._made = 0

    def write(self) -> str:
        """One round; what it did."""
        kind = self._chance.choice(("add", "add", "replace", "remove")) if len(self._records) > 5 else "add"
        if kind == "remove":
            gone = self._chance.choice(sorted(self._records))
            del self._records[gone]
            self._library.remove(gone)
            return f"removed {gone}"
        name = self._chance.choice(sorted(self._records)) if kind == "replace" else f"r{self._made}"
        self._made += 1
        self._records[name] = f"{' '.join(self._chance.choices(WORDS, k=6))} number {self._made}"
        lines = (json.dumps({"id": id_, "text": text}) for id_, text in self._records.items())
        self._file.write_text("\n".join(lines), encoding="utf-8")
        report = self._library.ingest(self._file)
        assert not report.failed
        return f"{kind} {name}"


@pytest.mark.parametrize("rounds", [25, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("vectors", ["exact", "chroma"])
def test_a_reader_in_another_process_follows_every_round_of_writing(
    tmp_path: Path, root: Path, vectors: str, rounds: int
) -> None:
    folder = tmp_path / "library"
    chance = random.Random(SEED + 1)
    stale = []
    with (
        open_test_library(folder, vectors=vectors) as writer,
        long_lived_reader(folder, vectors, root) as ask,
    ):
        changes = Changes(writer, tmp_path / "records.jsonl")
        for number in range(rounds):
            done = changes.write()
            query = " ".join(chance.choices(WORDS, k=2))
            with open_test_library(folder, vectors=vectors) as fresh:
                expected = [list(each) for each in found(fresh, query)]
            assert expected or number < 5
            if ask(query) != expected:
                stale.append(f"round {number}: {done}")
        assert writer.doctor().faults == ()
    assert stale == []
