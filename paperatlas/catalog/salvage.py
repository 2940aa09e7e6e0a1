"""What can be read of a damaged catalog, as a sound one.

Of a damaged file mostly one page is unreadable. Where that is of an index, nothing is lost: indexes are made anew from the
tables. Where it is of what was made of the documents (vectors, summaries, what the graph is made of), that is made anew too.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from paperatlas.catalog.schema import CATALOG_TABLES
from paperatlas.catalog.sqlite_engine import SqliteEngine

__all__ = ["salvage"]

_GRAPH = (
    "extractions",
    "local_entities",
    "entity_names",
    "entity_blocks",
    "chunk_entities",
    "relations",
    "entities",
    "touched_blocks",
    "pending_documents",
    "pending_entities",
)
"""Made of the documents all together, or not at all: what is left of one does not fit the others."""
_MADE_ANEW = ("embeddings", "summaries", "written_summaries", "pending")


def salvage(damaged: Path, target: Path) -> None:
    """Write to `target`, which is not there yet, all that cannot be made again, and of the rest what can be read.

    Raises:
        LibraryDamaged: something that cannot be made again is unreadable.
    """
    with SqliteEngine(damaged, CATALOG_TABLES).errors(), closing(sqlite3.connect(target, isolation_level=None)) as connection:
        version = CATALOG_TABLES.version
        connection.executescript(f"{CATALOG_TABLES.script(version)} PRAGMA user_version = {version};")
        connection.execute("ATTACH ? AS damaged", (str(damaged),))
        connection.execute("DELETE FROM meta")
        tables = {row[0] for row in connection.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table'")}
        for table in sorted(tables - {*_GRAPH, *_MADE_ANEW}):
            _copy(connection, [table])
        for together in (*((table,) for table in _MADE_ANEW), _GRAPH):
            _try_to_copy(connection, together)


def _copy(connection: sqlite3.Connection, tables: Sequence[str]) -> None:
    """All rows of them or none."""
    connection.execute("BEGIN")
    try:
        for table in tables:
            # By its rows alone: without `WHERE` SQLite would copy the indexes as they are, which may be what is damaged.
            connection.execute(f"INSERT INTO main.{table} SELECT * FROM damaged.{table} NOT INDEXED WHERE 1")  # noqa: S608 - names of ours
        connection.execute("COMMIT")
    except sqlite3.DatabaseError:
        connection.execute("ROLLBACK")
        raise


def _try_to_copy(connection: sqlite3.Connection, tables: Sequence[str]) -> None:
    try:
        _copy(connection, tables)
    except sqlite3.OperationalError:  # the disk is full, say
        raise
    except sqlite3.DatabaseError:  # unreadable, or rows that contradict each other: made anew
        return
