"""Pictures of pages by PDFium: for the layout model, for OCR, and to see where a page is blank."""

from io import BytesIO
from typing import Any

from paperatlas.pipeline.readers.ocr.seen import Picture
from paperatlas.pipeline.readers.pdfium_frame import Frame
from paperatlas.pipeline.readers.seen_words import Greys

__all__ = ["greys_of", "image_in", "image_of", "picture_of"]

_MODEL, _MODEL_LONGEST = 1.5, 2000
"""Pixels in a point, and of the longer side at most, of what the layout model sees: it shrinks it to 608 x 800."""
_OCR, _OCR_LONGEST = 300 / 72, 5000
"""The same for OCR programs, which are made for 300 dots an inch."""
_GREYS, _GREYS_LONGEST = 100 / 72, 5000
"""The same to see letters: those of 10 points are fourteen pixels high."""


def image_of(page: Any, frame: Frame) -> tuple[Any, float]:
    """A page as the model sees it, uint8[height, width, 3], blue first, and its pixels in a point."""
    bitmap, scale = _rendered(page, frame, _MODEL, _MODEL_LONGEST, grey=False)
    try:
        return bitmap.to_numpy().copy(), scale
    finally:
        bitmap.close()


def image_in(picture: Picture) -> tuple[Any, float]:
    """The same of a picture."""
    import numpy as np  # noqa: PLC0415 - few documents need it
    from PIL import Image  # noqa: PLC0415

    with Image.open(BytesIO(picture.png)) as image:
        shrink = min(1.0, _MODEL / picture.scale)
        small = image.convert("RGB").resize((max(1, round(image.width * shrink)), max(1, round(image.height * shrink))))
    return np.asarray(small)[:, :, ::-1].copy(), picture.scale * shrink


def picture_of(page: Any, frame: Frame) -> Picture:
    """A page in greys for OCR."""
    bitmap, scale = _rendered(page, frame, _OCR, _OCR_LONGEST, grey=True)
    try:
        png = BytesIO()
        bitmap.to_pil().save(png, format="PNG")
    finally:
        bitmap.close()
    width, height = frame.size
    return Picture(png=png.getvalue(), scale=scale, width=width, height=height)


def greys_of(page: Any, frame: Frame) -> Greys:
    """A page in greys, as fine as it takes to see letters."""
    bitmap, scale = _rendered(page, frame, _GREYS, _GREYS_LONGEST, grey=True)
    try:
        return Greys(samples=bytes(bitmap.buffer), width=bitmap.width, height=bitmap.height, stride=bitmap.stride, scale=scale)
    finally:
        bitmap.close()


def _rendered(page: Any, frame: Frame, scale: float, longest: int, *, grey: bool) -> tuple[Any, float]:
    """A bitmap of a page held as its frame says, and its pixels in a point."""
    scale = min(scale, longest / max(frame.size))
    turned = (frame.held - page.get_rotation()) % 360
    return page.render(scale=scale * frame.unit, rotation=turned, grayscale=grey), scale
