"""Many processes on one library for a while: writers, readers, backups and checks, and nobody sees what is not so.

`pytest -m slow tests/e2e/test_soak.py --soak-seconds 600` for longer.
"""

import json
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.libraries import open_test_library

SEED = 20261130
READERS = 3
Ask = Callable[..., dict[str, Any]]


@contextmanager
def process(role: str, home: Path, seed: int, root: Path) -> Iterator[Ask]:
    command = [sys.executable, "-m", "tests.fakes.soaking", role, str(home), str(seed)]
    with subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as started:
        assert started.stdin is not None
        assert started.stdout is not None
        asked, told = started.stdin, started.stdout

        def ask(do: str, **how: str) -> dict[str, Any]:
            asked.write(json.dumps({"do": do, **how}) + "\n")
            asked.flush()
            answer: dict[str, Any] = json.loads(told.readline())
            return answer

        yield ask
        asked.close()
    assert started.returncode == 0


class Truth:
    """What has been committed, as far as the writers have said so."""

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._there: list[str] = []
        self._gone: list[str] = []
        self._begun = 0
        self._ended: set[int] = set()
        self.counts: Counter[str] = Counter()

    def written(self, ask: Ask) -> None:
        with self._lock:
            self._begun += 1
            number = self._begun
        done = ask("write")
        with self._lock:
            if "gone" in done:
                self._there.remove(done["gone"])
                self._gone.append(done["gone"])
            if "there" in done:
                self._there.append(done["there"])
            self._ended.add(number)
            self.counts[done["kind"]] += 1
            self._lock.notify_all()

    def read(self, ask: Ask, chance: int) -> None:
        """One word that must be found and one that must not, as far as no write that was under way concerns it."""
        with self._lock:
            there = self._there[chance % len(self._there)] if self._there else None
            gone = self._gone[chance % len(self._gone)] if self._gone else None
        if there is not None and ask("look", token=there)["found"] != 1:
            assert self._was_going(there), f"{there} was committed and is not found"
        if gone is not None:
            assert ask("look", token=gone)["found"] == 0, f"{gone} was removed and is found"
        with self._lock:
            self.counts["looks"] += 1

    def _was_going(self, token: str) -> bool:
        with self._lock:
            under_way = set(range(1, self._begun + 1)) - self._ended
            self._lock.wait_for(lambda: under_way <= self._ended, timeout=120)
            return token in self._gone


@pytest.mark.slow
def test_many_processes_share_a_library_and_nobody_reads_what_is_not_so(
    tmp_path: Path, root: Path, pytestconfig: pytest.Config
) -> None:
    (tmp_path / "papers").mkdir()
    truth, failures = Truth(), list[BaseException]()
    deadline = time.monotonic() + float(pytestconfig.getoption("--soak-seconds"))

    def until_the_end(work: Callable[[int], object]) -> threading.Thread:
        def run() -> None:
            number = 0
            try:
                while time.monotonic() < deadline and not failures:
                    work(number)
                    number += 1
            except BaseException as error:  # noqa: BLE001 - told to the test
                failures.append(error)

        return threading.Thread(target=run)

    with ExitStack() as stack:
        asks = {
            role: stack.enter_context(process(role, tmp_path, SEED + number, root))
            for number, role in enumerate(["told", "waiting", "copying", "checking", *(f"reading{n}" for n in range(READERS))])
        }

        def check(_: int) -> None:
            assert asks["checking"]("check") == {"faults": []}

        def copy(_: int) -> None:
            assert asks["copying"]("copy")["missing"] == []
            truth.counts["copies"] += 1

        threads = [
            until_the_end(lambda _: truth.written(asks["told"])),
            until_the_end(lambda _: truth.written(asks["waiting"])),
            until_the_end(copy),
            until_the_end(check),
            *(until_the_end(partial(truth.read, asks[f"reading{number}"])) for number in range(READERS)),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]

    assert truth.counts["looks"] > READERS
    assert truth.counts["copies"] > 0
    with open_test_library(tmp_path / "peace") as peace, open_test_library(tmp_path / "library") as library:
        peace.ingest(tmp_path / "papers")
        assert {each.name: library.parsed(each.name).pages for each in library.documents()} == {
            each.name: peace.parsed(each.name).pages for each in peace.documents()
        }
        assert library.doctor(fix=True).sound
