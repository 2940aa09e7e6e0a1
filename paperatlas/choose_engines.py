"""Opens a library's derived indexes, of words and of vectors, and the search over them."""

import hashlib
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from paperatlas.core.graph_ports import Knowledge
from paperatlas.core.library_ids import library_id
from paperatlas.core.ports import LLM, Catalog, Embedder, Reranker
from paperatlas.library import Engines

if TYPE_CHECKING:
    from paperatlas.retrieval.routes import Route

__all__ = ["collections_of", "drop_other_indexes", "index_folders", "open_engines"]

LEXICAL, VECTORS, CHROMA = "lexical", "vectors", "chroma"
"""Folders of the derived indexes inside a library."""


def open_engines(
    catalog: Catalog,
    knowledge: Knowledge | None,
    *,
    folder: Path,
    embedder: Embedder,
    chroma_url: str | None,
    rewriting_llm: LLM | None,
    reranker: Reranker | None,
    route_seconds: float,
    local_embedder: bool,
) -> Engines:
    from paperatlas.pipeline.summarise.trees import Trees  # noqa: PLC0415 - heavy
    from paperatlas.retrieval.hierarchy import SummaryRoute  # noqa: PLC0415
    from paperatlas.retrieval.indexes.chroma_vector import ChromaFolder, ChromaIndex, ChromaServer  # noqa: PLC0415 - heavy
    from paperatlas.retrieval.indexes.mapped_vector import MappedVectorIndex  # noqa: PLC0415
    from paperatlas.retrieval.indexes.routed_vector import RoutedVectorIndex  # noqa: PLC0415
    from paperatlas.retrieval.indexes.tantivy_lexical import TantivyLexicalIndex  # noqa: PLC0415
    from paperatlas.retrieval.rewrite import ModelRewriter  # noqa: PLC0415
    from paperatlas.retrieval.search import Search, SearchSettings  # noqa: PLC0415

    for index in index_folders(folder, embedder):
        _moved_in(index)
        index.mkdir(parents=True, exist_ok=True)
    words, matrix, approximate = index_folders(folder, embedder)
    lexical = TantivyLexicalIndex(words)
    exact = MappedVectorIndex(matrix, embedder.dimension)
    if chroma_url:
        server = ChromaIndex(ChromaServer(chroma_url), collection=_collection(folder, embedder), dimension=embedder.dimension)
        # Whoever sets up a server wants it to answer, whatever the size of the library.
        vector = RoutedVectorIndex(exact, server, exact_limit=0)
    else:
        vector = RoutedVectorIndex(
            exact, ChromaIndex(ChromaFolder(approximate), collection="chunks", dimension=embedder.dimension)
        )
    rewriter = ModelRewriter(rewriting_llm) if rewriting_llm else None
    further: list[Route] = [SummaryRoute(catalog, vector, Trees(catalog))]
    if knowledge is not None:
        from paperatlas.retrieval.graph_route import GraphRoute  # noqa: PLC0415 - scipy

        further.append(GraphRoute(catalog, knowledge, vector, lexical))
    how = SearchSettings(route_seconds=route_seconds)
    local = {"lexical", *(() if chroma_url else ("vector",)), *(("embedding",) if local_embedder else ())}
    searcher = Search(catalog, lexical, vector, embedder, how, further=further, rewriter=rewriter, reranker=reranker, local=local)
    return Engines(lexical=lexical, vector=vector, searcher=searcher)


def index_folders(folder: Path, embedder: Embedder) -> tuple[Path, Path, Path]:
    """Of words, of the exact vectors and of Chroma's graph over them; the last two for each embedder apart."""
    return folder / LEXICAL, folder / VECTORS / _key(embedder), folder / CHROMA / _key(embedder)


def drop_other_indexes(folder: Path, embedder: Embedder, chroma_url: str | None) -> None:
    for home in (folder / VECTORS, folder / CHROMA):
        for other in home.iterdir():
            if other.name != _key(embedder):
                shutil.rmtree(other, ignore_errors=True)
    if chroma_url:
        from paperatlas.retrieval.indexes.chroma_vector import ChromaServer, drop_collections  # noqa: PLC0415 - heavy

        drop_collections(ChromaServer(chroma_url), prefix=collections_of(folder), keep=_collection(folder, embedder))


def collections_of(folder: Path) -> str:
    """How the names begin of the collections of a library, which may share a Chroma server with others."""
    return f"paperatlas-{library_id(folder)}"


def _moved_in(index: Path) -> None:
    """Files of an index from before each embedder had a folder of its own."""
    home = index.parent
    if home.name in {VECTORS, CHROMA} and home.is_dir() and any(entry.is_file() for entry in home.iterdir()):
        aside = home.with_name(f"{home.name}.moving")
        home.rename(aside)
        home.mkdir()
        aside.rename(index)


def _collection(folder: Path, embedder: Embedder) -> str:
    return f"{collections_of(folder)}-{hashlib.sha256(f'{embedder.id}/{embedder.dimension}'.encode()).hexdigest()[:12]}"


def _key(embedder: Embedder) -> str:
    return hashlib.sha256(embedder.id.encode()).hexdigest()[:12]
