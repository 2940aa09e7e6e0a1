"""Which program reads pictures, by the setting and by what is installed."""

from typing import Literal, TypeAlias

from paperatlas.core.errors import MissingExtra
from paperatlas.pipeline.readers.ocr.failed import OcrFailed
from paperatlas.pipeline.readers.ocr.rapid import RapidOcr, has_rapidocr
from paperatlas.pipeline.readers.ocr.seen import Ocr, Picture, SeenLine, TextSource, sureness
from paperatlas.pipeline.readers.ocr.tesseract import Tesseract, tesseract_languages

__all__ = ["HOW_TO_INSTALL", "OcrChoice", "Surer", "choose_ocr"]

OcrChoice: TypeAlias = Literal["auto", "off", "tesseract", "rapidocr"]

HOW_TO_INSTALL = (
    "Install Tesseract (https://tesseract-ocr.github.io) or `pip install 'paperatlas[ocr]'`, and read the file again."
)
_SURE = 0.75
"""Tesseract's mean over the letters of a page. It is 0.9 and more on print in its languages, below 0.6 in others."""


class Surer:
    """`Ocr` by the first program, and where that is in doubt by the second as well; what the surer one saw is taken."""

    source: TextSource = "ocr"

    def __init__(self, first: Ocr, second: Ocr) -> None:
        self.name = f"{first.name} and {second.name}"
        self._first = first
        self._second = second

    def read(self, picture: Picture) -> tuple[SeenLine, ...]:
        """Raises OcrFailed when both fail."""
        try:
            seen = self._first.read(picture)
        except OcrFailed:
            return self._second.read(picture)
        if sureness(seen) >= _SURE:
            return seen
        try:
            again = self._second.read(picture)
        except OcrFailed:
            return seen
        return again if sureness(again) > sureness(seen) else seen


def choose_ocr(choice: OcrChoice) -> Ocr | None:
    """The program to read pictures with; None where there is none, or none is wanted.

    Tesseract comes first in `auto`: it takes less than half the time and a memory of its own. RapidOCR reads better what
    Tesseract is not sure of, above all where Tesseract lacks the language.

    Raises:
        MissingExtra: the one that is named is not installed.
    """
    languages = tesseract_languages() if choice in ("auto", "tesseract") else ()
    if choice == "tesseract" and not languages:
        raise MissingExtra("PAPERATLAS_OCR=tesseract, but `tesseract` is not on the path.", hint=HOW_TO_INSTALL)
    rapid = has_rapidocr() if choice in ("auto", "rapidocr") else False
    if choice == "rapidocr" and not rapid:
        raise MissingExtra("PAPERATLAS_OCR=rapidocr, but RapidOCR is not installed.", hint=HOW_TO_INSTALL)
    if languages and rapid:
        return Surer(Tesseract(languages), RapidOcr())
    if languages:
        return Tesseract(languages)
    return RapidOcr() if rapid else None
