"""`backup`, `restore`, `export` and `import` on the command line, on a library without papers."""

import io
import json
from pathlib import Path
from typing import Any

from paperatlas.cli.main import run
from paperatlas.cli.output import Output


def told(*words: str) -> tuple[int, Any]:
    """The exit code, and what was printed as JSON."""
    stdout = io.StringIO()
    code = run([*words, "--json"], stdout=Output(stdout))
    return code, json.loads(stdout.getvalue())


def test_a_library_is_copied_checked_put_back_and_moved(tmp_path: Path) -> None:
    library, there = ("--library", str(tmp_path / "library")), ("--library", str(tmp_path / "there"))
    code, copied = told(*library, "backup", str(tmp_path / "copy"))
    assert (code, copied["documents"], copied["copied"], copied["missing"]) == (0, 0, 1, [])
    code, exported = told(*library, "export", str(tmp_path / "papers.zip"))
    assert (code, exported["files"]) == (0, 1)
    code, checked = told("restore", "--check", str(tmp_path / "copy"))
    assert (code, checked["generation"]) == (0, copied["generation"])
    code, restored = told(*library, "restore", str(tmp_path / "copy"))
    assert (code, restored["documents"], restored["faults"]) == (0, 0, [])
    code, imported = told(*there, "import", str(tmp_path / "papers.zip"))
    assert (code, imported["place"]) == (0, str(tmp_path / "papers.zip"))
    assert (tmp_path / "there/catalog.sqlite3").exists()


def test_what_is_no_copy_is_refused_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "letter.zip").write_text("Dear all,", encoding="utf-8")
    code, printed = told("--library", str(tmp_path / "library"), "import", str(tmp_path / "letter.zip"))
    assert (code, printed["error"]["code"]) == (1, "unreadable_backup")
    assert printed["error"]["hint"]
    assert not (tmp_path / "library/catalog.sqlite3").exists()
