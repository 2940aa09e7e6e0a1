"""Which caption belongs to which box of a page.

Nearest first is right nearly always, once three things count as distance: text in between, the side on which the
document does not put captions of that kind, and a box of the other kind.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperatlas.pipeline.floats.captions import Caption, CaptionKind
from paperatlas.pipeline.layout import RawPage, Rect, Region
from paperatlas.pipeline.rects import covered, gap_between, overlap_x, overlap_y

__all__ = ["Habit", "Pair", "Side", "attach", "habits_of"]

Side = int
"""-1: the caption stands above its box; 1: below; 0: beside."""

_BLOCKED = 400.0
"""Text or another caption between the two: more than any gap on the same column."""
_UNUSUAL = 60.0
"""The side on which the document does not put them: five lines, more than a gap within a float."""
_NEVER = 500.0
"""The other side in a document that uses one side as a rule: then the box is somebody else's, and this caption's was missed."""
_MANY = 4
"""From as many captions on a rule can be seen; fewer stand on one side by chance."""
_FEW = 0.2
"""This part of exceptions leaves the rule a rule: a table that was missed lends its caption to the next."""
_OTHER_KIND = 150.0
"""A picture for a table or the reverse: the model errs on kinds, but seldom."""
_TOO_FAR = 420.0
"""Costs above are no attachment."""
_BODY = ("text", "section-header", "list-item", "title")


@dataclass(frozen=True, slots=True)
class Pair:
    """A caption and one of the boxes it names."""

    caption: Caption
    region: Region


@dataclass(frozen=True, slots=True)
class Habit:
    """On which side of their boxes a document puts captions of a kind, and whether it does so as a rule."""

    side: Side
    strict: bool


_NONE = Habit(0, strict=False)


def habits_of(pages: Sequence[RawPage], captions: Mapping[int, Sequence[Caption]]) -> dict[CaptionKind, Habit]:
    """For each kind the side on which more of its captions have a box near; where boxes are stacked, many have two."""
    near: dict[CaptionKind, list[set[Side]]] = {"table": [], "figure": [], "listing": []}
    for page in pages:
        here = captions[page.number]
        for caption in here:
            found = {
                _side(caption.rect, region.rect)
                for region in page.regions
                if _cost(caption, region, page, here, habit=_NONE) < _UNUSUAL
            }
            near[caption.kind].append(found - {0})
    return {kind: _habit(sides) for kind, sides in near.items()}


def _habit(near: Sequence[set[Side]]) -> Habit:
    above, below = (sum(side in sides for sides in near) for side in (-1, 1))
    if above == below:
        return _NONE
    side = -1 if above > below else 1
    exceptions = sum(sides == {-side} for sides in near)
    return Habit(side, max(above, below) >= _MANY and exceptions <= _FEW * (max(above, below) + exceptions))


def attach(page: RawPage, captions: Sequence[Caption], habits: Mapping[CaptionKind, Habit]) -> list[Pair]:
    """Each caption with at most one box, each box with at most one caption; the cheapest pairs first."""
    offers = sorted(
        (
            (_cost(caption, region, page, captions, habit=habits[caption.kind]), caption.rect, region.rect, caption, region)
            for caption in captions
            for region in page.regions
            if region.kind in ("table", "picture")
        ),
        key=lambda offer: offer[:3],
    )
    pairs: list[Pair] = []
    for cost, _, _, caption, region in offers:
        if cost > _TOO_FAR:
            break
        if all(pair.caption is not caption and pair.region is not region for pair in pairs):
            pairs.append(Pair(caption, region))
    return pairs


def _side(caption: Rect, box: Rect) -> Side:
    if overlap_x(caption, box) <= 0:
        return 0
    return -1 if caption[1] + caption[3] < box[1] + box[3] else 1


def _cost(caption: Caption, region: Region, page: RawPage, captions: Sequence[Caption], *, habit: Habit) -> float:
    if region.kind not in ("table", "picture"):
        return float("inf")
    box = region.rect
    width = min(caption.rect[2] - caption.rect[0], box[2] - box[0])
    shared = overlap_x(caption.rect, box)
    if shared > 0.3 * width:
        cost = gap_between(caption.rect, box)
    elif overlap_y(caption.rect, box) > 0.5 * (caption.rect[3] - caption.rect[1]) and -shared < 60:
        cost = _UNUSUAL + max(0.0, -shared)
    else:
        return float("inf")
    side = _side(caption.rect, box)
    if habit.side not in (0, side):
        cost += _NEVER if habit.strict else _UNUSUAL
    if caption.kind != "listing" and (caption.kind == "table") != (region.kind == "table"):
        cost += _OTHER_KIND
    if _between(caption.rect, box, page, captions):
        cost += _BLOCKED
    return cost


def _between(caption: Rect, box: Rect, page: RawPage, captions: Sequence[Caption]) -> bool:
    """Whether body text, or another caption, lies between a caption and a box."""
    top, bottom = min(caption[3], box[3]), max(caption[1], box[1])
    if bottom - top <= 1:
        return False
    corridor = (max(caption[0], box[0]), top, min(caption[2], box[2]), bottom)
    bodies = [r.rect for r in page.regions if r.kind in _BODY and not any(covered(r.rect, c.rect) > 0.5 for c in captions)]
    captioned = [other.rect for other in captions if other.rect != caption]
    tall = 14.0  # one short line may be a note or a panel's title
    return any(
        overlap_x(body, corridor) > 0 and covered(body, (body[0], top, body[2], bottom)) > 0.5 and body[3] - body[1] > tall
        for body in bodies
    ) or any(overlap_x(other, corridor) > 0 and covered(other, (other[0], top, other[2], bottom)) > 0.5 for other in captioned)
