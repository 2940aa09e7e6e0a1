"""A library on a disk that may only be read, such as a mounted archive: it is asked and copied, and says why it takes nothing."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperatlas.core.errors import StoreError
from tests.fakes.libraries import graph_parts, open_test_library

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="folders are made so by their access lists there")


def protect(folder: Path) -> None:
    """Root may write anywhere but on a disk that was mounted for reading."""
    if os.geteuid():
        for place in (folder, *folder.rglob("*")):
            place.chmod(place.stat().st_mode & ~0o222)
        return
    for how in (["--bind", folder, folder], ["-o", "remount,ro,bind", folder]):
        if subprocess.run(["mount", *how], check=False, capture_output=True).returncode:
            pytest.skip("root may not mount a folder for reading here")


def unprotect(folder: Path) -> None:
    if os.geteuid():
        for place in (folder, *folder.rglob("*")):
            place.chmod(place.stat().st_mode | 0o700)
        return
    while not subprocess.run(["umount", "--lazy", folder], check=False, capture_output=True).returncode:
        """Until all that was mounted over it is gone."""


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Path]:
    papers, folder = tmp_path / "papers", tmp_path / "library"
    papers.mkdir()
    (papers / "a.note").write_text("# Lamps\nThe lamp of Amber is green.", encoding="utf-8")
    with open_test_library(folder, graph=graph_parts(folder)) as library:
        library.ingest(papers)
        library.search("lamp")
        library.graph.stats()
    protect(folder)
    try:
        yield folder
    finally:
        unprotect(folder)


def test_it_is_searched_asked_and_copied(archive: Path, tmp_path: Path) -> None:
    with open_test_library(archive, graph=graph_parts(archive)) as library:
        assert [hit.chunk.text for hit in library.search("lamp").hits] == ["The lamp of Amber is green."]
        assert library.ask("How many pages does a.note have?").status == "answered"
        assert library.graph.stats().entities
        assert library.backup(tmp_path / "copy").documents == 1


def test_what_would_change_it_is_refused_with_the_reason(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "papers/b.note").write_text("The tide is high.", encoding="utf-8")
    with open_test_library(archive, graph=graph_parts(archive)) as library:
        with pytest.raises(StoreError, match="could not be written"):
            library.ingest(tmp_path / "papers")
        assert len(library.documents()) == 1


def test_one_that_a_writer_left_in_the_middle_is_not_read_half(archive: Path, tmp_path: Path) -> None:
    """Its log cannot be played back there; without it the catalog would be an older one, or none."""
    unprotect(archive)
    shutil.copyfile(archive / "catalog.sqlite3", archive / "catalog.sqlite3-wal")
    protect(archive)
    with pytest.raises(StoreError), open_test_library(archive) as library:
        library.documents()
