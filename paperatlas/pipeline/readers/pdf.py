"""PDF files, read by layout."""

from collections.abc import Collection
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.ids import document_id
from paperatlas.core.ports import OnPage
from paperatlas.core.types import Page, ParsedDocument, ParseWarning
from paperatlas.pipeline.flow.flow import read_flow
from paperatlas.pipeline.front.front_matter import read_front_matter
from paperatlas.pipeline.layout import RawPage
from paperatlas.pipeline.readers.doubts import doubts
from paperatlas.pipeline.readers.paged import OpenPdf, PagedFile
from paperatlas.pipeline.readers.shown import as_shown

__all__ = ["OpenPdf", "PagedFile", "PdfReader"]


class PdfReader:
    """`DocumentReader` of PDF files."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".pdf"})
    version: ClassVar[str] = "pdf-1"

    def __init__(self, open_file: OpenPdf | None = None) -> None:
        self._open = open_file or _open_with_pymupdf

    def read(self, path: Path, *, name: str, on_page: OnPage, skip: Collection[int] = ()) -> ParsedDocument:
        with self._open(path, name) as file:
            raw, warnings, words = _raw_pages(file, on_page, frozenset(skip))
            count, outline, info = len(file), file.outline, file.info
        if not raw and not skip:
            hint = "Open it in a viewer; if that fails too, fetch it again."
            raise UnreadableFile(f"no page of {name!r} can be read", hint=hint)
        flow = read_flow(raw, outline=outline, info=info)
        sources = {page.number: page.source for page in raw}
        pages = {page.number: replace(page, source=sources[page.number]) for page in flow.pages}
        document = ParsedDocument(
            name=name,
            id=document_id(path.read_bytes()),
            pages=tuple(pages.get(number) or Page(number=number, text="") for number in range(1, count + 1)),
            metadata=read_front_matter(raw, [block for page in flow.pages[:2] for block in page.blocks], info, flow.join),
            headings=flow.headings,
            tables=flow.floats.tables,
            figures=flow.floats.figures,
            equations=flow.floats.equations,
            references=flow.references,
            warnings=tuple(warnings),
            words=words,
        )
        return as_shown(document, {page.number: page for page in raw})


def _open_with_pymupdf(path: Path, name: str) -> AbstractContextManager[PagedFile]:
    # Imported here: the engine and its models are heavy, and a reader is made long before it reads.
    from paperatlas.pipeline.readers.pdf_engine import PdfFile  # noqa: PLC0415

    return PdfFile(path, name=name)


def _raw_pages(file: PagedFile, on_page: OnPage, skip: frozenset[int]) -> tuple[list[RawPage], list[ParseWarning], int]:
    """The pages that can be read, what is wrong with the others, and the number of words in the text layer."""
    pages: list[RawPage] = []
    warnings: list[ParseWarning] = []
    words = 0
    for number in range(1, len(file) + 1):
        on_page(number, len(file))
        if number in skip:
            warnings.append(ParseWarning(code="page_skipped", message=f"page {number} was left out", page=number))
            continue
        try:
            page, count = file.page(number)
        except Exception as error:  # noqa: BLE001 - a damaged page must not cost the others
            reason = str(error).strip() or type(error).__name__
            warnings.append(ParseWarning(code="page_failed", message=f"page {number} cannot be read: {reason}", page=number))
            continue
        pages.append(page)
        words += count
        warnings += doubts(page)
    return pages, warnings, words
