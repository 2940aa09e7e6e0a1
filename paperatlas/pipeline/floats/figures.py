"""Figures: what a caption names, as one box, whatever pieces it is drawn of.

The layout model misses drawings of a few arrows and cuts others in pieces; bitmaps come by the hundred. So a figure is
all ink in the free band at its caption, with the labels that touch it.
"""

from collections.abc import Mapping, Sequence

from paperatlas.core.types import Box, Figure
from paperatlas.pipeline.floats.attach import Habit, Side
from paperatlas.pipeline.floats.bands import free_band
from paperatlas.pipeline.floats.captions import Caption, CaptionKind
from paperatlas.pipeline.floats.listings import listing_box, program_box
from paperatlas.pipeline.floats.scene import Scene
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
_MOSTLY = 0.7
"""The part of a label or rule that lies in the band it belongs to."""
_LEAST_BAND = 40.0
"""Points. A band of a scan that is less high than three lines is the space between paragraphs."""


def page_figures(scene: Scene, habits: Mapping[CaptionKind, Habit]) -> list[Figure]:
    """The figures of one page that have a caption, algorithms and listings too, in the order of the captions.

    `habits` say on which side of their figures the document's captions stand.
    """
    found = []
    for caption in scene.captions:
        box = None
        if caption.kind == "figure":
            box = _box(scene, caption, habits["figure"].side or 1)
        elif caption.kind == "listing":
            box = listing_box(scene, caption, habits["listing"].side)
        if box is not None:
            named = Box(scene.page.number, *box)
            found.append(Figure(label=caption.label, caption=caption.text, page=scene.page.number, box=named))
    return found


def _box(scene: Scene, caption: Caption, usual: Side) -> Rect:
    """The figure's box; the caption's own where nothing is drawn near it."""
    own = [without(pair.region.rect, caption.rect) for pair in scene.pairs if pair.caption is caption]
    program = None if own else program_box(scene, caption, usual)
    return program or _drawn(scene, caption, usual, own)


def _drawn(scene: Scene, caption: Caption, usual: Side, own: Sequence[Rect]) -> Rect:
    """What is drawn at a caption; `own` are the boxes of the model that it took."""
    rivals = [other for other in scene.captions if other is not caption and other.kind == "figure" and _abreast(other, caption)]
    shared = [pair.region.rect for pair in scene.pairs if pair.caption in rivals and _stands_under(pair.region.rect, caption)]
    others = [rect for rect in scene.others(caption) if rect not in shared]
    for side in (usual, -usual):
        band = free_band(caption.rect, side, scene.ground, others, scene.page)
        if scene.ground.scanned and band[3] - band[1] > _LEAST_BAND:  # ink is not known there, nor are labels all of it
            return band
        mine = [rect for rect in own if _on_side(rect, caption.rect) == side]
        if any(_stands_under(rect, rival) for rect in mine for rival in rivals):  # one box for the figures of several captions
            mine = [_within(rect, band) for rect in mine]
        elif mine:  # the model's box may stand out of the column
            band = union((band, *mine))
        ink = _connected([*_ink(scene.page, band), *mine], caption.rect)
        if sum(map(area, ink)) >= _LEAST or mine:
            return without(_with_labels(union(ink), scene, band), caption.rect)
    return own[0] if own else _lettering(scene, free_band(caption.rect, usual, scene.ground, others, scene.page)) or caption.rect


def _stands_under(rect: Rect, caption: Caption) -> bool:
    """Whether a box takes in the width of a caption."""
    return overlap_x(rect, caption.rect) > 0.5 * (caption.rect[2] - caption.rect[0])


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


def _connected(ink: Sequence[Rect], caption: Rect) -> list[Rect]:
    """The pieces from the caption on, up to the first wide gap."""
    taken: list[Rect] = []
    for rect in sorted(ink, key=lambda rect: (gap_between(rect, caption), rect)):
        if not taken or gap_between(rect, union(taken)) < _APART:
            taken.append(rect)
    return taken


def _with_labels(box: Rect, scene: Scene, band: Rect) -> Rect:
    """The box with the short texts and rules of the band that touch it."""
    body = scene.ground.body
    texts = [rect for rect in _texts(scene, band) if not any(covered(rect, paragraph) > 0.5 for paragraph in body)]
    rest = texts + [rule for rule in scene.page.rules if covered(rule, band) > _MOSTLY and meet(_wide(rule, 1), box)]
    grown = True
    while grown:
        near = [rect for rect in rest if meet(_wide(box, _TOUCH), rect)]
        larger = union((box, *near))
        grown = larger != box
        box = larger
    return box


def _wide(rect: Rect, by: float) -> Rect:
    return rect[0] - by, rect[1] - by, rect[2] + by, rect[3] + by


def _lettering(scene: Scene, band: Rect) -> Rect | None:
    """The box of the text of a band: a figure may be set, not drawn."""
    texts = _texts(scene, band)
    return union(texts) if texts else None


def _texts(scene: Scene, band: Rect) -> list[Rect]:
    return [line.rect for line in scene.page.lines if covered(line.rect, band) > _MOSTLY and not scene.is_caption(line.rect)]
