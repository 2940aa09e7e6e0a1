"""Rows parted at the rules printed between their lines: whatever the model says, no row of a table crosses one."""

from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.pipeline.floats.table_grid import WordGrid
from paperatlas.pipeline.layout import Rect, Word
from paperatlas.pipeline.rects import centre, union

__all__ = ["part_at_rules"]

_THIN = 3.0
"""Points. What is higher is no rule."""
_SAME_LEVEL = 1.0
"""Points. Pieces of one rule differ in height by less."""
_THROUGH = 1.5
"""Points. A rule this far inside a word strikes it out or underlines it: it parts no rows."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """The pieces of a horizontal rule: below the headings of column groups it has gaps."""

    y: float
    pieces: tuple[Rect, ...]

    def covers(self, words: Sequence[Word]) -> bool:
        return any(piece[0] - 1 <= centre(word.rect)[0] <= piece[2] + 1 for word in words for piece in self.pieces)


def part_at_rules(grid: WordGrid, rules: Sequence[Rect]) -> WordGrid:
    """The grid, every row cut at the rules that pass between its words in two columns or more."""
    words = [word for row in grid for cell in row for word in cell]
    if not words:
        return grid
    levels = _levels(rules, union(word.rect for word in words))
    return [part for row in grid for part in _parted(row, levels)]


def _levels(rules: Sequence[Rect], box: Rect) -> list[_Rule]:
    across = sorted(
        (
            rule
            for rule in rules
            if rule[3] - rule[1] < _THIN < rule[2] - rule[0]
            and box[1] < rule[1] < box[3]
            and rule[0] < box[2]
            and rule[2] > box[0]
        ),
        key=lambda rule: (rule[1], rule[0]),
    )
    levels: list[list[Rect]] = []
    for rule in across:
        if levels and rule[1] - levels[-1][0][1] < _SAME_LEVEL:
            levels[-1].append(rule)
        else:
            levels.append([rule])
    return [_Rule(sum((rule[1] + rule[3]) / 2 for rule in level) / len(level), tuple(level)) for level in levels]


def _parted(row: list[list[Word]], rules: Sequence[_Rule]) -> WordGrid:
    """The rows in one, from the top."""
    for index, rule in enumerate(rules):
        parts = _cut(row, rule)
        if parts is not None:
            return [parts[0], *_parted(parts[1], rules[index + 1 :])]
    return [row]


def _cut(row: Sequence[list[Word]], rule: _Rule) -> tuple[list[list[Word]], list[list[Word]]] | None:
    """A row above and below a rule; None where the rule does not part it. A cell that the rule passes by stays above."""
    upper: list[list[Word]] = []
    lower: list[list[Word]] = []
    above = below = parted = 0
    for words in row:
        over = [word for word in words if centre(word.rect)[1] < rule.y]
        under = [word for word in words if centre(word.rect)[1] >= rule.y]
        if words and rule.covers(words):
            if any(word.y0 + _THROUGH < rule.y < word.y1 - _THROUGH for word in words):
                return None
            above, below, parted = above + bool(over), below + bool(under), parted + 1
        elif over and under:
            over, under = list(words), []
        upper.append(over)
        lower.append(under)
    return (upper, lower) if above and below and parted > 1 else None
