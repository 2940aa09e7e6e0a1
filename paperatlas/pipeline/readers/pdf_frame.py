"""How a page of PyMuPDF is held to be read: with its text level, however the file stores it and a viewer shows it.

A file stores a page in one frame, /Rotate shows it in another, and the text may be level in either or in neither (a wide
table set sideways on an upright page). It is read where its text is level, and its boxes are turned to the page as shown
afterwards.
"""

from math import atan2, degrees
from typing import Any

import pymupdf

from paperatlas.pipeline.readers.pdf_marks import turn_to_read

__all__ = ["rotation_as_shown", "turn_level", "turn_to_level"]


def rotation_as_shown(page: Any) -> int:
    """Degrees clockwise by which viewers turn the page as it is stored; the page itself is left unturned.

    Boxes that make no sense are put right on the way, as other viewers do: a crop box that lies off the page hides
    nothing, and a rotation by half a quarter is none.
    """
    rotation = int(page.rotation)
    media, crop = page.mediabox, page.cropbox
    # The crop box comes measured from the media box's upper edge, but from the left of the file's own zero.
    if not crop.intersects(pymupdf.Rect(media.x0, 0, media.x1, media.height)):
        _set_boxes(page, media)
    page.set_rotation(0)
    return rotation


def turn_to_level(content: dict[str, Any], shown: int) -> int:
    """Degrees clockwise by which the page as stored must be turned for most of its text to be level.

    Args:
        content: what the engine extracts from the page as it is stored.
        shown: the rotation as shown: what is kept where the letters run every way, or there are none.
    """
    # Columns of signs are text of their own kind, at home in the frame that the page is shown in.
    return turn_to_read(
        (
            (
                shown if line["wmode"] else _quarter(*line["dir"]),
                "".join(char["c"] for span in line["spans"] for char in span["chars"]),
            )
            for block in content["blocks"]
            for line in block.get("lines", ())
        ),
        shown,
    )


def _quarter(cosine: float, sine: float) -> int:
    """The turn that brings a direction, y downwards, to the right: text that runs upwards has to be turned by 90."""
    return round(-degrees(atan2(sine, cosine)) / 90) * 90 % 360


def turn_level(page: Any, turn: int) -> None:
    """Turns a page as it is stored by `turn` degrees clockwise, in memory: the whole engine then sees its text level."""
    if not turn:
        return
    media, crop = page.mediabox, page.cropbox
    top = media.y1
    stored = pymupdf.Rect(crop.x0, top - crop.y1, crop.x1, top - crop.y0) & media
    unit = page.parent.xref_get_key(page.xref, "UserUnit")[1]
    # The engine turns a page about its media box, in plain points: what is cropped away has to be gone before, and the
    # unit to come back after.
    _set_boxes(page, stored)
    page.parent.xref_set_key(page.xref, "UserUnit", "null")
    page.set_rotation(turn)
    page.remove_rotation()
    _set_boxes(page, page.mediabox)
    page.parent.xref_set_key(page.xref, "UserUnit", unit)


def _set_boxes(page: Any, rect: Any) -> None:
    """Media and crop box on the page itself, where they come before what it inherits. In the file's own coordinates."""
    corners = f"[{rect.x0:g} {rect.y0:g} {rect.x1:g} {rect.y1:g}]"
    for box in ("MediaBox", "CropBox"):
        page.parent.xref_set_key(page.xref, box, corners)
