"""Accents that were set as marks of their own.

Older TeX fonts have no "ü": a "¨" is drawn over a "u", and every engine hands over the two signs, in the order in
which they were drawn. Which sign belongs to which letter is seen from where they stand, so this works on glyphs.
"""

import unicodedata
from collections.abc import Iterable, Sequence

from paperatlas.pipeline.signs.glyphs import Glyph

__all__ = ["ACCENTS", "compose_accents"]

_COMBINING = {
    "´": "\u0301",
    "`": "\u0300",
    "¨": "\u0308",
    "ˇ": "\u030c",
    "ˆ": "\u0302",
    "^": "\u0302",
    "˜": "\u0303",
    "~": "\u0303",
    "¸": "\u0327",
    "˛": "\u0328",
    "˚": "\u030a",
    "˘": "\u0306",
    "˙": "\u0307",
    "˝": "\u030b",
    "¯": "\u0304",
}
ACCENTS = frozenset(_COMBINING)
"""Accents as signs of their own."""
_DOTLESS = {"ı": "i", "ȷ": "j"}
"""What TeX puts under an accent in place of a dotted letter."""
_OVERLAP = 0.5
"""An accent stands over its letter by at least this part of the narrower of the two; beside it, it does so by none."""


def compose_accents(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """The glyphs of a line with each accent and its letter made one."""
    found: list[Glyph] = []
    waiting: Glyph | None = None
    for glyph in glyphs:
        if waiting is not None and glyph.text == " ":
            continue  # the gap that the engine saw between an accent and its letter
        if waiting is not None:
            found.extend([_composed(waiting, glyph)] if _over(waiting, glyph) else [waiting, glyph])
            waiting = None
        elif glyph.text in _COMBINING and (base := _letter_before(found)) is not None and _over(glyph, found[base]):
            found[base:] = [_composed(glyph, found[base])]
        elif glyph.text in _COMBINING:
            waiting = glyph
        else:
            found.append(glyph)
    return [*found, *_optional(waiting)]


def _optional(glyph: Glyph | None) -> Iterable[Glyph]:
    return () if glyph is None else (glyph,)


def _letter_before(glyphs: Sequence[Glyph]) -> int | None:
    for index in range(len(glyphs) - 1, max(-1, len(glyphs) - 3), -1):
        if glyphs[index].text != " ":
            return index
    return None


def _over(accent: Glyph, letter: Glyph) -> bool:
    if not letter.text.isalpha():
        return False
    common = min(accent.x1, letter.x1) - max(accent.x0, letter.x0)
    return common >= _OVERLAP * min(accent.x1 - accent.x0, letter.x1 - letter.x0) > 0


def _composed(accent: Glyph, letter: Glyph) -> Glyph:
    base = _DOTLESS.get(letter.text, letter.text)
    text = unicodedata.normalize("NFC", base + _COMBINING[accent.text])
    return letter._replace(
        text=text, x0=min(accent.x0, letter.x0), y0=min(accent.y0, letter.y0), x1=max(accent.x1, letter.x1), y1=letter.y1
    )
