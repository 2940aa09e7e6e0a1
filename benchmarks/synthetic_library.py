"""A library of any size without papers and without a model: records of synthetic text, with vectors that are made from a hash.

Words follow Zipf's law, vectors lie in clusters. The library is made by the product's own ingest, with its own catalog and
indexes; the graph is left out.
"""

import hashlib
import json
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Literal

import numpy as np

from paperatlas.choose_readers import annotated_of, page_renderer
from paperatlas.core.graph_ports import Knowledge
from paperatlas.core.ports import Catalog, DocumentReader, Float32, RecordReader
from paperatlas.core.types import Chunk, ParsedDocument
from paperatlas.library import Engines
from paperatlas.library.parts import Parts
from paperatlas.pipeline.chunk import ChunkSettings, chunk
from paperatlas.pipeline.ingest.recipe import Recipe
from paperatlas.pipeline.readers.jsonl import JsonlReader
from paperatlas.retrieval.indexes.mapped_vector import MappedVectorIndex
from paperatlas.retrieval.indexes.tantivy_lexical import TantivyLexicalIndex
from paperatlas.retrieval.search import Search
from paperatlas.settings import Settings

PASSAGES_A_RECORD = 10
WORDS_A_PASSAGE = 80
VOCABULARY = 60_000
DIMENSION = 384
SEED = 7
SIZES = ChunkSettings(words=WORDS_A_PASSAGE, fragment=10)


class SyntheticEmbedder:
    """A vector for each text, from its hash: the same text has the same vector, and vectors lie in clusters as real ones do."""

    id = "synthetic"
    dimension = DIMENSION

    def __init__(self) -> None:
        self.known: dict[str, Float32] = {}
        """Vectors made beforehand: a query's is none of what is measured."""
        rng = np.random.default_rng(SEED)
        self._centres = rng.normal(size=(2000, DIMENSION)).astype(np.float32)
        self._spread = rng.normal(size=(48, DIMENSION)).astype(np.float32) / np.float32(np.sqrt(48))

    def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Float32:
        del kind
        if self.known:
            return np.stack([self.known[text] for text in texts])
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> Float32:
        rng = np.random.default_rng(int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big"))
        found = self._centres[rng.integers(0, 2000)] * np.float32(0.7)
        found = found + rng.normal(size=48).astype(np.float32) @ self._spread
        found = found + np.float32(0.25) * rng.normal(size=DIMENSION).astype(np.float32)
        unit: Float32 = found / np.linalg.norm(found)
        return unit


def words(rng: np.random.Generator, count: int) -> list[str]:
    """By Zipf's law, spelled so that no two share a stem."""
    ranks = np.minimum(rng.zipf(1.15, count), VOCABULARY)
    return [_syllables(int(rank)) for rank in ranks]


@cache
def _syllables(rank: int) -> str:
    consonants, vowels = "bcdfghklmnprtvz", "aou"
    spelled = ""
    while rank or not spelled:
        rank, at = divmod(rank, len(consonants) * len(vowels))
        spelled += consonants[at // len(vowels)] + vowels[at % len(vowels)]
    return f"{spelled}x"


def write_records(file: Path, count: int, *, passages: int = PASSAGES_A_RECORD) -> None:
    rng = np.random.default_rng(SEED)
    with file.open("w", encoding="utf-8") as out:
        for number in range(count):
            paragraphs = [" ".join(words(rng, WORDS_A_PASSAGE - 5)).capitalize() + "." for _ in range(passages)]
            record = {
                "id": f"record-{number:06d}",
                "title": " ".join(words(rng, 6)),
                "text": "\n\n".join(paragraphs),
                "authors": [f"Author {number % 100} X"],
                "year": 2000 + number % 26,
                "venue": f"Venue {number % 5}",
            }
            out.write(json.dumps(record) + "\n")


def synthetic_parts(folder: Path, embedder: SyntheticEmbedder) -> Parts:
    return Parts(
        folder=folder,
        embedder=embedder,
        open_engines=partial(_engines, folder=folder, embedder=embedder),
        renderer=partial(page_renderer, Settings()),
        annotate=partial(annotated_of, settings=Settings()),
        recipe=Recipe(readers=_no_readers, record_readers=_record_readers, chunk=_chunk, chunking=SIZES.key),
        index_folders=(folder / "lexical", folder / "vectors"),
        workers=2,
    )


def _engines(catalog: Catalog, _knowledge: Knowledge | None, *, folder: Path, embedder: SyntheticEmbedder) -> Engines:
    for name in ("lexical", "vectors"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    lexical, vector = TantivyLexicalIndex(folder / "lexical"), MappedVectorIndex(folder / "vectors", embedder.dimension)
    return Engines(lexical=lexical, vector=vector, searcher=Search(catalog, lexical, vector, embedder))


def _no_readers() -> list[DocumentReader]:
    return []


def _record_readers() -> list[RecordReader]:
    return [JsonlReader()]


def _chunk(document: ParsedDocument) -> tuple[Chunk, ...]:
    return chunk(document, SIZES)
