"""Connections to the catalog's file: a pool for readers, one for the writer."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from paperatlas.catalog.schema import SCHEMA_VERSION, migrate, schema_version
from paperatlas.core.errors import LibraryDamaged, StoreError

__all__ = ["CATALOG", "Database", "store_errors"]

CATALOG = "catalog.sqlite3"
"""Of a library's folder."""

BUSY_SECONDS = 30.0
"""Readers never wait in WAL mode; a writer waits this long for a checkpoint or a migration of another process."""


class Database:
    """One SQLite file. Any number of threads read; each read sees the newest commit unless inside `snapshot`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._idle: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._pinned = threading.local()
        self._closed = False

    def is_current(self) -> bool:
        """Whether the file exists and has this version's schema.

        Raises:
            SchemaMismatch: a newer PaperAtlas wrote it.
            LibraryDamaged: it is no SQLite file.
        """
        if not self.path.exists():
            return False
        with store_errors(self.path), closing(self.connect()) as connection:
            return schema_version(connection) == SCHEMA_VERSION

    def is_empty(self) -> bool:
        """Whether there is no file, or nothing was ever put into it. Raises as `is_current`."""
        if not self.path.exists():
            return True
        with store_errors(self.path), closing(self.connect()) as connection:
            return schema_version(connection) == 0

    def create_or_migrate(self) -> None:
        """Bring the file to this version's schema. The caller holds the library's writer lock."""
        with store_errors(self.path), closing(self.connect()) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            migrate(connection)

    def connect(self) -> sqlite3.Connection:
        """A connection of one's own, without implicit transactions."""
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        # A library that ends in the middle of a write must come back as it was: FULL syncs the log at each commit,
        # which group commits make cheap, so that after a power cut no index knows a chunk that the catalog lost.
        connection.executescript("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;")
        return connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection to read with: the snapshot's, when this thread is inside one."""
        pinned: sqlite3.Connection | None = getattr(self._pinned, "connection", None)
        with store_errors(self.path):
            if pinned is not None:
                yield pinned
                return
            connection = self._take()
            try:
                yield connection
            finally:
                self._give_back(connection)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Within it, all reads of this thread see one state."""
        if getattr(self._pinned, "connection", None) is not None:
            yield
            return
        with self.reading() as connection:
            connection.execute("BEGIN")
            connection.execute(
                "SELECT value FROM meta WHERE name = 'generation'"
            ).fetchone()  # the state is fixed by the first read
            self._pinned.connection = connection
            try:
                yield
            finally:
                self._pinned.connection = None
                connection.execute("COMMIT")

    def close(self) -> None:
        """Close what is idle; what is in use is closed when it is given back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _take(self) -> sqlite3.Connection:
        with self._lock:
            if self._closed:
                raise StoreError("The library is closed.", hint="Open it again.")
            if self._idle:
                return self._idle.pop()
        return self.connect()

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into what a person can act on. A broken constraint is a fault of ours and stays what it is."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise
    except sqlite3.OperationalError as error:
        raise StoreError(
            f"The catalog {str(path)!r} could not be used: {error}.",
            hint="See that the disk has room, the folder can be written and no other program holds the file.",
        ) from error
    except sqlite3.DatabaseError as error:
        raise LibraryDamaged(
            f"The catalog {str(path)!r} is damaged: {error}.",
            hint="`paperatlas restore --replace BACKUP` puts it back; else move the folder away and ingest the papers again.",
        ) from error
