"""Papers that are taken out can be called back for a while, and are gone after it."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from paperatlas.library import Library
from paperatlas.mcp_server.desk import Desk
from paperatlas.web.removals import Removal, Removals
from tests.fakes.libraries import open_test_library
from tests.fakes.mcp_servers import LAMP, TIDE, write_notes
from tests.unit.test_web_api import API, serving

if TYPE_CHECKING:
    from starlette.testclient import TestClient

LONG = 3600.0


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_test_library(tmp_path / "library") as library:
        library.ingest(write_notes(tmp_path / "papers", lamp=LAMP, tide=TIDE))
        yield library


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def names(library: Library) -> set[str]:
    return {document.name for document in library.documents()}


def test_a_paper_goes_when_the_respite_is_over(library: Library) -> None:
    removals = Removals(Desk(lambda: library), respite=0.0)
    removal = removals.start(library.document("tide.note"))
    until(lambda: removals.get(removal.id).is_over)
    assert removals.get(removal.id).state == "done"
    assert names(library) == {"lamp.note"}
    assert removals.cancel(removal.id).state == "done"


def test_a_paper_that_is_called_back_stays_and_can_be_taken_out_again(library: Library) -> None:
    desk = Desk(lambda: library)
    removals = Removals(desk, respite=LONG)
    first = removals.start(library.document("tide.note"))
    assert removals.start(library.document("tide.note")).id == first.id
    assert removals.cancel(first.id).state == "cancelled"
    assert names(library) == {"lamp.note", "tide.note"}
    again = removals.start(library.document("tide.note"))
    assert again.id != first.id
    desk.jobs.cancel_all()


def test_a_removal_outlives_the_server_and_its_respite_begins_anew(library: Library) -> None:
    ended = Desk(lambda: library)
    removal = Removals(ended, respite=LONG).start(library.document("tide.note"))
    kept = library.folder / "removals" / removal.id / "job.json"
    written = kept.read_text(encoding="utf-8")
    ended.jobs.cancel_all()
    until(lambda: '"cancelled"' in kept.read_text(encoding="utf-8"))
    kept.write_text(written, encoding="utf-8")  # as a server that is killed leaves it

    def waits(removals: Removals) -> Removal:
        removals.resume_soon()
        until(lambda: removals.get(removal.id).state == "running")
        return removals.get(removal.id)

    desk = Desk(lambda: library)
    removals = Removals(desk, respite=LONG)
    assert waits(removals).document == removal.document
    assert removals.cancel(removal.id).state == "cancelled"
    assert "tide.note" in names(library)


def test_what_another_process_has_removed_meanwhile_is_gone_as_wanted(library: Library) -> None:
    removals = Removals(Desk(lambda: library), respite=0.4)
    removal = removals.start(library.document("tide.note"))
    library.remove(["tide.note"])
    until(lambda: removals.get(removal.id).is_over)
    assert removals.get(removal.id).state == "done"


def test_a_removal_is_asked_for_and_undone_over_rest(library: Library) -> None:
    web: TestClient
    with serving(library) as web:
        asked = web.post(f"{API}/removals", json={"document": "tide.note"})
        assert (asked.status_code, asked.json()["title"]) == (202, library.document("tide.note").title)
        assert web.get(f"{API}/removals").json()["removals"][0]["state"] in {"waiting", "running"}
        assert web.delete(asked.headers["location"]).json()["state"] == "cancelled"
        assert web.get(asked.headers["location"]).json()["state"] == "cancelled"
        assert web.post(f"{API}/removals", json={"document": "nobody"}).status_code == 404
    with serving(library, read_only=True) as web:
        assert web.post(f"{API}/removals", json={"document": "tide.note"}).status_code in {404, 405}
