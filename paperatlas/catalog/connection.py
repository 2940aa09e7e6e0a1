"""What statements are run on, and what differs between the engines that run them.

All statements are of the SQL that SQLite and PostgreSQL share. Where there is no such SQL they are SQLite's, and few enough that
the engine for PostgreSQL puts them into its own: see `postgres_sql`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from paperatlas.catalog.schema import Tables

__all__ = ["Connection", "Engine", "Rows", "Values", "upsert"]

Values: TypeAlias = Sequence[Any] | Mapping[str, Any]
"""Of a statement's `?`, numbered `?1`, or named `:page`."""


class Rows(Protocol):
    """What a statement gave."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """As of `sqlite3`, in autocommit mode: what is no part of a transaction that was begun is one by itself."""

    @property
    def in_transaction(self) -> bool: ...

    @property
    def total_changes(self) -> int:
        """Rows that were inserted, changed or deleted since it was opened."""
        ...

    def execute(self, statement: str, values: Values = ..., /) -> Rows: ...

    def executemany(self, statement: str, values: Iterable[Values], /) -> Rows: ...

    def close(self) -> None: ...


class Engine(Protocol):
    """Where tables are. Safe to use from many threads; a connection is one thread's at a time."""

    @property
    def tables(self) -> Tables: ...

    @property
    def place(self) -> str:
        """For people to read: a file's path, or an address without a password."""
        ...

    @property
    def file(self) -> Path | None:
        """Where the tables are if they are a file of the library."""
        ...

    @property
    def refused(self) -> tuple[type[Exception], ...]:
        """What is raised for a row that cannot be stored: it breaks a constraint, or has what no text may have."""
        ...

    def exists(self) -> bool:
        """Whether there is anything at that place. Nothing is created."""
        ...

    def connect(self) -> Connection:
        """A connection of one's own."""
        ...

    def is_usable(self, connection: Connection) -> bool:
        """Whether one that was idle can go on being used."""
        ...

    def version(self, connection: Connection) -> int:
        """How many steps were taken; 0 where nothing was ever put there.

        Raises:
            SchemaMismatch: a newer PaperAtlas took them.
        """
        ...

    def migrate(self, connection: Connection) -> None:
        """Take the steps that are missing, each whole or not at all. The caller holds the lock."""
        ...

    def begin_reading(self, connection: Connection) -> None:
        """Begin a transaction of which every read sees one state, fixed by the first of them."""
        ...

    def begin_writing(self, connection: Connection) -> None:
        """Begin one in which nobody else writes."""
        ...

    def exclusive(self, *, wait: float) -> AbstractContextManager[bool]:
        """Hold the one writer's lock; the value says whether the last writer ended without tidying up.

        Raises:
            LibraryLocked: another process has had it for `wait` seconds.
            StoreError: it cannot be had.
        """
        ...

    def claim(self, folder: Path) -> None:
        """Make sure that a library's folder is the one that these tables go with: its indexes follow them, no other's do.

        Raises:
            BadSetting: it is another.
        """
        ...

    def errors(self) -> AbstractContextManager[None]:
        """Turns what the engine raises into StoreError and LibraryDamaged; what is `refused` stays what it is."""
        ...

    def damage(self, connection: Connection, *, derived: Collection[str] = ()) -> list[str]:
        """What is broken in how the tables are kept, and rows that refer to nothing but those of `derived` tables."""
        ...

    def copy_to(self, file: Path) -> None:
        """Write one state of what is in use as a SQLite file that stands by itself. Nobody who reads or writes is held up."""
        ...

    def become(self, file: Path) -> None:
        """Make the content that of such a file: one transaction, so that readers see all of it or nothing."""
        ...


def upsert(table: str, key: Sequence[str], others: Sequence[str]) -> str:
    """The statement that puts a row in place of the one with its key: its values are the key's, then the others."""
    columns = (*key, *others)
    changes = ", ".join(f"{column} = excluded.{column}" for column in others)
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks}) ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"  # noqa: S608 - names of ours
