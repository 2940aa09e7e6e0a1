"""Where things of a page lie: from PDFium's coordinates (origin bottom left, unturned) to those in which pages are read."""

import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from paperatlas.pipeline.layout import Rect

__all__ = ["Frame", "frame_of", "says_user_unit", "user_unit"]

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""a, b, c, d, e, f as in PDF: x' = a x + c y + e, y' = b x + d y + f."""

_UNIT = re.compile(rb"/UserUnit\s+([0-9.]+)")
_PACKED = re.compile(rb"/ObjStm\b.*?stream\r?\n", re.DOTALL)
_MOST_PACKED = 1 << 24
"""Bytes of an object stream that are unpacked at most; a hundred objects, as usual in one, take a few thousand."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A page as it is read: turned clockwise by `held`, cut to its crop box, in points of its own unit."""

    crop: Rect
    """left, bottom, right, top in PDFium's coordinates."""
    held: int
    unit: float

    @property
    def size(self) -> tuple[float, float]:
        left, bottom, right, top = self.crop
        width, height = (right - left) * self.unit, (top - bottom) * self.unit
        return (height, width) if self.held in (90, 270) else (width, height)

    @property
    def matrix(self) -> Matrix:
        left, bottom, right, top = self.crop
        unit = self.unit
        match self.held:
            case 90:
                return 0.0, unit, unit, 0.0, -bottom * unit, -left * unit
            case 180:
                return -unit, 0.0, 0.0, unit, right * unit, -bottom * unit
            case 270:
                return 0.0, -unit, -unit, 0.0, top * unit, right * unit
            case _:
                return unit, 0.0, 0.0, -unit, -left * unit, top * unit

    def rect(self, x0: float, y0: float, x1: float, y1: float) -> Rect:
        """A box in the frame, whichever corners describe it."""
        a, b, c, d, e, f = self.matrix
        xs = a * x0 + c * y0 + e, a * x1 + c * y1 + e
        ys = b * x0 + d * y0 + f, b * x1 + d * y1 + f
        return min(xs), min(ys), max(xs), max(ys)

    def within(self, rect: Rect) -> Rect | None:
        """A box of the frame cut to the page; None where nothing of it is on the page."""
        width, height = self.size
        x0, y0, x1, y1 = max(0.0, rect[0]), max(0.0, rect[1]), min(width, rect[2]), min(height, rect[3])
        return (x0, y0, x1, y1) if x1 >= x0 and y1 >= y0 and (x1 > x0 or y1 > y0) else None


def frame_of(page: Any, held: int, unit: float) -> Frame:
    """The frame of a page of pypdfium2, turned clockwise by `held` from how the file stores it."""
    media, crop = page.get_mediabox(), page.get_cropbox()
    cut = max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3])
    # A crop box that lies off the page hides nothing.
    return Frame(crop=cut if cut[0] < cut[2] and cut[1] < cut[3] else media, held=held, unit=unit)


def says_user_unit(path: Path) -> bool:
    """Whether any page of a file may have a unit of its own, which PDFium does not tell."""
    content = path.read_bytes()
    return b"/UserUnit" in content or any(b"/UserUnit" in objects for objects in _packed(content))


def _packed(content: bytes) -> Iterator[bytes]:
    for start in _PACKED.finditer(content):
        try:
            yield zlib.decompressobj().decompress(content[start.end() :], _MOST_PACKED)
        except zlib.error:
            continue  # encrypted, or packed in another way: such files are rare, and their units are 1 but for large plans


def user_unit(document: Any, index: int) -> float:
    """Points in a unit of a page, read from a copy of the page alone, which is written with all its objects in plain."""
    import pypdfium2  # noqa: PLC0415 - loaded only where PDF files are read

    alone = pypdfium2.PdfDocument.new()
    try:
        alone.import_pages(document, pages=[index])
        written = io.BytesIO()
        alone.save(written)
    finally:
        alone.close()
    found = _UNIT.search(written.getvalue())
    return float(found[1]) or 1.0 if found else 1.0
