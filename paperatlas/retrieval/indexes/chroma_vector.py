"""Approximate nearest neighbours with Chroma, in a folder or on a server."""

import ctypes
import platform
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast
from urllib.parse import urlsplit

import httpx
import numpy as np

from paperatlas.core.errors import BadSetting, LibraryDamaged, PaperAtlasError, ProviderError, SchemaMismatch, TimedOut
from paperatlas.core.ids import ChunkId
from paperatlas.core.ports import Float32
from paperatlas.retrieval.indexes.pending import Pending
from paperatlas.retrieval.indexes.ranking import DECIMALS, best

if TYPE_CHECKING:
    from chromadb import Collection as ChromaCollection
    from chromadb.api.client import AdminClient, Client
    from chromadb.api.collection_configuration import CreateHNSWConfiguration
    from chromadb.api.fastapi import FastAPI

__all__ = ["ChromaFolder", "ChromaIndex", "ChromaServer", "drop_collections"]

HNSW: "CreateHNSWConfiguration" = {"space": "cosine", "ef_construction": 200, "max_neighbors": 32, "ef_search": 400}
"""Set at creation: changed later, they have no effect in a running client. With Chroma's defaults (100, 16, 100) one of
four true neighbours among 100,000 is missed; benchmarks/vector_index.py measures these."""
CONNECT_SECONDS = 10
REQUEST_SECONDS = 60
"""Of a server. Its longest request, a full batch of upserts, takes a few seconds."""
SPARE_HITS = 16
"""Fetched beyond the limit, to see whether the last score goes on below it."""
_M_PERTURB = -6
"""Of glibc's mallopt(3)."""


class ChromaPlace(Protocol):
    """Where a Chroma database lives."""

    stale: bool
    """Whether an open client misses what other processes write."""

    def connect(self) -> "Client": ...
    def disconnect(self, client: "Client") -> None: ...
    def failure(self, error: Exception) -> PaperAtlasError:
        """What an error of the client means."""
        ...


class ChromaFolder:
    """An embedded database.

    Chroma keeps one system for each spelling of a path in a process, and a system that has read the index never sees
    what another process adds. Its own remedy, `clear_system_cache`, forgets every system in the process, so that a later
    `close` of another client stops a system that is in use. Here each client gets a spelling nobody else has
    (`folder/./././`), and with it a system of its own that reads the files anew and ends with its client.
    """

    stale = True
    _spellings: set[str] = set()  # noqa: RUF012 - of the process, as Chroma's are
    _lock = threading.Lock()

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._spelling = ""

    def connect(self) -> "Client":
        from chromadb import PersistentClient  # noqa: PLC0415 - two seconds that a small library never owes
        from chromadb.config import Settings  # noqa: PLC0415

        _no_memory_unset()
        with self._lock:
            spellings = (f"{self._folder.as_posix()}/{'./' * times}" for times in count())
            self._spelling = next(spelling for spelling in spellings if spelling not in self._spellings)
            self._spellings.add(self._spelling)
        return cast("Client", PersistentClient(path=self._spelling, settings=Settings(anonymized_telemetry=False)))

    def disconnect(self, client: "Client") -> None:
        client.close()
        with self._lock:
            self._spellings.discard(self._spelling)

    def failure(self, error: Exception) -> PaperAtlasError:
        return LibraryDamaged(
            f"The vector index {str(self._folder)!r} failed: {error}.",
            hint="`paperatlas doctor --fix` rebuilds it from the catalog.",
        )


class ChromaServer:
    """A database behind a URL such as http://127.0.0.1:8000."""

    stale = False

    def __init__(self, url: str) -> None:
        """Raises BadSetting when `url` is not one."""
        self._url = url.rstrip("/")
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise BadSetting(f"The Chroma server {url!r} is no address.", hint="Write it like http://127.0.0.1:8000.")
        self._secure = parts.scheme == "https"
        self._host = parts.hostname
        self._port = parts.port or (443 if self._secure else 8000)

    def connect(self) -> "Client":
        from chromadb import HttpClient  # noqa: PLC0415 - see ChromaFolder
        from chromadb.config import Settings  # noqa: PLC0415

        # Chroma's client waits for ever; this tells whether there is a server before it starts, and then bounds it.
        httpx.get(f"{self._url}/api/v2/heartbeat", timeout=CONNECT_SECONDS).raise_for_status()
        settings = Settings(anonymized_telemetry=False)
        client = cast("Client", HttpClient(host=self._host, port=self._port, ssl=self._secure, settings=settings))
        for session in _sessions(client):
            session.timeout = httpx.Timeout(REQUEST_SECONDS)
        return client

    def disconnect(self, client: "Client") -> None:
        client.close()
        for session in _sessions(client):  # which Chroma leaves open
            session.close()

    def failure(self, error: Exception) -> PaperAtlasError:
        kind = TimedOut if isinstance(error, httpx.TimeoutException) else ProviderError
        return kind(
            f"The Chroma server {self._url} failed: {error}.",
            hint="Start it, or unset PAPERATLAS_CHROMA_URL to use the embedded index.",
        )


def _sessions(client: "Client") -> Iterator[httpx.Client]:
    admin = cast("AdminClient", client._admin_client)  # noqa: SLF001 - there is no other way to them
    for server in (client._server, admin._server):  # noqa: SLF001
        yield cast("FastAPI", server)._session  # noqa: SLF001


class ChromaIndex:
    """Implements `VectorIndex` in one collection of a Chroma database, which is opened at its first use.

    A client is used by one thread at a time: a refresh ends the client that another thread might be asking.

    Every method may raise LibraryDamaged for a folder that cannot be read, ProviderError for a server out of reach, and
    SchemaMismatch for a collection of another dimension.
    """

    def __init__(self, place: ChromaPlace, *, collection: str, dimension: int) -> None:
        self._place = place
        self._name = collection
        self._dimension = dimension
        self._pending = Pending()
        self._lock = threading.Lock()
        self._opened: tuple[Client, ChromaCollection] | None = None

    def upsert(self, ids: Sequence[ChunkId], vectors: Float32) -> None:
        self._pending.upsert(ids, vectors)

    def delete(self, ids: Collection[ChunkId]) -> None:
        self._pending.delete(ids)

    def commit(self) -> None:
        """Not atomic: a reader may see part of it, and whoever reads filters by the catalog."""
        if not self._pending:
            return
        with self._collection() as (collection, step):
            for ids in _batches(sorted(self._pending.deletes), step):
                collection.delete(ids=ids)
            for ids in _batches(sorted(self._pending.upserts), step):
                collection.upsert(ids=ids, embeddings=np.array([self._pending.upserts[ChunkId(chunk)] for chunk in ids]))
        self._pending = Pending()

    def refresh(self) -> None:
        if self._place.stale:
            self._disconnect()

    def search(self, vector: Float32, *, limit: int, among: frozenset[ChunkId] | None = None) -> list[tuple[ChunkId, float]]:
        if limit < 1:
            return []
        with self._collection() as (collection, step):
            known = None if among is None else _known(collection, among, step)
            most = collection.count() if known is None else len(known)
            return best(_hits(collection, vector, limit, most, known), limit) if most else []

    def ids(self) -> frozenset[ChunkId]:
        with self._collection() as (collection, _):
            return frozenset(map(ChunkId, collection.get(include=[])["ids"]))

    def close(self) -> None:
        """Drops what was not committed."""
        self._pending = Pending()
        self._disconnect()

    def _disconnect(self) -> None:
        with self._lock:
            if self._opened is not None:
                (client, _), self._opened = self._opened, None
                self._place.disconnect(client)

    @contextmanager
    def _collection(self) -> Iterator[tuple["ChromaCollection", int]]:
        """The collection and the most records of a request, for one thread at a time; errors in our words."""
        from chromadb.errors import ChromaError  # noqa: PLC0415 - see ChromaFolder

        with self._lock:
            try:
                client, collection = self._opened = self._opened or self._open()
                yield collection, client.get_max_batch_size()
            except (ChromaError, httpx.HTTPError, ValueError) as error:
                raise self._place.failure(error) from error

    def _open(self) -> tuple["Client", "ChromaCollection"]:
        client = self._place.connect()
        collection = client.get_or_create_collection(
            self._name,
            configuration={"hnsw": HNSW},
            metadata={"dimension": self._dimension},
            embedding_function=None,  # else Chroma looks for a model of its own on the network
        )
        found = (collection.metadata or {}).get("dimension")
        if found != self._dimension:
            self._place.disconnect(client)
            raise SchemaMismatch(
                f"The vectors in collection {self._name!r} have {found} dimensions; the embedder's have {self._dimension}.",
                hint="Use the embedder the library was made with, or bring it to this one with `paperatlas reembed`.",
            )
        return client, collection


def _no_memory_unset() -> None:
    """Have memory filled with zeros when it is taken: embedded Chroma writes some that it never set into the files of its index,
    with whatever the process had there before, an API key for one. Only glibc can be told so; it costs nothing that shows.
    """
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(_M_PERTURB, 0xFF)  # the byte for what is freed; what is taken gets its complement


def drop_collections(place: ChromaPlace, *, prefix: str, keep: str) -> None:
    """Remove the collections whose names begin so, but for one. Raises as ChromaIndex does."""
    from chromadb.errors import ChromaError  # noqa: PLC0415 - see ChromaFolder

    try:
        client = place.connect()
        try:
            for collection in client.list_collections():
                if collection.name.startswith(prefix) and collection.name != keep:
                    client.delete_collection(collection.name)
        finally:
            place.disconnect(client)
    except (ChromaError, httpx.HTTPError, ValueError) as error:
        raise place.failure(error) from error


def _hits(
    collection: "ChromaCollection", vector: Float32, limit: int, most: int, among: list[str] | None
) -> list[tuple[ChunkId, float]]:
    """At least the nearest `limit`, and with them all that are found as near as the last: ids decide among those."""
    fetch = min(limit + SPARE_HITS, most)
    while True:
        found = collection.query(query_embeddings=vector[np.newaxis], n_results=fetch, ids=among, include=["distances"])
        distances = (found["distances"] or [[]])[0]
        hits = [(ChunkId(chunk), 1 - distance) for chunk, distance in zip(found["ids"][0], distances, strict=True)]
        if fetch == most or len(hits) < fetch or hits[-1][1] < hits[limit - 1][1] - 10.0**-DECIMALS:
            return hits
        fetch = min(fetch * 4, most)


def _known(collection: "ChromaCollection", among: frozenset[ChunkId], step: int) -> list[str]:
    """Those of `among` that are in the collection: Chroma fails on a query among ids that it does not have."""
    return [chunk for ids in _batches(sorted(among), step) for chunk in collection.get(ids=ids, include=[])["ids"]]


def _batches(ids: Sequence[str], step: int) -> Iterator[list[str]]:
    return (list(ids[start : start + step]) for start in range(0, len(ids), step))
