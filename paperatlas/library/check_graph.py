"""Checks that the graph holds what the documents say, and nothing else."""

import shutil
from collections.abc import Iterator, Sequence
from functools import partial

from paperatlas.catalog import SqlWriter
from paperatlas.core.errors import ProviderError, StoreError
from paperatlas.core.ids import DocumentId
from paperatlas.core.reports import OnProgress
from paperatlas.library.finding import FIX, Finding, finding
from paperatlas.library.knowing import change_of, follow_changes, know
from paperatlas.library.opened import Opened

__all__ = ["GraphChecks"]


class GraphChecks:
    """Each check yields what it finds, and nothing where the graph is off; the caller holds the library's lock."""

    def __init__(self, opened: Opened, writer: SqlWriter, *, on_progress: OnProgress | None = None) -> None:
        self._opened = opened
        self._parts = opened.parts.graph
        self._knowledge = opened.knowledge
        self._writer = writer
        self._on_progress = on_progress

    def read(self) -> Iterator[Finding]:
        if self._parts is None:
            return
        if damage := self._damage():
            yield finding("unreadable_graph", damage, f"{FIX} makes the store anew from the catalog", self._remake)
        names = {document.id: document.name for document in self._opened.catalog.documents()}
        if unread := self._writer.knowledge.unextracted(self._parts.rules):
            yield finding("unread_for_graph", f"{len(unread)} documents were not read for the graph.", FIX, self._know)
        for document, why in self._knowledge.failures().items():
            yield finding(
                "extraction_failed",
                f"Nothing could be extracted from {names.get(document, document)!r}: {why}.",
                "please report it with the file, if it may be shared",
            )

    def _damage(self) -> str:
        """Why the store cannot be opened; empty where it can, or where it is a service of its own."""
        try:
            self._opened.graph()
        except StoreError as error:
            return error.message
        except ProviderError:
            return ""
        return ""

    def _know(self) -> bool:
        know(self._opened, self._writer, on_progress=self._on_progress)
        return True

    def quotes(self) -> Iterator[Finding]:
        wrong = [document for document in self._knowledge.counts() if not self._is_verbatim(document)]
        if wrong:
            yield finding(
                "wrong_graph_quote",
                f"What {len(wrong)} documents are said to say differs from their pages.",
                f"{FIX} reads them anew",
                partial(self._read_anew, wrong),
            )

    def _is_verbatim(self, document: DocumentId) -> bool:
        found, texts = self._knowledge.extraction(document), self._opened.catalog.texts(document)
        said = [*(each.evidence for each in found.mentions), *(each.evidence for each in found.relations)]
        return all(each.span is None or texts[each.page][each.span.start : each.span.end] == each.quote for each in said)

    def _read_anew(self, documents: Sequence[DocumentId]) -> bool:
        with self._writer.transaction():
            for document in documents:
                self._writer.knowledge.drop(document)
        return self._know()

    def resolved(self) -> Iterator[Finding]:
        if self._parts is not None and self._writer.knowledge.is_unresolved():
            yield finding("unresolved", "Entities do not follow from what documents name.", FIX, self._follow)

    def store(self) -> Iterator[Finding]:
        if self._parts is None or self._damage():
            return
        if self._writer.knowledge.pending_documents(1) or self._writer.knowledge.pending_entities():
            yield finding("graph_pending", "The graph's store has not taken the last changes.", FIX, self._follow)
            return
        try:
            missing, stray = self._differences()
        except ProviderError as error:
            yield finding("graph_unreachable", error.message, error.hint or "see that the graph's service runs")
            return
        if missing:
            what = f"{missing} nodes and edges are missing in the graph's store, or differ."
            yield finding("missing_in_graph", what, FIX, self._replay)
        if stray:
            what = f"The graph's store holds {stray} nodes and edges that the catalog does not."
            yield finding("orphan_in_graph", what, f"{FIX} makes the store anew from the catalog", self._remake)

    def _differences(self) -> tuple[int, int]:
        """How many nodes and edges the store lacks or has otherwise, and how many it has too many."""
        wanted = change_of(self._opened, [document.id for document in self._opened.catalog.documents()])
        store = self._opened.graph()
        missing = stray = 0
        for held, kept in ((store.nodes(), wanted.nodes), (store.edges(), wanted.edges)):
            expected = {each.id: each for each in kept}
            found = 0
            for each in held:
                if each.id not in expected:
                    stray += 1
                elif each == expected[each.id]:
                    found += 1
            missing += len(expected) - found
        return missing, stray

    def _follow(self) -> bool:
        follow_changes(self._opened, self._writer)
        return True

    def _replay(self) -> bool:
        with self._writer.transaction():
            self._writer.knowledge.mark_all()
        return self._follow()

    def _remake(self) -> bool:
        assert self._parts is not None
        self._opened.close_graph()
        if self._parts.folder is None:
            return False
        shutil.rmtree(self._parts.folder, ignore_errors=True)
        return self._replay()
