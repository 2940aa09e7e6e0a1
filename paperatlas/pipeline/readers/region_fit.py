"""The boxes of a small layout model fitted to the words of the page, which are known exactly.

Such a model is off by a few points, cuts the ends of lines, takes each line of a heading for itself, mistakes a heading
at the head of a page for its running head, and does not know the foot of a first page. Where words stand, and how they
are set, puts these right.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from paperatlas.pipeline.flow.lines import home_of
from paperatlas.pipeline.flow.words import PlacedWord
from paperatlas.pipeline.layout import Rect, Region
from paperatlas.pipeline.rects import overlap_x, union

__all__ = ["fitted"]

_WORDED = frozenset({"title", "section-header", "text", "list-item", "caption", "footnote", "page-header", "page-footer"})
"""Regions that are their words, which figures, tables and formulas are not."""
_SPACE = 0.9
"""In em: words nearer than this on one baseline are of one text; columns are further apart."""
_LEVEL = 0.25
"""In em: how far the baselines of one line's words differ."""
_LEADING = 0.7
"""In em: lines of one heading are set closer than this."""
_SAME_SIZE = 0.3
"""Points by which the lines of one heading differ in size."""
_LARGER = 0.6
"""Points above the usual size from which type is a heading's."""
_NUMBERED = re.compile(r"(?:\d+(?:\.\d+)*\.?|[A-Z]\.|[IVX]+\.)$")
_EDGE = 0.13
"""Share of the height at the foot of a page where what stands below its number is no body text."""


def fitted(regions: Sequence[Region], words: Sequence[PlacedWord], height: float) -> tuple[Region, ...]:
    """The regions of a page of this height, put right by its words."""
    if not words:
        return tuple(regions)
    found = _grown(regions, words)
    found = _headings_known(found, words)
    found = _headings_joined(found, words)
    found = _feet_known(found, words, height)
    return tuple(sorted(found, key=lambda region: (region.rect[1], region.rect[0], region.rect)))


def _grown(regions: Sequence[Region], words: Sequence[PlacedWord]) -> list[Region]:
    """With the words that stand outside of all but close to a word inside of one, on its line."""
    homes = [home_of(placed.word.rect, regions) for placed in words]
    order = sorted(range(len(words)), key=lambda index: (words[index].word.x0, index))
    for step in (order, order[::-1]):  # from the left, then from the right: a word brings in the next
        for index in step:
            if homes[index] is None:
                homes[index] = next((homes[other] for other in order if _adopts(index, other, homes, words, regions)), None)
    taken: dict[int, list[Rect]] = {}
    for home, placed in zip(homes, words, strict=True):
        if home is not None and regions[home].kind in _WORDED:
            taken.setdefault(home, []).append(placed.word.rect)
    # A box for words that holds none says a second time what another box says.
    return [
        replace(region, rect=union([region.rect, *taken.get(index, [])]))
        for index, region in enumerate(regions)
        if index in taken or region.kind not in _WORDED
    ]


def _adopts(index: int, other: int, homes: Sequence[int | None], words: Sequence[PlacedWord], regions: Sequence[Region]) -> bool:
    """Whether a word belongs where another one is at home."""
    home = homes[other]
    if home is None or regions[home].kind not in _WORDED:
        return False
    own, beside = words[index], words[other]
    em = max(own.word.size, beside.word.size)
    gap = max(own.word.x0 - beside.word.x1, beside.word.x0 - own.word.x1)
    return -em < gap < _SPACE * em and abs(own.baseline - beside.baseline) < _LEVEL * em


def _held(regions: Sequence[Region], words: Sequence[PlacedWord]) -> dict[int, list[PlacedWord]]:
    """The words of each region that has any."""
    held: dict[int, list[PlacedWord]] = {}
    for placed in words:
        home = home_of(placed.word.rect, regions)
        if home is not None:
            held.setdefault(home, []).append(placed)
    return held


def _headings_known(regions: Sequence[Region], words: Sequence[PlacedWord]) -> list[Region]:
    """What the model takes for a running head is a heading where it is bold and larger than the text."""
    held = _held(regions, words)
    usual = median(placed.word.size for placed in words)
    return [
        replace(region, kind="section-header")
        if region.kind == "page-header"
        and index in held
        and all(placed.word.bold and placed.word.size > usual + _LARGER for placed in held[index])
        else region
        for index, region in enumerate(regions)
    ]


def _headings_joined(regions: Sequence[Region], words: Sequence[PlacedWord]) -> list[Region]:
    """With headings that go on in the region below made one."""
    held = _held(regions, words)
    parts = sorted(
        (index for index, region in enumerate(regions) if region.kind in ("section-header", "text") and index in held),
        key=lambda index: regions[index].rect[1],
    )
    first: dict[int, int] = {}
    for at, upper in enumerate(parts):
        for lower in parts[at + 1 :]:
            top = first.get(upper, upper)
            if regions[top].kind == "section-header" and _goes_on(regions[upper], held[upper], regions[lower], held[lower]):
                first.setdefault(lower, top)
    groups: dict[int, list[Rect]] = {}
    for index, region in enumerate(regions):
        groups.setdefault(first.get(index, index), []).append(region.rect)
    return [replace(regions[index], rect=union(rects)) for index, rects in groups.items()]


def _goes_on(upper: Region, above: Sequence[PlacedWord], lower: Region, below: Sequence[PlacedWord]) -> bool:
    """Whether the heading above goes on below in the same type, in what the model takes for a heading too, or for text."""
    if lower.kind == "text" and not all(placed.word.bold for placed in (*above, *below)):
        return False
    last = max(above, key=lambda placed: placed.baseline).word
    first = min(below, key=lambda placed: (round(placed.baseline), placed.word.x0)).word
    em = max(last.size, first.size)
    return (
        abs(lower.rect[1] - upper.rect[3]) < _LEADING * em
        and overlap_x(upper.rect, lower.rect) > 0
        and abs(last.size - first.size) < _SAME_SIZE
        and (last.bold, last.italic) == (first.bold, first.italic)
        and not _NUMBERED.match(first.text)
    )


def _feet_known(regions: Sequence[Region], words: Sequence[PlacedWord], height: float) -> list[Region]:
    """What stands below the number at the foot of a page belongs to the foot, seen by the model or not."""
    bottoms = [region.rect[3] for region in regions if region.kind == "page-footer" and region.rect[1] > (1 - _EDGE) * height]
    if not bottoms:
        return list(regions)
    level = min(bottoms) - 1
    known = [
        replace(region, kind="page-footer") if region.kind == "text" and region.rect[1] >= level else region for region in regions
    ]
    unseen = [p.word.rect for p in words if p.word.y0 >= level and home_of(p.word.rect, regions) is None]
    return [*known, Region("page-footer", union(unseen))] if unseen else known
