"""Chooses what reads files and shows their pages, by the settings."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import platformdirs

from paperatlas.choose_models import chosen_vision
from paperatlas.core.errors import MissingExtra, UnreadableFile
from paperatlas.core.ports import DocumentReader, ListingReader, PageRenderer, RecordReader
from paperatlas.core.reading import ParseReport
from paperatlas.core.remarks import Remark
from paperatlas.core.types import Chunk, ParsedDocument
from paperatlas.pipeline.chunk import ChunkSettings, chunk
from paperatlas.pipeline.ingest.pools import OpenPool
from paperatlas.pipeline.ingest.recipe import Readers, Recipe
from paperatlas.pipeline.ingest.workers import WorkerPool
from paperatlas.pipeline.readers.page_cache import CachedOpening, PageCache
from paperatlas.pipeline.readers.paged import OpenPdf
from paperatlas.pipeline.readers.pages_apart import PageLimits, PagesApart
from paperatlas.pipeline.readers.pdf_opening import PdfEngine, PdfOpening
from paperatlas.pipeline.readers.second_look import AskPicture, SecondLook
from paperatlas.settings import Settings, load_settings

__all__ = ["annotated_of", "overlay_of", "page_renderer", "read_file", "reading_pool", "reading_recipe", "report_on"]

_MOST_AT_ONCE = 2
"""Pages of one file that `parse` reads side by side. Each process takes some 400 MiB."""


def reading_recipe(settings: Settings) -> Recipe:
    sizes, look = ChunkSettings(words=settings.chunk_words), _second_look(settings)
    return Recipe(
        readers=partial(_document_readers, _pdf_engine(settings), _pdf_opener(settings, processes=1), look),
        readers_anew=partial(_document_readers, settings.pdf_engine, _pdf_opener(settings, processes=1, renew=True), look),
        record_readers=_record_readers,
        listing_readers=_listing_readers,
        chunk=partial(_chunk, sizes=sizes),
        chunking=sizes.key,
    )


def reading_pool(settings: Settings) -> OpenPool:
    """Where files are read: in processes of this machine, or on a Ray cluster."""
    if not settings.ray_address:
        return WorkerPool
    from paperatlas.pipeline.ingest.ray_pool import RayPool  # noqa: PLC0415 - start-up time

    return partial(RayPool, address=settings.ray_address)


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
    readers = Readers(replace(reading_recipe(chosen), readers=partial(_document_readers, chosen.pdf_engine, opener, look)))
    return readers.of_document(file).read(file, name=file.name, on_page=lambda _number, _of: None)


def page_renderer(settings: Settings) -> PageRenderer:
    """What shows pages of PDF files."""
    if _pdf_engine(settings) == "pdfium":
        from paperatlas.pipeline.rendering.pdfium_pages import PdfiumPages  # noqa: PLC0415 - heavy

        return PdfiumPages(password=_password(settings))
    from paperatlas.pipeline.rendering.pdf_pages import PdfPages  # noqa: PLC0415

    return PdfPages(password=_password(settings))


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


def annotated_of(file: Path, remarks: Sequence[Remark], *, settings: Settings) -> bytes:
    """A copy of a file with passages marked as with a highlighter, each with its note.

    Raises:
        UnsupportedFile: it has no printed pages.
    """
    from paperatlas.pipeline.rendering.annotated import annotated  # noqa: PLC0415 - heavy

    return annotated(file, remarks, password=_password(settings))


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
    from paperatlas.pipeline.readers.zotero import JsonListingReader, ZoteroRdfReader  # noqa: PLC0415

    return [BibTexReader(), RisReader(), ZoteroRdfReader(), JsonListingReader()]


def _password(settings: Settings) -> str:
    return settings.pdf_password.get_secret_value() if settings.pdf_password else ""
