"""Displayed equations and their numbers."""

import re
from collections.abc import Sequence

from paperatlas.core.types import Box, Equation
from paperatlas.pipeline.floats.cells import baselines, word_height
from paperatlas.pipeline.layout import Line, RawPage, Rect, Word
from paperatlas.pipeline.rects import centre, overlap_y, union

__all__ = ["page_equations"]

_NUMBER = re.compile(r"\(((?:[A-Z]{1,2}\.?)?\d{1,3}(?:\.\d{1,3})*[a-z]?)\)")


def page_equations(page: RawPage) -> list[Equation]:
    """The equations of one page from the top; `number` is empty for those without."""
    words = [word for line in page.lines for word in line.words]
    found = []
    for region in page.regions:
        if region.kind != "formula":
            continue
        inside = [word for word in words if _holds(region.rect, word)]
        number = _number(inside) or _number_beside(region.rect, page.lines)
        text = " ".join(word.text for line in baselines(inside, word_height(inside)) for word in line)
        if text:
            box = union([region.rect, *(word.rect for word in inside)])
            found.append(Equation(number=number, text=text, page=page.number, box=Box(page.number, *box)))
    return sorted(found, key=lambda equation: (equation.box.y0, equation.box.x0))


def _holds(rect: Rect, word: Word) -> bool:
    x, y = centre(word.rect)
    return rect[0] - 1 <= x <= rect[2] + 1 and rect[1] - 1 <= y <= rect[3] + 1


def _number(words: Sequence[Word]) -> str:
    """The number at the right end, where there is one."""
    for word in sorted(words, key=lambda word: -word.x1)[:1]:
        if match := _NUMBER.fullmatch(word.text):
            return match[1]
    return ""


def _number_beside(rect: Rect, lines: Sequence[Line]) -> str:
    """A number that the model left out of the box: alone on its line, the next thing to the right on the equation's height."""
    level = [
        line for line in lines if line.rect[0] > rect[2] - 1 and overlap_y(line.rect, rect) > 0.5 * (line.rect[3] - line.rect[1])
    ]
    nearest = min(level, key=lambda line: line.rect, default=None)
    match = _NUMBER.fullmatch(nearest.text) if nearest else None
    return match[1] if match else ""
