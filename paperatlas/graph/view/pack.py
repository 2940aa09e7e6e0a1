"""Setting the unconnected parts of a drawing side by side."""

from collections.abc import Sequence

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
    placed = np.array([[0.0, 0.0, room[order[0]]]])
    distance = last = float(room[order[0]])
    for number in order[1:].tolist():
        size = float(room[number])
        if size < 0.7 * last:  # smaller ones find gaps nearer to the middle; alike ones need not look there again
            distance, last = float(placed[0, 2]), size
        while (free := _free(placed, size, distance)) is None:
            distance += size / 2
        middles[number] = free
        placed = np.vstack([placed, [*free, size]])
    return middles


def _reach(piece: NDArray[np.float64], radii: NDArray[np.float64]) -> float:
    return float((np.hypot(piece[:, 0], piece[:, 1]) + radii).max())


def _free(placed: NDArray[np.float64], size: float, distance: float) -> NDArray[np.float64] | None:
    """A place on the ring at a distance where a circle overlaps none, or None."""
    angles = np.linspace(0.0, 2 * np.pi, max(6, int(2 * np.pi * distance / size)), endpoint=False)
    ring = np.stack([FLAT * distance * np.cos(angles), distance * np.sin(angles)], axis=1)
    apart = np.hypot(*(ring[:, None, :] - placed[None, :, :2]).transpose(2, 0, 1))
    free = (apart >= placed[None, :, 2] + size).all(axis=1)
    return ring[int(np.argmax(free))] if free.any() else None
