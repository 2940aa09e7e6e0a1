"""Reading in processes of their own: a page that crashes or hangs costs that page."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperatlas.core.errors import UnreadableFile, UnsupportedFile
from paperatlas.core.ids import document_id
from paperatlas.pipeline.ingest.frames import Job, Read
from paperatlas.pipeline.ingest.workers import Limits, WorkerPool
from tests.fakes.notes import PAGE_BREAK, RECIPE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the fake reader dies by a POSIX signal")


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    with WorkerPool(RECIPE, workers=1, limits=Limits(page_seconds=20, file_seconds=60)) as pool:
        yield pool


def note(folder: Path, *pages: str, name: str = "a.note") -> Job:
    path = folder / name
    path.write_text(PAGE_BREAK.join(pages), encoding="utf-8")
    return Job(path=path, name=name, content=document_id(path.read_bytes()))


def texts(read: Read) -> list[str]:
    return [page.text for page in read.document.pages]


def test_a_file_is_read_and_cut_into_chunks(pool: WorkerPool, tmp_path: Path) -> None:
    job = note(tmp_path, "# Lamps\nThey shine.", "They end.")
    read = pool.read(job).result()
    assert texts(read) == ["# Lamps\nThey shine.", "They end."]
    assert [chunk.text for chunk in read.chunks] == ["They shine.", "They end."]
    assert read.document.id == job.content


def test_a_page_that_kills_its_reader_is_left_out_with_a_warning(pool: WorkerPool, tmp_path: Path) -> None:
    read = pool.read(note(tmp_path, "One.", "!die", "Three.")).result()
    assert texts(read) == ["One.", "", "Three."]
    assert [(warning.code, warning.page) for warning in read.document.warnings] == [("page_skipped", 2)]


def test_a_page_that_hangs_is_left_out_too(tmp_path: Path) -> None:
    with WorkerPool(RECIPE, workers=1, limits=Limits(page_seconds=3, file_seconds=60)) as pool:
        read = pool.read(note(tmp_path, "One.", "!hang")).result()
    assert texts(read) == ["One.", ""]


def test_two_bad_pages_are_left_out_and_a_third_fails_the_file(pool: WorkerPool, tmp_path: Path) -> None:
    read = pool.read(note(tmp_path, "!die", "Two.", "!die")).result()
    assert texts(read) == ["", "Two.", ""]
    with pytest.raises(UnreadableFile, match=r"'a\.note'.*SIGKILL.*page 3.*1, 2"):
        pool.read(note(tmp_path, "!die", "!die", "!die")).result()


def test_a_file_over_its_time_fails(tmp_path: Path) -> None:
    with (
        WorkerPool(RECIPE, workers=1, limits=Limits(page_seconds=60, file_seconds=3)) as pool,
        pytest.raises(UnreadableFile, match="3 s for one file"),
    ):
        pool.read(note(tmp_path, "!hang", "!hang", "!hang")).result()


def test_the_next_file_is_read_after_a_crash(pool: WorkerPool, tmp_path: Path) -> None:
    crashed = pool.read(note(tmp_path, "!die", "!die", "!die"))
    fine = pool.read(note(tmp_path, "Fine.", name="b.note"))
    assert texts(fine.result()) == ["Fine."]
    assert isinstance(crashed.exception(), UnreadableFile)


def test_what_a_reader_refuses_or_stumbles_over_is_an_error_of_that_file(pool: WorkerPool, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="is not a note") as refused:
        pool.read(note(tmp_path, "!refuse")).result()
    assert refused.value.hint == "Write a note."
    with pytest.raises(UnreadableFile, match="RuntimeError: the reader has a fault"):
        pool.read(note(tmp_path, "!raise")).result()
    with pytest.raises(UnsupportedFile):
        pool.read(note(tmp_path, "x", name="a.xyz")).result()


def test_pages_are_reported_as_they_begin(tmp_path: Path) -> None:
    begun: list[tuple[str, int, int]] = []
    with WorkerPool(
        RECIPE,
        workers=1,
        limits=Limits(),
        on_page=lambda job, page: begun.append((job.name, page.number, page.total)),
    ) as pool:
        pool.read(note(tmp_path, "1", "2")).result()
    assert begun == [("a.note", 1, 2), ("a.note", 2, 2)]


def test_closing_ends_what_is_being_read(tmp_path: Path) -> None:
    with WorkerPool(RECIPE, workers=1, limits=Limits(page_seconds=3000, file_seconds=3000)) as pool:
        hanging = pool.read(note(tmp_path, "!hang"))
        waiting = pool.read(note(tmp_path, "x", name="b.note"))
    assert isinstance(hanging.exception(timeout=30), UnreadableFile) or hanging.cancelled()
    assert waiting.cancelled()
