"""Files of copies: whether they are sound and ours, what they hold, and what can follow on a library's state."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from paperatlas.catalog.connection import Connection
from paperatlas.catalog.database import Database, catalog_file
from paperatlas.catalog.knowledge_writer import KnowledgeWriter
from paperatlas.catalog.schema import CATALOG_TABLES, CONVERSATIONS_TABLES
from paperatlas.catalog.sqlite_engine import open_file, version_of

__all__ = ["Contents", "contents_of", "damage_of", "is_catalog", "is_conversations", "make_next"]

_OBJECTS = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What a catalog's file says of itself."""

    generation: int
    schema: int
    documents: int
    originals: tuple[str, ...]
    """File names of all that are kept, in order."""


def damage_of(file: Path) -> str:
    """What SQLite finds broken in a file; empty when nothing is."""
    try:
        with closing(open_file(file)) as connection:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if found == "ok" else str(found)


def is_catalog(file: Path) -> bool:
    """Whether a sound SQLite file has exactly the tables of a catalog: no trigger or view that somebody else put there.

    Raises:
        SchemaMismatch: a newer PaperAtlas wrote it.
    """
    with closing(open_file(file)) as connection:
        version = CATALOG_TABLES.known(version_of(connection), str(file))
        return version > 0 and _objects(connection) == _objects_of(CATALOG_TABLES.script(version))


def is_conversations(file: Path) -> bool:
    """As `is_catalog`, of the conversations."""
    with closing(open_file(file)) as connection:
        return _objects(connection) == _objects_of(CONVERSATIONS_TABLES.script(CONVERSATIONS_TABLES.version))


def contents_of(file: Path) -> Contents:
    """Of a catalog's file. Raises StoreError, LibraryDamaged."""
    database = catalog_file(file)
    with database.errors(), closing(open_file(file)) as connection:
        return Contents(
            generation=_generation(connection),
            schema=database.engine.version(connection),
            documents=connection.execute("SELECT count(*) FROM documents").fetchone()[0],
            originals=tuple(
                row[0] for row in connection.execute("SELECT DISTINCT original FROM documents WHERE original != '' ORDER BY 1")
            ),
        )


def make_next(file: Path, live: Database | None) -> None:
    """Make a catalog's file what can follow on the one in its place: of today's schema, and of a later generation.

    All that either of them has is pending in it, so that indexes and graph follow from whatever state they are in. `live`
    may be empty, and is None where it cannot be read.
    """
    database = catalog_file(file)
    database.create_or_migrate()
    with database.errors(), closing(database.connect()) as connection:
        database.engine.begin_writing(connection)
        generation = contents_of(file).generation
        if live is not None and not live.is_empty():
            with live.snapshot(), live.reading() as before:
                generation = max(generation, _generation(before))
                _mark(connection, "pending", before.execute("SELECT id FROM chunks"))
                _mark(connection, "pending_documents", before.execute("SELECT id FROM documents"))
                if live.engine.version(before) >= _WITH_ENTITIES:
                    _mark(connection, "pending_entities", before.execute("SELECT id FROM entities"))
        _mark(connection, "pending", connection.execute("SELECT id FROM chunks").fetchall())
        KnowledgeWriter(connection).mark_all()
        connection.execute("UPDATE meta SET value = ? WHERE name = 'generation'", (str(generation + 1),))
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = DELETE")


_WITH_ENTITIES = 5
"""The first schema that has them."""


def _generation(connection: Connection) -> int:
    return int(connection.execute("SELECT value FROM meta WHERE name = 'generation'").fetchone()[0])


def _mark(connection: Connection, table: str, ids: Iterable[tuple[str]]) -> None:
    connection.executemany(f"INSERT INTO {table} VALUES (?) ON CONFLICT DO NOTHING", ids)  # noqa: S608 - a constant of ours


def _objects(connection: sqlite3.Connection) -> list[tuple[str, ...]]:
    return connection.execute(_OBJECTS).fetchall()


def _objects_of(script: str) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(script)
        return _objects(connection)
