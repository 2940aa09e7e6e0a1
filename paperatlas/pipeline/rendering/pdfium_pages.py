"""`PageRenderer` on PDFium, which is free of the AGPL."""

import io
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image

from paperatlas.core.errors import InputError, UnreadableFile
from paperatlas.core.geometry import Rect
from paperatlas.core.types import Box
from paperatlas.pipeline.readers.pdfium_engine import open_pdfium
from paperatlas.pipeline.readers.pdfium_frame import Frame, frame_of, says_user_unit, user_unit
from paperatlas.pipeline.rendering.paged import check_paged, no_such_page
from paperatlas.pipeline.rendering.pixels import framed, mark, scale_of

__all__ = ["PdfiumPages"]

_ENGINE = threading.Lock()
"""PDFium serves one thread at a time, and a library may be used from many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfiumPages:
    """Implements `PageRenderer`. Keeps nothing open."""

    password: str = ""

    def page(self, file: Path, number: int, *, dpi: float = 150, highlight: Sequence[Box] = ()) -> bytes:
        with self._page_of(file, number) as (page, frame):
            return _painted(page, frame, (0, 0, *frame.size), dpi, [box for box in highlight if box.page == number])

    def region(self, file: Path, box: Box, *, dpi: float = 200, margin: float = 6, highlight: Sequence[Box] = ()) -> bytes:
        with self._page_of(file, box.page) as (page, frame):
            rect = framed(box, margin, *frame.size)
            return _painted(page, frame, rect, dpi, [other for other in highlight if other.page == box.page])

    @contextmanager
    def _page_of(self, file: Path, number: int) -> Iterator[tuple[Any, Frame]]:
        """A page, and the frame of it as it is shown: that in which its boxes are given."""
        check_paged(file)
        with _ENGINE:
            document = open_pdfium(file, file.name, self.password)
            try:
                if not 1 <= number <= len(document):
                    raise no_such_page(file, number, len(document))
                unit = user_unit(document, number - 1) if says_user_unit(file) else 1.0
                page = document[number - 1]
                frame = frame_of(page, page.get_rotation(), unit)
                page.set_cropbox(*frame.crop)
                yield page, frame
            except pypdfium2.PdfiumError as error:
                hint = "Open it in a viewer; if that shows nothing either, fetch it again."
                raise UnreadableFile(f"page {number} of {file.name!r} cannot be shown: {error}", hint=hint) from error
            finally:
                document.close()


def _painted(page: Any, frame: Frame, rect: Rect, dpi: float, boxes: Sequence[Box]) -> bytes:
    scale = scale_of(rect[2] - rect[0], rect[3] - rect[1], dpi)
    width, height = frame.size
    cut = (rect[0], height - rect[3], width - rect[2], rect[1])
    try:
        bitmap = page.render(scale=scale * frame.unit, crop=tuple(edge / frame.unit for edge in cut), rev_byteorder=True)
    except ValueError as error:
        raise InputError("The area is smaller than one pixel.", hint="Ask for a larger box, or more dots per inch.") from error
    try:
        pixels = bitmap.to_numpy()[:, :, :3].copy()
    finally:
        bitmap.close()
    mark(pixels, boxes, corner=(rect[0], rect[1]), scale=scale)
    written = io.BytesIO()
    Image.fromarray(pixels).save(written, "png")
    return written.getvalue()
