"""A PostgreSQL catalog as a SQLite file and back: copies of a library are the same wherever its catalog is.

So a backup of either can be put back into the other, which is how a library moves between them.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from paperatlas.catalog.schema import Tables
from paperatlas.catalog.sqlite_engine import open_file

__all__ = ["from_file", "to_file"]

_ROWS = 1000
"""Fetched at a time."""


def to_file(connection: psycopg.Connection[Any], file: Path, tables: Tables) -> None:
    """Write the state that the connection's transaction sees to a file that is not there yet."""
    with closing(sqlite3.connect(file, isolation_level=None)) as copy:
        copy.executescript(f"{tables.script(tables.version)} PRAGMA user_version = {tables.version};")
        copy.execute("BEGIN")
        for table in _names(copy):
            copy.execute(f"DELETE FROM {table}")  # noqa: S608 - what the script itself puts in
            with connection.cursor(name=f"copy_{table}") as rows:
                rows.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(table)))
                while part := rows.fetchmany(_ROWS):
                    marks = ", ".join("?" * len(part[0]))
                    copy.executemany(f"INSERT INTO {table} VALUES ({marks})", part)  # noqa: S608 - marks and a name of ours
        copy.execute("COMMIT")


def from_file(connection: psycopg.Connection[Any], file: Path) -> None:
    """Put the rows of a file of the last version in place of all there are, inside the connection's transaction."""
    with closing(open_file(file)) as rows, connection.cursor() as cursor:
        names = _names(rows)
        for table in reversed(names):  # those that refer to others first
            cursor.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
        for table in names:
            with cursor.copy(sql.SQL("COPY {} FROM STDIN").format(sql.Identifier(table))) as copy:
                for row in rows.execute(f"SELECT * FROM {table}"):  # noqa: S608 - a name of the schema's
                    copy.write_row(row)


def _names(connection: sqlite3.Connection) -> list[str]:
    """In the order in which they were made: each refers to earlier ones only."""
    return [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")]
