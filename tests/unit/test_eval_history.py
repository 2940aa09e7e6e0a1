"""Runs are kept in the catalog: none is lost to an older version, to a busy writer, or to another run of its name."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from paperatlas.catalog import CATALOG, Evaluations, catalog_file
from paperatlas.catalog.schema import CATALOG_TABLES
from paperatlas.cli.main import run
from paperatlas.cli.output import Output
from paperatlas.core.errors import BadSetting
from paperatlas.eval.history import FOLDER, keep, kept, named_run
from paperatlas.eval.measures import Part
from paperatlas.eval.record import Made, Record, Scored
from paperatlas.eval.summing import run_json
from tests.fakes.libraries import open_test_library


def runs_of(folder: Path) -> Evaluations:
    return Evaluations(folder, catalog_file(folder / CATALOG))


def a_run(started: str = "2026-01-01T10:00:00+00:00", answer: str = "36 hours") -> Record:
    item = Scored(
        id="1",
        kind="fact",
        question="How long?",
        answerable=True,
        ok=True,
        status="answered",
        answer=answer,
        confidence=0.9,
        reason="",
        citations=(("a.pdf", 1, "quoted"),),
        scores={"right": Part(1.0, 1.0)},
        seconds=0.1,
    )
    return Record(made=Made(questions="moss", config="default", scope="whole library", started=started), items=(item,))


@pytest.fixture
def library(tmp_path: Path) -> Path:
    catalog_file(tmp_path / CATALOG).create_or_migrate()
    return tmp_path


def test_a_run_goes_into_the_catalog_and_leaves_no_file(library: Path) -> None:
    path = keep(runs_of(library), a_run())
    assert not (library / FOLDER).exists()
    assert kept(runs_of(library)) == [(path, a_run())]
    assert named_run(path, runs_of(library / "elsewhere")) == named_run(Path(path.stem), runs_of(library)) == a_run()


def test_files_of_an_earlier_version_are_taken_over_and_what_is_no_run_stays(library: Path) -> None:
    (library / CATALOG).unlink()
    with closing(catalog_file(library / CATALOG).connect()) as connection:
        for number, step in enumerate(CATALOG_TABLES.steps[:6], 1):
            connection.executescript(f"{step} PRAGMA user_version = {number};")
    (library / FOLDER).mkdir()
    (library / FOLDER / "old.json").write_text(json.dumps(run_json(a_run())), encoding="utf-8")
    (library / FOLDER / "notes.json").write_text('{"mine": 1}', encoding="utf-8")
    database = catalog_file(library / CATALOG)
    database.create_or_migrate()
    Evaluations(library, database).take_in()
    assert [file.name for file in (library / FOLDER).iterdir()] == ["notes.json"]
    assert named_run(Path("old"), runs_of(library)) == a_run()
    with pytest.raises(BadSetting, match=r"notes\.json"):
        kept(runs_of(library))


def test_opening_a_library_takes_over_what_lies_in_its_folder(tmp_path: Path) -> None:
    path = keep(runs_of(tmp_path), a_run())
    assert path.is_file()
    with open_test_library(tmp_path):
        assert not path.exists()
    assert kept(runs_of(tmp_path)) == [(path, a_run())]


def test_a_run_that_the_catalog_cannot_take_now_is_listed_and_taken_in_later(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paperatlas.catalog.sqlite_engine._BUSY_SECONDS", 0.0)
    with closing(sqlite3.connect(library / CATALOG, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        path = keep(runs_of(library), a_run())
        writer.execute("COMMIT")
    assert path.is_file()
    assert kept(runs_of(library)) == [(path, a_run())]
    later = keep(runs_of(library), a_run("2026-02-01"))
    assert not path.exists()
    assert [where for where, _ in kept(runs_of(library))] == [path, later]


def test_another_run_of_the_same_name_takes_no_place_away(library: Path) -> None:
    first, again, other = (
        keep(runs_of(library), a_run()),
        keep(runs_of(library), a_run()),
        keep(runs_of(library), a_run(answer="48 hours")),
    )
    assert first == again
    assert [(path, record.items[0].answer) for path, record in kept(runs_of(library))] == [
        (first, "36 hours"),
        (other, "48 hours"),
    ]


def test_a_library_that_is_not_there_yet_keeps_files_until_it_is(tmp_path: Path) -> None:
    path = keep(runs_of(tmp_path), a_run())
    assert kept(runs_of(tmp_path)) == [(path, a_run())]
    assert named_run(path, runs_of(tmp_path)) == a_run()
    with pytest.raises(BadSetting, match="is no run"):
        named_run(Path("nothing"), runs_of(tmp_path))


def test_kept_runs_are_compared_by_the_names_that_the_history_lists(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import sys

    keep(runs_of(library), a_run())
    keep(runs_of(library), replace(a_run("2026-02-01"), items=()))
    keep(runs_of(library), a_run("2026-03-01"))
    assert run(["--library", str(library), "eval", "history", "--json"], stdout=Output(sys.stdout)) == 0
    names = [row["run"] for row in json.loads(capsys.readouterr().out)["runs"]]
    assert run(["--library", str(library), "eval", "compare", names[0], names[2], "--json"], stdout=Output(sys.stdout)) == 0
    assert json.loads(capsys.readouterr().out)["shared"] == 1
