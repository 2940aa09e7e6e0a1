"""Pictures of pages by PyMuPDF, and the regions of a page of which there is only a picture."""

from collections.abc import Sequence
from typing import Any

import pymupdf

from paperatlas.pipeline.layout import Line
from paperatlas.pipeline.readers.ocr.seen import Picture

__all__ = ["page_of", "picture_of"]

_DOTS = 300
"""An inch: what OCR programs are made for."""
_LONGEST = 5000
"""Pixels of the longer side at most. A poster is set large enough to be read in fewer dots."""
_ASCENT = 0.8
"""Of a word's height: where its baseline lies in the layer that the model sees."""
_UNDRAWN = 3
"""The render mode of text that is not drawn."""


def picture_of(page: Any) -> Picture:
    """A page in greys."""
    width, height = float(page.rect.width), float(page.rect.height)
    scale = min(_DOTS / 72, _LONGEST / max(width, height))
    pixels = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csGRAY, alpha=False)
    return Picture(png=pixels.tobytes("png"), scale=scale, width=width, height=height)


def page_of(picture: Picture, lines: Sequence[Line]) -> tuple[Any, Any]:
    """A document and its one page: the picture with the words over it, undrawn, as scans with a layer are.

    The layout model works on text and its looks, so a page read by OCR is put before it like any other. Who gets the page
    closes the document.
    """
    document = pymupdf.open()
    page = document.new_page(width=picture.width, height=picture.height)
    page.insert_image(page.rect, stream=picture.png)
    font = pymupdf.Font("helv")
    writer = pymupdf.TextWriter(page.rect)
    for word in (word for line in lines if line.horizontal for word in line.words):
        length = font.text_length(word.text, fontsize=1.0)
        if length > 0:
            # As wide as it is seen: the model takes gaps between words for what they are.
            baseline = word.y0 + _ASCENT * (word.y1 - word.y0)
            writer.append((word.x0, baseline), word.text, font=font, fontsize=(word.x1 - word.x0) / length)
    writer.write_text(page, render_mode=_UNDRAWN)
    return document, page
