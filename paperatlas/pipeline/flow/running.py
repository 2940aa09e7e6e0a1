"""What a page carries beside its text: running heads and feet, page numbers, stamps in the margin, line numbers.

The layout model knows most of them from one page; what repeats from page to page shows the rest.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.flow.lines import home_of
from paperatlas.pipeline.flow.notes import begins_note
from paperatlas.pipeline.flow.upright import is_upright
from paperatlas.pipeline.layout import Line, RawPage
from paperatlas.pipeline.rects import overlap_y, union

__all__ = ["Running", "running_lines", "without_line_numbers"]

Running = Mapping[int, BlockKind]
"""Index of a line in its page's `lines` to header or footer."""

_EDGE = 0.12
"""Share of the page's height at top and bottom where what repeats is a running head or foot."""
_MODEL_EDGE = 0.17
"""Where the layout model is believed when it says header or footer (on small or nearly empty pages it says so mid-page), and
where an imprint stands."""
_SAME_PLACE = 4.0
"""Points between the places of one running line on different pages."""
_MARGIN = 0.11
"""Share of the width at either side where upright or slanted text is a stamp, and not a figure's axis."""
_PAGE_NUMBER = re.compile(
    r"^[\s\W]*(?:(?:page|seite|p\.?|s\.)\s*)?(?:\d{1,5}|[ivxlc]{1,7}|[A-Z]-?\d{1,3})(?:\s*(?:/|of|von)\s*\d{1,5})?[\s\W]*$",
    re.IGNORECASE,
)
_IMPRINT = re.compile(r"©|\(c\)\s*\d{4}|⃝|\bISBN\b|\bISSN\b|copyright|\d{4}-\d{3}[\dX]\s?/|all rights reserved", re.IGNORECASE)
_NUMBERED_HEAD = re.compile(r"^\d+(?:\.\d+)*\.?\s+[A-Z]\w+")
_CENTRED = 12.0
"""Points by which what is centred on a page is off its middle at most, times two."""
_BESIDE = 2.0
"""In em: how far from a mark its note begins at most."""
_FEWEST_NUMBERS = 8
"""Line numbers on a page at least; lists that count to seven at the margin are lists."""


def running_lines(pages: Sequence[RawPage]) -> list[Running]:
    """For each page, which of its lines are no body text."""
    repeated = _repeated(pages)
    return [_of_page(page, repeated, is_first=index == 0) for index, page in enumerate(pages)]


def _of_page(page: RawPage, repeated: frozenset[tuple[str, int]], *, is_first: bool) -> Running:
    found: dict[int, BlockKind] = {}
    sure: set[int] = set()
    for index, line in enumerate(page.lines):
        if not line.horizontal:
            if _in_margin(line, page) and not is_upright(line):
                found[index] = BlockKind.HEADER
                sure.add(index)
            continue
        edge = _edge_of(line, page, _EDGE) or _edge_of(line, page, _MODEL_EDGE if _is_outermost(line, page) else 0)
        if edge is not None and (_is_page_number(line, page) or _mask(line, page) in repeated):
            found[index] = edge
            sure.add(index)
        elif is_first and _is_imprint(line, page):
            found[index] = BlockKind.FOOTER
            sure.add(index)
        elif (kind := _model_kind(line, page)) is not None:
            found[index] = kind
    if len(found) == len(page.lines):
        # A page whose only text stands at its edges: the model was misled, what repeats or counts is still no body.
        return {index: kind for index, kind in found.items() if index in sure}
    return found


def _model_kind(line: Line, page: RawPage) -> BlockKind | None:
    home = home_of(line.rect, page.regions)
    if home is None or page.regions[home].kind not in ("page-header", "page-footer"):
        return None
    if all(word.bold for word in line.words) and _NUMBERED_HEAD.match(line.text):
        return None
    held = [other for other in page.lines if other.horizontal and home_of(other.rect, page.regions) == home]
    top = min(held, key=lambda other: other.rect[1])
    if page.regions[home].kind == "page-footer" and begins_note(top) and not _PAGE_NUMBER.match(top.text):
        return None
    return _edge_of(line, page, _MODEL_EDGE)


def _edge_of(line: Line, page: RawPage, share: float) -> BlockKind | None:
    if line.rect[3] < share * page.height:
        return BlockKind.HEADER
    if line.rect[1] > (1 - share) * page.height:
        return BlockKind.FOOTER
    return None


def _is_outermost(line: Line, page: RawPage) -> bool:
    """Whether a line stands in the middle of the page's width with nothing between it and the nearer edge."""
    centred = abs(line.rect[0] + line.rect[2] - page.width) < _CENTRED
    lowest = all(other is line or other.rect[1] < line.rect[1] for other in page.lines)
    highest = all(other is line or other.rect[3] > line.rect[3] for other in page.lines)
    return centred and (lowest or highest)


def _in_margin(line: Line, page: RawPage) -> bool:
    return line.rect[2] < _MARGIN * page.width or line.rect[0] > (1 - _MARGIN) * page.width


def _is_imprint(line: Line, page: RawPage) -> bool:
    """A line of copyright or ISBN below the text of a first page; further on, a reference may say the same."""
    if _edge_of(line, page, _MODEL_EDGE) is not BlockKind.FOOTER or not _IMPRINT.search(line.text):
        return False
    home = home_of(line.rect, page.regions)
    return home is None or _edge_of(Line((), page.regions[home].rect), page, _MODEL_EDGE) is BlockKind.FOOTER


def _is_page_number(line: Line, page: RawPage) -> bool:
    """A number by itself: the mark of a footnote has its text right beside it."""
    return bool(_PAGE_NUMBER.match(line.text)) and not any(
        overlap_y(other.rect, line.rect) > 0 and 0 <= other.rect[0] - line.rect[2] < _BESIDE * other.words[0].size
        for other in page.lines
    )


def _mask(line: Line, page: RawPage) -> tuple[str, int]:
    """What a running line keeps from page to page: its words without numbers, and its height to a few points."""
    text = re.sub(r"\d+|\b[ivxlc]+\b", "#", re.sub(r"\s+", "", line.text.lower()))
    distance = line.rect[1] if line.rect[1] < page.height / 2 else line.rect[1] - page.height
    return text[:60], round(distance / _SAME_PLACE)


def _repeated(pages: Sequence[RawPage]) -> frozenset[tuple[str, int]]:
    """Masks of lines at the edges that stand in the same place on several pages."""
    seen: Counter[tuple[str, int]] = Counter()
    for page in pages:
        edge = {_mask(line, page) for line in page.lines if line.horizontal and _edge_of(line, page, _EDGE) is not None}
        seen.update(edge | {(text, place + 1) for text, place in edge} | {(text, place - 1) for text, place in edge})
    needed = 3 if len(pages) > 4 else 2
    return frozenset(mask for mask, count in seen.items() if count >= needed and any(char.isalpha() for char in mask[0]))


def without_line_numbers(page: RawPage) -> tuple[RawPage, tuple[Line, ...]]:
    """A page without the numbers in its margins that count its lines, and those numbers."""
    numbers = set(_line_numbers(page))
    if not numbers:
        return page, ()
    kept, taken = [], []
    for index, line in enumerate(page.lines):
        words = tuple(word for position, word in enumerate(line.words) if (index, position) not in numbers)
        if len(words) < len(line.words):
            taken += [Line((word,), word.rect) for position, word in enumerate(line.words) if (index, position) in numbers]
        if words:
            kept.append(Line(words, union(word.rect for word in words), line.horizontal))
    return replace(page, lines=tuple(kept)), tuple(taken)


def _line_numbers(page: RawPage) -> Iterator[tuple[int, int]]:
    """(line, word) of numbers that stand in a column of their own and count."""
    columns: defaultdict[tuple[int, bool], list[tuple[float, int, int, int]]] = defaultdict(list)
    for index, line in enumerate(page.lines):
        for position in {0, len(line.words) - 1}:
            word = line.words[position]
            if line.horizontal and word.text.isascii() and word.text.isdigit() and len(word.text) <= 5:
                entry = (word.y0, int(word.text), index, position)
                columns[round(word.x1 / 3), True].append(entry)
                columns[round(word.x0 / 3), False].append(entry)
    for column in columns.values():
        column.sort()
        if len(column) >= _FEWEST_NUMBERS and _counts(column) and _stands_outside(column, page):
            yield from ((index, position) for _, _, index, position in column)


def _counts(column: Sequence[tuple[float, int, int, int]]) -> bool:
    steps = [after[1] - before[1] for before, after in pairwise(column)]
    pitches = [after[0] - before[0] for before, after in pairwise(column)]
    usual = median(pitches)
    even = sum(abs(pitch - usual) < 0.2 * usual for pitch in pitches)
    return sum(step in (1, 5) for step in steps) >= 0.85 * len(steps) and even >= 0.6 * len(pitches)


def _stands_outside(column: Sequence[tuple[float, int, int, int]], page: RawPage) -> bool:
    """Whether no other text begins further out than the numbers do, beside a gap that text does not have."""
    numbers = {(index, position) for _, _, index, position in column}
    words = [page.lines[index].words[position] for index, position in numbers]
    left, right = min(word.x0 for word in words), max(word.x1 for word in words)
    others = [
        word
        for index, line in enumerate(page.lines)
        for position, word in enumerate(line.words)
        if (index, position) not in numbers and min(word.x1, right) - max(word.x0, left) > 0
    ]
    return len(others) <= 0.1 * len(words)
