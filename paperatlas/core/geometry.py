"""Quarter turns of pages and of what is on them."""

from typing import TypeAlias

__all__ = ["Rect", "turned", "turned_size"]

Rect: TypeAlias = tuple[float, float, float, float]
"""x0, y0, x1, y1 in points, origin top left."""


def turned(rect: Rect, turn: int, width: float, height: float) -> Rect:
    """A rectangle after its page, which is `width` wide and `height` high, was turned by `turn` degrees clockwise."""
    x0, y0, x1, y1 = rect
    match turn % 360:
        case 90:
            return height - y1, x0, height - y0, x1
        case 180:
            return width - x1, height - y1, width - x0, height - y0
        case 270:
            return y0, width - x1, y1, width - x0
        case _:
            return rect


def turned_size(turn: int, width: float, height: float) -> tuple[float, float]:
    """Width and height of a page after it was turned."""
    return (height, width) if turn % 180 else (width, height)
