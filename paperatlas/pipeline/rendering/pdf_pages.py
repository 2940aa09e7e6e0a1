"""`PageRenderer` on PyMuPDF."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pymupdf

from paperatlas.core.errors import InputError, UnreadableFile
from paperatlas.core.geometry import Rect
from paperatlas.core.types import Box
from paperatlas.pipeline.readers.pdf_engine import open_pdf
from paperatlas.pipeline.readers.pdf_frame import rotation_as_shown
from paperatlas.pipeline.rendering.paged import check_paged, no_such_page
from paperatlas.pipeline.rendering.pixels import framed, mark, scale_of

__all__ = ["ENGINE", "PdfPages"]

ENGINE = threading.Lock()
"""PyMuPDF serves one thread at a time, and a library may be used from many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfPages:
    """Implements `PageRenderer`. Keeps nothing open: a page takes some hundredths of a second."""

    password: str = ""

    def page(self, file: Path, number: int, *, dpi: float = 150, highlight: Sequence[Box] = ()) -> bytes:
        with _page_of(file, number, self.password) as page:
            return _painted(page, tuple(page.rect), dpi, [box for box in highlight if box.page == number])

    def region(self, file: Path, box: Box, *, dpi: float = 200, margin: float = 6, highlight: Sequence[Box] = ()) -> bytes:
        with _page_of(file, box.page, self.password) as page:
            rect = framed(box, margin, float(page.rect.width), float(page.rect.height))
            return _painted(page, rect, dpi, [other for other in highlight if other.page == box.page])


@contextmanager
def _page_of(file: Path, number: int, password: str) -> Iterator[Any]:
    """A page as it is shown: in the frame that its boxes are given in."""
    check_paged(file)
    with ENGINE:
        document = open_pdf(file, file.name, password)
        try:
            if not 1 <= number <= document.page_count:
                raise no_such_page(file, number, document.page_count)
            page = document.load_page(number - 1)
            page.set_rotation(rotation_as_shown(page))
            yield page
        except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase) as error:
            hint = "Open it in a viewer; if that shows nothing either, fetch it again."
            raise UnreadableFile(f"page {number} of {file.name!r} cannot be shown: {error}", hint=hint) from error
        finally:
            document.close()
            pymupdf.TOOLS.store_shrink(100)


def _painted(page: Any, rect: Rect, dpi: float, boxes: Sequence[Box]) -> bytes:
    scale = scale_of(rect[2] - rect[0], rect[3] - rect[1], dpi)
    picture = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), clip=pymupdf.Rect(rect), colorspace=pymupdf.csRGB, alpha=False)
    if picture.width == 0 or picture.height == 0:
        raise InputError("The area is smaller than one pixel.", hint="Ask for a larger box, or more dots per inch.")
    pixels = np.frombuffer(picture.samples_mv, dtype=np.uint8).reshape(picture.height, picture.width, 3)
    mark(pixels, boxes, corner=(picture.x / scale, picture.y / scale), scale=scale)
    return bytes(picture.tobytes("png"))
