"""Checks of the catalog itself and of the originals beside it."""

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from pathlib import Path

from paperatlas.catalog import SqliteWriter
from paperatlas.core.errors import LibraryDamaged
from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Chunk, Document
from paperatlas.library.finding import FIX, Finding, finding
from paperatlas.library.opened import Opened
from paperatlas.pipeline.ingest.originals import content_of

__all__ = ["CatalogChecks"]

_READ_AGAIN = "`paperatlas ingest --force` with the document's file"


class CatalogChecks:
    """Each check yields what it finds; the caller holds the library's lock."""

    def __init__(self, opened: Opened, writer: SqliteWriter) -> None:
        self._audit = opened.audit
        self._catalog = opened.catalog
        self._originals = opened.originals
        self._writer = writer

    def file(self) -> Iterator[Finding]:
        try:
            damages = self._audit.damage()
        except LibraryDamaged as error:
            damages = [error.message]
        for damage in damages:
            yield finding(
                "damaged_catalog",
                f"The catalog's file is damaged: {damage}",
                "restore it from a backup, or ingest the papers into another folder",
            )

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
            yield finding("orphan_original", f"{len(strays)} kept files belong to no document.", FIX, partial(_unlink, strays))

    def _keep_again(self, document: Document, name: str) -> bool:
        for source in map(Path, document.sources):
            if source.is_file() and content_of(source) == document.id:
                self._originals.drop(name)
                self._originals.put(source, name)
                return True
        return False


def _unlink(files: Collection[Path]) -> bool:
    for file in files:
        file.unlink(missing_ok=True)
    return True


def _cites(chunk: Chunk, texts: Mapping[int, str]) -> bool:
    if not chunk.spans:  # a table or a row: its proof are its cells
        return True
    return chunk.text == Chunk.SPAN_JOIN.join(texts.get(span.page, "")[span.start : span.end] for span in chunk.spans)
