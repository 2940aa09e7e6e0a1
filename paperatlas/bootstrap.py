"""The composition root: the one place that names adapters and decides which of them serve."""

import hashlib
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from paperatlas.choose_graph import chosen_graph
from paperatlas.choose_llm import budgeted, chosen_llm, question_limits
from paperatlas.choose_models import chosen_embedder, chosen_reranker, chosen_vision, embedder_source
from paperatlas.core.errors import MissingExtra, UnreadableFile
from paperatlas.core.graph_ports import Knowledge
from paperatlas.core.ports import (
    LLM,
    Catalog,
    DocumentReader,
    Embedder,
    ListingReader,
    PageRenderer,
    RecordReader,
    Reranker,
)
from paperatlas.core.reading import ParseReport
from paperatlas.core.types import Chunk, ParsedDocument
from paperatlas.library import AsyncLibrary, Engines, Library
from paperatlas.library.parts import Parts
from paperatlas.pipeline.chunk import ChunkSettings, chunk
from paperatlas.pipeline.ingest.recipe import Readers, Recipe
from paperatlas.pipeline.ingest.workers import Limits
from paperatlas.pipeline.readers.page_cache import CachedOpening, PageCache
from paperatlas.pipeline.readers.paged import OpenPdf
from paperatlas.pipeline.readers.pages_apart import PageLimits, PagesApart
from paperatlas.pipeline.readers.pdf_opening import PdfEngine, PdfOpening
from paperatlas.pipeline.readers.second_look import AskPicture, SecondLook
from paperatlas.settings import Settings, load_settings

if TYPE_CHECKING:
    from paperatlas.agents.verify import Verifier
    from paperatlas.retrieval.routes import Route

__all__ = [
    "bundled_verifier",
    "describe_models",
    "open_library",
    "open_library_async",
    "overlay_of",
    "page_renderer",
    "question_router",
    "read_file",
    "report_on",
]


LEXICAL, VECTORS, CHROMA = "lexical", "vectors", "chroma"
"""Folders of the derived indexes inside a library."""
_PATIENCE = 4.0
"""Times a page's limit until the process that waits for it is ended too: a page may take twice its processor time by the
clock, and the next process a while to start."""
_MOST_AT_ONCE = 2
"""Pages of one file that `parse` reads side by side. Each process takes some 400 MiB."""


def open_library(path: str | os.PathLike[str] | None = None, *, settings: Settings | None = None, **overrides: Any) -> Library:
    """Open a library: the one at `path`, else at the place of the settings; it is made when there is none.

    Args:
        path: The library's folder.
        settings: Settings in force; read from the environment and files when left out.
        overrides: Fields of `library.parts.Parts` to put in place of what the settings choose.

    Raises:
        ConfigError: a setting is wrong, or a model is missing.
        StoreError: the library is of a newer version, or damaged.
    """
    chosen = settings or load_settings()
    folder = Path(path) if path is not None else chosen.library
    return Library(Parts(**{**_parts(folder, chosen), **overrides}))


def open_library_async(
    path: str | os.PathLike[str] | None = None, *, settings: Settings | None = None, **overrides: Any
) -> AsyncLibrary:
    """The same for asynchronous code, to be entered with `async with`."""
    return AsyncLibrary(partial(open_library, path, settings=settings, **overrides))


def _parts(folder: Path, settings: Settings) -> dict[str, Any]:
    embedder, llm = chosen_embedder(settings), chosen_llm(settings, folder)
    return {
        "folder": folder,
        "embedder": embedder,
        "open_engines": partial(
            _engines,
            folder=folder,
            embedder=embedder,
            chroma_url=settings.chroma_url,
            rewriting_llm=llm if settings.rewriting == "auto" else None,
            reranker=chosen_reranker(settings, partial(chosen_llm, settings, folder)),
        ),
        "renderer": partial(page_renderer, settings),
        "recipe": _recipe(settings),
        "index_folders": _index_folders(folder, embedder),
        "drop_other_indexes": partial(_drop_other_indexes, folder, embedder, settings.chroma_url),
        "graph": chosen_graph(settings, folder),
        "llm": llm,
        "budgeted": budgeted,
        "limited": question_limits(settings),
        "verifier": partial(bundled_verifier, threads=settings.threads),
        "store": settings.store,
        "workers": settings.workers,
        # The processes that read pages end a page themselves; this is for the other kinds of file.
        "limits": Limits(page_seconds=_PATIENCE * settings.page_seconds, file_seconds=settings.file_seconds),
    }


def _engines(
    catalog: Catalog,
    knowledge: Knowledge | None,
    *,
    folder: Path,
    embedder: Embedder,
    chroma_url: str | None,
    rewriting_llm: LLM | None,
    reranker: Reranker | None,
) -> Engines:
    from paperatlas.pipeline.summarise.trees import Trees  # noqa: PLC0415 - heavy
    from paperatlas.retrieval.hierarchy import SummaryRoute  # noqa: PLC0415
    from paperatlas.retrieval.indexes.chroma_vector import ChromaFolder, ChromaIndex, ChromaServer  # noqa: PLC0415 - heavy
    from paperatlas.retrieval.indexes.mapped_vector import MappedVectorIndex  # noqa: PLC0415
    from paperatlas.retrieval.indexes.routed_vector import RoutedVectorIndex  # noqa: PLC0415
    from paperatlas.retrieval.indexes.tantivy_lexical import TantivyLexicalIndex  # noqa: PLC0415
    from paperatlas.retrieval.rewrite import ModelRewriter  # noqa: PLC0415
    from paperatlas.retrieval.search import Search  # noqa: PLC0415

    for index in _index_folders(folder, embedder):
        _moved_in(index)
        index.mkdir(parents=True, exist_ok=True)
    words, matrix, approximate = _index_folders(folder, embedder)
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
    return Engines(
        lexical=lexical,
        vector=vector,
        searcher=Search(catalog, lexical, vector, embedder, further=further, rewriter=rewriter, reranker=reranker),
    )


def _index_folders(folder: Path, embedder: Embedder) -> tuple[Path, Path, Path]:
    """Of words, of the exact vectors and of Chroma's graph over them; the last two for each embedder apart."""
    return folder / LEXICAL, folder / VECTORS / _key(embedder), folder / CHROMA / _key(embedder)


def _moved_in(index: Path) -> None:
    """Files of an index from before each embedder had a folder of its own."""
    home = index.parent
    if home.name in {VECTORS, CHROMA} and home.is_dir() and any(entry.is_file() for entry in home.iterdir()):
        aside = home.with_name(f"{home.name}.moving")
        home.rename(aside)
        home.mkdir()
        aside.rename(index)


def _drop_other_indexes(folder: Path, embedder: Embedder, chroma_url: str | None) -> None:
    for home in (folder / VECTORS, folder / CHROMA):
        for other in home.iterdir():
            if other.name != _key(embedder):
                shutil.rmtree(other, ignore_errors=True)
    if chroma_url:
        from paperatlas.retrieval.indexes.chroma_vector import ChromaServer, drop_collections  # noqa: PLC0415 - heavy

        drop_collections(ChromaServer(chroma_url), prefix=_collections(folder), keep=_collection(folder, embedder))


def _collection(folder: Path, embedder: Embedder) -> str:
    return f"{_collections(folder)}-{hashlib.sha256(f'{embedder.id}/{embedder.dimension}'.encode()).hexdigest()[:12]}"


def _collections(folder: Path) -> str:
    """How the names begin of the collections of a library, which may share a Chroma server with others."""
    return f"paperatlas-{hashlib.sha256(str(folder.expanduser().absolute()).encode()).hexdigest()[:16]}"


def _key(embedder: Embedder) -> str:
    return hashlib.sha256(embedder.id.encode()).hexdigest()[:12]


def _recipe(settings: Settings) -> Recipe:
    sizes, look = ChunkSettings(words=settings.chunk_words), _second_look(settings)
    return Recipe(
        readers=partial(_document_readers, _pdf_engine(settings), _pdf_opener(settings, processes=1), look),
        readers_anew=partial(_document_readers, settings.pdf_engine, _pdf_opener(settings, processes=1, renew=True), look),
        record_readers=_record_readers,
        listing_readers=_listing_readers,
        chunk=partial(_chunk, sizes=sizes),
        chunking=sizes.key,
    )


def _chunk(document: ParsedDocument, sizes: ChunkSettings) -> tuple[Chunk, ...]:
    return chunk(document, sizes)


def _pdf_engine(settings: Settings) -> PdfEngine:
    missing = [name for name in ("pypdfium2", "rapid_layout") if settings.pdf_engine == "pdfium" and find_spec(name) is None]
    if missing:
        raise MissingExtra(
            f"The PDF engine 'pdfium' needs {missing[0]!r}, which is not installed.",
            hint="Install it with `pip install 'paperatlas[pdfium]'`, or set PAPERATLAS_PDF_ENGINE=pymupdf.",
        )
    return settings.pdf_engine


def _pdf_opener(settings: Settings, *, processes: int, renew: bool = False) -> Callable[[], OpenPdf]:
    """To be called in the process that reads, since what it makes keeps processes of its own."""
    ocr = "auto" if settings.ocr == "vision" else settings.ocr
    how = PdfOpening(engine=settings.pdf_engine, ocr=ocr, vision=chosen_vision(settings), password=_password(settings))
    limits = PageLimits(page_seconds=settings.page_seconds, file_seconds=settings.file_seconds, mebibytes=settings.page_mebibytes)
    apart = partial(PagesApart, how, limits=limits, processes=processes)
    if settings.page_cache_mebibytes == 0 or how.password:
        return apart
    folder = Path(platformdirs.user_cache_dir("paperatlas", appauthor=False)) / "pages"
    cache = PageCache(folder=folder, most_bytes=settings.page_cache_mebibytes << 20, renew=renew)
    return partial(_cached_opener, apart, cache, how.made_by)


def _second_look(settings: Settings) -> Callable[[], SecondLook] | None:
    """Only with a model that was named for pictures: the one that writes answers may not see."""
    ask = chosen_vision(settings) if settings.vision_model else None
    return partial(_looking, ask, settings) if ask else None


def _looking(ask: AskPicture, settings: Settings) -> SecondLook:
    return SecondLook(ask=ask, renderer=page_renderer(settings))


def _cached_opener(opener: Callable[[], OpenPdf], cache: PageCache, made_by: Callable[[], str]) -> OpenPdf:
    return CachedOpening(opener(), cache=cache, made_by=made_by)


def _document_readers(
    pdf_engine: PdfEngine, pdf_opener: Callable[[], OpenPdf], second_look: Callable[[], SecondLook] | None
) -> list[DocumentReader]:
    from paperatlas.pipeline.readers.article_xml import ArticleXmlReader  # noqa: PLC0415 - heavy
    from paperatlas.pipeline.readers.docx import DocxReader  # noqa: PLC0415
    from paperatlas.pipeline.readers.epub import EpubReader  # noqa: PLC0415
    from paperatlas.pipeline.readers.html import HtmlReader  # noqa: PLC0415
    from paperatlas.pipeline.readers.latex import LatexReader  # noqa: PLC0415
    from paperatlas.pipeline.readers.markdown import MarkdownReader  # noqa: PLC0415
    from paperatlas.pipeline.readers.pdf import PdfReader  # noqa: PLC0415
    from paperatlas.pipeline.readers.pdfium import PdfiumReader  # noqa: PLC0415
    from paperatlas.pipeline.readers.text import TextReader  # noqa: PLC0415

    reader = PdfiumReader if pdf_engine == "pdfium" else PdfReader
    pdf = reader(pdf_opener(), second_look=second_look() if second_look else None)
    return [pdf, HtmlReader(), MarkdownReader(), TextReader(), DocxReader(), EpubReader(), LatexReader(), ArticleXmlReader()]


def _record_readers() -> list[RecordReader]:
    from paperatlas.pipeline.readers.jsonl import JsonlReader  # noqa: PLC0415 - start-up time

    return [JsonlReader()]


def _listing_readers() -> list[ListingReader]:
    from paperatlas.pipeline.readers.bibliographies import BibTexReader, RisReader  # noqa: PLC0415 - start-up time

    return [BibTexReader(), RisReader()]


def read_file(file: Path, *, settings: Settings | None = None) -> ParsedDocument:
    """What the readers make of a file, without a library. Settings are read from the environment when left out.

    Raises:
        UnreadableFile: there is no such file, or nothing of it can be read.
        UnsupportedFile: no reader takes its kind.
        EncryptedFile: it needs a password.
    """
    if not file.is_file():
        raise UnreadableFile(f"There is no file {str(file)!r}.", hint="Check the path.")
    chosen = settings or load_settings()
    opener, look = _pdf_opener(chosen, processes=min(_MOST_AT_ONCE, chosen.workers)), _second_look(chosen)
    readers = Readers(replace(_recipe(chosen), readers=partial(_document_readers, chosen.pdf_engine, opener, look)))
    return readers.of_document(file).read(file, name=file.name, on_page=lambda _number, _of: None)


def page_renderer(settings: Settings) -> PageRenderer:
    """What shows pages of PDF files."""
    if _pdf_engine(settings) == "pdfium":
        from paperatlas.pipeline.rendering.pdfium_pages import PdfiumPages  # noqa: PLC0415 - heavy

        return PdfiumPages(password=_password(settings))
    from paperatlas.pipeline.rendering.pdf_pages import PdfPages  # noqa: PLC0415

    return PdfPages(password=_password(settings))


def _password(settings: Settings) -> str:
    return settings.pdf_password.get_secret_value() if settings.pdf_password else ""


def report_on(document: ParsedDocument) -> ParseReport:
    """What was found in a document, and what is doubtful."""
    from paperatlas.pipeline.report.report import report  # noqa: PLC0415 - start-up time

    return report(document)


def overlay_of(file: Path, document: ParsedDocument, settings: Settings) -> bytes:
    """A PDF that shows how the pages of a file were read.

    Raises:
        UnsupportedFile: it has no printed pages.
    """
    from paperatlas.pipeline.rendering.overlay import overlay  # noqa: PLC0415 - heavy

    return overlay(file, document, report_on(document), password=_password(settings))


def question_router(settings: Settings) -> Callable[[str, tuple[str, ...]], dict[str, Any]]:
    """A function from a question and the questions before it to what the router makes of it, as JSON; no library is looked at."""
    from paperatlas.agents.route import route  # noqa: PLC0415 - start-up time
    from paperatlas.agents.state import Question  # noqa: PLC0415
    from paperatlas.core.wire import route_json  # noqa: PLC0415

    embedder = chosen_embedder(settings)

    def routed(question: str, history: tuple[str, ...] = ()) -> dict[str, Any]:
        plan = route(Question(text=question, history=history), (), embedder=embedder)
        return {"question": question, **route_json(plan, {})}

    return routed


def bundled_verifier(*, threads: int) -> "Verifier":
    """What judges claims: always by the bundled models, whatever others are configured, since it was fitted on them."""
    from paperatlas.agents.verify import Verifier  # noqa: PLC0415 - start-up time
    from paperatlas.models.bundled_embedder import bundled_embedder  # noqa: PLC0415
    from paperatlas.models.onnx_reranker import MiniLMReranker  # noqa: PLC0415

    return Verifier(bundled_embedder(threads=threads), MiniLMReranker(threads=threads))


def describe_models(settings: Settings) -> list[dict[str, str]]:
    """Which model serves each role, and where it comes from."""
    embedder = chosen_embedder(settings)
    reranker = chosen_reranker(settings, partial(chosen_llm, settings, settings.library))
    llm = settings.llm_base_url or "the default endpoint" if settings.has_llm else "none configured"
    return [
        {"role": "embedder", "id": embedder.id, "source": embedder_source(settings)},
        {
            "role": "reranker",
            "id": reranker.id if reranker else "none: hits stay in the order of the routes",
            "source": settings.reranker,
        },
        {"role": "llm", "id": settings.llm_model if settings.has_llm else "none: answers are extractive", "source": llm},
    ]
