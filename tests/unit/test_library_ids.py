"""A library is known on a shared server by its folder's path, or where machines share the folder by what lies in it."""

from pathlib import Path

from paperatlas.core.library_ids import HOME, library_id


def test_two_folders_are_two_libraries(tmp_path: Path) -> None:
    assert library_id(tmp_path / "a") == library_id(tmp_path / "a") != library_id(tmp_path / "b")


def test_a_shared_folder_is_one_library_under_whatever_path(tmp_path: Path) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        (tmp_path / name / HOME).write_text("0123abcd", encoding="utf-8")
    assert library_id(tmp_path / "here") == library_id(tmp_path / "there")
