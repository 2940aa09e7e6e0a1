"""A library of an earlier version is brought up to date when it is opened, and says what it does not know."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from paperatlas.catalog import CATALOG, SqlCatalog, catalog_file
from paperatlas.catalog.packing import pack_blocks, pack_pieces, to_json
from paperatlas.catalog.schema import CATALOG_TABLES
from paperatlas.core.errors import SchemaMismatch
from paperatlas.core.types import Metadata
from paperatlas.library import Library, restore
from paperatlas.library.bundles import FolderTarget
from paperatlas.library.manifest import Manifest
from tests.fakes.libraries import graph_parts, library_parts, open_test_library, rows
from tests.fakes.schema_dump import LAMPS, SCHEMAS, library_of

VERSIONS = range(1, CATALOG_TABLES.version + 1)
COLLECTIONS, CORRECTIONS = 4, 6
"""The first schemas that have them."""


def opened(folder: Path) -> Library:
    return open_test_library(folder, graph=graph_parts(folder))


def test_there_is_a_library_of_every_schema() -> None:
    assert sorted(int(file.stem) for file in SCHEMAS.glob("*.sql")) == list(VERSIONS)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_library_of_any_version_is_brought_up_to_date_when_it_is_opened(tmp_path: Path, version: int) -> None:
    folder = library_of(version, tmp_path / "library")
    with opened(folder) as library:
        assert library.doctor(fix=True).sound
        assert library.doctor().faults == ()
        assert {hit.chunk.text for hit in library.search("lamp", mode="lexical").hits} > {"The lamp of Amber is green."}
        assert [page.text for page in library.parsed("lamps.note").pages] == LAMPS.split("\f")
        assert library.graph.stats().entities > 2
        assert library.document("lamps.note").collections == (("light",) if version >= COLLECTIONS else ())
        assert (library.document("tides.note").title == "On Tides") == (version >= CORRECTIONS)


@pytest.mark.slow
def test_whatever_version_a_library_comes_from_it_ends_as_one_that_was_made_today(tmp_path: Path) -> None:
    ended = []
    for version in VERSIONS:
        folder = library_of(version, tmp_path / str(version))
        with opened(folder) as library:
            library.collect("light", ["lamps.note"])
            library.correct("tides.note", title="On Tides")
            assert library.doctor(fix=True).sound
            library.read_again(["lamps.note", "tides.note"])
        ended.append(rows(folder))
    assert all(each == ended[-1] for each in ended)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_copy_that_an_earlier_version_took_can_be_put_back(tmp_path: Path, version: int) -> None:
    old = library_of(version, tmp_path / "old")
    copy = tmp_path / "copy"
    with closing(sqlite3.connect(old / CATALOG)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    write_backup(old, copy, version)
    assert restore(copy, library_parts(tmp_path / "new", graph=graph_parts(tmp_path / "new"))).documents == 2
    with opened(tmp_path / "new") as library:
        assert library.doctor().faults == ()
        assert len(library.documents()) == 2


def write_backup(library: Path, copy: Path, version: int) -> None:
    """As a version with that schema would have."""
    work = copy / "part"
    work.mkdir(parents=True)
    target = FolderTarget(copy, work)
    files = [target.put(file.relative_to(library).as_posix(), file) for file in (library / CATALOG, *library.glob("*/*/*.note"))]
    target.finish(Manifest(made_at="2026-01-01T00:00:00+00:00", generation=3, schema=version, documents=2, files=tuple(files)))


def test_a_library_of_a_later_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    folder = library_of(CATALOG_TABLES.version, tmp_path / "library")
    with closing(sqlite3.connect(folder / CATALOG)) as connection:
        connection.execute(f"PRAGMA user_version = {CATALOG_TABLES.version + 1}")
    with pytest.raises(SchemaMismatch, match="schema"):
        opened(folder)


def test_what_an_earlier_version_read_has_no_report_until_it_is_read_again(tmp_path: Path) -> None:
    database = catalog_file(tmp_path / "catalog.sqlite3")
    with closing(database.connect()) as connection:
        connection.executescript(f"{CATALOG_TABLES.steps[0]} PRAGMA user_version = 1;")
        names = "id, name, base, folder, source, metadata, pages, words, chunks, tables, figures, reference_count, skipped_pages"
        connection.execute(
            f"INSERT INTO documents ({names}, original, reader, chunking, added_at)"
            " VALUES ('d', 'a.pdf', 'a.pdf', '/x', '/x/a.pdf', ?, 1, 2, 0, 0, 0, 0, 0, '', 'pdf-1', 'c', '2026-01-01T00:00:00Z')",
            (to_json(Metadata(title="A"), Metadata),),
        )
        connection.execute(
            "INSERT INTO pages VALUES ('d', 1, 'iii', 10, 20, 'Two words', ?, ?)", (pack_blocks(()), pack_pieces(()))
        )
    assert not database.is_current()
    database.create_or_migrate()
    assert database.is_current()
    catalog = SqlCatalog(database)
    [document] = catalog.documents()
    assert document.report is None
    assert document.page_label(1) == "iii"
    page = catalog.page(document.id, 1)
    assert (page.turn, page.source, page.text) == (0, "text", "Two words")
    catalog.close()
