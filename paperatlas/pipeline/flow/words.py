"""From signs to words: a run of them cut at spaces, gaps and raised or lowered marks."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from paperatlas.pipeline.layout import Word
from paperatlas.pipeline.signs.directions import signs_as_read
from paperatlas.pipeline.signs.glyphs import Glyph
from paperatlas.pipeline.signs.scripts import JUSTIFIED, closes_clause, is_unspaced, runs_on

__all__ = ["PlacedWord", "words_of"]

_SPACE_GAP = 0.2
"""In em. The narrowest space that justified text shows is about 0.2; letters of a word never lie that far apart."""
_SCRIPT_SIZE = 0.82
"""Indices and note marks are set at 0.6 to 0.8 of the size of their line."""
_SCRIPT_SHIFT = 0.08
"""In em of the line: how far off the line's baseline a raised or lowered mark stands at least."""


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word and the baseline it stands on, by which lines are put together."""

    word: Word
    baseline: float


def words_of(run: Sequence[Glyph], *, level: bool = True) -> list[PlacedWord]:
    """The words of a run of glyphs on one line, in the order given; where it is read from the right, in that order.

    Text that is not level (turned, or set downwards) is cut at its spaces only: its gaps run in another direction.
    """
    run = signs_as_read(run) if level else run
    printed = [glyph for glyph in run if glyph.text != " "]
    if not printed:
        return []
    size = median(glyph.size for glyph in printed)
    full = [glyph.baseline for glyph in printed if glyph.size >= _SCRIPT_SIZE * size]
    baseline = median(full) if full else printed[0].baseline
    largest = max(glyph.size for glyph in printed)
    usual = _usual_gap(printed)
    words: list[PlacedWord] = []
    current: list[Glyph] = []
    spaced = False
    for glyph in run:
        if glyph.text == " ":
            spaced = True
            continue
        if current and _are_unspaced(current[-1], glyph):
            cut = _is_parted(current[-1], glyph, spaced=spaced, level=level, usual=usual)
        else:
            cut = bool(current) and _is_cut(current[-1], glyph, spaced=spaced, level=level, size=size, baseline=baseline)
        if cut:
            words.append(_word(current, largest, baseline))
            current = []
        current.append(glyph)
        spaced = False
    words.append(_word(current, largest, baseline))
    if not level:
        words = [replace(placed, word=placed.word._replace(superscript=False)) for placed in words]
    return [placed for placed in words if placed.word.text]


def _is_cut(last: Glyph, glyph: Glyph, *, spaced: bool, level: bool, size: float, baseline: float) -> bool:
    """Whether a new word begins with a glyph, in a script that has spaces."""
    em = max(last.size, glyph.size)
    if spaced or not level:
        return spaced
    return _gap(last, glyph) > _SPACE_GAP * em or _shift(last, size, baseline) != _shift(glyph, size, baseline)


def _is_parted(last: Glyph, glyph: Glyph, *, spaced: bool, level: bool, usual: float) -> bool:
    """Whether two signs of a script without spaces are parted: a clause or bold type ends, or a space is printed after all."""
    gap = _gap(last, glyph) / max(last.size, glyph.size)
    apart = gap > usual + JUSTIFIED or (spaced and not runs_on(last.text, glyph.text, gap))
    return closes_clause(last.text[-1]) or last.bold != glyph.bold or (level and apart)


def _are_unspaced(last: Glyph, glyph: Glyph) -> bool:
    return is_unspaced(last.text[-1]) and is_unspaced(glyph.text[0])


def _gap(last: Glyph, glyph: Glyph) -> float:
    """Between two signs, in either direction of writing."""
    return max(glyph.x0 - last.x1, last.x0 - glyph.x1)


def _usual_gap(printed: Sequence[Glyph]) -> float:
    """In em: what justification or tracking puts between the signs of a run that has no spaces."""
    gaps = [_gap(last, glyph) / max(last.size, glyph.size) for last, glyph in pairwise(printed) if _are_unspaced(last, glyph)]
    return max(0.0, median(gaps)) if gaps else 0.0


def _shift(glyph: Glyph, size: float, baseline: float) -> int:
    """1 for a raised mark, -1 for a lowered one, 0 for what stands on the line."""
    if glyph.size > _SCRIPT_SIZE * size:
        return 0
    rise = baseline - glyph.baseline
    if abs(rise) < _SCRIPT_SHIFT * size:
        return 0
    return 1 if rise > 0 else -1


def _word(glyphs: Sequence[Glyph], largest: float, baseline: float) -> PlacedWord:
    sizes = median(glyph.size for glyph in glyphs)
    own = median(glyph.baseline for glyph in glyphs)
    raised = sizes <= _SCRIPT_SIZE * largest and baseline - own > _SCRIPT_SHIFT * largest
    word = Word(
        text=unicodedata.normalize("NFC", "".join(glyph.text for glyph in glyphs)),
        x0=min(glyph.x0 for glyph in glyphs),
        y0=min(glyph.y0 for glyph in glyphs),
        x1=max(glyph.x1 for glyph in glyphs),
        y1=max(glyph.y1 for glyph in glyphs),
        size=sizes,
        font=_most_common(glyph.font for glyph in glyphs),
        bold=sum(glyph.bold for glyph in glyphs) * 2 > len(glyphs),
        italic=sum(glyph.italic for glyph in glyphs) * 2 > len(glyphs),
        superscript=raised,
    )
    return PlacedWord(word, own)


def _most_common(values: Iterable[str]) -> str:
    seen: dict[str, int] = {}
    for value in values:
        seen[value] = seen.get(value, 0) + 1
    return max(seen, key=lambda value: seen[value])
