"""Figures: what a caption names, drawn as one box whatever pieces it is made of."""

from collections.abc import Sequence

from paperatlas.core.types import Box, Figure
from paperatlas.pipeline.attach import Pair
from paperatlas.pipeline.captions import Caption
from paperatlas.pipeline.layout import RawPage
from paperatlas.pipeline.rects import cut_below

__all__ = ["page_figures"]


def page_figures(page: RawPage, pairs: Sequence[Pair], captions: Sequence[Caption]) -> list[Figure]:
    """The figures of one page that have a caption, in the order of the captions."""
    found = []
    for caption in captions:
        if caption.kind != "figure":
            continue
        boxes = [pair.region.rect for pair in pairs if pair.caption is caption]
        if boxes:
            box = cut_below(boxes[0], caption.rect)
            found.append(Figure(label=caption.label, caption=caption.text, page=page.number, box=Box(page.number, *box)))
    return found
