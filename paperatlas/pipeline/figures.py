"""Figures: what a caption names, as one box, whatever pieces it is drawn of.

The layout model misses drawings of a few arrows and cuts others in pieces; bitmaps come by the hundred. So a figure is
all ink in the free band at its caption, with the labels that touch it.
"""

from collections.abc import Sequence

from paperatlas.core.types import Box, Figure
from paperatlas.pipeline.attach import Pair, Side
from paperatlas.pipeline.bands import Ground, free_band
from paperatlas.pipeline.captions import Caption
from paperatlas.pipeline.layout import RawPage, Rect
from paperatlas.pipeline.rects import area, covered, gap_between, meet, overlap_x, overlap_y, union, without

__all__ = ["page_figures"]

_APART = 60.0
"""Points. Pieces of one figure stand no further apart than its rows of panels with their titles."""
_TOUCH = 14.0
"""Points. An axis label or panel title stands this close to what it labels."""
_BACKGROUND = 0.7
"""Ink over more of the page than this is its background."""
_LEAST = 300.0
"""Square points. Less ink than this is a mark or a rule."""
_LEAST_BAND = 40.0
"""Points. A band of a scan that is less high than three lines is the space between paragraphs."""


def page_figures(page: RawPage, pairs: Sequence[Pair], captions: Sequence[Caption], ground: Ground, usual: Side) -> list[Figure]:
    """The figures of one page that have a caption, in the order of the captions."""
    return [
        Figure(
            label=caption.label,
            caption=caption.text,
            page=page.number,
            box=Box(page.number, *_box(page, caption, pairs, captions, ground, usual or 1)),
        )
        for caption in captions
        if caption.kind == "figure"
    ]


def _box(page: RawPage, caption: Caption, pairs: Sequence[Pair], captions: Sequence[Caption], ground: Ground, usual: int) -> Rect:
    """The figure's box; the caption's own where nothing is drawn near it."""
    others = [other.rect for other in captions if other is not caption]
    others += [pair.region.rect for pair in pairs if pair.caption is not caption and not _shares(pair, caption)]
    own = [without(pair.region.rect, caption.rect) for pair in pairs if pair.caption is caption]
    rivals = [other.rect for other in captions if other is not caption and other.kind == "figure" and _abreast(other, caption)]
    for side in (usual, -usual):
        band = free_band(caption.rect, side, ground, others, page)
        if ground.scanned and band[3] - band[1] > _LEAST_BAND:  # ink is not known there, nor are labels all of it
            return band
        mine = [rect for rect in own if _on_side(rect, caption.rect) == side]
        shared = any(overlap_x(rect, rival) > 0.5 * (rival[2] - rival[0]) for rect in mine for rival in rivals)
        if shared:  # one box of the model for the figures of several captions
            mine = [_within(rect, band) for rect in mine]
        elif mine:  # the model's box may stand out of the column
            band = union((band, *mine))
        ink = _connected([*_ink(page, band), *mine], caption.rect)
        if sum(map(area, ink)) >= _LEAST or mine:
            return without(_with_labels(union(ink), page, band, captions, ground), caption.rect)
    if own:
        return own[0]
    return _lettering(page, free_band(caption.rect, usual, ground, others, page), captions) or caption.rect


def _on_side(rect: Rect, caption: Rect) -> int:
    return 1 if rect[1] + rect[3] < caption[1] + caption[3] else -1


def _ink(page: RawPage, band: Rect) -> list[Rect]:
    """Pictures, bitmaps and paths of a band, cut to it."""
    drawn = (*page.images, *page.drawings, *(region.rect for region in page.regions if region.kind == "picture"))
    found = []
    for rect in drawn:
        if area(rect) > _BACKGROUND * page.width * page.height or covered(rect, band) < 0.5:
            continue
        found.append(_within(rect, band))
    return found


def _within(rect: Rect, band: Rect) -> Rect:
    return max(rect[0], band[0]), max(rect[1], band[1]), min(rect[2], band[2]), min(rect[3], band[3])


def _abreast(other: Caption, caption: Caption) -> bool:
    return overlap_y(other.rect, caption.rect) > 0.3 * min(r[3] - r[1] for r in (other.rect, caption.rect))


def _shares(pair: Pair, caption: Caption) -> bool:
    """Whether a box that went to the caption beside is this one's too."""
    width = caption.rect[2] - caption.rect[0]
    return _abreast(pair.caption, caption) and overlap_x(pair.region.rect, caption.rect) > 0.5 * width


def _connected(ink: Sequence[Rect], caption: Rect) -> list[Rect]:
    """The pieces from the caption on, up to the first wide gap."""
    taken: list[Rect] = []
    for rect in sorted(ink, key=lambda rect: (gap_between(rect, caption), rect)):
        if not taken or gap_between(rect, union(taken)) < _APART:
            taken.append(rect)
    return taken


def _with_labels(box: Rect, page: RawPage, band: Rect, captions: Sequence[Caption], ground: Ground) -> Rect:
    """The box with the short texts and rules of the band that touch it."""
    texts = [
        line.rect
        for line in page.lines
        if covered(line.rect, band) > 0.7
        and not any(covered(line.rect, rect) > 0.5 for rect in (*ground.body, *(caption.rect for caption in captions)))
    ]
    rest = texts + [rule for rule in page.rules if covered(rule, band) > 0.7 and meet(_wide(rule, 1), box)]
    grown = True
    while grown:
        near = [rect for rect in rest if meet(_wide(box, _TOUCH), rect)]
        larger = union((box, *near))
        grown = larger != box
        box = larger
    return box


def _wide(rect: Rect, by: float) -> Rect:
    return rect[0] - by, rect[1] - by, rect[2] + by, rect[3] + by


def _lettering(page: RawPage, band: Rect, captions: Sequence[Caption]) -> Rect | None:
    """The box of the text of a band: a figure may be set, not drawn."""
    texts = [
        line.rect
        for line in page.lines
        if covered(line.rect, band) > 0.7 and not any(covered(line.rect, caption.rect) > 0.5 for caption in captions)
    ]
    return union(texts) if texts else None
