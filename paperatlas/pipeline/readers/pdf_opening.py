"""How a PDF is opened, from engine to reading pictures: one value that says it, so that a process can be told."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Literal, TypeAlias

from paperatlas.core.ports import PageReader
from paperatlas.pipeline.readers.layout_model import load_layout_model
from paperatlas.pipeline.readers.ocr.choose import OcrChoice, choose_ocr
from paperatlas.pipeline.readers.ocr.rapid import has_rapidocr
from paperatlas.pipeline.readers.ocr.seen import Ocr
from paperatlas.pipeline.readers.ocr.tesseract import tesseract_languages
from paperatlas.pipeline.readers.ocr.vision import VisionOcr
from paperatlas.pipeline.readers.paged import PagedFile
from paperatlas.pipeline.readers.rereading import PicturedFile, open_rereading

__all__ = ["PdfEngine", "PdfOpening"]

PdfEngine: TypeAlias = Literal["pymupdf", "pdfium"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfOpening:
    """An `OpenPdf`. It can be pickled, and is cheap to make: engine and models are loaded with the first file."""

    engine: PdfEngine = "pymupdf"
    ocr: OcrChoice = "auto"
    vision: Callable[[], PageReader] | None = None
    """Makes the model that reads pictures before the programs do; they stand in where it fails."""
    password: str = field(default="", repr=False)

    def __call__(self, path: Path, name: str) -> AbstractContextManager[PagedFile]:
        """Raises UnreadableFile, EncryptedFile, and MissingExtra when the program to read pictures with is not there."""
        return open_rereading(path, name, open_file=self._engine, ocr=self._readers())

    def made_by(self) -> str:
        """Names all that decides what is made of a page: engine, models and programs, with their versions."""
        packages = ("pypdfium2", "rapid-layout", "onnxruntime") if self.engine == "pdfium" else ("pymupdf",)
        named = [f"{package} {version(package)}" for package in packages]
        if readers := self._readers():
            named += [
                *(reader.name for reader in readers),
                *tesseract_languages(),
                *(f"rapidocr {version('rapidocr')}" for _ in range(has_rapidocr())),
            ]
        return " ".join(named)

    def _readers(self) -> tuple[Ocr, ...]:
        program = choose_ocr(self.ocr)
        programs = (program,) if program else ()
        return (VisionOcr(self.vision()), *programs) if self.vision else programs

    def _engine(self, path: Path, name: str) -> AbstractContextManager[PicturedFile]:
        # Imported here: the engines and their models are heavy, and one of them is an extra.
        if self.engine == "pdfium":
            from paperatlas.pipeline.readers.pdfium_engine import PdfiumFile  # noqa: PLC0415

            return PdfiumFile(path, name=name, password=self.password)
        load_layout_model()
        from paperatlas.pipeline.readers.pdf_engine import PdfFile  # noqa: PLC0415

        return PdfFile(path, name=name, password=self.password)
