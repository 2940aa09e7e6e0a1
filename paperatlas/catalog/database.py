"""Connections to the catalog: a pool for readers, one for the writer."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

from paperatlas.catalog.connection import Connection, Engine
from paperatlas.catalog.schema import CATALOG_TABLES
from paperatlas.catalog.sqlite_engine import SqliteEngine
from paperatlas.core.errors import StoreError

__all__ = ["CATALOG", "Database", "catalog_file"]

CATALOG = "catalog.sqlite3"
"""Of a library's folder, and of a copy's."""


def catalog_file(file: Path) -> "Database":
    """A catalog that is a file."""
    return Database(SqliteEngine(file, CATALOG_TABLES))


class Database:
    """Any number of threads read; each read sees the newest commit unless inside `snapshot`."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._idle: list[Connection] = []
        self._lock = threading.Lock()
        self._pinned = threading.local()
        self._closed = False

    def is_current(self) -> bool:
        """Whether it is there and has this version's schema.

        Raises:
            SchemaMismatch: a newer PaperAtlas wrote it.
            LibraryDamaged: it is no SQLite file.
        """
        return self._version() == self.engine.tables.version

    def is_empty(self) -> bool:
        """Whether it is not there, or nothing was ever put into it. Raises as `is_current`."""
        return self._version() == 0

    def _version(self) -> int:
        if not self.engine.exists():
            return 0
        with self.errors(), closing(self.connect()) as connection:
            return self.engine.version(connection)

    def create_or_migrate(self) -> None:
        """Bring it to this version's schema. The caller holds the writer's lock."""
        with self.errors(), closing(self.connect()) as connection:
            self.engine.migrate(connection)

    def connect(self) -> Connection:
        """A connection of one's own, without implicit transactions."""
        return self.engine.connect()

    def errors(self) -> AbstractContextManager[None]:
        """Turns what the engine raises into what a person can act on."""
        return self.engine.errors()

    def exclusive(self, *, wait: float = 0.0) -> AbstractContextManager[bool]:
        """Hold the writer's lock; the value says whether the last writer ended without tidying up.

        Raises:
            LibraryLocked: another process has had it for `wait` seconds.
            StoreError: it cannot be had.
        """
        return self.engine.exclusive(wait=wait)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read with: the snapshot's, when this thread is inside one."""
        pinned: Connection | None = getattr(self._pinned, "connection", None)
        with self.errors():
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
            self.engine.begin_reading(connection)
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

    def _take(self) -> Connection:
        while True:
            with self._lock:
                if self._closed:
                    raise StoreError("The library is closed.", hint="Open it again.")
                if not self._idle:
                    break
                connection = self._idle.pop()
            if self.engine.is_usable(connection):
                return connection
            connection.close()
        return self.connect()

    def _give_back(self, connection: Connection) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()
