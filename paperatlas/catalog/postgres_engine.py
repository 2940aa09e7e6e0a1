"""Tables in a schema of a PostgreSQL database, for libraries that several machines write to.

Statements are bound on this side and sent as text: they need no types of ours on the server, and a pooler between may give each
transaction another connection.
"""

import os
import re
import selectors
import socket
import time
import uuid
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

from paperatlas.catalog import postgres_copying
from paperatlas.catalog.connection import Connection, Rows, Values
from paperatlas.catalog.postgres_sql import FUNCTIONS, bound, translated, translated_step
from paperatlas.catalog.schema import Tables
from paperatlas.core.disk import writing_to
from paperatlas.core.errors import BadSetting, LibraryLocked, StoreError
from paperatlas.core.library_ids import HOME
from paperatlas.core.masking import masked_address

__all__ = ["PostgresConnection", "PostgresEngine"]

_NAME = re.compile(r"[a-z_][a-z0-9_]{0,62}")
_CONNECT_SECONDS = 10
_REFUSED = (psycopg.IntegrityError, psycopg.DataError)
_POLL_SECONDS = 0.1
"""Between two looks at a lock that another process holds."""
_FACTS = "CREATE TABLE IF NOT EXISTS engine_facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)"
"""What SQLite has in the file's head and beside it: the version of each schema, and who writes."""
_HOLDER = """
SELECT a.application_name, a.backend_start::timestamptz(0)::text FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.locktype = 'advisory' AND l.granted AND l.classid = %s::oid AND l.objid = %s::oid
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class PostgresConnection:
    """A connection that takes the catalog's statements as they are."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.raw = connection
        self.total_changes = 0

    @property
    def in_transaction(self) -> bool:
        return self.raw.info.transaction_status not in {TransactionStatus.IDLE, TransactionStatus.UNKNOWN}

    def execute(self, statement: str, values: Values = (), /) -> psycopg.Cursor[Any]:
        return self._counted(self.raw.execute(translated(statement), bound(values)))

    def executemany(self, statement: str, values: Iterable[Values], /) -> psycopg.Cursor[Any]:
        cursor = self.raw.cursor()
        cursor.executemany(translated(statement), [bound(each) for each in values])
        return self._counted(cursor)

    def close(self) -> None:
        self.raw.close()

    def _counted(self, cursor: psycopg.Cursor[Any]) -> psycopg.Cursor[Any]:
        if cursor.description is None:
            self.total_changes += max(cursor.rowcount, 0)
        return cursor


class PostgresEngine:
    """Implements `Engine`. Any number of processes and machines may use the schema."""

    file: Path | None = None
    refused: tuple[type[Exception], ...] = _REFUSED

    def __init__(self, url: str, namespace: str, tables: Tables) -> None:
        """`namespace` is the database's schema that the tables are in; it is made where it is missing.

        Raises:
            BadSetting: that is no name of a schema.
        """
        if not _NAME.fullmatch(namespace):
            raise BadSetting(
                f"{namespace!r} is no name of a PostgreSQL schema.",
                hint="Set PAPERATLAS_CATALOG_SCHEMA to small letters, digits and underscores.",
            )
        self.tables = tables
        self.place = f"{masked_address(url)} ({namespace})"
        self._url = url
        self._namespace = namespace
        self._lock = _key(namespace, tables.lock)
        self._held: PostgresConnection | None = None
        """The one that holds the writer's lock of this process."""

    def exists(self) -> bool:
        return True

    def connect(self) -> PostgresConnection:
        return self._connect("reading")

    def _connect(self, work: str) -> PostgresConnection:
        connection = psycopg.connect(
            self._url,
            autocommit=True,
            connect_timeout=_CONNECT_SECONDS,
            application_name=f"PaperAtlas {work}: process {os.getpid()} on {socket.gethostname()}"[:63],
            cursor_factory=psycopg.ClientCursor,
            prepare_threshold=None,
        )
        connection.execute(f"SET search_path TO {self._namespace}")
        return PostgresConnection(connection)

    def is_usable(self, connection: Connection) -> bool:
        """Whether the server has not hung up: nothing is to be read from a connection that is idle but its farewell."""
        assert isinstance(connection, PostgresConnection)
        if connection.raw.closed:
            return False
        with selectors.DefaultSelector() as selector:
            selector.register(connection.raw.pgconn.socket, selectors.EVENT_READ)
            return not selector.select(0)

    def version(self, connection: Connection) -> int:
        if _first(connection.execute("SELECT to_regclass('engine_facts')")) is None:
            return 0
        return self.tables.known(int(self._fact(connection, "version") or 0), self.place)

    def migrate(self, connection: Connection) -> None:
        self._prepare(connection)
        for number in range(self.version(connection), self.tables.version):
            with self._transaction(connection):
                _run_script(connection, FUNCTIONS + translated_step(self.tables.steps[number]))
                self._set_fact(connection, "version", str(number + 1))

    def begin_reading(self, connection: Connection) -> None:
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        connection.execute("SELECT 1")  # the state is fixed by the first statement

    def begin_writing(self, connection: Connection) -> None:
        """Raises StoreError when the connection that holds the writer's lock is lost: another process may write by now."""
        if self._held is not None:
            self._held.execute("SELECT 1")
        connection.execute("BEGIN")
        connection.execute("SELECT pg_advisory_xact_lock(?, ?)", _key(self._namespace, f"{self.tables.lock} transaction"))

    @contextmanager
    def _transaction(self, connection: Connection) -> Iterator[None]:
        self.begin_writing(connection)
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise

    @contextmanager
    def exclusive(self, *, wait: float) -> Iterator[bool]:
        """The lock is the server's, so it is gone when the connection of the process that holds it is."""
        with self.errors(), closing(self._connect("writing")) as connection:
            self._acquire(connection, wait)
            self._prepare(connection)
            interrupted = bool(self._fact(connection, "writing"))
            self._set_fact(connection, "writing", f"process {os.getpid()} on {socket.gethostname()}")
            self._held = connection
            try:
                yield interrupted
            finally:
                self._held = None
            self._set_fact(connection, "writing", "")

    def _acquire(self, connection: PostgresConnection, wait: float) -> None:
        until = time.monotonic() + wait
        while not _first(connection.execute("SELECT pg_try_advisory_lock(?, ?)", self._lock)):
            if time.monotonic() >= until:
                holder = connection.raw.execute(_HOLDER, [number % 2**32 for number in self._lock]).fetchone()
                who = f"{holder[0].partition(': ')[2]} since {holder[1]}" if holder else "another process"
                raise LibraryLocked(
                    f"The library in {self.place} is being written by {who}.",
                    hint="Wait until it is done, or stop it; reading goes on.",
                )
            time.sleep(_POLL_SECONDS)

    def _prepare(self, connection: Connection) -> None:
        """Make a place for facts, where there is none yet."""
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {self._namespace}")
        connection.execute(_FACTS)

    def _fact(self, connection: Connection, name: str) -> str:
        row = connection.execute("SELECT value FROM engine_facts WHERE name = ?", (f"{name} {self.tables.name}",)).fetchone()
        return str(row[0]) if row else ""

    def _set_fact(self, connection: Connection, name: str, value: str) -> None:
        connection.execute(
            "INSERT INTO engine_facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (f"{name} {self.tables.name}", value),
        )

    def claim(self, folder: Path) -> None:
        """By an id that lies in the folder, which may be mounted under another path on each machine."""
        file = folder / HOME
        with writing_to("The library", folder), suppress(FileExistsError), file.open("x", encoding="utf-8") as new:
            new.write(uuid.uuid4().hex)
        home = file.read_text(encoding="utf-8")
        with self.errors(), closing(self.connect()) as connection:
            if not self._fact(connection, "home"):
                self._set_fact(connection, "home", home)
            if self._fact(connection, "home") != home:
                raise BadSetting(
                    f"The {self.tables.name} in {self.place} goes with another folder than {str(folder)!r}.",
                    hint="All that share a library share its folder too: name that with --library, or another schema with"
                    " PAPERATLAS_CATALOG_SCHEMA.",
                )

    @contextmanager
    def errors(self) -> Iterator[None]:
        try:
            yield
        except (psycopg.IntegrityError, psycopg.DataError, psycopg.ProgrammingError):  # of a row, or a fault of ours
            raise
        except psycopg.Error as error:
            why = masked_address(str(error)).strip().partition("\n")[0]
            raise StoreError(
                f"The {self.tables.name} in {self.place} could not be used: {why}.",
                hint="See that PostgreSQL runs and PAPERATLAS_CATALOG_URL is right, and run the command again.",
            ) from error

    def damage(self, connection: Connection, *, derived: Collection[str] = ()) -> list[str]:
        """The server watches over its own files, and over what refers to what."""
        del connection, derived
        return []

    def copy_to(self, file: Path) -> None:
        """Raises StoreError."""
        with self.errors(), closing(self.connect()) as connection:
            self.begin_reading(connection)
            postgres_copying.to_file(connection.raw, file, self.tables)
            connection.execute("COMMIT")

    def become(self, file: Path) -> None:
        """Raises StoreError, LibraryDamaged."""
        with self.errors(), closing(self.connect()) as connection:
            self.migrate(connection)
            with self._transaction(connection):
                postgres_copying.from_file(connection.raw, file)


def _first(rows: Rows) -> Any:
    """What the one row of one column has."""
    [[value]] = rows
    return value


def _key(namespace: str, lock: str) -> tuple[int, int]:
    """Of an advisory lock: two signed numbers of 32 bits."""
    digest = blake2b(f"paperatlas/{namespace}/{lock}".encode(), digest_size=8).digest()
    return int.from_bytes(digest[:4], signed=True), int.from_bytes(digest[4:], signed=True)


def _run_script(connection: Connection, script: str) -> None:
    assert isinstance(connection, PostgresConnection)
    connection.raw.execute(script)
