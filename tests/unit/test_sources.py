"""Which files a person means."""

import os
import sys
from pathlib import Path

import pytest

from paperatlas.core.ids import document_id
from paperatlas.core.ports import Record
from paperatlas.pipeline.ingest.sources import find, record_stamp, stamp

SUFFIXES = frozenset({".pdf", ".txt"})
links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")


def touch(path: Path, content: str = "x") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path.resolve()


def test_a_folder_gives_its_readable_files_sorted_and_below(tmp_path: Path) -> None:
    wanted = [touch(tmp_path / name) for name in ("a.pdf", "b/c.TXT", "b/d/e.pdf", "z.txt")]
    touch(tmp_path / "b/picture.png")
    assert find([tmp_path], SUFFIXES).files == wanted


def test_a_file_named_twice_in_two_ways_is_taken_once(tmp_path: Path) -> None:
    file = touch(tmp_path / "sub/a.pdf")
    assert find([file, tmp_path, tmp_path / "sub" / ".." / "sub" / "a.pdf", str(tmp_path / "**/*.pdf")], SUFFIXES).files == [file]


def test_a_glob_is_expanded_and_a_file_whose_name_looks_like_one_is_taken(tmp_path: Path) -> None:
    odd = touch(tmp_path / "a[1].pdf")
    one = touch(tmp_path / "b1.pdf")
    assert find([str(tmp_path / "b*.pdf")], SUFFIXES).files == [one]
    assert find([odd], SUFFIXES).files == [odd]


def test_hidden_files_are_left_out_with_a_note(tmp_path: Path) -> None:
    touch(tmp_path / ".hidden.pdf")
    touch(tmp_path / ".git/a.pdf")
    seen = touch(tmp_path / "a.pdf")
    found = find([tmp_path], SUFFIXES)
    assert found.files == [seen]
    assert [note for note in found.notes if "2 hidden" in note]


@links
def test_links_that_leave_the_folder_are_left_out_with_a_note_and_others_followed(tmp_path: Path) -> None:
    outside = touch(tmp_path / "outside/secret.pdf")
    inside = touch(tmp_path / "papers/a.pdf")
    (tmp_path / "papers/alias.pdf").symlink_to(inside)
    (tmp_path / "papers/out.pdf").symlink_to(outside)
    (tmp_path / "papers/folder").symlink_to(outside.parent)
    (tmp_path / "papers/broken.pdf").symlink_to(tmp_path / "papers/nothing.pdf")
    found = find([tmp_path / "papers"], SUFFIXES)
    assert found.files == [inside]
    assert len([note for note in found.notes if "leads out" in note]) == 2


@links
def test_a_link_that_is_named_is_followed(tmp_path: Path) -> None:
    file = touch(tmp_path / "real/a.pdf")
    (tmp_path / "link.pdf").symlink_to(file)
    assert find([tmp_path / "link.pdf"], SUFFIXES).files == [file]


@pytest.mark.parametrize(
    ("name", "code"), [("none.pdf", "unreadable_file"), ("*.pdf", "unreadable_file"), ("a.png", "unsupported_file")]
)
def test_what_is_named_and_cannot_be_taken_is_refused_with_the_reason(tmp_path: Path, name: str, code: str) -> None:
    touch(tmp_path / "a.png")
    ((source, error),) = find([str(tmp_path / name)], SUFFIXES).refused
    assert (Path(source).name, error.code) == (name, code)
    assert error.hint


def test_a_folder_that_is_excluded_is_not_entered(tmp_path: Path) -> None:
    touch(tmp_path / "library/originals/a.pdf")
    seen = touch(tmp_path / "a.pdf")
    assert find([tmp_path], SUFFIXES, outside=[tmp_path / "library"]).files == [seen]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep names as Unicode")
def test_a_name_that_is_no_unicode_is_refused_by_name(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff.pdf"))
    path.write_bytes(b"x")
    ((_, error),) = find([path], SUFFIXES).refused
    assert "not Unicode" in error.message
    assert any("not Unicode" in note for note in find([tmp_path], SUFFIXES).notes)


def test_a_stamp_holds_the_hash_of_the_bytes_and_the_composed_name(tmp_path: Path) -> None:
    file = touch(tmp_path / "e\u0301tude.pdf", "content")
    looked = stamp(file)
    assert looked.content == document_id(b"content")
    assert (looked.base, looked.folder, looked.size) == ("étude.pdf", str(file.parent), 7)


def test_a_record_is_known_by_its_file_and_id(tmp_path: Path) -> None:
    looked = record_stamp(tmp_path / "r.jsonl", Record(line=3, name="bad \ud800", content=b"{}"))
    assert (looked.source, looked.base) == (f"{tmp_path / 'r.jsonl'}#bad ?", "bad ?")
    assert looked.content == document_id(b"{}")
