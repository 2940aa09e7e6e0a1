"""When what is printed and what was read are the same: the forms in which phrases, cells and boxes are compared."""

import re
import unicodedata

from paperatlas.core.text import match_key
from paperatlas.core.types import Box

__all__ = ["cell_key", "overlap", "phrase_key", "plain_text"]

_SAME = str.maketrans({"∗": "*", "−": "-", "∆": "Δ", "’": "'", "‘": "'", "“": '"', "”": '"', "\u00ad": "-"})


def phrase_key(text: str) -> str:
    """Letters and digits only: how phrases are found, whatever became of spaces, hyphens and quotes."""
    return re.sub(r"[\W_]+", "", match_key(text))


def cell_key(text: str) -> str:
    """Without white space and the signs by which some readers write what stands high or low."""
    return re.sub(r"[\s^{}_]", "", unicodedata.normalize("NFKC", text.translate(_SAME))).casefold()


def plain_text(text: str) -> str:
    """Compatibility forms, straight quotes, single spaces, hyphens as they are."""
    return " ".join(unicodedata.normalize("NFKC", text.translate(_SAME)).split())


def overlap(one: Box, other: tuple[float, float, float, float]) -> float:
    """Intersection over union, on one page."""
    width = min(one.x1, other[2]) - max(one.x0, other[0])
    height = min(one.y1, other[3]) - max(one.y0, other[1])
    if width <= 0 or height <= 0:
        return 0.0
    areas = (one.x1 - one.x0) * (one.y1 - one.y0) + (other[2] - other[0]) * (other[3] - other[1])
    return width * height / (areas - width * height)
