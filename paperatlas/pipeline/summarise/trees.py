"""The summaries of a library: those that are kept, and those that are made when they are asked for."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Catalog
from paperatlas.core.summaries import SummaryNode, SummaryStore, SummaryTree, WrittenSentence
from paperatlas.pipeline.summarise.topics import topics
from paperatlas.pipeline.summarise.tree import RULES, summarise

__all__ = ["Trees"]

KEPT_TREES = 256
"""Trees kept in memory, some 50 kB each."""


class Trees:
    """Implements `Summaries`. The trees of documents are kept in the catalog, written with them; topics depend on all documents
    at once, and are made when they are asked for and the documents are not those of last time.
    """

    def __init__(
        self, catalog: Catalog, *, keep: Callable[[DocumentId, str, Sequence[WrittenSentence]], None] | None = None
    ) -> None:
        """A catalog that is also a `SummaryStore` is asked for what it keeps; `keep` puts there what models write."""
        self._keep = keep
        self._catalog = catalog
        self._store = catalog if isinstance(catalog, SummaryStore) else None
        self._kept = lru_cache(maxsize=KEPT_TREES)(self._tree)
        self._topics: tuple[tuple[DocumentId, ...], tuple[SummaryNode, ...]] = ((), ())

    def of(self, document: DocumentId) -> SummaryTree:
        with self._catalog.snapshot():
            return self._kept(document, self._catalog.generation())

    def _tree(self, document: DocumentId, generation: int) -> SummaryTree:
        """`generation` is that of the state read: what is kept for one is not given out in another."""
        del generation
        if self._store is not None and (nodes := self._store.summary(document, RULES)):
            return SummaryTree(nodes=nodes)
        return summarise(self._catalog.parsed(document), self._catalog.chunks_of(document))

    def topics(self) -> Sequence[SummaryNode]:
        with self._catalog.snapshot():
            documents = sorted(self._catalog.documents(), key=lambda document: document.id)
            wanted = tuple(document.id for document in documents)
            if wanted != self._topics[0]:
                self._topics = wanted, topics(documents, self._catalog, self.of)
            return self._topics[1]

    def written(self, document: DocumentId, key: str) -> tuple[WrittenSentence, ...]:
        return self._store.written_summary(document, key) if self._store is not None else ()

    def keep(self, document: DocumentId, key: str, sentences: Sequence[WrittenSentence]) -> None:
        if self._keep is not None:
            self._keep(document, key, sentences)
