"""Which lines a caption goes on in, and how they read as rows."""

from collections.abc import Mapping, Sequence

from paperatlas.pipeline.layout import Line, RawPage, Rect, Region
from paperatlas.pipeline.rects import centre, overlap_x, union

__all__ = ["BREAK_GAP", "caption_lines", "printed_rows"]

_TITLE_GAP = 1.6
"""Where a label stands on a line of its own, its title follows within this many line heights."""
BREAK_GAP = 0.9
"""Lines of one caption lie closer than this many line heights; double-spaced manuscripts stay just below."""
_RULED = 0.9
"""The part of a line that a rule below it covers, where it is not the underline of a word."""


def caption_lines(
    first: Line, others: Sequence[Line], page: RawPage, homes: Mapping[int, Region | None], *, bare: bool
) -> list[Line]:
    """The lines of a caption: those of its block below its first, up to a gap, a rule or another caption.

    Args:
        first: the line that it begins with.
        others: the lines that other captions begin with.
        page: where all of them stand.
        homes: the regions that hold the lines, by the identity of the line.
        bare: whether the label stands on its line alone.
    """
    region = homes[id(first)]
    height = first.rect[3] - first.rect[1]
    size = first.words[0].size
    taken = [first]
    reach = first.rect
    below = sorted(
        (line for line in page.lines if line is not first and line.horizontal and centre(line.rect)[1] > first.rect[1]),
        key=lambda line: (line.rect[1], line.rect[0]),
    )
    for line in below:
        if any(line is other for other in others):
            continue
        gap = line.rect[1] - max(other.rect[3] for other in taken)
        alone = bare and len(taken) == 1
        if gap > (_TITLE_GAP if alone else BREAK_GAP) * height:
            break
        if overlap_x(line.rect, first.rect) > 0 and _is_ruled_off(first.rect, line.rect, page.rules):
            break
        home = homes[id(line)]
        same = home is region and home is not None
        if not same and not _continues(line, home, size, alone=alone):
            continue
        if any(_closer(line, other, first) for other in others):
            continue
        if same and home is not None and home.kind in ("table", "picture") and not _below(line.rect, first.rect, height):
            continue
        if overlap_x(line.rect, region.rect if same and region is not None else reach) <= 0:
            continue
        taken.append(line)
        reach = union((reach, line.rect))
    return taken


def _is_ruled_off(first: Rect, line: Rect, rules: Sequence[Rect]) -> bool:
    """Whether a rule as wide as a caption's first line runs between it and a line below: what it names begins there."""
    return any(
        centre(first)[1] < rule[1] < centre(line)[1]
        and rule[3] - rule[1] < rule[2] - rule[0]
        and overlap_x(rule, first) > _RULED * (first[2] - first[0])
        for rule in rules
    )


def _below(line: Rect, first: Rect, height: float) -> bool:
    """Whether a line is set under another: at its left or right edge, or about its middle."""
    edges = (line[0] - first[0], line[2] - first[2], centre(line)[0] - centre(first)[0])
    return any(abs(edge) < height for edge in edges)


def _continues(line: Line, home: Region | None, size: float, *, alone: bool) -> bool:
    """Whether a line outside the caption's region belongs to it: the model cuts some captions in two."""
    if abs(line.words[0].size - size) > 0.3 * size:
        return False
    if home is None or home.kind == "caption":
        return True
    return alone and home.kind in ("text", "section-header", "title")


def _closer(line: Line, other: Line, first: Line) -> bool:
    """Whether a line lies under another caption's beginning rather than under this one's."""
    if centre(line.rect)[1] < other.rect[1]:
        return False
    if overlap_x(first.rect, other.rect) > 0:
        return other.rect[1] > first.rect[1]
    return overlap_x(line.rect, other.rect) > overlap_x(line.rect, first.rect)


def printed_rows(lines: Sequence[Line]) -> list[str]:
    """Printed rows: an engine may cut a row at wide spaces."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: centre(line.rect)[1]):
        middle = centre(line.rect)[1]
        if rows and middle < rows[-1][0].rect[3] - 0.25 * (rows[-1][0].rect[3] - rows[-1][0].rect[1]):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [" ".join(line.text for line in sorted(row, key=lambda line: line.rect[0])) for row in rows]
