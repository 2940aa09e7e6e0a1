"""Text set from top to bottom in columns from right to left, as Japanese and Chinese books are.

An engine hands over its signs one by one, as lines of one sign each.
"""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.flow.order import reading_order
from paperatlas.pipeline.flow.parts import Part
from paperatlas.pipeline.flow.words import words_of
from paperatlas.pipeline.layout import Line, Rect
from paperatlas.pipeline.rects import union
from paperatlas.pipeline.signs.glyphs import Glyph
from paperatlas.pipeline.signs.scripts import is_unspaced

__all__ = ["is_upright", "runs_down", "upright_lines", "upright_parts"]

_SAME_COLUMN = 0.4
"""In em: how far the middles of one column's signs differ; punctuation stands off the middle."""
_OFF_PLACE = 1.0
"""In em: how far above the sign before it a sign may seem to stand when that one is a stop or a bracket."""
_STEP = 2.0
"""In em: the widest gap within a column; wider is the next band of columns."""
_BAND = 0.7
"""Share of the width of the text that a rule between two bands takes at least; rules of tables are shorter."""
_INDENT = 0.6
"""In em: a column that begins this much lower than the others begins a paragraph."""


def is_upright(line: Line) -> bool:
    """Whether a line is a column of such text, and not turned Latin."""
    return not line.horizontal and is_unspaced(line.words[0].text[0])


def runs_down(signs: Sequence[Glyph]) -> bool:
    """Whether signs that came one by one follow each other downwards rather than along a row."""
    down = across = 0
    for last, sign in pairwise(signs):
        em = max(last.size, sign.size)
        down += abs(sign.x0 - last.x0) < _SAME_COLUMN * em and 0 < sign.y0 - last.y0 < _STEP * em
        across += abs(sign.baseline - last.baseline) < _SAME_COLUMN * em and 0 < sign.x0 - last.x0 < _STEP * em
    return down > across


def upright_lines(signs: Sequence[Glyph]) -> list[Line]:
    """The columns that signs make, from the right."""
    columns: list[list[Glyph]] = []
    for sign in sorted(signs, key=lambda sign: -(sign.x0 + sign.x1)):
        if columns and abs(_middle(columns[-1][0]) - _middle(sign)) < _SAME_COLUMN * sign.size:
            columns[-1].append(sign)
        else:
            columns.append([sign])
    drawn = {id(sign): place for place, sign in enumerate(signs)}
    return [line for column in columns for line in _cut(_downwards(sorted(column, key=lambda sign: drawn[id(sign)])))]


def _downwards(column: Sequence[Glyph]) -> list[Glyph]:
    """A column from the top: the stretches that were drawn downwards, in their order.

    Within a stretch the order of drawing holds. Fonts put stops and brackets elsewhere in their box than other signs, so
    that they seem to stand below the sign that follows.
    """
    stretches: list[list[Glyph]] = []
    for sign in column:
        step = sign.y0 - stretches[-1][-1].y0 if stretches else 0.0
        if not stretches or not -_OFF_PLACE * sign.size <= step <= _STEP * sign.size:
            stretches.append([])
        stretches[-1].append(sign)
    return [sign for stretch in sorted(stretches, key=lambda stretch: stretch[0].y0) for sign in stretch]


def _middle(sign: Glyph) -> float:
    return (sign.x0 + sign.x1) / 2


def _cut(column: Sequence[Glyph]) -> list[Line]:
    runs: list[list[Glyph]] = [[column[0]]]
    for last, sign in pairwise(column):
        if sign.y0 - last.y0 > _STEP * max(last.size, sign.size):
            runs.append([])
        runs[-1].append(sign)
    return [_line(run) for run in runs]


def _line(run: Sequence[Glyph]) -> Line:
    words = tuple(placed.word for placed in words_of(run, level=False))
    return Line(words, union(word.rect for word in words), horizontal=False)


def upright_parts(lines: Sequence[Line], page: int, rules: Sequence[Rect] = ()) -> list[Part]:
    """The paragraphs of columns, in reading order: the order of a page turned so that its columns are rows.

    Of the `rules` of the page those that run below most of its columns part it into bands that are read one by one.
    """
    if not lines:
        return []
    left, _, right, _ = union(line.rect for line in lines)
    cuts = [(rule[1] + rule[3]) / 2 for rule in rules if min(rule[2], right) - max(rule[0], left) > _BAND * (right - left)]
    bands: dict[int, list[Line]] = {}
    for line in lines:
        bands.setdefault(sum(cut < (line.rect[1] + line.rect[3]) / 2 for cut in cuts), []).append(line)
    return [part for _, band in sorted(bands.items()) for part in _paragraphs(band, page)]


def _paragraphs(lines: Sequence[Line], page: int) -> list[Part]:
    ordered = [lines[index] for index in reading_order([_turned(line.rect) for line in lines])]
    groups: list[list[Line]] = [[ordered[0]]]
    for last, line in pairwise(ordered):
        em = median(word.size for word in line.words)
        below = line.rect[1] - min(other.rect[1] for other in groups[-1])
        new_band = line.rect[0] > last.rect[2]
        if new_band or (below > _INDENT * em and len(groups[-1]) > 1):
            groups.append([])
        groups[-1].append(line)
    return [Part(page=page, kind=BlockKind.PARAGRAPH, rows=tuple(group)) for group in groups]


def _turned(rect: Rect) -> Rect:
    x0, y0, x1, y1 = rect
    return y0, -x1, y1, -x0
