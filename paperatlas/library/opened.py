"""What is open of a library, and how it is opened."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress

from filelock import FileLock, Timeout

from paperatlas.catalog import (
    Audit,
    Conversations,
    Database,
    Evaluations,
    SqlCatalog,
    SqlKnowledge,
    SqlWriter,
)
from paperatlas.catalog.schema import CATALOG_TABLES, CONVERSATIONS_TABLES
from paperatlas.core.disk import writing_to
from paperatlas.core.errors import BadSetting, EmbedderMismatch, LibraryDamaged, LibraryLocked, StoreError
from paperatlas.core.graph_ports import GraphStore
from paperatlas.core.ids import DocumentId
from paperatlas.core.searching import PLAIN_SEARCH, Mode, Scope, SearchOptions, SearchResult
from paperatlas.core.summaries import WrittenSentence
from paperatlas.library.follow import Engines, FollowingGraph, FollowingSearcher
from paperatlas.library.parts import Parts
from paperatlas.library.putting import finish_restore, is_unfinished
from paperatlas.library.runs import Runs
from paperatlas.pipeline.ingest.indexing import catch_up
from paperatlas.pipeline.summarise.trees import Trees

__all__ = ["Opened", "graph_is_off"]

_CREATING_SECONDS = 60.0
"""Longest wait for another process that is just creating the library, bringing it to a new schema or opening its indexes."""


class Opened:
    """The catalog from the start; indexes and models from when they are first needed. Safe to use from many threads."""

    def __init__(self, parts: Parts) -> None:
        """Open the library in `parts.folder`, or create it.

        Raises:
            SchemaMismatch: a newer PaperAtlas wrote it.
            LibraryDamaged: its catalog is no SQLite file, or is gone.
        """
        self.parts = parts
        self.folder = parts.folder.expanduser().absolute()
        self.originals = parts.kept_originals()
        self.database = Database(parts.engine_of(CATALOG_TABLES))
        with writing_to("The library", self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        if not self.database.is_current():
            self._refuse_without_catalog()
            with self.database.exclusive(wait=_CREATING_SECONDS):
                self.database.create_or_migrate()
        self.database.engine.claim(self.folder)
        self.evaluations = Evaluations(self.folder, self.database)
        with suppress(StoreError):  # another process is writing: the files wait for whoever opens the library next
            self.evaluations.take_in()
        self.catalog = SqlCatalog(self.database)
        self.knowledge = SqlKnowledge(self.database)
        self.summaries = Trees(self.catalog, keep=self._keep_written)
        self.audit = Audit(self.database)
        self.conversations = Conversations(parts.engine_of(CONVERSATIONS_TABLES))
        self.runs = Runs(self.folder / "runs", keep=parts.runs)
        self._opening = threading.Lock()
        self._graph: FollowingGraph | None = None
        self._searcher: FollowingSearcher | None = None

    def _refuse_without_catalog(self) -> None:
        """Where originals are, a catalog was: an empty one in its place would have them swept as files of no document."""
        if self.database.is_empty() and not self.originals.is_empty() and not is_unfinished(self.folder):
            raise LibraryDamaged(
                f"The catalog of the library {str(self.folder)!r} is gone; its papers' files are still in `originals`.",
                hint="`paperatlas restore BACKUP` puts it back; else move `originals` away, and ingest it into a new library."
                " If it is on PostgreSQL, PAPERATLAS_CATALOG_URL and PAPERATLAS_CATALOG_SCHEMA say where.",
            )

    def search(
        self,
        query: str,
        *,
        mode: Mode = "auto",
        limit: int = 10,
        scope: Scope | None = None,
        options: SearchOptions = PLAIN_SEARCH,
    ) -> SearchResult:
        """Implements `Searcher`, and opens the indexes only now: most questions about metadata never come here.

        Raises:
            EmbedderMismatch: the library's vectors are of another model than the configured one.
        """
        self.check_embedder()
        return self._open().search(query, mode=mode, limit=limit, scope=scope, options=options)

    @property
    def engines(self) -> Engines:
        """The indexes themselves, whatever model they are of."""
        return self._open().engines

    def catch_up(self, writer: SqlWriter) -> None:
        """Bring the indexes to where the catalog is."""
        open_ = self._open()
        catch_up(writer, open_.engines.lexical, open_.engines.vector, quiet=open_.gate.exclusive)

    def quiet(self) -> AbstractContextManager[None]:
        """Holds off this process's searches."""
        return self._open().gate.exclusive()

    def _open(self) -> FollowingSearcher:
        with self._opening:
            if self._searcher is None:
                seen = self.catalog.generation()
                with self._alone():
                    engines = self.parts.open_engines(self.catalog, self.knowledge if self.parts.graph else None)
                self._searcher = FollowingSearcher(self.catalog, engines, seen=seen)
            return self._searcher

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Two processes that open a new library at once must not both create its indexes."""
        lock = FileLock(self.folder / "open.lock", timeout=_CREATING_SECONDS)
        try:
            lock.acquire()
        except Timeout:
            raise LibraryLocked(
                f"The indexes of the library {str(self.folder)!r} are being opened by another process.",
                hint="Wait until it is done, or stop it.",
            ) from None
        except OSError:  # where no lock can be made nobody can create an index either
            pass
        try:
            with writing_to("The library", self.folder):
                yield
        finally:
            lock.release()

    def graph(self) -> GraphStore:
        """The graph's store, as of the newest commit.

        Raises:
            BadSetting: the graph is switched off.
            StoreError: it cannot be opened.
            ProviderError: its service is down or refuses.
        """
        parts = self.parts.graph
        if parts is None:
            raise graph_is_off()
        with self._opening:
            if self._graph is None:
                seen = self.catalog.generation()
                with self._alone():
                    self._graph = FollowingGraph(self.catalog, parts.open_store(), seen=seen)
            graph = self._graph
        graph.follow()
        return graph.store

    def check_embedder(self) -> None:
        """Raises EmbedderMismatch."""
        recorded, dimension = self.catalog.meta("embedder"), self.catalog.meta("dimension")
        embedder = self.parts.embedder
        if recorded and (recorded, dimension) != (embedder.id, str(embedder.dimension)):
            raise EmbedderMismatch(
                f"The library's vectors are of {recorded} ({dimension} dimensions),"
                f" the configured embedder is {embedder.id} ({embedder.dimension} dimensions).",
                hint="Configure the library's embedder again, or bring the library to the new one with `paperatlas reembed`.",
            )

    @contextmanager
    def writing(self) -> Iterator[SqlWriter]:
        """Hold the library's lock to change it.

        Raises:
            LibraryLocked: another process is writing.
        """
        with self.database.exclusive(wait=self.parts.lock_seconds) as interrupted:
            finish_restore(self.folder, self.database, self.conversations.engine, self.originals)
            writer = SqlWriter(self.database, self.catalog)
            try:
                if interrupted:
                    # What the last writer left half done in the indexes is replayed by the next change; files are not.
                    self.originals.sweep({name for _, name in self.audit.originals()})
                yield writer
            finally:
                writer.close()

    def _keep_written(self, document: DocumentId, key: str, sentences: Sequence[WrittenSentence]) -> None:
        """What a model wrote is kept if nobody is writing just now; else it is written again when it is asked for again."""
        with suppress(LibraryLocked, *self.database.engine.refused), self.writing() as writer, writer.transaction():
            writer.put_written_summary(document, key, sentences)

    def close_engines(self) -> None:
        """Let go of the indexes; they are opened again when they are next needed."""
        with self._opening:
            searcher, self._searcher = self._searcher, None
        if searcher is not None:
            searcher.engines.lexical.close()
            searcher.engines.vector.close()

    def close_graph(self) -> None:
        """Let go of the graph's store."""
        with self._opening:
            graph, self._graph = self._graph, None
        if graph is not None:
            graph.store.close()

    def close(self) -> None:
        self.close_engines()
        self.close_graph()
        self.catalog.close()


def graph_is_off() -> BadSetting:
    """The error of whoever asks for the graph all the same."""
    return BadSetting("The knowledge graph is switched off.", hint="Set PAPERATLAS_GRAPH=auto.")
