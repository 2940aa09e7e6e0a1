"""A folder that a library follows: what comes, changes and goes, at looks of a clock that the test moves."""

import io
import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperatlas.catalog.writer_lock import writer_lock
from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.core.errors import InputError
from paperatlas.library import Library
from paperatlas.library.watching import FolderWatch, Seen, WatchHow
from tests.fakes.libraries import open_test_library

MOSS, FERN = "# Moss\n\nThe moss is green.\n", "# Fern\n\nThe fern is brown.\n"
SETTLE = 2.0


class Clock:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


class Watched:
    """A folder, the library that follows it, and the time."""

    def __init__(self, library: Library, folder: Path, how: WatchHow) -> None:
        self.library, self.folder, self.how = library, folder, how
        self.clock = Clock()
        self.begin()

    def begin(self) -> None:
        """As a new process would."""
        self.watch = FolderWatch(self.library._opened, [self.folder], self.how, now=self.clock)

    def put(self, name: str, text: str) -> Path:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def after(self, seconds: float) -> Seen | None:
        self.clock.seconds += seconds
        return self.watch.look()

    def settled(self) -> Seen | None:
        """What a look leads to when nothing has changed for long enough."""
        self.after(0)
        return self.after(SETTLE)

    @property
    def names(self) -> list[str]:
        return [document.name for document in self.library.documents()]


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    folder = tmp_path / "papers"
    folder.mkdir()
    with open_test_library(tmp_path / "lib") as library:
        yield Watched(library, folder, WatchHow(settle=SETTLE, collection="inbox"))


def test_a_file_is_read_when_it_has_settled(watched: Watched) -> None:
    watched.put("moss.note", MOSS[:10])
    assert watched.after(0) is None
    watched.put("moss.note", MOSS)  # it is still being copied
    assert watched.after(SETTLE) is None
    assert watched.names == []
    seen = watched.after(SETTLE)
    assert seen is not None
    assert seen.report is not None
    assert [each.status for each in seen.report.documents] == ["added"]
    assert watched.library.document("moss.note").collections == ("inbox",)
    assert not watched.watch.is_waiting
    assert watched.settled() is None


def test_a_changed_file_is_brought_up_to_date(watched: Watched) -> None:
    watched.put("moss.note", MOSS)
    watched.settled()
    watched.put("moss.note", MOSS + "\nIt glows.\n")
    seen = watched.settled()
    assert seen is not None
    assert seen.report is not None
    assert [each.status for each in seen.report.documents] == ["updated"]
    assert watched.library.search("glows").hits


def test_a_paper_goes_with_its_file_but_not_while_that_is_being_replaced(watched: Watched) -> None:
    moss = watched.put("moss.note", MOSS)
    watched.put("fern.note", FERN)
    watched.settled()
    moss.unlink()
    assert watched.after(0) is None
    watched.put("moss.note", MOSS)
    assert watched.after(SETTLE) is None
    moss.unlink()
    seen = watched.settled()
    assert seen is not None
    assert [document.name for document in seen.removed] == ["moss.note"]
    assert watched.names == ["fern.note"]
    assert not watched.watch.is_waiting


def test_a_file_that_was_moved_keeps_its_paper(watched: Watched) -> None:
    moss = watched.put("moss.note", MOSS)
    watched.put("fern.note", FERN)
    watched.settled()
    added = watched.library.document("moss.note").added_at
    moss.rename(watched.folder / "lantern.note")
    watched.after(0)
    watched.after(SETTLE)
    watched.after(SETTLE)
    kept = watched.library.document("moss.note")  # a paper goes by the name under which it came
    assert kept.added_at == added
    assert str(watched.folder / "lantern.note") in kept.sources
    (watched.folder / "lantern.note").unlink()
    watched.settled()
    assert watched.names == ["fern.note"]


def test_papers_of_other_places_are_left_alone(watched: Watched, tmp_path: Path) -> None:
    other = tmp_path / "other.note"
    other.write_text(FERN, encoding="utf-8")
    watched.library.ingest(other)
    other.unlink()
    watched.put("moss.note", MOSS)
    watched.settled()
    assert watched.settled() is None
    assert watched.names == ["moss.note", "other.note"]


@pytest.mark.parametrize("is_there", [True, False])
def test_a_folder_that_is_suddenly_empty_is_taken_for_a_missing_disk(watched: Watched, is_there: bool) -> None:
    watched.put("moss.note", MOSS)
    watched.settled()
    shutil.rmtree(watched.folder)
    if is_there:
        watched.folder.mkdir()
    seen = watched.settled()
    told = [each for each in (seen, watched.settled()) if each]
    assert watched.names == ["moss.note"]
    assert all("kept" in each.note for each in told)
    assert not watched.watch.is_waiting


def test_a_watch_that_was_stopped_goes_on_where_it_was(watched: Watched) -> None:
    moss = watched.put("moss.note", MOSS)
    watched.put("fern.note", FERN)
    watched.settled()
    moss.unlink()
    watched.put("fern.note", FERN + "\nIt is old.\n")
    watched.put("new.note", "# New\n\nA lichen is grey.\n")
    watched.begin()
    seen = watched.settled()
    assert seen is not None
    assert seen.report is not None
    assert {each.doc: each.status for each in seen.report.documents} == {"fern.note": "updated", "new.note": "added"}
    assert [document.name for document in seen.removed] == ["moss.note"]


def test_another_writer_is_waited_for(watched: Watched) -> None:
    watched.put("moss.note", MOSS)
    with writer_lock(watched.library.folder):
        seen = watched.settled()
        assert seen is not None
        assert "tried again" in seen.note
        assert watched.after(SETTLE) is None  # the same is not told again
        assert watched.watch.is_waiting
    assert watched.after(SETTLE) is not None
    assert watched.names == ["moss.note"]


def test_a_file_that_cannot_be_read_is_tried_again_only_when_it_changes(watched: Watched) -> None:
    watched.put("moss.note", "!refuse\n")
    seen = watched.settled()
    assert seen is not None
    assert seen.report is not None
    assert len(seen.report.failed) == 1
    assert watched.settled() is None
    watched.put("moss.note", MOSS)
    assert watched.settled() is not None
    assert watched.names == ["moss.note"]


def test_papers_may_stay_when_their_files_go(watched: Watched) -> None:
    watched.how = WatchHow(settle=SETTLE, remove=False)
    watched.begin()
    moss = watched.put("moss.note", MOSS)
    watched.put("fern.note", FERN)
    watched.settled()
    moss.unlink()
    assert watched.settled() is None
    assert watched.names == ["fern.note", "moss.note"]


@pytest.mark.parametrize("poll", [None, 0.1])
def test_changes_are_seen_while_it_runs(tmp_path: Path, poll: float | None) -> None:
    folder, stop, seen = tmp_path / "papers", threading.Event(), []
    folder.mkdir()
    (folder / "moss.note").write_text(MOSS, encoding="utf-8")
    with open_test_library(tmp_path / "lib") as library:

        def on_seen(each: Seen) -> None:
            seen.append(each)
            if len(seen) == 1:
                (folder / "fern.note").write_text(FERN, encoding="utf-8")
            else:
                stop.set()

        how = WatchHow(settle=0.1, poll=poll)
        running = threading.Thread(target=lambda: library.watch([folder], how, stop=stop, on_seen=on_seen), daemon=True)
        running.start()
        running.join(60)
        assert not running.is_alive()
        assert len(library.documents()) == 2


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with open_test_library(tmp_path / "lib") as library, pytest.raises(InputError, match="no folder"):
        library.watch([tmp_path / "nowhere"])


def test_the_command_brings_a_folder_up_to_date_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPERATLAS_GRAPH", "off")
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "moss.md").write_text(MOSS, encoding="utf-8")
    out = io.StringIO()
    words = ["--library", str(tmp_path / "lib"), "watch", str(tmp_path / "papers"), "--once", "--settle", "0.05", "--json"]
    assert run(words, stdout=Output(out)) == 0
    [line] = out.getvalue().splitlines()
    assert [each["doc"] for each in json.loads(line)["ingested"]["documents"]] == ["moss.md"]
