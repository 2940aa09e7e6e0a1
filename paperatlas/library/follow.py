"""Search that sees what other processes have written."""

import threading
from dataclasses import dataclass

from paperatlas.core.graph_ports import GraphStore
from paperatlas.core.ports import Catalog, LexicalIndex, Searcher, VectorIndex
from paperatlas.core.searching import PLAIN_SEARCH, Mode, Scope, SearchOptions, SearchResult
from paperatlas.library.gate import Gate

__all__ = ["Engines", "FollowingGraph", "FollowingSearcher"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Engines:
    """What is opened at the first search or change, and not before: it is heavy."""

    lexical: LexicalIndex
    vector: VectorIndex
    searcher: Searcher


class FollowingSearcher:
    """A Searcher that refreshes the indexes when the catalog's generation has moved since it last looked."""

    def __init__(self, catalog: Catalog, engines: Engines, *, seen: int) -> None:
        """`seen` is the generation before the indexes were opened."""
        self._catalog = catalog
        self.engines = engines
        self.gate = Gate()
        self._seen = seen
        self._lock = threading.Lock()

    def search(
        self,
        query: str,
        *,
        mode: Mode = "auto",
        limit: int = 10,
        scope: Scope | None = None,
        options: SearchOptions = PLAIN_SEARCH,
    ) -> SearchResult:
        self.follow()
        # One state for the whole search: a chunk that an index still has and the catalog no longer does is not found.
        with self.gate.shared(), self._catalog.snapshot():
            return self.engines.searcher.search(query, mode=mode, limit=limit, scope=scope, options=options)

    def follow(self) -> None:
        """See the newest commit."""
        with self._lock:
            generation = self._catalog.generation()
            if generation != self._seen:
                with self.gate.exclusive():
                    self.engines.lexical.refresh()
                    self.engines.vector.refresh()
                self._seen = generation


class FollowingGraph:
    """A graph's store that is refreshed when the catalog's generation has moved since it was last looked at."""

    def __init__(self, catalog: Catalog, store: GraphStore, *, seen: int) -> None:
        """`seen` is the generation before the store was opened."""
        self._catalog = catalog
        self.store = store
        self._seen = seen
        self._lock = threading.Lock()

    def follow(self) -> None:
        """See the newest commit."""
        with self._lock:
            generation = self._catalog.generation()
            if generation != self._seen:
                self.store.refresh()
                self._seen = generation
