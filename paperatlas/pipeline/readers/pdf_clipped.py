"""Words of a PDF's page that lie where its drawing was cut away: figures are often placed so, larger than what shows of them."""

from collections.abc import Sequence
from typing import Any

import pymupdf

from paperatlas.pipeline.layout import Word
from paperatlas.pipeline.rects import meet

__all__ = ["cut_away"]

Placed = tuple[float, float, float, float, str, int, int, int]
"""A word as the engine gives it: its box, its text, and its numbers of block, line and word."""


def cut_away(page: Any, shown: Sequence[Placed], flags: int) -> tuple[Word, ...]:
    """The words that `flags` leave out since they are clipped, of those that lie amid words that are shown.

    Nobody sees them, but readers of the text layer that do not clip find them in the midst of the page's own lines.
    """
    everything: list[Placed] = page.get_text("words", flags=flags & ~(pymupdf.TEXT_MEDIABOX_CLIP | pymupdf.TEXT_COLLECT_VECTORS))
    if len(everything) <= len(shown):
        return ()
    known = {_key(word) for word in shown}
    return tuple(
        Word(word[4], *word[:4], size=word[3] - word[1], font="", bold=False, italic=False, superscript=False)
        for word in everything
        if _key(word) not in known and any(meet(word[:4], other[:4]) for other in shown)
    )


def _key(word: Placed) -> tuple[str, int, int]:
    return word[4], round(word[0]), round(word[1])
