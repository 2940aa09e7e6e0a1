"""Part of the composition root: the searches that the grid runner compares, each over a library's own documents."""

import hashlib
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from paperatlas.choose_models import chosen_embedder, chosen_reranker
from paperatlas.core.errors import BadSetting
from paperatlas.core.ports import Embedder, Float32
from paperatlas.core.types import Chunk, ParsedDocument
from paperatlas.eval.retrieval_grid import Combination, Opened
from paperatlas.library import Library
from paperatlas.settings import Settings

__all__ = ["CHUNKINGS", "grid_opener"]

Cut = Callable[[ParsedDocument], tuple[Chunk, ...]]


def _structure() -> Cut:
    from paperatlas.pipeline.chunk import chunk  # noqa: PLC0415 - start-up time, here and below

    return chunk


def _windows_of_words() -> Cut:
    from paperatlas.pipeline.fixed_chunk import fixed_chunks  # noqa: PLC0415

    return partial(fixed_chunks, size=300, overlap=50)


def _windows_of_tokens() -> Cut:
    from paperatlas.models.bundled_files import BERT_TOKENIZER_SHA256, core_data  # noqa: PLC0415
    from paperatlas.models.onnx_model import open_tokenizer  # noqa: PLC0415
    from paperatlas.pipeline.fixed_chunk import fixed_chunks  # noqa: PLC0415

    tokenizer = open_tokenizer(core_data("bge_small_en") / "tokenizer.json", BERT_TOKENIZER_SHA256)
    tokenizer.no_truncation()

    def tokens(text: str) -> Sequence[tuple[int, int]]:
        return [(start, end) for start, end in tokenizer.encode(text, add_special_tokens=False).offsets if end > start]

    return partial(fixed_chunks, size=256, overlap=32, units=tokens)


CHUNKINGS: Mapping[str, Callable[[], Cut]] = {
    "structure": _structure,
    "words-300-50": _windows_of_words,
    "tokens-256-32": _windows_of_tokens,
}
"""Ours, and two that other systems use: size and overlap."""


def grid_opener(library: Library, settings: Settings, *, work: Path | None = None) -> Callable[[Combination], Opened]:
    """Sets searches up over the documents of a library, which is only read.

    Args:
        library: where the documents are.
        settings: those in force; the combination's embedder and reranker come in their place.
        work: where vectors are kept from run to run; else they are computed anew.
    """
    catalog = library.deps().catalog
    documents = [catalog.parsed(document.id) for document in library.documents()]
    names = library.names()

    @cache
    def chunks(chunking: str) -> tuple[Chunk, ...]:
        if chunking not in CHUNKINGS:
            raise BadSetting(f"There is no chunking {chunking!r}.", hint=f"There are: {', '.join(CHUNKINGS)}.")
        cut = CHUNKINGS[chunking]()
        return tuple(chunk for document in documents for chunk in cut(document))

    @cache
    def embedder(name: str) -> Embedder:
        return chosen_embedder(settings.model_copy(update={"embedder": name}))

    def opened(combination: Combination) -> Opened:
        from paperatlas.retrieval.indexes.memory_chunks import MemoryChunks  # noqa: PLC0415
        from paperatlas.retrieval.indexes.memory_vector import MemoryVectorIndex  # noqa: PLC0415
        from paperatlas.retrieval.indexes.tantivy_lexical import TantivyLexicalIndex  # noqa: PLC0415
        from paperatlas.retrieval.search import Search  # noqa: PLC0415

        cut, model = chunks(combination.chunking), embedder(combination.embedder)
        vectors = _vectors(cut, model, work)
        lexical = TantivyLexicalIndex(Path(tempfile.mkdtemp(prefix="paperatlas-grid-")))
        lexical.upsert(cut, {document.id: document.metadata.title or document.name for document in documents})
        lexical.commit()
        nearest = MemoryVectorIndex(model.dimension)
        nearest.upsert([chunk.id for chunk in cut], vectors)
        nearest.commit()
        reranker = chosen_reranker(settings.model_copy(update={"reranker": combination.reranker}), lambda: None)
        searcher = Search(MemoryChunks(cut, vectors), lexical, nearest, model, reranker=reranker)
        return Opened(searcher=searcher, names=names, chunks=len(cut))

    return opened


def _vectors(chunks: Sequence[Chunk], embedder: Embedder, work: Path | None) -> Float32:
    import numpy as np  # noqa: PLC0415

    texts = [chunk.embedded_text for chunk in chunks]
    if work is None:
        return embedder.embed(texts, kind="passage")
    work.mkdir(parents=True, exist_ok=True)
    key = hashlib.sha256("\x00".join([embedder.id, *texts]).encode("utf-8", "replace")).hexdigest()[:24]
    kept = work / f"{key}.npy"
    if not kept.exists():
        np.save(kept, embedder.embed(texts, kind="passage"))
    vectors: Float32 = np.load(kept)
    return vectors
