"""Tables set side by side that the layout model took for one: each caption under them names a part."""

from collections.abc import Sequence
from itertools import pairwise

from paperatlas.pipeline.floats.captions import Caption
from paperatlas.pipeline.floats.cells import word_height
from paperatlas.pipeline.layout import Rect, Region, Word
from paperatlas.pipeline.rects import centre, overlap_x, overlap_y

__all__ = ["captions_abreast", "parts_abreast"]

_GUTTER = 0.8
"""In word heights. Tables stand further apart than this, as their columns do."""


def captions_abreast(caption: Caption, region: Region, free: Sequence[Caption]) -> list[Caption]:
    """The captions that stand level with one at the same box, from the left, it included. `free` have no box of their own."""
    level = [
        other
        for other in free
        if other.kind == caption.kind
        and overlap_y(other.rect, caption.rect) > 0.3 * min(other.rect[3] - other.rect[1], caption.rect[3] - caption.rect[1])
        and overlap_x(other.rect, region.rect) > 0.5 * (other.rect[2] - other.rect[0])
    ]
    return sorted([caption, *level], key=lambda each: each.rect)


def parts_abreast(region: Region, captions: Sequence[Caption], words: Sequence[Word]) -> list[Region]:
    """The box cut at the widest white between the middles of each two captions; whole where there is none."""
    cuts = [_cut(left.rect, right.rect, words) for left, right in pairwise(captions)]
    edges = [region.rect[0], *(cut for cut in cuts if cut is not None), region.rect[2]]
    if len(edges) != len(captions) + 1:
        return [region]
    return [_between(region, left, right) for left, right in pairwise(edges)]


def _cut(left: Rect, right: Rect, words: Sequence[Word]) -> float | None:
    start, end = centre(left)[0], centre(right)[0]
    spans = sorted((word.x0, word.x1) for word in words if word.x1 > start and word.x0 < end)
    widest, at, reach = 0.0, None, start
    for x0, x1 in [*spans, (end, end)]:
        if x0 - reach > widest:
            widest, at = x0 - reach, (reach + x0) / 2
        reach = max(reach, x1)
    return at if widest > _GUTTER * word_height(words) else None


def _between(region: Region, left: float, right: float) -> Region:
    """The part of a box, with the columns of its grid that lie in it."""
    rect = (left, region.rect[1], right, region.rect[3])
    rows = [tuple(cell for cell in row if left < centre(cell)[0] < right) for row in region.grid]
    return Region(region.kind, rect, tuple(rows) if all(rows) else ())
