"""Checks of the catalog itself and of the originals beside it."""

import tempfile
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from pathlib import Path

from paperatlas.catalog import SqlWriter
from paperatlas.catalog.copying import make_next
from paperatlas.catalog.salvage import salvage
from paperatlas.core.errors import LibraryDamaged, UnknownDocument
from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Chunk, Document
from paperatlas.library.finding import FIX, Finding, finding
from paperatlas.library.opened import Opened
from paperatlas.library.summaries import summarise_missing
from paperatlas.pipeline.ingest.originals import content_of
from paperatlas.pipeline.summarise.tree import RULES, is_extract

__all__ = ["CatalogChecks"]

_READ_AGAIN = "`paperatlas ingest --force` with the document's file"


class CatalogChecks:
    """Each check yields what it finds; the caller holds the library's lock."""

    def __init__(self, opened: Opened, writer: SqlWriter) -> None:
        self._audit = opened.audit
        self._catalog = opened.catalog
        self._originals = opened.originals
        self._engine = opened.database.engine
        self._writer = writer

    def file(self) -> Iterator[Finding]:
        try:
            damages = self._audit.damage()
        except LibraryDamaged as error:
            damages = [error.message]
        for damage in damages[:1]:  # the first will do: what follows may be its consequence
            yield finding(
                "damaged_catalog",
                f"The catalog's file is damaged: {damage}",
                f"{FIX} keeps what can be read; where that is not all, `paperatlas restore --replace BACKUP`",
                self._salvage,
            )

    def _salvage(self) -> bool:
        """Make the catalog anew from its own tables; what is lost of what was made of the documents is found by later checks."""
        live = self._engine.file
        if live is None:
            return False
        with tempfile.TemporaryDirectory(dir=live.parent, prefix="salvage-") as work:
            whole = Path(work) / live.name
            try:
                salvage(live, whole)
            except LibraryDamaged:
                return False
            make_next(whole, None)
            self._engine.become(whole)
        summarise_missing(self._writer)
        return not self._audit.damage()

    def documents(self) -> Iterator[Finding]:
        for name in self._audit.miscounted():
            yield finding("miscounted", f"{name!r} does not have the parts that it says.", _READ_AGAIN)
        for document in self._audit.without_source():
            yield finding("orphan_document", f"Document {document} has no source.", FIX, partial(self._forget, document))

    def _forget(self, document: DocumentId) -> bool:
        with self._writer.transaction():
            self._writer.forget(document)
        for name in self._writer.orphaned_originals():
            self._originals.drop(name)
        return True

    def spans(self) -> Iterator[Finding]:
        for document in self._catalog.documents():
            texts = self._catalog.texts(document.id)
            wrong = [chunk.ordinal for chunk in self._catalog.chunks_of(document.id) if not _cites(chunk, texts)]
            if wrong:
                what = (
                    f"{len(wrong)} passages of {document.name!r} differ from the pages they cite, the first is number {wrong[0]}."
                )
                yield finding("wrong_span", what, _READ_AGAIN)

    def summaries(self) -> Iterator[Finding]:
        wrong = [document for document in self._audit.summarised() if not self._is_sound(document)]
        if wrong:
            yield finding(
                "orphan_summary",
                f"{len(wrong)} summaries belong to no document of the library, or quote what it does not say.",
                f"{FIX} makes them anew",
                partial(self._summarise_again, wrong),
            )

        if self._writer.unsummarised(RULES, 1):
            yield finding("missing_summary", "Not every document has been summed up.", FIX, self._summarise)

    def _summarise(self) -> bool:
        summarise_missing(self._writer)
        return True

    def _is_sound(self, document: DocumentId) -> bool:
        try:
            texts = self._catalog.texts(document)
            chunks = {chunk.id for chunk in self._catalog.chunks_of(document)}
        except UnknownDocument:
            return False
        nodes = self._catalog.summary(document, RULES)
        sources = [source for node in nodes for sentence in node.sentences for source in sentence.sources]
        return (
            all(chunk in chunks for node in nodes for chunk in node.passages)
            and all(source.document == document and source.chunk in chunks for source in sources)
            and all(is_extract(sentence, texts) for node in nodes for sentence in node.sentences)
        )

    def _summarise_again(self, documents: Collection[DocumentId]) -> bool:
        with self._writer.transaction():
            for document in documents:
                self._writer.drop_summary(document)
        return self._summarise()

    def originals(self) -> Iterator[Finding]:
        documents = {document.id: document for document in self._catalog.documents()}
        kept = dict(self._audit.originals())
        for id_, name in kept.items():
            if not self._originals.is_intact(name):
                yield finding(
                    "missing_original",
                    f"The kept original of {documents[id_].name!r} is missing or changed.",
                    f"{FIX} takes it from where it came from, if it is still there",
                    partial(self._keep_again, documents[id_], name),
                )
        if strays := self._originals.strays(set(kept.values())):
            sweep = partial(self._sweep, set(kept.values()))
            yield finding("orphan_original", f"{strays} kept files belong to no document.", FIX, sweep)

    def _keep_again(self, document: Document, name: str) -> bool:
        for source in (*map(Path, document.sources), self._originals.at_hand(name)):
            if source.is_file() and content_of(source) == document.id:
                self._originals.put(source, name)
                return True
        return False

    def _sweep(self, wanted: Collection[str]) -> bool:
        self._originals.sweep(wanted)
        return True


def _cites(chunk: Chunk, texts: Mapping[int, str]) -> bool:
    if not chunk.spans:  # a table or a row: its proof are its cells
        return True
    return chunk.text == Chunk.SPAN_JOIN.join(texts.get(span.page, "")[span.start : span.end] for span in chunk.spans)
