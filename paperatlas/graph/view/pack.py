"""Setting the unconnected parts of a drawing side by side."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["pack"]

GAP = 1.0
"""Between two parts, in units of the layout."""
FLAT = 1.5
"""Screens are wider than high, and so is the heap of parts."""


def pack(pieces: Sequence[NDArray[np.float64]], radii: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The middle of each part, such that their circles do not overlap: the largest in the centre, the others around it."""
    room = np.array([_reach(piece, own) for piece, own in zip(pieces, radii, strict=True)]) + GAP / 2
    order = np.argsort(-room, kind="stable")
    middles = np.zeros((len(pieces), 2))
    placed = np.zeros((0, 3))
    turn = 0
    last = np.inf
    for number in order.tolist():
        size = float(room[number])
        if size < 0.7 * last:  # smaller ones find gaps between those before; alike ones need not look there again
            turn, last = 0, size
        for at, place in _spiral(turn, size):
            if not len(placed) or (np.hypot(placed[:, 0] - place[0], placed[:, 1] - place[1]) >= placed[:, 2] + size).all():
                middles[number], turn = place, at
                break
        placed = np.vstack([placed, [*middles[number], size]])
    return middles


def _reach(piece: NDArray[np.float64], radii: NDArray[np.float64]) -> float:
    return float((np.hypot(piece[:, 0], piece[:, 1]) + radii).max())


def _spiral(begin: int, size: float) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Places from the middle outwards, evenly dense (a sunflower's), without end."""
    at = begin
    while True:
        angle, distance = at * 2.399963, 0.6 * size * np.sqrt(at)
        yield at, np.array([FLAT * distance * np.cos(angle), distance * np.sin(angle)])
        at += 1
