"""Checks that vectors and indexes hold what the catalog holds."""

import shutil
from collections.abc import Collection, Iterator, Sequence
from functools import partial

from paperatlas.catalog import SqlWriter
from paperatlas.core.errors import EmbedderMismatch, StoreError
from paperatlas.core.ids import ChunkId
from paperatlas.core.reports import OnProgress
from paperatlas.library.finding import FIX, Finding, finding
from paperatlas.library.opened import Opened
from paperatlas.library.reembed import embed_missing, reembed

__all__ = ["IndexChecks"]


class IndexChecks:
    """Each check yields what it finds; the caller holds the library's lock."""

    def __init__(self, opened: Opened, writer: SqlWriter, *, on_progress: OnProgress | None = None) -> None:
        self._opened = opened
        self._audit = opened.audit
        self._catalog = opened.catalog
        self._embedder = opened.parts.embedder
        self._writer = writer
        self._on_progress = on_progress

    def model(self) -> Iterator[Finding]:
        try:
            self._opened.check_embedder()
        except EmbedderMismatch as error:
            yield finding(
                "embedder_mismatch",
                error.message,
                f"set the embedder back, or embed everything anew with `paperatlas reembed` or {FIX}",
                self._change_model,
            )

    def _change_model(self) -> bool:
        reembed(self._opened, self._writer, on_progress=self._on_progress)
        return True

    def openable(self) -> Iterator[Finding]:
        try:
            for index in (self._opened.engines.lexical, self._opened.engines.vector):
                index.ids()  # some are only opened when they are first asked
        except StoreError as error:
            yield finding("unreadable_index", error.message, f"{FIX} makes the indexes anew from the catalog", self._remake)

    def _remake(self) -> bool:
        self._opened.close_engines()
        for folder in self._opened.parts.index_folders:
            shutil.rmtree(folder, ignore_errors=True)
        return self._replay(self._catalog.chunk_ids())

    def vectors(self) -> Iterator[Finding]:
        missing = self._audit.without_vector(self._embedder.id, self._embedder.dimension)
        if missing:
            yield finding(
                "missing_vector", f"{len(missing)} chunks have no vector.", FIX, partial(self._embed_and_follow, missing)
            )
        loose = self._audit.loose_vectors(self._embedder.id)
        if loose:
            yield finding("orphan_vector", f"{len(loose)} vectors belong to no chunk.", FIX, partial(self._drop_vectors, loose))

    def _embed_and_follow(self, chunks: Sequence[ChunkId]) -> bool:
        with self._writer.transaction():
            self._writer.mark(chunks)
        embed_missing(self._opened, self._writer, chunks, on_progress=self._on_progress)
        return self._follow()

    def _drop_vectors(self, keys: Collection[str]) -> bool:
        with self._writer.transaction():
            self._writer.drop_unused_vectors(keys)
            self._writer.drop_other_vectors()
        return True

    def pending(self) -> Iterator[Finding]:
        if self._writer.pending(1):
            yield finding("pending", "The indexes have not taken the last changes.", FIX, self._follow)

    def indexes(self) -> Iterator[Finding]:
        engines, wanted = self._opened.engines, self._catalog.chunk_ids()
        for name, held in (("lexical", engines.lexical.ids()), ("vector", engines.vector.ids())):
            if missing := wanted - held:
                message = f"{len(missing)} chunks are missing in the {name} index."
                yield finding(f"missing_in_{name}", message, FIX, partial(self._replay, missing))
            if stray := held - wanted:
                message = f"The {name} index holds {len(stray)} chunks that the catalog does not."
                yield finding(f"orphan_in_{name}", message, FIX, partial(self._replay, stray))

    def _replay(self, chunks: Collection[ChunkId]) -> bool:
        with self._writer.transaction():
            self._writer.mark(chunks)
        return self._follow()

    def _follow(self) -> bool:
        self._opened.catch_up(self._writer)
        return True
