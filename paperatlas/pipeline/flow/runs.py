"""From runs of signs, as an engine hands them over, to words on the level and lines that run another way."""

from collections.abc import Iterable

from paperatlas.pipeline.flow.upright import runs_down, upright_lines
from paperatlas.pipeline.flow.words import PlacedWord, words_of
from paperatlas.pipeline.layout import Line
from paperatlas.pipeline.rects import union
from paperatlas.pipeline.signs.glyphs import Glyph
from paperatlas.pipeline.signs.scripts import is_unspaced

__all__ = ["words_and_slanted"]


def words_and_slanted(runs: Iterable[tuple[bool, list[Glyph]]]) -> tuple[list[PlacedWord], list[Line]]:
    """The words of level runs, and the lines of the others. A run says first whether it is level."""
    given = list(runs)
    level: list[PlacedWord] = []
    slanted: list[Line] = []
    lone = [
        sign for _, run in given if len(run) < 3 and len(signs := [g for g in run if is_unspaced(g.text)]) == 1 for sign in signs
    ]
    if runs_down(lone):
        slanted += upright_lines(lone)
        taken = {id(sign) for sign in lone}
        given = [(is_level, [glyph for glyph in run if id(glyph) not in taken]) for is_level, run in given]
    for is_level, run in given:
        placed = words_of(run, level=is_level)
        if is_level:
            level.extend(placed)
        elif placed:
            words = tuple(each.word for each in placed)
            slanted.append(Line(words, union(word.rect for word in words), horizontal=False))
    return level, slanted
