"""Colours of the kinds of blocks, and the letters that label them."""

from typing import TypeAlias

from paperatlas.core.types import BlockKind

__all__ = ["COLOURS", "DOUBT", "INK", "WHITE", "Colour", "font_for"]

Colour: TypeAlias = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""

WHITE: Colour = (1, 1, 1)
INK: Colour = (0.15, 0.15, 0.2)
DOUBT: Colour = (0.75, 0.1, 0.1)

COLOURS: dict[BlockKind, Colour] = {
    BlockKind.TITLE: (0.72, 0.11, 0.11),
    BlockKind.AUTHOR: (0.85, 0.40, 0.10),
    BlockKind.ABSTRACT: (0.55, 0.45, 0.05),
    BlockKind.HEADING: (0.80, 0.05, 0.45),
    BlockKind.PARAGRAPH: (0.10, 0.38, 0.75),
    BlockKind.LIST: (0.05, 0.55, 0.65),
    BlockKind.TABLE: (0.05, 0.50, 0.25),
    BlockKind.FIGURE: (0.45, 0.20, 0.70),
    BlockKind.CAPTION: (0.65, 0.40, 0.75),
    BlockKind.EQUATION: (0.95, 0.55, 0.0),
    BlockKind.FOOTNOTE: (0.45, 0.35, 0.25),
    BlockKind.REFERENCE: (0.30, 0.45, 0.40),
    BlockKind.HEADER: (0.50, 0.50, 0.50),
    BlockKind.FOOTER: (0.50, 0.50, 0.50),
    BlockKind.SIDEBAR: (0.60, 0.55, 0.50),
    BlockKind.HIDDEN: (0.75, 0.75, 0.75),
}


def font_for(text: str) -> str:
    """A font that every viewer has and that has the letters of a text: of labels, which may be Chinese."""
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return "china-s"
    return "helv"
