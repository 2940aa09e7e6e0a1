"""The catalog's file: versions, packing, names, what a change leaves behind."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperatlas.catalog import Database, SqlCatalog, SqlWriter, catalog_file
from paperatlas.catalog.naming import distinct_names
from paperatlas.catalog.packing import pack_pieces, unpack_pieces
from paperatlas.core.errors import LibraryDamaged, SchemaMismatch, StoreError, UnreadableFile
from paperatlas.core.ids import ChunkId, DocumentId, text_key
from paperatlas.core.reports import Failure
from paperatlas.core.types import Chunk, Piece
from paperatlas.core.writing import Entry
from tests.contracts.test_catalog import EMBEDDER, LAMPS, MADE, TIDES, entry, parsed, stamp, store
from tests.fakes.notes import chunk_paragraphs

CHANGED = parsed("changed.pdf")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = catalog_file(tmp_path / "catalog.sqlite3")
    database.create_or_migrate()
    yield database
    database.close()


@pytest.fixture
def writer(database: Database) -> Iterator[SqlWriter]:
    writer = SqlWriter(database, SqlCatalog(database))
    yield writer
    writer.close()


def count(database: Database, table: str) -> int:
    with database.reading() as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


def test_a_new_file_is_current_once_created_and_creating_it_again_changes_nothing(database: Database) -> None:
    assert database.is_current()
    database.create_or_migrate()
    assert database.is_current()


def test_a_file_of_a_newer_version_is_refused(database: Database) -> None:
    with closing(database.connect()) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(SchemaMismatch, match="99"):
        database.is_current()


def test_a_file_that_is_no_catalog_is_named_as_damaged(tmp_path: Path) -> None:
    file = tmp_path / "catalog.sqlite3"
    file.write_bytes(b"no database at all, but long enough to look like one" * 100)
    with pytest.raises(LibraryDamaged, match=r"catalog\.sqlite3"):
        catalog_file(file).is_current()


def test_a_closed_catalog_says_so(database: Database) -> None:
    database.close()
    with pytest.raises(StoreError, match="closed"):
        SqlCatalog(database).documents()


def test_many_threads_read_while_one_writes(writer: SqlWriter) -> None:
    store(writer, TIDES)

    def read() -> bool:
        return all(writer.catalog.parsed(TIDES.id) == TIDES for _ in range(50))

    with ThreadPoolExecutor(4) as threads:
        reading = [threads.submit(read) for _ in range(4)]
        for _ in range(20):
            store(writer, LAMPS)
            with writer.transaction():
                writer.forget(LAMPS.id)
        assert all(each.result() for each in reading)


coordinates = st.integers(-(10**6), 10**6).map(lambda hundredths: hundredths / 100)
pieces = st.builds(Piece, st.integers(0, 10**6), st.integers(0, 10**6), coordinates, coordinates, coordinates, coordinates)


@given(st.lists(pieces, max_size=30))
def test_pieces_come_back_to_the_hundredth_of_a_point(given_pieces: list[Piece]) -> None:
    assert unpack_pieces(pack_pieces(given_pieces)) == tuple(given_pieces)


def test_a_name_alone_needs_no_folder() -> None:
    assert distinct_names("x.pdf", {"1": "/a/b"}) == {"1": "x.pdf"}


def test_documents_of_one_name_get_the_shortest_folder_that_tells_them_apart() -> None:
    folders = {"1": "/p/a/data", "2": "/p/b/data", "3": "/p/other"}
    assert distinct_names("x.pdf", folders) == {"1": "a/data/x.pdf", "2": "b/data/x.pdf", "3": "other/x.pdf"}


@given(st.sets(st.lists(st.sampled_from("abc"), max_size=4).map(lambda parts: "/" + "/".join(parts)), min_size=1, max_size=8))
def test_names_are_always_distinct(folders: set[str]) -> None:
    names = distinct_names("x.pdf", {folder: folder for folder in folders})
    assert len(set(names.values())) == len(folders)


def test_two_files_of_one_name_are_told_apart_and_the_last_one_left_is_not(writer: SqlWriter) -> None:
    other = parsed("other")
    twin = Entry(stamp=stamp(LAMPS, "/else"), document=other, chunks=(), made=MADE, original="")
    with writer.transaction():
        writer.put(entry(LAMPS))
        writer.put(twin)
    assert [each.name for each in writer.catalog.documents()] == ["else/lamps.pdf", "papers/lamps.pdf"]
    with writer.transaction():
        writer.forget(other.id)
    assert [each.name for each in writer.catalog.documents()] == ["lamps.pdf"]


def test_a_source_with_new_bytes_leaves_nothing_of_the_old(database: Database, writer: SqlWriter) -> None:
    store(writer, LAMPS)
    before = {table: count(database, table) for table in ("pages", "parts", "fields", "chunks", "embeddings")}
    assert all(before.values())
    with writer.transaction():
        writer.put(Entry(stamp=stamp(LAMPS), document=CHANGED, chunks=(), made=MADE, original=""))
    assert [each.id for each in writer.catalog.documents()] == [CHANGED.id]
    assert count(database, "chunks") == count(database, "embeddings") == 0
    assert _documents_of(database) == {CHANGED.id}


def _documents_of(database: Database) -> set[str]:
    with database.reading() as connection:
        tables = ("pages", "parts", "fields", "chunks")
        return {row[0] for table in tables for row in connection.execute(f"SELECT document FROM {table}")}


def test_a_vector_that_two_documents_share_stays_until_the_last_is_gone(database: Database, writer: SqlWriter) -> None:
    store(writer, LAMPS)
    twin = Entry(stamp=stamp(TIDES), document=TIDES, chunks=tuple(_moved(TIDES.id)), made=MADE, original="")
    with writer.transaction():
        writer.put(twin)
        writer.forget(LAMPS.id)
    assert count(database, "embeddings") == 2
    with writer.transaction():
        writer.forget(TIDES.id)
    assert count(database, "embeddings") == 0


def _moved(document: DocumentId) -> list[Chunk]:
    return [replace(chunk, document=document, id=ChunkId(f"{document}-{chunk.ordinal}")) for chunk in chunk_paragraphs(LAMPS)]


def test_a_document_of_two_sources_goes_with_the_last_of_them(writer: SqlWriter) -> None:
    with writer.transaction():
        writer.put(entry(LAMPS))
        writer.point(stamp(LAMPS, "/copy"), LAMPS.id)
        writer.put(Entry(stamp=stamp(LAMPS), document=CHANGED, chunks=(), made=MADE, original=""))
    by_id = {each.id: each for each in writer.catalog.documents()}
    assert by_id[LAMPS.id].sources == ("/copy/lamps.pdf",)
    with writer.transaction():
        writer.put(Entry(stamp=stamp(LAMPS, "/copy"), document=CHANGED, chunks=(), made=MADE, original=""))
    assert [each.id for each in writer.catalog.documents()] == [CHANGED.id]


def test_a_failed_look_at_a_source_leaves_what_it_gave_and_marks_it_outdated(writer: SqlWriter) -> None:
    with writer.transaction():
        writer.put(entry(LAMPS))
    changed = replace(stamp(LAMPS), content=CHANGED.id)
    with writer.transaction():
        writer.fail(changed, Failure(code="unreadable_file", message="Torn.", hint="Mend it."))
    (document,) = writer.catalog.documents()
    assert (document.id, document.status) == (LAMPS.id, "outdated")


def test_a_document_that_cannot_be_stored_does_not_take_its_neighbours_along(writer: SqlWriter) -> None:
    unsayable = parsed("bad \ud800 text")
    with writer.transaction():
        writer.put(entry(LAMPS))
        with pytest.raises(UnreadableFile, match="cannot be stored"):
            writer.put(Entry(stamp=stamp(TIDES), document=unsayable, chunks=(), made=MADE, original=""))
        writer.put(entry(TIDES))
    assert [each.name for each in writer.catalog.documents()] == ["lamps.pdf", "tides.pdf"]


def test_a_transaction_that_fails_leaves_no_trace(database: Database, writer: SqlWriter) -> None:
    generation = writer.catalog.generation()

    def half_way() -> None:
        with writer.transaction():
            writer.put(entry(LAMPS))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        half_way()
    assert writer.catalog.generation() == generation
    assert count(database, "documents") == count(database, "pending") == 0


def test_chunks_stay_pending_until_the_indexes_have_them(writer: SqlWriter) -> None:
    store(writer, LAMPS)
    ids = {chunk.id for chunk in writer.catalog.chunks_of(LAMPS.id)}
    assert set(writer.pending(10)) == ids
    with writer.transaction():
        writer.settle(ids)
        writer.forget(LAMPS.id)
    assert set(writer.pending(10)) == ids, "and are pending again when they have to go"


def test_changing_the_embedder_drops_the_vectors_of_the_old_one(database: Database, writer: SqlWriter) -> None:
    store(writer, LAMPS)
    with writer.transaction():
        writer.set_embedder("other", 8)
    assert writer.embedder() == ("other", 8)
    assert count(database, "embeddings") == 0


def test_a_torn_database_is_reported_and_not_a_traceback_of_sqlite(database: Database, writer: SqlWriter) -> None:
    store(writer, LAMPS)
    writer.close()
    database.close()
    content = bytearray(database.engine.file.read_bytes())
    content[4096 : len(content)] = b"\xff" * (len(content) - 4096)
    database.engine.file.write_bytes(content)
    with pytest.raises(LibraryDamaged):
        SqlCatalog(catalog_file(database.engine.file)).documents()
    assert issubclass(LibraryDamaged, StoreError)
    assert not issubclass(LibraryDamaged, sqlite3.Error)


def test_vectors_already_there_are_not_asked_for_again(writer: SqlWriter) -> None:
    store(writer, LAMPS)
    known = [text_key(chunk.embedded_text) for chunk in writer.catalog.chunks_of(LAMPS.id)]
    assert writer.missing_vectors([*known, "new"], EMBEDDER.id) == {"new"}
