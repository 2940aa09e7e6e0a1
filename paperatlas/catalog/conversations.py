"""Threads and their turns, in a SQLite file beside the catalog.

Not in the catalog itself: whoever asks a question only reads there, while an ingest holds its one write lock for as long as
it embeds a batch. Here each write is one short transaction, so that questions of several processes and an ingest never wait
for each other. It also makes it plain what belongs to the papers and what to the person: the file may be deleted, or left
out of a copy of the library, and no paper is touched.
"""

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock

from paperatlas.core.answers import Answer
from paperatlas.core.conversation import Thread, Turn, TurnRecord
from paperatlas.core.errors import InputError, LibraryDamaged, SchemaMismatch, StoreError, UnknownThread
from paperatlas.core.events import Answered
from paperatlas.core.ids import DocumentId
from paperatlas.core.wire_events import event_json, read_event

__all__ = ["CONVERSATIONS_SCHEMA", "THREADS", "TURNS", "Conversations", "named", "unknown_thread"]

TURNS = 50
"""Turns kept of a thread: more than anyone scrolls back, and at some 20 KB a turn a megabyte at most."""
THREADS = 500
"""Threads kept: those that were longest not used go. A web page may begin one for every visit."""
_NAME_LENGTH = 200
_BUSY_SECONDS = 30.0
_CREATING_SECONDS = 60.0

_SCHEMA = 1
CONVERSATIONS_SCHEMA = """
CREATE TABLE turns (
    thread TEXT NOT NULL,
    number INTEGER NOT NULL,
    asked_at TEXT NOT NULL,
    question TEXT NOT NULL,
    condensed TEXT NOT NULL,
    documents TEXT NOT NULL,
    answer TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX turns_thread ON turns (thread, number, asked_at);
PRAGMA user_version = 1;
"""
"""`answer` is the answer as JSON, with the names that documents had: it can be read when they are gone."""

_THREADS = """
SELECT thread, count(*), min(asked_at), max(asked_at),
  (SELECT question FROM turns l WHERE l.thread = t.thread ORDER BY number DESC LIMIT 1)
FROM turns t GROUP BY thread ORDER BY max(asked_at) DESC, thread
"""
_OLD_THREADS = """
DELETE FROM turns WHERE thread IN (
  SELECT thread FROM turns GROUP BY thread ORDER BY max(asked_at) DESC, thread LIMIT -1 OFFSET ?)
"""


class Conversations:
    """Safe to use from many threads and processes. The file is made with the first turn."""

    def __init__(self, path: Path, *, turns: int = TURNS, threads: int = THREADS) -> None:
        self.path = path
        self._turns = turns
        self._threads = threads
        self._lock = threading.Lock()
        self._ready = False

    def threads(self) -> tuple[Thread, ...]:
        """The one used last comes first."""
        with self._reading() as connection:
            rows = connection.execute(_THREADS).fetchall() if connection else []
        return tuple(Thread(name=row[0], turns=row[1], began=row[2], last=row[3], question=row[4]) for row in rows)

    def turns(self, thread: str, *, last: int = TURNS) -> tuple[TurnRecord, ...]:
        """The `last` turns of a thread, oldest first; none of a thread that there is not."""
        statement = "SELECT number, asked_at, question, condensed, documents, answer FROM turns WHERE thread = ?"
        with self._reading() as connection:
            rows = (
                connection.execute(f"{statement} ORDER BY number DESC LIMIT ?", (thread, last)).fetchall() if connection else []
            )
        return tuple(map(_record, reversed(rows)))

    def add(self, thread: str, turn: Turn, names: Mapping[DocumentId, str]) -> None:
        """Keep a turn, and let go of what is more than may be kept. `names` are those of the documents.

        Raises:
            InputError: the thread has no name, or one of more than 200 characters.
        """
        name = named(thread)
        answer = json.dumps(event_json(Answered(answer=turn.answer), names), ensure_ascii=False) if turn.answer else ""
        values = (name, _now(), turn.question, turn.condensed, json.dumps(turn.documents), answer)
        with self._writing() as connection:
            number = 1 + (connection.execute("SELECT max(number) FROM turns WHERE thread = ?", (name,)).fetchone()[0] or 0)
            connection.execute(
                "INSERT INTO turns (thread, asked_at, question, condensed, documents, answer, number) VALUES (?,?,?,?,?,?,?)",
                (*values, number),
            )
            connection.execute("DELETE FROM turns WHERE thread = ? AND number <= ?", (name, number - self._turns))
            if number == 1:
                connection.execute(_OLD_THREADS, (self._threads,))

    def remove(self, thread: str) -> int:
        """Forget a thread; how many turns it had.

        Raises:
            UnknownThread: there is none of that name.
        """
        gone = 0
        if self.path.exists():
            with self._writing() as connection:
                gone = connection.execute("DELETE FROM turns WHERE thread = ?", (thread,)).rowcount
        if not gone:
            raise unknown_thread(thread)
        return gone

    def damage(self) -> str:
        """What is wrong with the file; empty when nothing is."""
        try:
            with self._reading() as connection:
                found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0] if connection else "ok"
                if connection and found == "ok":
                    connection.execute("SELECT count(*) FROM turns").fetchone()
        except StoreError as error:
            return error.message
        return "" if found == "ok" else str(found)

    def put_aside(self) -> Path:
        """Move a damaged file out of the way; a new one is made with the next turn."""
        aside = self.path.with_suffix(f".damaged-{datetime.now(UTC):%Y%m%dT%H%M%S}")
        with self._lock:
            self.path.replace(aside)
            for beside in ("-wal", "-shm"):
                self.path.with_name(self.path.name + beside).unlink(missing_ok=True)
            self._ready = False
        return aside

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """None where nothing was ever said."""
        if not self.path.exists():
            yield None
            return
        with self._errors(), closing(self._connect()) as connection:
            yield connection if self._version(connection) else None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that either happens as a whole or not at all."""
        with self._errors():
            self._create()
            with closing(self._connect()) as connection:
                connection.execute("BEGIN IMMEDIATE")
                try:
                    yield connection
                except BaseException:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                    raise
                connection.execute("COMMIT")

    def _create(self) -> None:
        """Under a lock: of two processes that both find no tables, one would find them made by the other."""
        with self._lock:
            if self._ready and self.path.exists():
                return
            with FileLock(self.path.with_suffix(".lock"), timeout=_CREATING_SECONDS), closing(self._connect()) as connection:
                if not self._version(connection):
                    connection.execute("PRAGMA journal_mode = WAL")
                    connection.executescript(f"BEGIN IMMEDIATE; {CONVERSATIONS_SCHEMA} COMMIT;")
            self._ready = True

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, timeout=_BUSY_SECONDS, isolation_level=None)

    def _version(self, connection: sqlite3.Connection) -> int:
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if version > _SCHEMA:
            raise SchemaMismatch(
                f"The conversations {str(self.path)!r} have schema {version}; this PaperAtlas knows schema {_SCHEMA}.",
                hint="Upgrade PaperAtlas, or move the file away: no paper is touched by that.",
            )
        return version

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.OperationalError, OSError) as error:  # of the file, or of the lock beside it
            raise StoreError(
                f"The conversations {str(self.path)!r} could not be used: {error}.",
                hint="See that the disk has room and the folder can be written. Questions without a thread are not affected.",
            ) from error
        except sqlite3.DatabaseError as error:
            raise LibraryDamaged(
                f"The conversations {str(self.path)!r} are damaged: {error}.",
                hint="`paperatlas doctor --fix` puts the file aside; no paper is touched by that.",
            ) from error


def unknown_thread(thread: str) -> UnknownThread:
    """The error of whoever asks for a conversation that there is not."""
    return UnknownThread(f"There is no thread {thread!r}.", hint="`paperatlas threads list` has them all.")


def named(thread: str) -> str:
    """A thread's name as it is kept.

    Raises:
        InputError: it is empty, or longer than 200 characters.
    """
    name = thread.strip()
    if not name or len(name) > _NAME_LENGTH:
        raise InputError(f"{thread[:40]!r} is no name of a thread.", hint=f"A name has 1 to {_NAME_LENGTH} characters.")
    return name


def _record(row: tuple[Any, ...]) -> TurnRecord:
    number, at, question, condensed, documents, answer = row
    turn = Turn(
        question=question,
        condensed=condensed,
        documents=tuple(map(DocumentId, json.loads(documents))),
        answer=_answer(answer),
    )
    return TurnRecord(number=number, at=at, turn=turn)


def _answer(written: str) -> Answer | None:
    try:
        event = read_event(json.loads(written)) if written else None
    except InputError:  # an earlier version wrote it in another form: its question still says what was talked about
        return None
    return event.answer if isinstance(event, Answered) else None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
