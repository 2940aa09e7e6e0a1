"""What is known of a page when its tables and figures are made out."""

from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.pipeline.floats.attach import Pair
from paperatlas.pipeline.floats.bands import Ground
from paperatlas.pipeline.floats.captions import Caption
from paperatlas.pipeline.layout import RawPage, Rect
from paperatlas.pipeline.rects import covered

__all__ = ["Scene"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A page, its captions, the boxes of the model that they took, and the body text around."""

    page: RawPage
    captions: Sequence[Caption]
    pairs: Sequence[Pair]
    ground: Ground

    def others(self, caption: Caption) -> list[Rect]:
        """The captions beside this one, and the boxes that they took."""
        captions = [other.rect for other in self.captions if other is not caption]
        return captions + [pair.region.rect for pair in self.pairs if pair.caption is not caption]

    def is_caption(self, rect: Rect) -> bool:
        """Whether a line or word belongs to a caption."""
        return any(covered(rect, caption.rect) > 0.5 for caption in self.captions)
