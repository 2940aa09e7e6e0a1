"""Changes to a library. Each holds its lock: raises LibraryLocked while another process is writing."""

import os
from collections.abc import Iterable
from typing import TypeAlias

from paperatlas.catalog import SqlWriter
from paperatlas.core.corrections import Corrected
from paperatlas.core.ids import DocumentId
from paperatlas.core.reports import IngestReport, OnProgress
from paperatlas.core.types import Document
from paperatlas.library.knowing import follow_changes, know, know_ingested
from paperatlas.library.names import resolve
from paperatlas.library.online import bring, drop_fetched
from paperatlas.library.opened import Opened
from paperatlas.library.scoping import scope_of
from paperatlas.library.summaries import summarise_missing
from paperatlas.library.weighing import weigh_ahead
from paperatlas.pipeline.ingest.ingest import Ingest

__all__ = ["Paths", "collect", "correct", "ingest", "making", "read_again", "remove", "uncollect"]

Paths: TypeAlias = Iterable[str | os.PathLike[str]] | str | os.PathLike[str]
"""Files, folders, globs, URLs and ids as arXiv:1706.03762; or just one."""


def ingest(
    opened: Opened, paths: Paths, *, collection: str, workers: int | None, force: bool, on_progress: OnProgress | None
) -> IngestReport:
    """Read what is new, then what follows from it: summaries, the graph, the collection."""
    named = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    opened.check_embedder()
    brought = bring(named, opened.parts.online, opened.folder)
    with opened.writing() as writer:
        if writer.embedder() is None:
            with writer.transaction():
                writer.set_embedder(opened.parts.embedder.id, opened.parts.embedder.dimension)
        work = making(opened, writer, workers=workers)
        report = work.run(brought.paths, refused=brought.refused, force=force, on_progress=on_progress)
        report = _followed(opened, writer, report, on_progress=on_progress)
        if collection:
            with writer.transaction():
                writer.collect(collection, [DocumentId(done.doc_id) for done in report.documents if done.doc_id])
        return report


def making(opened: Opened, writer: SqlWriter, *, workers: int | None = None) -> Ingest:
    """What reads and makes anew, for whoever holds the lock."""
    parts, engines = opened.parts, opened.engines
    return Ingest(
        writer=writer,
        lexical=engines.lexical,
        vector=engines.vector,
        quiet=opened.quiet,
        embedder=parts.embedder,
        recipe=parts.recipe,
        originals=opened.originals,
        pool=parts.pool,
        workers=workers or parts.workers,
        limits=parts.limits,
    )


def _followed(opened: Opened, writer: SqlWriter, report: IngestReport, *, on_progress: OnProgress | None) -> IngestReport:
    """What follows from documents that were read: summaries, the graph, the vectors of sentences."""
    summarise_missing(writer)
    report = know_ingested(opened, writer, report, on_progress=on_progress)
    if any(done.status == "updated" for done in report.documents):
        opened.parts.forget_weighed()
    weigh_ahead(opened, report)
    return report


def read_again(opened: Opened, documents: Iterable[str] | str, *, on_progress: OnProgress | None) -> IngestReport:
    """Read documents anew from their kept originals."""
    opened.check_embedder()
    with opened.writing() as writer:
        chosen = _chosen(opened, documents)
        report = making(opened, writer).read_again([each.id for each in chosen], on_progress=on_progress)
        return _followed(opened, writer, report, on_progress=on_progress)


def correct(opened: Opened, document: str, new: Corrected) -> Document:
    """Set metadata of a document in place of what it says; the document as it is then."""
    opened.check_embedder()
    with opened.writing() as writer:
        [chosen] = _chosen(opened, document)
        before = opened.catalog.correction(chosen.id)
        after = before.changed(new)
        if after != before:
            making(opened, writer).correct(chosen.id, after)
            summarise_missing(writer)
            know(opened, writer)
    return resolve(chosen.id, opened.catalog.documents())


def _chosen(opened: Opened, documents: Iterable[str] | str) -> tuple[Document, ...]:
    """Each once. Raises UnknownDocument."""
    known = opened.catalog.documents()
    named = [documents] if isinstance(documents, str) else list(documents)
    return tuple({document.id: document for document in (resolve(name, known) for name in named)}.values())


def collect(opened: Opened, collection: str, documents: Iterable[str]) -> tuple[Document, ...]:
    """Put documents into a collection; all that are in it now."""
    with opened.writing() as writer:
        chosen = scope_of(opened.catalog.documents(), documents).documents
        with writer.transaction():
            writer.collect(collection, chosen)
    return _members(opened, collection)


def uncollect(opened: Opened, collection: str, documents: Iterable[str]) -> tuple[Document, ...]:
    """Take documents out of a collection, all when none is named; those that are left."""
    with opened.writing() as writer:
        named = scope_of(opened.catalog.documents(), documents, [collection]).documents
        with writer.transaction():
            writer.uncollect(collection, named or [each.id for each in _members(opened, collection)])
    return _members(opened, collection)


def _members(opened: Opened, collection: str) -> tuple[Document, ...]:
    return tuple(document for document in opened.catalog.documents() if collection in document.collections)


def remove(opened: Opened, documents: Iterable[str] | str) -> tuple[Document, ...]:
    """Remove documents and all that was made of them; those that are gone."""
    with opened.writing() as writer:
        gone = _chosen(opened, documents)
        with writer.transaction():
            for document in gone:
                writer.forget(document.id)
        for name in writer.orphaned_originals():
            opened.originals.drop(name)
        opened.catch_up(writer)
        follow_changes(opened, writer)
    opened.parts.forget_weighed()
    drop_fetched(gone, opened.folder)
    return gone
