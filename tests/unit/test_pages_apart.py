"""Pages read in processes of their own: what crashes, loops or eats memory costs one page."""

import sys
from pathlib import Path

import pytest

from paperatlas.core.errors import UnreadableFile
from paperatlas.pipeline.readers.pages_apart import PageLimits, PageLost, PagesApart
from paperatlas.pipeline.readers.pdf import PdfReader
from tests.fakes.pages import open_note

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the fake file dies by POSIX signals")

BRISK = PageLimits(page_seconds=2, file_seconds=120, mebibytes=1024)


def note(folder: Path, *pages: str) -> Path:
    path = folder / "note.pdf"
    path.write_text("\f".join(pages), encoding="utf-8")
    return path


def read(path: Path, *, limits: PageLimits = BRISK, processes: int = 1):
    reader = PdfReader(PagesApart(open_note, limits=limits, processes=processes))
    return reader.read(path, name=path.name, on_page=lambda number, count: None)


def told(document):
    return [(warning.code, warning.page) for warning in document.warnings]


def test_pages_come_as_the_file_has_them(tmp_path):
    assert [page.text for page in read(note(tmp_path, "One.", "Two.")).pages] == ["One.", "Two."]


def test_a_page_that_kills_its_process_is_reported_and_the_others_kept(tmp_path):
    document = read(note(tmp_path, "One.", "!die", "!die", "!die", "Five."))
    assert [page.text for page in document.pages] == ["One.", "", "", "", "Five."]
    assert told(document) == [("page_failed", 2), ("page_failed", 3), ("page_failed", 4)]
    assert "SIGKILL" in document.warnings[0].message


def test_a_page_that_computes_forever_is_ended_by_its_processor_time(tmp_path):
    document = read(note(tmp_path, "!loop", "Two."))
    assert [page.text for page in document.pages] == ["", "Two."]
    assert told(document) == [("page_failed", 1)]


def test_a_page_that_waits_forever_is_ended_by_the_clock(tmp_path):
    document = read(note(tmp_path, "!wait", "Two."))
    assert [page.text for page in document.pages] == ["", "Two."]
    assert "took longer than" in document.warnings[0].message


@pytest.mark.skipif(sys.platform != "linux", reason="no other system limits a process's memory")
def test_a_page_that_eats_memory_fails_in_the_process_that_goes_on(tmp_path):
    document = read(note(tmp_path, "One.", "!eat", "Three."))
    assert [page.text for page in document.pages] == ["One.", "", "Three."]
    assert told(document) == [("page_failed", 2)]


def test_a_damaged_page_is_reported_in_the_engines_words(tmp_path):
    assert "cycle in page tree" in read(note(tmp_path, "!raise", "Two.")).warnings[0].message


def test_a_long_file_is_read_by_several_processes_in_order(tmp_path):
    pages = [f"This is page {number}." for number in range(1, 31)]
    assert [page.text for page in read(note(tmp_path, *pages), processes=2).pages] == pages


def test_a_file_that_cannot_be_opened_is_refused_in_the_engines_words(tmp_path):
    with pytest.raises(UnreadableFile, match="is not a note"):
        read(note(tmp_path, "!refuse"))


def test_a_file_whose_opening_crashes_is_refused(tmp_path):
    with pytest.raises(UnreadableFile, match=r"note\.pdf.*SIGKILL"):
        read(note(tmp_path, "!die on opening"))


def test_processes_are_kept_for_the_next_file(tmp_path):
    apart = PagesApart(open_note, limits=BRISK, processes=1)
    seen = set()
    for _ in range(3):
        with apart(note(tmp_path, "!pid"), "note.pdf") as file:
            raw, _ = file.page(1)
            seen.add(raw.lines[0].text)
    assert len(seen) == 1


def test_pages_are_lost_when_the_time_for_the_file_is_over(tmp_path):
    apart = PagesApart(open_note, limits=PageLimits(file_seconds=0), processes=1)
    with apart(note(tmp_path, "One."), "note.pdf") as file, pytest.raises(PageLost, match="0 s for one file"):
        file.page(1)


def test_nobody_waits_for_pages_that_are_not_wanted_any_more(tmp_path):
    path = note(tmp_path, "One.", *["!wait"] * 20)
    apart = PagesApart(open_note, limits=PageLimits(page_seconds=3000), processes=2)

    def interrupted(number, count):
        if number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        PdfReader(apart).read(path, name="note.pdf", on_page=interrupted)
