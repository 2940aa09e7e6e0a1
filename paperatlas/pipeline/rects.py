"""Arithmetic of rectangles (x0, y0, x1, y1), origin top left."""

from collections.abc import Iterable

from paperatlas.pipeline.layout import Rect

__all__ = ["area", "centre", "covered", "gap_between", "iou", "meet", "overlap_x", "overlap_y", "union", "without"]


def union(rects: Iterable[Rect]) -> Rect:
    """The smallest rectangle around all; there must be one."""
    corners = list(rects)
    return min(r[0] for r in corners), min(r[1] for r in corners), max(r[2] for r in corners), max(r[3] for r in corners)


def area(rect: Rect) -> float:
    return max(0.0, rect[2] - rect[0]) * max(0.0, rect[3] - rect[1])


def centre(rect: Rect) -> tuple[float, float]:
    return (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2


def overlap_x(a: Rect, b: Rect) -> float:
    """Common width; negative is the gap between them."""
    return min(a[2], b[2]) - max(a[0], b[0])


def overlap_y(a: Rect, b: Rect) -> float:
    """Common height; negative is the gap between them."""
    return min(a[3], b[3]) - max(a[1], b[1])


def meet(a: Rect, b: Rect) -> bool:
    return overlap_x(a, b) > 0 and overlap_y(a, b) > 0


def covered(inner: Rect, outer: Rect) -> float:
    """The part of `inner` that lies in `outer`; for a line without an area, the part of its length."""
    width, height = inner[2] - inner[0], inner[3] - inner[1]
    across = max(0.0, overlap_x(inner, outer)) / width if width > 0 else float(outer[0] <= inner[0] <= outer[2])
    down = max(0.0, overlap_y(inner, outer)) / height if height > 0 else float(outer[1] <= inner[1] <= outer[3])
    return across * down


def iou(a: Rect, b: Rect) -> float:
    """Intersection over union."""
    if not meet(a, b):
        return 0.0
    common = overlap_x(a, b) * overlap_y(a, b)
    return common / (area(a) + area(b) - common)


def gap_between(a: Rect, b: Rect) -> float:
    """The vertical gap between two rectangles, 0 where they overlap in height."""
    return max(0.0, -overlap_y(a, b))


def without(rect: Rect, taken: Rect) -> Rect:
    """The largest part of `rect` above, below, left or right of what another takes of it."""
    if not meet(rect, taken):
        return rect
    x0, y0, x1, y1 = rect
    parts = [
        (x0, y0, x1, max(y0, taken[1])),
        (x0, min(y1, taken[3]), x1, y1),
        (x0, y0, max(x0, taken[0]), y1),
        (min(x1, taken[2]), y0, x1, y1),
    ]
    return max(parts, key=area)
