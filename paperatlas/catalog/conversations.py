"""Threads and their turns, in a SQLite file beside the catalog, or in tables beside those of the catalog.

Not in the catalog itself: whoever asks a question only reads there, while an ingest holds its one write lock for as long as
it embeds a batch. Here each write is one short transaction, so that questions of several processes and an ingest never wait
for each other. It also makes it plain what belongs to the papers and what to the person: the file may be deleted, or left
out of a copy of the library, and no paper is touched.
"""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from paperatlas.catalog.connection import Connection, Engine
from paperatlas.core.answers import Answer
from paperatlas.core.conversation import Thread, Turn, TurnRecord
from paperatlas.core.errors import InputError, StoreError, UnknownThread
from paperatlas.core.events import Answered
from paperatlas.core.ids import DocumentId
from paperatlas.core.wire_events import event_json, read_event

__all__ = ["THREADS", "TURNS", "Conversations", "named", "unknown_thread"]

TURNS = 50
"""Turns kept of a thread: more than anyone scrolls back, and at some 20 KB a turn a megabyte at most."""
THREADS = 500
"""Threads kept: those that were longest not used go. A web page may begin one for every visit."""
_NAME_LENGTH = 200
_CREATING_SECONDS = 60.0

_THREADS = """
SELECT thread, count(*), min(asked_at), max(asked_at),
  (SELECT question FROM turns l WHERE l.thread = t.thread ORDER BY number DESC LIMIT 1)
FROM turns t GROUP BY thread ORDER BY max(asked_at) DESC, thread
"""
_OLD_THREADS = """
DELETE FROM turns WHERE thread NOT IN (
  SELECT thread FROM turns GROUP BY thread ORDER BY max(asked_at) DESC, thread LIMIT ?)
"""


class Conversations:
    """Safe to use from many threads and processes. A file is made with the first turn, and may be deleted at any time: so no
    connection to it is kept.
    """

    def __init__(self, engine: Engine, *, turns: int = TURNS, threads: int = THREADS) -> None:
        self.engine = engine
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
        if self.engine.exists():
            with self._writing() as connection:
                gone = connection.execute("DELETE FROM turns WHERE thread = ?", (thread,)).rowcount
        if not gone:
            raise unknown_thread(thread)
        return gone

    def are_there(self) -> bool:
        """Whether anything was ever said. Raises StoreError."""
        with self._reading() as connection:
            return connection is not None

    def damage(self) -> str:
        """What is wrong with where they are; empty when nothing is."""
        try:
            with self._reading() as connection:
                if connection is None:
                    return ""
                connection.execute("SELECT count(*) FROM turns").fetchone()
                return next(iter(self.engine.damage(connection)), "")
        except StoreError as error:
            return error.message

    def put_aside(self, file: Path) -> Path:
        """Move the file, which is damaged, out of the way; a new one is made with the next turn."""
        aside = file.with_suffix(f".damaged-{datetime.now(UTC):%Y%m%dT%H%M%S}")
        with self._lock:
            file.replace(aside)
            for beside in ("-wal", "-shm"):
                file.with_name(file.name + beside).unlink(missing_ok=True)
            self._ready = False
        return aside

    @contextmanager
    def _reading(self) -> Iterator[Connection | None]:
        """None where nothing was ever said."""
        if not self.engine.exists():
            yield None
            return
        with self.engine.errors(), closing(self.engine.connect()) as connection:
            yield connection if self.engine.version(connection) else None

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """One transaction that either happens as a whole or not at all."""
        with self.engine.errors():
            self._create()
            with closing(self.engine.connect()) as connection:
                self.engine.begin_writing(connection)
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
            if self._ready and self.engine.exists():
                return
            with self.engine.exclusive(wait=_CREATING_SECONDS), closing(self.engine.connect()) as connection:
                self.engine.migrate(connection)
            self._ready = True


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
