"""Runs over question files in the catalog, and the files that they come from."""

import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from paperatlas.catalog.connection import Connection, Engine
from paperatlas.catalog.database import CATALOG, Database, catalog_file

__all__ = ["EVALUATIONS", "Evaluations", "KeptRun", "evaluations_in"]

EVALUATIONS = "evaluations"
"""Of a library's folder: files of runs that are not in the catalog yet."""
_LEVEL = 6
_PUT = "INSERT INTO evaluations (name, started, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_HASH = 8
"""Digits by which two runs of one name are told apart."""


class KeptRun(NamedTuple):
    """A run as it was kept, byte for byte."""

    name: str
    text: str


@contextmanager
def evaluations_in(folder: Path, engine: Engine | None = None) -> "Iterator[Evaluations]":
    """The runs of a library that need not be open; its catalog is a file of the folder unless an engine is given."""
    database = Database(engine) if engine else catalog_file(folder / CATALOG)
    try:
        yield Evaluations(folder, database)
    finally:
        database.close()


class Evaluations:
    """The runs of a library.

    Each is first a file of the folder `evaluations`, which anybody may write at any time, and is taken into the catalog when
    that can be written: at once, or when the library is opened next. So no run is lost to an ingest that holds the catalog, and
    runs of versions that had files only are there too. A file is removed when the catalog has it, and not before.
    """

    def __init__(self, folder: Path, database: Database) -> None:
        """Of the library in `folder`, whose catalog is `database`."""
        self.folder = folder.expanduser().absolute() / EVALUATIONS
        self._database = database

    def take_in(self) -> None:
        """Put what lies in the folder into the catalog. What is no run stays where it is.

        Raises:
            StoreError: the catalog cannot be written now; all files stay, as where there is none of this version.
        """
        if not self._database.is_current():
            return
        for file in self._files():
            text = _read(file)
            started = None if text is None else _started(text)
            if text is not None and started is not None:
                self._put(file.stem, started, text)
                with suppress(OSError):  # of a folder that cannot be written: the next time finds it in the catalog
                    file.unlink()
        with suppress(OSError):  # it still holds something, or there is none
            self.folder.rmdir()

    def runs(self) -> Sequence[KeptRun]:
        """Those of the catalog, in the order in which they were begun; then the files that it has not taken in."""
        waiting = [KeptRun(file.stem, text) for file in self._files() if (text := _read(file)) is not None]
        rows = self._rows("SELECT name, body FROM evaluations ORDER BY started, name")
        return [*(KeptRun(name, _unpacked(body)) for name, body in rows), *waiting]

    def run(self, name: str) -> str | None:
        """The text of the run of that name, be it in the catalog or waiting; None where there is none."""
        rows = self._rows("SELECT name, body FROM evaluations WHERE name = ?", name)
        return _unpacked(rows[0][1]) if rows else _read(self.folder / f"{name}.json")

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("*.json"))

    def _rows(self, statement: str, *values: object) -> list[tuple[str, bytes]]:
        if not self._database.is_current():
            return []
        with self._database.reading() as connection:
            return connection.execute(statement, values).fetchall()

    def _put(self, name: str, started: str, text: str) -> None:
        with self._database.reading() as connection:  # one statement is a transaction by itself
            _insert(connection, name, started, text)


def _insert(connection: Connection, name: str, started: str, text: str) -> None:
    """Under its name, or where another run has that, under one with a hash behind."""
    body = zlib.compress(text.encode(), _LEVEL)
    row = connection.execute("SELECT body FROM evaluations WHERE name = ?", (name,)).fetchone()
    if row and _unpacked(row[0]) != text:
        name = f"{name}-{sha256(text.encode()).hexdigest()[:_HASH]}"
    connection.execute(_PUT, (name, started, body))


def _read(file: Path) -> str | None:
    """None of a file that another process has just taken in, or that is no text."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _started(text: str) -> str | None:
    """When a run was begun; None where the text is no run."""
    try:
        return str(json.loads(text)["made"]["started"])
    except (ValueError, KeyError, TypeError):
        return None


def _unpacked(body: bytes) -> str:
    return zlib.decompress(body).decode()
