"""Damage that is there when something is asked of a library: it works all the same, or says what is wrong, and then it is mended.

The second half of tests/data/faults.toml says how each ends.
"""

import os
import shutil
import sqlite3
import tomllib
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from paperatlas.core.errors import PaperAtlasError
from paperatlas.library import Library, restore
from tests.fakes.fault_operations import make, open_parts, opened
from tests.fakes.libraries import library_parts, open_test_library, rows

MATRIX: Mapping[str, Mapping[str, str]] = tomllib.loads(
    (Path(__file__).resolve().parents[1] / "data/faults.toml").read_text(encoding="utf-8")
)["found"]
QUICK = {("lexical cut off", "search"), ("catalog index overwritten", "search"), ("graph gone", "graph")}
YEAR = 365 * 86400.0


def _cut_off(folder: Path, pattern: str) -> None:
    """Half of each file is left."""
    files = [file for file in folder.glob(pattern) if file.is_file() and file.stat().st_size]
    assert files, pattern
    for file in files:
        os.truncate(file, file.stat().st_size // 2)


def _overwrite(file: Path, name: str) -> None:
    """The page at which a table or an index begins."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [page] = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
        [size] = connection.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as raw:
        raw.seek(size * (page - 1))
        raw.write(b"\xff" * size)


def _at(folder: Path, when: float) -> None:
    """All that bears a time is of another: the clock was wrong, and has been set right."""
    stamp = f"{1970 + int(when // YEAR)}-06-01T00:00:00+00:00"
    for name, change in (
        ("catalog.sqlite3", "UPDATE documents SET added_at = ?"),
        ("conversations.sqlite3", "UPDATE turns SET asked_at = ?"),
    ):
        with closing(sqlite3.connect(folder / name)) as connection, connection:
            connection.execute(change, (stamp,))
    for file in (*folder.parent.glob("papers/*"), *folder.rglob("*")):
        os.utime(file, (when, when))


def _leave(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b"half")


DAMAGES: Mapping[str, Callable[[Path], object]] = {
    "catalog table overwritten": lambda folder: _overwrite(folder / "catalog.sqlite3", "parts"),
    "catalog index overwritten": lambda folder: _overwrite(folder / "catalog.sqlite3", "chunks_text_key"),
    "catalog vectors overwritten": lambda folder: _overwrite(folder / "catalog.sqlite3", "embeddings"),
    "catalog graph overwritten": lambda folder: _overwrite(folder / "catalog.sqlite3", "relations"),
    "catalog cut off": lambda folder: _cut_off(folder, "catalog.sqlite3"),
    "catalog gone": lambda folder: (folder / "catalog.sqlite3").unlink(),
    "conversations overwritten": lambda folder: _overwrite(folder / "conversations.sqlite3", "turns"),
    "conversations cut off": lambda folder: _cut_off(folder, "conversations.sqlite3"),
    "lexical gone": lambda folder: shutil.rmtree(folder / "lexical"),
    "lexical cut off": lambda folder: _cut_off(folder, "lexical/*.*"),
    "lexical half-written": lambda folder: _cut_off(folder, "lexical/meta.json"),
    "vectors gone": lambda folder: shutil.rmtree(folder / "vectors"),
    "vectors cut off": lambda folder: _cut_off(folder, "vectors/*/*.f32"),
    "vectors half-written": lambda folder: _cut_off(folder, "vectors/*/*.json"),
    "graph gone": lambda folder: shutil.rmtree(folder / "graph"),
    "graph cut off": lambda folder: _cut_off(folder, "graph/*.kgl"),
    "originals gone": lambda folder: shutil.rmtree(folder / "originals"),
    "originals cut off": lambda folder: _cut_off(folder, "originals/*/*"),
    "original half-written": lambda folder: _leave(folder / "originals/ab/x.partial"),
    "writer half-written": lambda folder: (folder / "writer.json").write_text('{"pid": 1', encoding="utf-8"),
    "restore half-written": lambda folder: (folder / "restoring.part").mkdir(),
    "clock was ahead": lambda folder: _at(folder, 80 * YEAR),
    "clock was behind": lambda folder: _at(folder, 0.0),
}


def _search(library: Library, root: Path) -> None:
    del root
    for mode in ("lexical", "vector"):
        library.search("lamp", mode=mode)


OPERATIONS: Mapping[str, Callable[[Library, Path], object]] = {
    "search": _search,
    "graph": lambda library, _: library.graph.stats(),
    "converse": lambda library, _: library.turns("t"),
    "ingest": lambda library, root: library.ingest(root / "papers/more.note"),
    "remove": lambda library, _: library.remove("tides.note"),
    "backup": lambda library, root: library.backup(root / "fresh"),
}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("found")
    make(home / "here", changed=False)
    (home / "here/papers/more.note").write_text("Chalk is white.\n", encoding="utf-8")
    shutil.copytree(home / "here", home / "base")
    return home


def observed(base: Path, damage: str, operation: str) -> str:
    """Damage, ask, mend, ask again."""
    root = base / "here"
    shutil.rmtree(root)
    shutil.copytree(base / "base", root)
    DAMAGES[damage](root / "library")
    works = _asked(root, operation)
    fixed = _mended(root)
    if not fixed:
        restore(root / "backup", library_parts(**open_parts(root / "library")), replace=True)
        fixed = {"restored"}
    with opened(root) as library:
        assert library.doctor().faults == ()
        names = {document.name for document in library.documents()}
        undone = {"ingest": "more.note" not in names, "remove": "tides.note" in names}
        if not works and undone.get(operation):
            OPERATIONS[operation](library, root)
        assert library.search("lamp", mode="lexical").hits
        assert names >= {"amber.note"}
    if fixed == {"restored"}:
        return "restored"
    return ("works" if works else "told") + (", mended" if fixed != {""} else "")


def _asked(root: Path, operation: str) -> bool:
    """Whether it works; else whoever asked is told what is wrong, and what to do."""
    try:
        with opened(root) as library:
            OPERATIONS[operation](library, root)
    except PaperAtlasError as error:
        if not (error.message and error.hint):
            raise
        return False
    return True


def _mended(root: Path) -> set[str]:
    """What `doctor --fix` has mended, {""} for nothing; empty where it cannot."""
    try:
        with opened(root) as library:
            if not library.documents():
                return set()
            report = library.doctor(fix=True)
    except PaperAtlasError:
        return set()
    return {fault.code for fault in report.faults} or {""} if report.sound else set()


def _named(damage: str, operation: str, outcome: str) -> Any:
    marks = [] if (damage, operation) in QUICK else [pytest.mark.slow]
    return pytest.param(damage, operation, outcome, id=f"{operation}-{damage}", marks=marks)


@pytest.mark.parametrize(
    ("damage", "operation", "outcome"),
    [_named(damage, operation, outcome) for damage, row in MATRIX.items() for operation, outcome in row.items()],
)
def test_what_is_damaged_is_told_or_done_without_and_then_mended(base: Path, damage: str, operation: str, outcome: str) -> None:
    assert observed(base, damage, operation) == outcome


def test_the_matrix_has_every_damage_and_every_operation() -> None:
    assert {damage: set(row) for damage, row in MATRIX.items()} == {damage: set(OPERATIONS) for damage in DAMAGES}


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["gone", "cut off"])
def test_a_chroma_folder_that_is_damaged_is_made_anew(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "library"
    (tmp_path / "a.note").write_text("The lamp of Amber is green.\n", encoding="utf-8")
    how: dict[str, Any] = {"vectors": "chroma", "index_folders": (folder / "lexical", folder / "chroma")}
    with open_test_library(folder, **how) as library:
        library.ingest(tmp_path / "a.note")
        hits = library.search("lamp", mode="vector").hits
    before = rows(folder)
    if damage == "gone":
        shutil.rmtree(folder / "chroma")
    else:
        _cut_off(folder, "chroma/**/*.*")
    with open_test_library(folder, **how) as library:
        assert library.doctor(fix=True).sound
        assert library.search("lamp", mode="vector").hits == hits
        assert library.doctor().faults == ()
    assert rows(folder) == before
