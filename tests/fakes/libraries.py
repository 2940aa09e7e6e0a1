"""Libraries on disk for tests, with real indexes and quick readers."""

import os
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from paperatlas.core.graph_ports import Knowledge
from paperatlas.core.ports import Catalog, Embedder
from paperatlas.graph.extract.schema import default_schema
from paperatlas.graph.stores.embedded import EmbeddedStore
from paperatlas.library import Engines, Library
from paperatlas.library.parts import GraphParts, Parts
from paperatlas.pipeline.ingest.workers import Limits
from paperatlas.pipeline.rendering.annotated import annotated
from paperatlas.pipeline.rendering.pdf_pages import PdfPages
from paperatlas.retrieval.indexes.chroma_vector import ChromaFolder, ChromaIndex
from paperatlas.retrieval.indexes.mapped_vector import MappedVectorIndex
from paperatlas.retrieval.indexes.tantivy_lexical import TantivyLexicalIndex
from paperatlas.retrieval.search import Search
from tests.fakes.capitals import capitalised
from tests.fakes.notes import RECIPE, HashEmbedder

Row = tuple[Any, ...]


def disk_engines(catalog: Catalog, _knowledge: Knowledge | None, *, folder: Path, embedder: Embedder) -> Engines:
    """The indexes that the product uses."""
    words, vectors = folder / "lexical", folder / "vectors"
    for made in (words, vectors):
        made.mkdir(parents=True, exist_ok=True)
    lexical, vector = TantivyLexicalIndex(words), MappedVectorIndex(vectors, embedder.dimension)
    return Engines(lexical=lexical, vector=vector, searcher=Search(catalog, lexical, vector, embedder))


def chroma_engines(catalog: Catalog, _knowledge: Knowledge | None, *, folder: Path, embedder: Embedder) -> Engines:
    """With embedded Chroma, the index that goes stale when another process writes."""
    words, vectors = folder / "lexical", folder / "chroma"
    for made in (words, vectors):
        made.mkdir(parents=True, exist_ok=True)
    lexical = TantivyLexicalIndex(words)
    vector = ChromaIndex(ChromaFolder(vectors), collection="library", dimension=embedder.dimension)
    return Engines(lexical=lexical, vector=vector, searcher=Search(catalog, lexical, vector, embedder))


def parted_engines(catalog: Catalog, _knowledge: Knowledge | None, *, folder: Path, embedder: Embedder) -> Engines:
    """With vectors in a folder for each embedder."""
    words, vectors = folder / "lexical", folder / "vectors" / embedder.id.replace("/", "-")
    for made in (words, vectors):
        made.mkdir(parents=True, exist_ok=True)
    lexical, vector = TantivyLexicalIndex(words), MappedVectorIndex(vectors, embedder.dimension)
    return Engines(lexical=lexical, vector=vector, searcher=Search(catalog, lexical, vector, embedder))


ENGINES = {"exact": disk_engines, "chroma": chroma_engines, "by embedder": parted_engines}


def open_test_library(folder: Path, *, vectors: str = "exact", **overrides: Any) -> Library:
    """A library on disk with quick readers; `vectors` is one of ENGINES, `overrides` are fields of Parts."""
    return Library(library_parts(folder, vectors=vectors, **overrides))


def library_parts(folder: Path, *, vectors: str = "exact", **overrides: Any) -> Parts:
    """What such a library is opened with."""
    embedder = overrides.pop("embedder", None) or HashEmbedder()
    values: dict[str, Any] = {
        "folder": folder,
        "embedder": embedder,
        "open_engines": partial(ENGINES[vectors], folder=folder, embedder=embedder),
        "renderer": PdfPages,
        "annotate": annotated,
        "recipe": RECIPE,
        "index_folders": (folder / "lexical", folder / "vectors"),
        "workers": 2,
        "limits": Limits(page_seconds=20, file_seconds=60),
    }
    return Parts(**{**values, **overrides})


def _embedded(folder: Path) -> EmbeddedStore:
    folder.mkdir(parents=True, exist_ok=True)
    return EmbeddedStore(folder)


def graph_parts(folder: Path, **overrides: Any) -> GraphParts:
    """A graph of capitalised words in the store that the product uses; `overrides` are fields of GraphParts."""
    home = folder / "graph"
    values: dict[str, Any] = {
        "extract": capitalised,
        "rules": "1",
        "schema": default_schema,
        "open_store": partial(_embedded, home),
        "folder": home,
        "seconds": 60.0,
    }
    return GraphParts(**{**values, **overrides})


def rows(folder: Path, catalog: Path | None = None) -> dict[str, list[Row]]:
    """Every row of the catalog but what differs between two equal libraries: when, how often and where.

    Paths are given relative to the folder that the library lies in. `catalog` is a copy of one that is no file there.
    """
    home = str(folder.parent.resolve())
    with closing(sqlite3.connect(catalog or folder / "catalog.sqlite3")) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        return {table: sorted(_comparable(connection, table, home), key=repr) for table in tables}


def _comparable(connection: sqlite3.Connection, table: str, home: str) -> list[Row]:
    found = connection.execute(f"SELECT * FROM {table}")
    columns = [column[0] for column in found.description]
    left_out = {"added_at", "mtime_ns"}
    kept = [index for index, column in enumerate(columns) if column not in left_out]
    return [
        tuple(_relative(row[index], home) for index in kept) for row in found if not (table == "meta" and row[0] == "generation")
    ]


def _relative(value: Any, home: str) -> Any:
    return value.replace(home + os.sep, "") if isinstance(value, str) else value
