"""Bringing a library to another embedder, so that vectors of two models never meet.

The new vectors are made beside the old ones, then an index of their own, and only then the library is said to be of the new
model, in one transaction. Until then it serves whoever opens it with the old model; from then on, whoever opens it with the
new one. Interrupted anywhere, it is simply done again: vectors that are there already are not made again.
"""

import shutil
import time
from collections.abc import Sequence
from itertools import islice

from paperatlas.catalog import SqlWriter
from paperatlas.core.errors import StoreError
from paperatlas.core.ids import ChunkId, text_key
from paperatlas.core.reports import OnProgress, Progress, Reembedded
from paperatlas.library.follow import Engines
from paperatlas.library.opened import Opened

__all__ = ["embed_missing", "reembed"]

EMBED_BATCH = 256
"""Chunks embedded between two commits: some seconds of work, which is what an interruption can cost."""
INDEX_BATCH = 5000
"""Chunks between two commits of the new index: 8 MB of vectors."""


def reembed(opened: Opened, writer: SqlWriter, *, on_progress: OnProgress | None = None) -> Reembedded:
    """Make every vector that the configured embedder's lacks, and let the library be of it. The caller holds its lock.

    Raises:
        ProviderError: the embedder's service failed; what was made is kept.
    """
    started = time.perf_counter()
    embedder = opened.parts.embedder
    wanted = sorted(opened.catalog.chunk_ids())
    missing = opened.audit.without_vector(embedder.id, embedder.dimension)
    embedded = embed_missing(opened, writer, missing, on_progress=on_progress)
    if writer.embedder() != (embedder.id, embedder.dimension):
        _fill(opened, _engines(opened, writer, wanted), wanted)
        with writer.transaction():
            writer.set_embedder(embedder.id, embedder.dimension)
    opened.catch_up(writer)
    opened.parts.drop_other_indexes()
    return Reembedded(
        embedder=embedder.id,
        dimension=embedder.dimension,
        chunks=len(wanted),
        embedded=embedded,
        seconds=time.perf_counter() - started,
    )


def embed_missing(opened: Opened, writer: SqlWriter, chunks: Sequence[ChunkId], *, on_progress: OnProgress | None = None) -> int:
    """Give these chunks vectors of the configured embedder; how many texts it was given. Each batch is kept as it is made."""
    embedder, embedded = opened.parts.embedder, 0
    for start in range(0, len(chunks), EMBED_BATCH):
        if on_progress:
            on_progress(Progress(done=start, total=len(chunks), source=embedder.id))
        found = opened.catalog.chunks(chunks[start : start + EMBED_BATCH]).values()
        texts = {text_key(chunk.embedded_text): chunk.embedded_text for chunk in found}
        vectors = embedder.embed(list(texts.values()), kind="passage")
        with writer.transaction():
            writer.add_vectors(list(texts), vectors, embedder.id)
        embedded += len(texts)
    if on_progress:
        on_progress(Progress(done=len(chunks), total=len(chunks), source=embedder.id))
    return embedded


def _engines(opened: Opened, writer: SqlWriter, wanted: Sequence[ChunkId]) -> Engines:
    """The indexes of the configured embedder; made anew where what lies in their place cannot be opened."""
    try:
        return opened.engines
    except StoreError:
        for folder in opened.parts.index_folders:
            shutil.rmtree(folder, ignore_errors=True)
        with writer.transaction():
            writer.mark(wanted)  # the index by words went with them
        return opened.engines


def _fill(opened: Opened, engines: Engines, wanted: Sequence[ChunkId]) -> None:
    """All of them, not only what the index lacks: what lies there may be what another model left."""
    embedder, vector = opened.parts.embedder, engines.vector
    vector.delete(vector.ids() - set(wanted))
    rest = iter(wanted)
    while ids := list(islice(rest, INDEX_BATCH)):
        vector.upsert(ids, opened.catalog.vectors_of(ids, embedder.id, embedder.dimension))
        with opened.quiet():
            vector.commit()
