"""PDF files, read by layout."""

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from pathlib import Path
from typing import ClassVar, Protocol

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.ids import document_id
from paperatlas.core.ports import OnPage
from paperatlas.core.types import Page, ParsedDocument, ParseWarning
from paperatlas.pipeline.flow.flow import read_flow
from paperatlas.pipeline.front.front_matter import read_front_matter
from paperatlas.pipeline.layout import RawPage
from paperatlas.pipeline.readers.shown import as_shown

__all__ = ["OpenPdf", "PagedFile", "PdfReader"]

_UNREADABLE_SHARE = 0.3
"""Share of replacement signs from which a page's fonts have no readable letters."""


class PagedFile(Protocol):
    """An open PDF, whatever engine opened it."""

    @property
    def info(self) -> tuple[tuple[str, str], ...]:
        """The file's properties: title, author, subject, keywords and the like."""
        ...

    @property
    def outline(self) -> tuple[tuple[int, str, int], ...]:
        """Its bookmarks: level from 1, title, page."""
        ...

    def __len__(self) -> int:
        """How many pages it has."""
        ...

    def page(self, number: int) -> tuple[RawPage, int]:
        """A page, and how many words its text layer has. Raises whatever the engine raises on a damaged page."""
        ...


OpenPdf = Callable[[Path, str], AbstractContextManager[PagedFile]]
"""Opens a file by path, given the name that errors call it by. Raises UnreadableFile and EncryptedFile."""


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
        pages = {page.number: page for page in flow.pages}
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
        warnings += _doubts(page)
    return pages, warnings, words


def _doubts(page: RawPage) -> list[ParseWarning]:
    """What a person should know of a page before trusting its text."""
    text = "".join(word.text for line in page.lines for word in line.words)
    if not text and (page.images or page.drawings):
        message = f"page {page.number} is an image without a text layer"
        return [ParseWarning(code="no_text_layer", message=message, page=page.number)]
    if text.count("\ufffd") > _UNREADABLE_SHARE * len(text):
        message = f"the fonts of page {page.number} do not say which letters they print"
        return [ParseWarning(code="unreadable_fonts", message=message, page=page.number)]
    return []
