"""PDF files, read by layout."""

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.ids import DocumentId, document_id
from paperatlas.core.ports import OnPage
from paperatlas.core.types import Metadata, ParsedDocument, ParseWarning
from paperatlas.pipeline.flow.flow import read_flow
from paperatlas.pipeline.front.front_matter import read_front_matter
from paperatlas.pipeline.layout import RawPage
from paperatlas.pipeline.readers.doubts import doubts
from paperatlas.pipeline.readers.paged import OpenPdf, PagedFile
from paperatlas.pipeline.readers.second_look import SecondLook
from paperatlas.pipeline.readers.shown import as_shown
from paperatlas.pipeline.readers.stretches import joined
from paperatlas.pipeline.readers.told_orders import of_metadata, of_pages, of_unshown

__all__ = ["OpenPdf", "PagedFile", "PdfReader"]

_STRETCH = 300
"""Pages that are read as one text: more than papers, theses and most books have. Their words take 50 MiB of memory."""


class PdfReader:
    """`DocumentReader` of PDF files."""

    suffixes: ClassVar[frozenset[str]] = frozenset({".pdf"})
    version: ClassVar[str] = "pdf-4"

    def __init__(self, open_file: OpenPdf | None = None, *, second_look: SecondLook | None = None) -> None:
        self._open = open_file or _open_with_pymupdf
        self._second_look = second_look

    def read(self, path: Path, *, name: str, on_page: OnPage, skip: Collection[int] = ()) -> ParsedDocument:
        with self._open(path, name) as file:
            count, content = len(file), document_id(path.read_bytes())
            parts: list[ParsedDocument] = []
            for stretch in _stretches(file, on_page, frozenset(skip)):
                part = _read(stretch, file, name=name, content=content, begins=not parts)
                if self._second_look:
                    part = self._second_look.complete(part, stretch.pages, path, on_look=lambda page: on_page(page, count))
                parts.append(part)
        if not skip and not any(part.pages for part in parts):
            hint = "Open it in a viewer; if that fails too, fetch it again."
            why = next((warning.message for part in parts for warning in part.warnings), "it has none")
            raise UnreadableFile(f"no page of {name!r} can be read: {why}", hint=hint)
        return joined(parts, pages=count)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Pages that follow each other, what is doubtful of them or wrong with those left out, and their number of words."""

    pages: tuple[RawPage, ...]
    warnings: tuple[ParseWarning, ...]
    words: int


def _open_with_pymupdf(path: Path, name: str) -> AbstractContextManager[PagedFile]:
    # Imported here: the engine and its models are heavy, and a reader is made long before it reads.
    from paperatlas.pipeline.readers.pdf_engine import PdfFile  # noqa: PLC0415

    return PdfFile(path, name=name)


def _stretches(file: PagedFile, on_page: OnPage, skip: frozenset[int]) -> Iterator[_Stretch]:
    for first in range(1, len(file) + 1, _STRETCH):
        yield _stretch(file, range(first, min(first + _STRETCH, len(file) + 1)), on_page, skip)


def _stretch(file: PagedFile, numbers: range, on_page: OnPage, skip: frozenset[int]) -> _Stretch:
    pages: list[RawPage] = []
    warnings: list[ParseWarning] = []
    words = 0
    for number in numbers:
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
    return _Stretch(tuple(pages), tuple(warnings), words)


def _read(stretch: _Stretch, file: PagedFile, *, name: str, content: DocumentId, begins: bool) -> ParsedDocument:
    """The pages of a stretch as a document."""
    raw = stretch.pages
    flow = read_flow(raw, outline=file.outline, info=file.info, begins=begins)
    front = [block for page in flow.pages[:2] for block in page.blocks]
    sources = {page.number: page.source for page in raw}
    metadata = read_front_matter(raw, front, file.info, flow.join) if begins else Metadata()
    said = [*(text for _, text in file.info), *(title for _, title, _ in file.outline)] if begins else []
    unshown = [*said, *(" ".join(word.text for word in page.hidden) for page in raw)]
    document = ParsedDocument(
        name=name,
        id=content,
        pages=tuple(replace(page, source=sources[page.number]) for page in flow.pages),
        metadata=metadata,
        headings=flow.headings,
        tables=flow.floats.tables,
        figures=flow.floats.figures,
        equations=flow.floats.equations,
        references=flow.references,
        warnings=(*stretch.warnings, *of_pages(flow.pages), *of_metadata(metadata), *of_unshown(unshown)),
        words=stretch.words,
    )
    return as_shown(document, {page.number: page for page in raw})
