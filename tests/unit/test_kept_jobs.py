"""Jobs that are kept: what is read of one while it ends, and one that ends as nobody foresaw."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.jobs import Work
from paperatlas.web.kept_jobs import KeptJob, KeptJobs
from tests.fakes.libraries import open_test_library

LONG = 60.0


class Sums(KeptJobs[KeptJob]):
    """Implements `KeptJobs`: adds when it is let, and can be read while it ends."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, kind=KeptJob, noun="sum", folder="sums")
        self.has_begun = threading.Event()
        self.may_end = threading.Event()
        self.ends_while_read = False
        self.broken = False

    def start(self) -> KeptJob:
        return self._take_on(KeptJob(id="0123456789abcdef"))

    def over(self) -> None:
        """Wait until it is."""
        self.may_end.set()
        self._jobs["0123456789abcdef"].wait(LONG)

    def _work(self, job: KeptJob, work: Work) -> dict[str, Any]:
        self.has_begun.set()
        self.may_end.wait(LONG)
        if self.broken:
            raise ZeroDivisionError
        return {"sum": 4}

    def _read(self, id_: str) -> KeptJob:
        kept = super()._read(id_)
        if self.ends_while_read:
            self.over()
        return kept


@pytest.fixture
def sums(tmp_path: Path) -> Iterator[Sums]:
    with open_test_library(tmp_path / "library") as library:
        sums = Sums(Desk(lambda: library))
        yield sums
        sums.may_end.set()


def test_what_is_done_has_its_result_even_when_it_is_read_while_it_ends(sums: Sums) -> None:
    started = sums.start()
    assert not started.is_over
    assert sums.has_begun.wait(LONG)  # and has read what it is to do
    sums.ends_while_read = True
    meanwhile = sums.get(started.id)
    assert (meanwhile.is_over, meanwhile.result) == (False, {})
    assert (sums.get(started.id).state, sums.get(started.id).result) == ("done", {"sum": 4})


def test_one_that_ends_as_nobody_foresaw_has_failed(sums: Sums) -> None:
    sums.broken = True
    started = sums.start()
    sums.over()
    assert sums.get(started.id).state == "failed"
