"""Text of a PDF's page over which something was painted later, as the order of its drawing tells."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from paperatlas.pipeline.layout import Rect

__all__ = ["painted_over"]

_Drawn: TypeAlias = tuple[int, Rect]
"""The turn at which something is drawn, and where."""
_PAINTS = frozenset({"fill-path", "fill-image", "fill-shade"})
_SLACK = 1.0
"""Points by which letters may stand out of what covers them: boxes of text are higher than its letters."""
_MOST = 2000
"""Paints of a page that are looked at: maps and scatter plots have a hundred thousand, and hide nobody's orders under them."""


def painted_over(page: Any) -> Callable[[Rect], bool]:
    """Whether something was painted over all of a rectangle after the text in it was drawn.

    It may have been painted through: whoever asks looks at the page as well.
    """
    log: Sequence[tuple[str, Rect]] = page.get_bboxlog()
    texts: list[_Drawn] = []
    paints: list[_Drawn] = []
    for turn, (kind, box, *_) in enumerate(log):
        x0, y0, x1, y1 = box
        if kind in _PAINTS:
            paints.append((turn, (x0, y0, x1, y1)))
        elif kind.endswith("-text"):
            texts.append((turn, (x0, y0, x1, y1)))
    first = texts[0][0] if texts else len(log)
    later = [paint for paint in paints if paint[0] > first]
    if not later or len(later) > _MOST:
        return lambda _: False

    def is_over(rect: Rect) -> bool:
        over = [turn for turn, paint in later if _holds(paint, rect)]
        if not over:
            return False
        last = max(over)
        under = [turn for turn, text in texts if _touches(text, rect)]
        return bool(under) and max(under) < last

    return is_over


def _holds(outer: Rect, inner: Rect) -> bool:
    before = outer[0] - _SLACK <= inner[0] and outer[1] - _SLACK <= inner[1]
    return before and inner[2] <= outer[2] + _SLACK and inner[3] <= outer[3] + _SLACK


def _touches(text: Rect, rect: Rect) -> bool:
    """Whether a stretch of text is drawn at the middle of a rectangle."""
    x, y = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
    return text[0] - _SLACK <= x <= text[2] + _SLACK and text[1] - _SLACK <= y <= text[3] + _SLACK
