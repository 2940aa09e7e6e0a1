"""PDF files, read by layout through PDFium."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import ClassVar

from paperatlas.pipeline.readers.paged import OpenPdf, PagedFile
from paperatlas.pipeline.readers.pdf import PdfReader
from paperatlas.pipeline.readers.second_look import SecondLook

__all__ = ["PdfiumReader"]


class PdfiumReader(PdfReader):
    """`DocumentReader` of PDF files without PyMuPDF. What the other engine read is read again."""

    version: ClassVar[str] = f"{PdfReader.version}-pdfium-1"

    def __init__(self, open_file: OpenPdf | None = None, *, second_look: SecondLook | None = None) -> None:
        super().__init__(open_file or _open_with_pdfium, second_look=second_look)


def _open_with_pdfium(path: Path, name: str) -> AbstractContextManager[PagedFile]:
    # Imported here: the engine is an extra, and a reader is made long before it reads.
    from paperatlas.pipeline.readers.pdfium_engine import PdfiumFile  # noqa: PLC0415

    return PdfiumFile(path, name=name)
