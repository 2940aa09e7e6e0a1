"""Vectors of sentences and questions that were made before: what is weighed for one question is weighed again for the next.

To embed the forty sentences that are weighed for a question takes ten times what its search takes; the papers stay the same.
"""

import hashlib
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal

import numpy as np

from paperatlas.core.ports import Embedder, Float32

__all__ = ["KeptVectors"]

Kind = Literal["query", "passage"]

_IN_MEMORY = 20_000
"""Vectors held in memory: 30 MB of 384 numbers each."""
_IN_FILE = 500_000
"""Vectors kept on disk before the older half is let go: 750 MB of 384 numbers each, the sentences of some 1,200 papers."""
_AT_ONCE = 500
"""Keys of one statement: SQLite may allow no more than 999."""
_BUSY_SECONDS = 0.5
"""Longest wait for another process that writes: computing them anew takes less than to wait for long."""


class KeptVectors:
    """Implements `Embedder` around another one. Safe to use from many threads and processes.

    Passages are kept in a file as well, by a hash of the model and the text. It is a cache: where it cannot be read or
    written, vectors are made anew. A row depends on its text alone, so what is kept is what would be made.
    """

    def __init__(self, embedder: Embedder, file: Path) -> None:
        self.id = embedder.id
        self._embedder = embedder
        self._file = file
        self._lock = threading.Lock()
        self._held: OrderedDict[bytes, Float32] = OrderedDict()

    @property
    def dimension(self) -> int:
        return self._embedder.dimension

    def embed(self, texts: Sequence[str], *, kind: Kind) -> Float32:
        """Errors as of the embedder's, for what is not kept."""
        keys = [self._key(text, kind) for text in texts]
        found = self._from_memory(keys)
        if kind == "passage":
            found |= self._from_file([key for key in dict.fromkeys(keys) if key not in found])
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
        if missing or not texts:
            made = self._embedder.embed(list(missing.values()), kind=kind)
            new = dict(zip(missing, made, strict=True))
            if kind == "passage":
                self._to_file(new)
            found |= new
        self._hold(found)
        return np.stack([found[key] for key in keys]) if keys else made

    def keep(self, texts: Sequence[str]) -> None:
        """Have the vectors of passages made that are not kept yet."""
        for at in range(0, len(texts), _AT_ONCE):
            self.embed(texts[at : at + _AT_ONCE], kind="passage")

    def forget(self) -> None:
        """Let go of everything: a paper that was removed leaves nothing behind."""
        with self._lock:
            self._held.clear()
        self._in_file(lambda connection: connection.execute("DELETE FROM vectors"))

    def _key(self, text: str, kind: Kind) -> bytes:
        return hashlib.blake2b(f"{self.id}\0{kind}\0{text}".encode(errors="surrogatepass"), digest_size=16).digest()

    def _from_memory(self, keys: Sequence[bytes]) -> dict[bytes, Float32]:
        with self._lock:
            found = {key: self._held[key] for key in keys if key in self._held}
            for key in found:
                self._held.move_to_end(key)
            return found

    def _hold(self, vectors: Mapping[bytes, Float32]) -> None:
        with self._lock:
            self._held.update(vectors)
            while len(self._held) > _IN_MEMORY:
                self._held.popitem(last=False)

    def _from_file(self, keys: Sequence[bytes]) -> dict[bytes, Float32]:
        if not keys or not self._file.exists():
            return {}
        found: dict[bytes, Float32] = {}

        def read(connection: sqlite3.Connection) -> None:
            for at in range(0, len(keys), _AT_ONCE):
                part = keys[at : at + _AT_ONCE]
                marks = ",".join("?" * len(part))
                for key, row in connection.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", part):  # noqa: S608 - marks only
                    found[key] = np.frombuffer(row, dtype=np.float32)

        self._in_file(read)
        return found

    def _to_file(self, vectors: Mapping[bytes, Float32]) -> None:
        rows = [(key, vector.astype(np.float32).tobytes()) for key, vector in vectors.items()]

        def write(connection: sqlite3.Connection) -> None:
            connection.executemany("INSERT OR IGNORE INTO vectors (key, vector) VALUES (?, ?)", rows)
            first, last = connection.execute("SELECT min(id), max(id) FROM vectors").fetchone()
            if first is not None and last - first >= _IN_FILE:
                connection.execute("DELETE FROM vectors WHERE id < ?", (last - _IN_FILE // 2,))

        self._in_file(write)

    def _in_file(self, work: Callable[[sqlite3.Connection], object]) -> None:
        try:
            with self._connected() as connection, connection:
                work(connection)
        except (sqlite3.Error, OSError):
            return  # it is a cache

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._file, timeout=_BUSY_SECONDS)) as connection:
            connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;")
            connection.execute("CREATE TABLE IF NOT EXISTS vectors (id INTEGER PRIMARY KEY, key BLOB UNIQUE, vector BLOB)")
            yield connection
