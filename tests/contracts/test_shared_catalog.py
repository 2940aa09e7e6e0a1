"""A library whose catalog is on PostgreSQL is the library that it would be with a file, and many may write to it."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import psycopg
import pytest

from paperatlas.catalog.postgres_sql import bound, translated
from paperatlas.catalog.schema import CATALOG_TABLES
from paperatlas.choose_catalog import chosen_catalog
from paperatlas.core.conversation import Turn
from paperatlas.core.errors import BadSetting, LibraryLocked, StoreError
from paperatlas.library import Library, restore
from paperatlas.settings import Settings
from tests.fakes.engines import Place
from tests.fakes.libraries import Row, graph_parts, library_parts, open_test_library, rows

Open = Callable[..., Library]


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "a.note").write_text("# Lamps\nThe lamp of Amber is green.\nThe lamp of Quartz is amber.", encoding="utf-8")
    (papers / "b.note").write_text("The tide of Ebb is high, 100 % of it.", encoding="utf-8")
    return papers


@pytest.fixture
def opened(postgres_place: Place, tmp_path: Path) -> Open:
    """Opens the library; its folder is the same for all who do."""
    folder = tmp_path / "shared"
    return partial(open_test_library, folder, engine=postgres_place.engine, graph=graph_parts(folder))


@pytest.fixture
def library(opened: Open) -> Iterator[Library]:
    with opened() as library:
        yield library


def in_a_file(folder: Path) -> Library:
    return open_test_library(folder, graph=graph_parts(folder))


def all_rows(library: Library, work: Path) -> dict[str, list[Row]]:
    copy = work / "copy.sqlite3"
    copy.unlink(missing_ok=True)
    library._opened.database.engine.copy_to(copy)
    return rows(library.folder, copy)


def used(library: Library, papers: Path) -> None:
    """What changes a catalog in most of its ways."""
    library.ingest(papers)
    library.collect("light", ["a.note"])
    library.correct("b.note", title="On Tides")
    (papers / "a.note").write_text("# Lamps\nThe lamp of Amber is red.", encoding="utf-8")
    (papers / "c.note").write_text("Nothing of Note.", encoding="utf-8")
    library.ingest(papers)
    library.remove(["c.note"])
    library.graph.merge("Amber", "Ebb")


def test_it_is_row_by_row_the_library_that_it_would_be_in_a_file(library: Library, papers: Path, tmp_path: Path) -> None:
    used(library, papers)
    (papers / "a.note").write_text("# Lamps\nThe lamp of Amber is green.\nThe lamp of Quartz is amber.", encoding="utf-8")
    with in_a_file(tmp_path / "filed") as filed:
        used(filed, papers)
        assert all_rows(library, tmp_path) == rows(filed.folder)
        assert [hit.chunk.id for hit in library.search("lamp").hits] == [hit.chunk.id for hit in filed.search("lamp").hits]
        asked = "How many pages does b.note have?"
        assert library.ask(asked).text == filed.ask(asked).text
    assert library.doctor().faults == ()


@pytest.mark.parametrize("there", ["postgres", "file"])
def test_a_copy_of_either_can_be_put_back_as_the_other(
    there: str, library: Library, papers: Path, tmp_path: Path, postgres_place: Place
) -> None:
    filed = tmp_path / "filed"
    with in_a_file(filed) if there == "postgres" else library as source:
        source.ingest(papers)
        source._opened.conversations.add("t", Turn(question="Which?", condensed="Which?"), {})
        source.backup(tmp_path / "copy")
    target = library.folder if there == "postgres" else filed
    engine = {"engine": postgres_place.engine} if there == "postgres" else {}
    restore(tmp_path / "copy", library_parts(target, graph=graph_parts(target), **engine), replace=True)
    with open_test_library(target, graph=graph_parts(target), **engine) as restored:
        assert [document.name for document in restored.documents()] == ["a.note", "b.note"]
        assert len(restored.search("lamp", mode="lexical").hits) == 2
        assert restored.doctor().faults == ()
        assert [thread.name for thread in restored.threads()] == ["t"]


def test_what_one_commits_the_others_read_at_once(library: Library, opened: Open, papers: Path) -> None:
    with opened() as other:
        assert not other.search("lamp", mode="lexical").hits
        library.ingest(papers)
        assert len(other.search("lamp", mode="lexical").hits) == 2
        library.remove(["a.note"])
        assert not other.search("lamp", mode="lexical").hits


WRITER = """
import sys
from pathlib import Path
from tests.fakes.engines import Place
from tests.fakes.libraries import graph_parts, open_test_library
folder = Path(sys.argv[1])
library = open_test_library(folder, engine=Place(*sys.argv[3:]).engine, graph=graph_parts(folder), lock_seconds=60.0)
"""
INGESTING = WRITER + "library.ingest(Path(sys.argv[2]))"
HOLDING = WRITER + "with library._opened.writing(): print('writing', flush=True); sys.stdin.read()"


def start(script: str, library: Library, papers: Path, place: Place) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", script, str(library.folder), str(papers), *place]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_many_writers_take_their_turns(library: Library, tmp_path: Path, postgres_place: Place) -> None:
    folders = []
    for writer in range(3):
        folder = tmp_path / f"from{writer}"
        folder.mkdir()
        for paper in range(4):
            (folder / f"{writer}-{paper}.note").write_text(f"Paper {paper} of writer {writer} is here.", encoding="utf-8")
        folders.append(folder)
    writers = [start(INGESTING, library, folder, postgres_place) for folder in folders]
    assert [(writer.communicate(timeout=120), writer.returncode)[1] for writer in writers] == [0, 0, 0]
    assert len(library.documents()) == 12
    assert library.doctor().faults == ()


def test_who_writes_is_named_and_a_writer_that_dies_holds_nobody_up(
    library: Library, papers: Path, postgres_place: Place
) -> None:
    with start(HOLDING, library, papers, postgres_place) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "writing\n"
        with pytest.raises(LibraryLocked, match=f"process {writer.pid} on .* since 20"):
            library.ingest(papers)
        writer.send_signal(signal.SIGKILL)
    with closing(open_test_library(library.folder, engine=postgres_place.engine, lock_seconds=60.0)) as patient:
        with patient._opened.database.exclusive(wait=60.0) as interrupted:
            assert interrupted
        with patient._opened.database.exclusive() as interrupted:
            assert not interrupted


def end_connections(place: Place, like: str) -> None:
    with psycopg.connect(place.address, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE %s", [like]
        ).fetchone()
        assert ended is not None
        assert ended[0] > 0
        while connection.execute("SELECT 1 FROM pg_stat_activity WHERE application_name LIKE %s", [like]).fetchone():
            time.sleep(0.05)


def test_connections_that_the_server_ended_are_opened_anew(library: Library, papers: Path, postgres_place: Place) -> None:
    library.ingest(papers)
    end_connections(postgres_place, "PaperAtlas reading%")
    assert len(library.documents()) == 2


def test_whoever_lost_the_lock_writes_no_more(library: Library, postgres_place: Place) -> None:
    def lose_the_lock() -> None:
        with library._opened.writing() as writer:
            with writer.transaction():
                writer.note("before", "1")
            end_connections(postgres_place, "PaperAtlas writing%")
            with writer.transaction():
                writer.note("after", "1")

    with pytest.raises(StoreError, match="could not be used"):
        lose_the_lock()
    assert library._opened.catalog.meta("before") == "1"
    assert library._opened.catalog.meta("after") == ""


@pytest.mark.usefixtures("library")
def test_another_folder_is_refused_since_its_indexes_would_not_follow(postgres_place: Place, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="goes with another folder"):
        open_test_library(tmp_path / "elsewhere", engine=postgres_place.engine)


def test_a_text_that_postgres_cannot_hold_fails_that_paper_alone(library: Library, papers: Path) -> None:
    (papers / "nul.note").write_text("A null \0 is here.", encoding="utf-8")
    report = library.ingest(papers)
    assert sorted(each.status for each in report.documents) == ["added", "added", "failed"]
    assert len(library.documents()) == 2


def settings(**values: str) -> Settings:
    return Settings.model_validate(values)


def test_a_folder_with_a_catalog_of_its_own_is_not_given_another(tmp_path: Path) -> None:
    with in_a_file(tmp_path / "filed") as filed:
        with pytest.raises(BadSetting, match="has a catalog of its own"):
            chosen_catalog(settings(catalog_url="postgresql://papers@127.0.0.1/papers"), filed.folder)
        assert chosen_catalog(settings(), filed.folder) is None


def test_an_address_of_another_database_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="no address of PostgreSQL"):
        chosen_catalog(settings(catalog_url="mysql://x@y/z"), tmp_path)


def test_a_name_that_would_need_quotes_is_no_schema() -> None:
    with pytest.raises(BadSetting, match="no name of a PostgreSQL schema"):
        Place("postgresql://x@y/z", "papers; DROP").engine(CATALOG_TABLES)


def test_a_server_that_is_not_there_is_told_of_without_the_password(tmp_path: Path) -> None:
    place = Place("postgresql://papers:secret@127.0.0.1:1/papers", "papers")
    with pytest.raises(StoreError, match="could not be used") as told:
        open_test_library(tmp_path / "library", engine=place.engine)
    assert "secret" not in told.value.message


@pytest.mark.parametrize(
    ("statement", "values", "wanted"),
    [
        ("SELECT a FROM t WHERE b = ? AND c = ?", (1, 2), "SELECT a FROM t WHERE b = %(v1)s AND c = %(v2)s"),
        ("SELECT ?2, ?1, ?", ("a", "b", "c"), "SELECT %(v2)s, %(v1)s, %(v3)s"),
        ("SELECT :page, x % 2, '50 % of ?', ''''", {"page": 1}, "SELECT %(page)s, x %% 2, '50 %% of ?', ''''"),
        ("x IN (SELECT value FROM json_each(?))", ("[]",), 'x IN (SELECT value FROM json_each((%(v1)s)::text COLLATE "C"))'),
    ],
)
def test_marks_of_values_are_put_into_the_other_form(statement: str, values: object, wanted: str) -> None:
    assert translated(statement) == wanted
    assert all(f"%({name})s" in wanted for name in bound(values))  # type: ignore[arg-type]
