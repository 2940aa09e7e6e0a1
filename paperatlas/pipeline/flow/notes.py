"""What stands beside the text of a page: footnotes at its foot, sidebars in its margin."""

import re
from collections.abc import Sequence
from dataclasses import replace

from paperatlas.core.types import BlockKind
from paperatlas.pipeline.flow.parts import Part
from paperatlas.pipeline.layout import Line, RawPage, Rect
from paperatlas.pipeline.rects import overlap_x, overlap_y

__all__ = ["begins_note", "mark_notes"]

_SMALLER = 0.94
"""Footnotes and sidebars are set at most at this part of the body's size."""
_HEADED = 1.5
"""A part that begins within this many times its size below a heading is what the heading announces."""
_NARROW = 0.34
"""Share of the page's width: the widest sidebar of the journals that have one takes a third."""
_MARK = re.compile(r"^(?:[*∗†‡§¶#]|\d{1,2}(?=[A-Z“\"(]|https?:|$))")
_TEXT = (BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.FOOTNOTE)


def mark_notes(parts: Sequence[Part], page: RawPage, body: float) -> list[Part]:
    """The parts of a page with footnotes and sidebars named so; what the model wrongly calls a footnote is text again."""
    named = [replace(part, kind=BlockKind.SIDEBAR) if _is_sidebar(part, parts, page, body) else part for part in parts]
    return [_as_note(part, named, page, body) for part in named]


def _as_note(part: Part, parts: Sequence[Part], page: RawPage, body: float) -> Part:
    if part.kind not in _TEXT:
        return part
    if _is_footnote(part, parts, page, body):
        return replace(part, kind=BlockKind.FOOTNOTE)
    return replace(part, kind=BlockKind.PARAGRAPH) if part.kind is BlockKind.FOOTNOTE else part


def _is_footnote(part: Part, parts: Sequence[Part], page: RawPage, body: float) -> bool:
    rect = part.rect
    if rect[1] < 0.4 * page.height or part.size > _SMALLER * body or _is_headed(part, parts):
        return False
    if not all(other is part or _may_lie_below(other, body) for other in parts if _is_below(other.rect, rect)):
        return False
    return part.kind is BlockKind.FOOTNOTE or _is_marked(part) or _under_rule(rect, page)


def _is_headed(part: Part, parts: Sequence[Part]) -> bool:
    """Right below a heading: the first references at the foot of a column look like a footnote."""
    return any(
        other.kind is BlockKind.HEADING
        and overlap_x(other.rect, part.rect) > 0
        and -2 <= part.rect[1] - other.rect[3] < _HEADED * part.size
        for other in parts
    )


def _may_lie_below(part: Part, body: float) -> bool:
    return part.kind in _TEXT and part.size <= _SMALLER * body


def _is_below(lower: Rect, upper: Rect) -> bool:
    return overlap_x(lower, upper) > 0 and lower[1] >= upper[3] - 2


def _is_marked(part: Part) -> bool:
    return begins_note(part.rows[0])


def begins_note(row: Line) -> bool:
    """Whether a row begins with the mark of a footnote."""
    first = row.words[0]
    return first.superscript or bool(_MARK.match(first.text))


def _under_rule(rect: Rect, page: RawPage) -> bool:
    """A footnote rule: short, at the left edge, right above."""
    return any(
        0 <= rect[1] - rule[3] < 14 and abs(rule[0] - rect[0]) < 20 and rule[2] - rule[0] < 0.7 * (rect[2] - rect[0]) + 30
        for rule in page.rules
        if rule[2] - rule[0] > 20
    )


def _is_sidebar(part: Part, parts: Sequence[Part], page: RawPage, body: float) -> bool:
    """Small type in a narrow column that no body text stands in, beside body text."""
    rect = part.rect
    if part.kind is BlockKind.EQUATION or rect[2] - rect[0] > _NARROW * page.width or part.size > 0.9 * body:
        return False
    prose = [other.rect for other in parts if other.size > _SMALLER * body and len(other.words) > 20]
    beside = any(overlap_y(rect, other) > 0 for other in prose)
    return beside and all(overlap_x(rect, other) <= 0 for other in prose)
