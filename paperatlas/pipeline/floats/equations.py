"""Displayed equations and their numbers.

The layout model finds most of them. It misses some that stand between paragraphs, takes several for one and leaves
numbers out of its boxes: so every number at the end of a line that is no sentence has an equation, seen or not.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from paperatlas.core.types import Box, Equation
from paperatlas.pipeline.floats.bands import Ground
from paperatlas.pipeline.floats.cells import baselines, word_height
from paperatlas.pipeline.floats.equation_numbers import Number, has_sign, is_number, is_prose, numbers_of
from paperatlas.pipeline.floats.formula_text import formula_text
from paperatlas.pipeline.layout import RawPage, Rect, Word
from paperatlas.pipeline.rects import centre, covered, gap_between, union

__all__ = ["page_equations"]

_LEADING = 1.0
"""In word heights. Lines of one equation stand closer."""
_INDENT = 1.0
"""In word heights. A displayed line starts this far from its column's left edge at least."""


def page_equations(page: RawPage, ground: Ground, taken: Sequence[Rect]) -> list[Equation]:
    """The equations of one page from the top; `number` is empty for those without. `taken` are tables, figures, captions."""
    words = [word for line in page.lines if line.horizontal for word in line.words if not _lies_in(word, taken)]
    numbers = [number for number in numbers_of(page, ground.column) if not _lies_in(number.word, taken)]
    found: list[Equation] = []
    named: list[Number] = []
    for rect, inside in _formulas(page, words):
        mine = [number for number in numbers if number not in named and _is_beside(number, rect, ground)]
        named += mine
        found += _equations(page, rect, inside, mine)
    for number in numbers:
        if number not in named:
            missed = _around(number, numbers, words, ground, [equation.box[1:] for equation in found])
            if has_sign(missed):
                found.append(_equation(page, missed, number.value, number.word))
    return sorted(found, key=lambda equation: (equation.box.y0, equation.box.x0))


def _lies_in(word: Word, rects: Sequence[Rect]) -> bool:
    return any(covered(word.rect, rect) > 0.5 for rect in rects)


def _formulas(page: RawPage, words: Sequence[Word]) -> Iterator[tuple[Rect, list[Word]]]:
    """The model's formulas with their words, without the sentences that it took along."""
    for region in page.regions:
        if region.kind != "formula":
            continue
        inside = [word for word in words if _holds(region.rect, word)]
        lines = baselines(inside, word_height(inside))
        formula = [line for line in lines if not is_prose(line)]
        kept = [word for line in formula for word in line]
        if all(map(is_number, kept)):
            continue
        yield region.rect if len(formula) == len(lines) else union(word.rect for word in kept), kept


def _holds(rect: Rect, word: Word) -> bool:
    x, y = centre(word.rect)
    return rect[0] - 1 <= x <= rect[2] + 1 and rect[1] - 1 <= y <= rect[3] + 1


def _is_beside(number: Number, rect: Rect, ground: Ground) -> bool:
    """Whether a number stands at the right end of a formula of its own column, inside its box or not."""
    return number.shares(rect) and rect[0] < number.word.x0 and ground.column(rect)[1] > number.word.x0


def _equations(page: RawPage, rect: Rect, words: Sequence[Word], numbers: Sequence[Number]) -> list[Equation]:
    """The equations in a formula: one for each number, cut at the widest space between the lines of two."""
    if len(numbers) < 2:
        number = numbers[0] if numbers else _inner_number(words)
        whole = [word for word in words if number is None or word != number.word]
        return [_equation(page, whole, number.value if number else "", number.word if number else None, rect)] if whole else []
    plain = [word for word in words if all(word != number.word for number in numbers)]
    cuts = [_cut(plain, upper.word, lower.word) for upper, lower in pairwise(numbers)]
    bands: list[list[Word]] = [[] for _ in numbers]
    for word in plain:
        bands[sum(cut <= centre(word.rect)[1] for cut in cuts)].append(word)
    return [_equation(page, band, number.value, number.word) for band, number in zip(bands, numbers, strict=True) if band]


def _inner_number(words: Sequence[Word]) -> Number | None:
    """The number at the right end of a formula that stands in no column known."""
    last = max(words, key=lambda word: word.x1, default=None)
    return Number(last.text[1:-1], last, ()) if last is not None and is_number(last) else None


def _cut(words: Sequence[Word], upper: Word, lower: Word) -> float:
    """The height at which the lines of two numbers part: the middle of the widest space, else of both."""
    top, bottom = centre(upper.rect)[1], centre(lower.rect)[1]
    edges = [top, *sorted(word.y1 for word in words if top < word.y1 < bottom)]
    spaces = []
    for edge in edges:
        below = [word.y0 for word in words if word.y1 > edge + 0.1 and centre(word.rect)[1] < bottom + 1]
        spaces.append((min([*below, bottom]) - edge, edge))
    space, edge = max(spaces)
    return edge + space / 2 if space > 0 else (top + bottom) / 2


def _around(
    number: Number, numbers: Sequence[Number], words: Sequence[Word], ground: Ground, known: Sequence[Rect]
) -> list[Word]:
    """The words of an equation that the model did not see: the lines about its number, up to a sentence or the next number's."""
    left, right = ground.column(number.word.rect)
    rivals = [other for other in numbers if ground.column(other.word.rect) == (left, right)]
    own = [
        word
        for word in words
        if left - 2 < word.x0 < right
        and not is_number(word)
        and not _lies_in(word, known)
        and min(rivals, key=lambda other: _apart(other.word, word)) == number
    ]
    height = word_height(own)
    lines = [
        line
        for line in baselines(own, height)
        if not is_prose(line) and line[0].x0 > left + _INDENT * height and (has_sign(line) or len(line) < 4)
    ]
    taken = [word for word in number.beside if word in own]
    reach = union([number.word.rect, *(word.rect for word in taken)])
    grown = True
    while grown:
        near = [line for line in lines if gap_between(union(w.rect for w in line), reach) < _LEADING * height]
        more = [word for line in near for word in line if word not in taken]
        taken += more
        reach = union([reach, *(word.rect for word in more)])
        grown = bool(more)
    return taken


def _apart(number: Word, word: Word) -> float:
    return abs(centre(number.rect)[1] - centre(word.rect)[1])


def _equation(page: RawPage, words: Sequence[Word], value: str, number: Word | None, around: Rect | None = None) -> Equation:
    rects = [word.rect for word in words] + [number.rect for number in [number] if number] + [rect for rect in [around] if rect]
    return Equation(
        number=value,
        text=formula_text(words, page.rules),
        page=page.number,
        box=Box(page.number, *union(rects)),
    )
