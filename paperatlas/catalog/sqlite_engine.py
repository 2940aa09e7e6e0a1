"""Tables in a SQLite file."""

import os
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

from paperatlas.catalog.connection import Connection
from paperatlas.catalog.schema import Tables
from paperatlas.catalog.writer_lock import writer_lock
from paperatlas.core.errors import LibraryDamaged, StoreError

__all__ = ["SqliteEngine", "open_file", "version_of"]

_BUSY_SECONDS = 30.0
"""Readers never wait in WAL mode; a writer waits this long for a checkpoint or a migration of another process."""
_PAGES = 4096
"""Copied at a time, 16 MiB: between two steps an interruption is heard."""


class SqliteEngine:
    """Implements `Engine`. Any number of processes of one machine may use the file."""

    refused: tuple[type[Exception], ...] = (sqlite3.IntegrityError,)

    def __init__(self, file: Path, tables: Tables) -> None:
        self.file = file
        self.place = str(file)
        self.tables = tables

    def exists(self) -> bool:
        return self.file.exists()

    def connect(self) -> sqlite3.Connection:
        place = f"{self.file.absolute().as_uri()}?immutable=1" if self._is_still() else str(self.file)
        connection = sqlite3.connect(
            place, uri=place != str(self.file), timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        # A library that ends in the middle of a write must come back as it was: FULL syncs the log at each commit,
        # which group commits make cheap, so that after a power cut no index knows a chunk that the catalog lost.
        connection.executescript("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;")
        return connection

    def _is_still(self) -> bool:
        """Whether nobody can write to it, as on a disk that may only be read: to share it with writers, a file would be needed
        beside it, which cannot be made there.
        """
        folder, log = self.file.parent, self.file.with_name(f"{self.file.name}-wal")
        return not os.access(folder, os.W_OK) and self.file.exists() and not log.exists()

    def is_usable(self, connection: Connection) -> bool:
        del connection  # a file does not hang up
        return True

    def version(self, connection: Connection) -> int:
        return self.tables.known(version_of(connection), self.place)

    def migrate(self, connection: Connection) -> None:
        assert isinstance(connection, sqlite3.Connection)
        connection.execute("PRAGMA journal_mode = WAL")
        for number in range(self.version(connection), self.tables.version):
            # `executescript` commits what is open, so the transaction is part of the script.
            connection.executescript(f"BEGIN IMMEDIATE; {self.tables.steps[number]} PRAGMA user_version = {number + 1}; COMMIT;")

    def begin_reading(self, connection: Connection) -> None:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # the state is fixed by the first read

    def begin_writing(self, connection: Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")

    def exclusive(self, *, wait: float) -> AbstractContextManager[bool]:
        return writer_lock(self.file.parent, name=self.tables.lock, wait=wait)

    def claim(self, folder: Path) -> None:
        """The file lies in it."""

    @contextmanager
    def errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):  # of a row, or a fault of ours
            raise
        except sqlite3.OperationalError as error:
            raise StoreError(
                f"The {self.tables.name} {self.place!r} could not be used: {error}.", hint=self.tables.unusable
            ) from error
        except sqlite3.DatabaseError as error:
            raise LibraryDamaged(
                f"The file {self.place!r} of the {self.tables.name} is damaged: {error}.", hint=self.tables.damaged
            ) from error

    def damage(self, connection: Connection, *, derived: Collection[str] = ()) -> list[str]:
        found = [row[0] for row in connection.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]
        return found + [
            f"a row of {row[0]} refers to a missing row of {row[2]}"
            for row in connection.execute("PRAGMA foreign_key_check")
            if row[0] not in derived
        ]

    def copy_to(self, file: Path) -> None:
        """Raises StoreError, LibraryDamaged."""
        with (
            self.errors(),
            closing(self.connect() if self._is_still() else open_file(self.file)) as held,
            closing(sqlite3.connect(file)) as copy,
        ):
            # Within one transaction: else each commit of another process would begin the copy anew.
            self.begin_reading(held)
            held.backup(copy, pages=_PAGES)
            held.execute("COMMIT")
            copy.execute("PRAGMA journal_mode = DELETE")

    def become(self, file: Path) -> None:
        """Raises StoreError, LibraryDamaged."""
        with self.errors(), closing(open_file(file)) as new, closing(sqlite3.connect(self.file)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            new.backup(connection)


def version_of(connection: Connection) -> int:
    """How many steps a file has taken; 0 for a new one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def open_file(file: Path) -> sqlite3.Connection:
    """Open a file that may come from anybody: it is never created, and runs nothing that a foreign schema would have it run."""
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)
    connection.executescript("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")
    return connection
