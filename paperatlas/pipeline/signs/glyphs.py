"""From signs to text: what an engine prints sign by sign, ligatures expanded, invisible signs gone."""

import re
import unicodedata
from typing import NamedTuple

__all__ = ["Glyph", "clean"]

_LIGATURES = {
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ﬅ": "st",
    "ﬆ": "st",
    "Ĳ": "IJ",
    "ĳ": "ij",
}
_SHAPES = re.compile(r"[\ufb1d-\ufdff\ufe70-\ufefc]")
"""Letters of Hebrew and Arabic as they are drawn at one place of a word, and their ligatures."""
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Cn", "Zl", "Zp"})
"""Unicode categories that are no print: controls, invisible marks, lone surrogates (which no file or database can hold)."""


class Glyph(NamedTuple):
    """A sign where it is printed. `text` is " " for white space."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    baseline: float
    size: float
    font: str
    bold: bool
    italic: bool


def clean(text: str) -> str:
    """A sign as text: ligatures expanded, white space as one space, invisible signs gone; a soft hyphen stays one."""
    if text == "\u00ad":
        return text
    if text.isspace():
        return " "
    text = _LIGATURES.get(text, text)
    if _SHAPES.match(text):
        text = unicodedata.normalize("NFKC", text).strip()
    return "".join(char for char in text if unicodedata.category(char) not in _DROPPED)
