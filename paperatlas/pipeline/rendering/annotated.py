"""A copy of a paper with passages marked as with a highlighter, each with a note: it opens in any viewer.

The marks are annotations and no part of the page: a reader can take them away, or answer to them.
"""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import pymupdf

from paperatlas.core.errors import UnreadableFile
from paperatlas.core.remarks import Remark
from paperatlas.core.types import Box
from paperatlas.pipeline.readers.pdf_engine import open_pdf
from paperatlas.pipeline.readers.pdf_frame import rotation_as_shown
from paperatlas.pipeline.rendering.paged import check_paged, no_such_page
from paperatlas.pipeline.rendering.pdf_pages import ENGINE

__all__ = ["annotated"]

_COLOUR = (1.0, 236 / 255, 110 / 255)
"""That of the marks on the page images: a highlight multiplies with what it lies on, as those do."""


def annotated(file: Path, remarks: Sequence[Remark], *, password: str = "") -> bytes:
    """The file with a highlight for each remark and page.

    Raises:
        UnsupportedFile: the file has no printed pages.
        UnreadableFile: it cannot be opened, or not be written again.
        InputError: a box is of a page that it does not have.
    """
    check_paged(file)
    with ENGINE:
        document = open_pdf(file, file.name, password)
        try:
            for remark in remarks:
                for number, boxes in groupby(sorted(remark.boxes, key=lambda box: box.page), key=lambda box: box.page):
                    if not 1 <= number <= document.page_count:
                        raise no_such_page(file, number, document.page_count)
                    _highlight(document.load_page(number - 1), tuple(boxes), remark)
            return bytes(document.tobytes(garbage=1, deflate=True))
        except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase) as error:
            hint = "Open it in a viewer; if that shows nothing either, fetch it again."
            raise UnreadableFile(f"{file.name!r} cannot be marked: {error}", hint=hint) from error
        finally:
            document.close()
            pymupdf.TOOLS.store_shrink(100)


def _highlight(page: Any, boxes: Sequence[Box], remark: Remark) -> None:
    page.set_rotation(rotation_as_shown(page))
    mark = page.add_highlight_annot(quads=[_along(pymupdf.Rect(box[1:]) * page.derotation_matrix) for box in boxes])
    mark.set_colors(stroke=_COLOUR)
    mark.set_info(title=remark.title, content=remark.text)
    mark.update()


def _along(rect: Any) -> Any:
    """A box of the page as it is stored, its corners in the direction of the text: the ends of a mark are drawn round."""
    rect.normalize()
    corners = (rect.tl, rect.tr, rect.bl, rect.br)
    return pymupdf.Quad(corners) if rect.width >= rect.height else pymupdf.Quad(rect.bl, rect.tl, rect.br, rect.tr)
