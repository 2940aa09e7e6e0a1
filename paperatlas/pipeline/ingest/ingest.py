"""Ingest: from paths to documents, chunks, vectors and indexes, so that it can be interrupted anywhere and run again.

Workers read files ahead; this process commits what they read in the order of the sources, whatever finished first, so
that two libraries built from the same files are equal row by row. A transaction takes as many sources as are ready, up
to a size; the indexes follow from what the transaction marked as pending.
"""

import os
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from paperatlas.core.corrections import Correction
from paperatlas.core.errors import InputError, PaperAtlasError
from paperatlas.core.ids import DocumentId, text_key
from paperatlas.core.ports import Embedder, LexicalIndex, VectorIndex
from paperatlas.core.registry import Registered
from paperatlas.core.reports import Failure, Ingested, IngestReport, IngestStatus, OnProgress, Progress
from paperatlas.core.types import Document, ParseWarning
from paperatlas.core.works import described, group_works
from paperatlas.core.writing import CatalogWriter, Entry, Stamp
from paperatlas.pipeline.ingest.entries import entry_of
from paperatlas.pipeline.ingest.frames import Job, PageBegun, Read
from paperatlas.pipeline.ingest.indexing import Quiet, catch_up
from paperatlas.pipeline.ingest.listed import Listed, completions
from paperatlas.pipeline.ingest.originals import Originals
from paperatlas.pipeline.ingest.plan import Lookahead, Refused, Step
from paperatlas.pipeline.ingest.planner import Planner, gone_files
from paperatlas.pipeline.ingest.pools import OpenPool
from paperatlas.pipeline.ingest.recipe import Readers, Recipe
from paperatlas.pipeline.ingest.sources import find
from paperatlas.pipeline.ingest.workers import Limits

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Ingest"]

COMMIT_CHUNKS = 256
"""A transaction closes after this many chunks: some seconds of embedding, which is what a kill can cost."""
INDEX_CHUNKS = 2000
"""The indexes follow at the latest after this many chunks,"""
INDEX_SECONDS = 20.0
"""or after this long, so that readers see a long ingest grow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome:
    """What became of a source, before it is known by which name its document goes in the end."""

    source: str
    name: str
    document: DocumentId | None
    status: IngestStatus
    warnings: tuple[ParseWarning, ...] = ()
    error: Failure | None = None


class Ingest:
    """One ingest into a library whose lock the caller holds."""

    def __init__(
        self,
        *,
        writer: CatalogWriter,
        lexical: LexicalIndex,
        vector: VectorIndex,
        quiet: Quiet,
        embedder: Embedder,
        recipe: Recipe,
        originals: Originals,
        pool: OpenPool,
        workers: int,
        limits: Limits,
    ) -> None:
        self._writer = writer
        self._catch_up = partial(catch_up, writer, lexical, vector, quiet=quiet)
        self._embedder = embedder
        self._recipe = recipe
        self._originals = originals
        self._pool = partial(pool, workers=workers, limits=limits)
        self._entry = partial(entry_of, writer=writer, chunk=recipe.chunk)
        self._texts: dict[str, str] = {}
        """What the open transaction may have to embed, by text key."""
        self._unindexed = 0
        self._indexed_at = time.monotonic()

    def run(
        self,
        paths: Iterable[str | os.PathLike[str]],
        *,
        refused: Iterable[tuple[str, PaperAtlasError]] = (),
        force: bool = False,
        on_progress: OnProgress | None = None,
    ) -> IngestReport:
        """Take every file that `paths` stand for. What fails, or had been `refused`, is in the report and stops nothing."""
        started = time.perf_counter()
        readers = Readers(self._recipe)
        found = find(paths, readers.suffixes, outside=self._originals.folders, is_document=readers.is_document)
        found.refused.extend(refused)
        listed = [Listed(path=file, reader=reader) for file in found.files if (reader := readers.of_listings(file))]
        found.files = [file for file in found.files if not readers.of_listings(file)]
        told = _Told(on_progress, total=len(found.files))
        recipe = self._recipe.anew() if force else self._recipe
        with self._pool(recipe, on_page=told.page) as pool:
            planner = Planner(self._recipe, self._writer, self._originals, pool, force=force)
            outcomes = self._work(Lookahead(planner.steps(found), ahead=2 * pool.width), planner, told)
        outcomes += self._complete(listed, planner.notes)
        self._catch_up()
        documents = {document.id: document for document in self._writer.catalog.documents()}
        planner.notes.extend(self._versions(documents, outcomes))
        return IngestReport(
            documents=tuple(_ingested(outcome, documents) for outcome in outcomes),
            notes=(*found.notes, *planner.notes, *gone_files(found.folders, self._writer)),
            seconds=time.perf_counter() - started,
        )

    def read_again(self, documents: Sequence[DocumentId], *, on_progress: OnProgress | None = None) -> IngestReport:
        """Read documents anew from their kept originals, wherever the files they came from are now."""
        started = time.perf_counter()
        told = _Told(on_progress, total=len(documents))
        with self._pool(self._recipe.anew(), on_page=told.page) as pool:
            planner = Planner(self._recipe, self._writer, self._originals, pool, force=True)
            outcomes = self._work(Lookahead(planner.again(documents), ahead=2 * pool.width), planner, told)
        self._catch_up()
        there = {document.id: document for document in self._writer.catalog.documents()}
        return IngestReport(
            documents=tuple(_ingested(outcome, there) for outcome in outcomes),
            notes=tuple(planner.notes),
            seconds=time.perf_counter() - started,
        )

    def correct(self, document: DocumentId, correction: Correction) -> None:
        """Put a correction in place of the one that a document had, and make anew what is made of its metadata."""
        with self._writer.transaction():
            self._writer.correct(document, correction)
            self._restate(document)
        self._catch_up()

    def register(self, document: DocumentId, registered: Registered) -> None:
        """Keep what a registry says of a document. Only where that changes its metadata is what is made of it made anew."""
        with self._writer.transaction():
            before = self._writer.registered(document, "")
            self._writer.register(document, registered)
            if before.metadata != registered.metadata:
                self._restate(document)
        self._catch_up()

    def _restate(self, document: DocumentId) -> None:
        stamp = self._writer.stamp(document)
        self._put_again(self._read_before(document, stamp.base), stamp)

    def _work(self, steps: Lookahead, planner: Planner, told: "_Told") -> list[_Outcome]:
        outcomes: list[_Outcome] = []
        while step := steps.next():
            with self._writer.transaction():
                outcomes.append(self._take(step, planner))
                while len(self._texts) < COMMIT_CHUNKS and (step := steps.next_if_ready()):
                    outcomes.append(self._take(step, planner))
                self._embed()
            for name in self._writer.orphaned_originals():
                self._originals.drop(name)
            told.finished(len(outcomes), planner.total, outcomes[-1].source)
            self._follow()
        return outcomes

    def _take(self, step: Step | Refused, planner: Planner) -> _Outcome:
        if isinstance(step, Refused):
            failure = Failure.of(step.error)
            if step.stamp:
                self._writer.fail(step.stamp, failure)
            return _Outcome(source=step.source, name=step.name, document=None, status="failed", error=failure)
        known = self._writer.known(step.stamp.content)
        if known and not step.fresh:
            wanted = planner.wanted(known, step.made)
            if known.made == wanted:
                return self._point(step)
            if known.made.reader == wanted.reader:
                return self._put(replace(step, made=wanted, original=known.original, read=partial(self._rechunked, step)))
        return self._put(step)

    def _point(self, step: Step) -> _Outcome:
        stamp = step.stamp
        before = self._writer.recorded([stamp.source]).get(stamp.source)
        same = before is not None and before.document == stamp.content
        if before is None or not same or before.failed or before.content != stamp.content:
            self._writer.point(stamp, stamp.content)
        return self._outcome(step, "unchanged" if same or before is None or before.document is None else "updated")

    def _put(self, step: Step) -> _Outcome:
        stamp = step.stamp
        before = self._writer.recorded([stamp.source]).get(stamp.source)
        known = self._writer.known(stamp.content)
        try:
            read = step.read()
            entry = self._entry(read, stamp=stamp, made=step.made, original=step.original)
            self._writer.put(entry)
        except InputError as error:
            self._writer.fail(stamp, Failure.of(error))
            if known is None:
                self._originals.drop(step.original)
            return self._outcome(step, "failed", error=Failure.of(error))
        self._want_vectors(entry)
        held = known is not None or (before is not None and before.document is not None)
        return self._outcome(step, "updated" if held else "added", warnings=read.document.warnings)

    def _rechunked(self, step: Step) -> Read:
        """The document as it was read, cut anew."""
        return self._read_before(step.stamp.content, step.stamp.base)

    def _read_before(self, document: DocumentId, base: str) -> Read:
        """From the catalog. Under its own name: the library's may carry a folder to tell it apart."""
        parsed = replace(self._writer.catalog.parsed(document), name=base, metadata=self._writer.stated(document))
        return Read(document=parsed, chunks=self._recipe.chunk(parsed))

    def _want_vectors(self, entry: Entry) -> None:
        self._texts.update((text_key(chunk.embedded_text), chunk.embedded_text) for chunk in entry.chunks)
        self._unindexed += len(entry.chunks)

    def _complete(self, files: Sequence[Listed], notes: list[str]) -> list[_Outcome]:
        """Take what bibliography files say of documents; such a file is in the report only when it fails."""
        failures: list[tuple[Path, Failure]] = []
        for completion in completions(files, self._writer, notes, failures):
            with self._writer.transaction():
                if restated := completion.restated:
                    self._put_again(
                        Read(document=restated.document, chunks=self._recipe.chunk(restated.document)), restated.stamp
                    )
                for collection in completion.collections:
                    self._writer.collect(collection, [completion.document])
        return [
            _Outcome(source=str(path), name=path.name, document=None, status="failed", error=failure)
            for path, failure in failures
        ]

    def _put_again(self, read: Read, stamp: Stamp) -> None:
        """What the catalog has of a document, with other metadata."""
        known = self._writer.known(read.document.id)
        assert known is not None
        entry = self._entry(read, stamp=stamp, made=known.made, original=known.original)
        self._writer.put(entry)
        self._want_vectors(entry)
        self._embed()

    def _versions(self, documents: Mapping[DocumentId, Document], outcomes: Sequence[_Outcome]) -> Iterator[str]:
        """Hints at what was taken now and looks like another version of a work that is here."""
        touched = {outcome.document for outcome in outcomes if outcome.document and outcome.status in ("added", "updated")}
        if not touched:
            return
        works = group_works(list(documents.values()), self._text_of, touching=touched)
        names = {document.id: document.name for document in documents.values()}
        yield from described((work for work in works if touched & {*work.documents}), names)

    def _text_of(self, document: DocumentId) -> str:
        return "\n".join(self._writer.catalog.texts(document).values())

    def _outcome(
        self, step: Step, status: IngestStatus, *, warnings: tuple[ParseWarning, ...] = (), error: Failure | None = None
    ) -> _Outcome:
        stamp = step.stamp
        return _Outcome(
            source=stamp.source, name=stamp.base, document=stamp.content, status=status, warnings=warnings, error=error
        )

    def _embed(self) -> None:
        missing = sorted(self._writer.missing_vectors(self._texts, self._embedder.id))
        if missing:
            vectors = self._embedder.embed([self._texts[key] for key in missing], kind="passage")
            self._writer.add_vectors(missing, vectors, self._embedder.id)
        self._texts.clear()

    def _follow(self) -> None:
        late = time.monotonic() - self._indexed_at > INDEX_SECONDS
        if self._unindexed >= INDEX_CHUNKS or (late and self._unindexed):
            self._catch_up()
            self._unindexed, self._indexed_at = 0, time.monotonic()


class _Told:
    """Progress for whoever asked, told by one thread at a time."""

    def __init__(self, on_progress: OnProgress | None, *, total: int) -> None:
        self._tell = on_progress
        self._lock = threading.Lock()
        self._done, self._total = 0, total

    def finished(self, done: int, total: int, source: str) -> None:
        self._done, self._total = done, total
        self._report(Progress(done=done, total=total, source=source))

    def page(self, job: Job, page: PageBegun) -> None:
        """Called by the threads that listen to the workers."""
        self._report(Progress(done=self._done, total=self._total, source=job.name, page=page.number, pages=page.total))

    def _report(self, progress: Progress) -> None:
        if self._tell:
            with self._lock:
                self._tell(progress)


def _ingested(outcome: _Outcome, documents: Mapping[DocumentId, Document]) -> Ingested:
    document = documents.get(outcome.document) if outcome.document and outcome.status != "failed" else None
    return Ingested(
        source=outcome.source,
        doc=document.name if document else outcome.name,
        doc_id=outcome.document or "",
        status=outcome.status,
        pages=document.pages if document else 0,
        chunks=document.chunks if document else 0,
        warnings=outcome.warnings,
        error=outcome.error,
    )
