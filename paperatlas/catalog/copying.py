"""The catalog's file as a whole: copied while it is in use, checked, and put in the place of another.

The same goes for the conversations: both are SQLite files that other processes may be writing to at this moment.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from paperatlas.catalog.conversations import CONVERSATIONS_SCHEMA
from paperatlas.catalog.database import Database, store_errors
from paperatlas.catalog.knowledge_writer import KnowledgeWriter
from paperatlas.catalog.schema import schema_of, schema_version

__all__ = ["Contents", "contents_of", "copy_file", "damage_of", "is_catalog", "is_conversations", "make_next", "put_in_place"]

_PAGES = 4096
"""Copied at a time, 16 MiB: between two steps an interruption is heard."""
_OBJECTS = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What a catalog's file says of itself."""

    generation: int
    schema: int
    documents: int
    originals: tuple[str, ...]
    """File names of all that are kept, in order."""


def copy_file(source: Path, target: Path) -> None:
    """One state of a file that is in use, as a file that stands by itself. Nobody who reads or writes it is held up.

    Raises:
        StoreError: it cannot be read, or the copy cannot be written.
        LibraryDamaged: it is no SQLite file.
    """
    with store_errors(source), closing(_reader(source)) as held, closing(sqlite3.connect(target)) as copy:
        # Within one transaction: else each commit of another process would begin the copy anew.
        held.execute("BEGIN")
        held.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        held.backup(copy, pages=_PAGES)
        held.execute("COMMIT")
        copy.execute("PRAGMA journal_mode = DELETE")


def damage_of(file: Path) -> str:
    """What SQLite finds broken in a file; empty when nothing is."""
    try:
        with closing(_reader(file)) as connection:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if found == "ok" else str(found)


def is_catalog(file: Path) -> bool:
    """Whether a sound SQLite file has exactly the tables of a catalog: no trigger or view that somebody else put there.

    Raises:
        SchemaMismatch: a newer PaperAtlas wrote it.
    """
    with closing(_reader(file)) as connection:
        version = schema_version(connection)
        return version > 0 and _objects(connection) == _objects_of(schema_of(version))


def is_conversations(file: Path) -> bool:
    """As `is_catalog`, of the conversations."""
    with closing(_reader(file)) as connection:
        return _objects(connection) == _objects_of(CONVERSATIONS_SCHEMA)


def contents_of(file: Path) -> Contents:
    """Of a catalog's file. Raises StoreError, LibraryDamaged."""
    with store_errors(file), closing(_reader(file)) as connection:
        return Contents(
            generation=int(connection.execute("SELECT value FROM meta WHERE name = 'generation'").fetchone()[0]),
            schema=schema_version(connection),
            documents=connection.execute("SELECT count(*) FROM documents").fetchone()[0],
            originals=tuple(
                row[0] for row in connection.execute("SELECT DISTINCT original FROM documents WHERE original != '' ORDER BY 1")
            ),
        )


def make_next(file: Path, live: Path | None) -> None:
    """Make a catalog's file what can follow on the one in its place: of today's schema, and of a later generation.

    All that either of them has is pending in it, so that indexes and graph follow from whatever state they are in. `live`
    need not exist, and is None where it cannot be read.
    """
    database = Database(file)
    database.create_or_migrate()
    with store_errors(file), closing(database.connect()) as connection:
        connection.execute("BEGIN IMMEDIATE")
        generation = contents_of(file).generation
        if live is not None and live.exists():
            with store_errors(live), closing(_reader(live)) as before:
                generation = max(generation, contents_of(live).generation)
                _mark(connection, "pending", before.execute("SELECT id FROM chunks"))
                _mark(connection, "pending_documents", before.execute("SELECT id FROM documents"))
                if schema_version(before) >= _WITH_ENTITIES:
                    _mark(connection, "pending_entities", before.execute("SELECT id FROM entities"))
        _mark(connection, "pending", connection.execute("SELECT id FROM chunks").fetchall())
        KnowledgeWriter(connection).mark_all()
        connection.execute("UPDATE meta SET value = ? WHERE name = 'generation'", (str(generation + 1),))
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = DELETE")


_WITH_ENTITIES = 5
"""The first schema that has them."""


def _mark(connection: sqlite3.Connection, table: str, ids: Iterable[tuple[str]]) -> None:
    connection.executemany(f"INSERT OR IGNORE INTO {table} VALUES (?)", ids)  # noqa: S608 - a constant of ours


def put_in_place(file: Path, live: Path) -> None:
    """Make a file's content that of another which may be in use: one transaction, so that readers see all of it or nothing.

    Raises StoreError, LibraryDamaged.
    """
    with store_errors(live), closing(_reader(file)) as new, closing(sqlite3.connect(live)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        new.backup(connection)


def _reader(file: Path) -> sqlite3.Connection:
    """Never creates the file, and runs nothing that a foreign schema would have it run."""
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)
    connection.executescript("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")
    return connection


def _objects(connection: sqlite3.Connection) -> list[tuple[str, ...]]:
    return connection.execute(_OBJECTS).fetchall()


def _objects_of(script: str) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script)
        return _objects(connection)
