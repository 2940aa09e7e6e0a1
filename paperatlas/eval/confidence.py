"""What a confidence is worth: whether it ranks, and how much risk is left when only the surest are answered."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["RiskAt", "auroc", "risk_coverage", "risk_under"]


class RiskAt(NamedTuple):
    """When all are answered that are at least this sure."""

    threshold: float
    coverage: float
    risk: float
    """Share of wrong ones among them."""


def auroc(scores: npt.ArrayLike, positive: npt.ArrayLike) -> float | None:
    """The chance that a positive one is scored above a negative one, ties counted half; None without one of each."""
    values, labels = np.asarray(scores, dtype=float), np.asarray(positive, dtype=bool)
    above, below = values[labels], np.sort(values[~labels])
    if not above.size or not below.size:
        return None
    wins = np.searchsorted(below, above, "left") + np.searchsorted(below, above, "right")
    return float(wins.mean() / (2 * below.size))


def risk_coverage(confidences: Sequence[float], right: Sequence[bool]) -> list[RiskAt]:
    """A point for each confidence there is, the surest first: those of one confidence are answered together or not at all."""
    ordered = sorted(zip(confidences, right, strict=True), key=lambda pair: -pair[0])
    points, wrong = [], 0
    for place, (confidence, is_right) in enumerate(ordered, 1):
        wrong += not is_right
        if place == len(ordered) or ordered[place][0] != confidence:
            points.append(RiskAt(confidence, place / len(ordered), wrong / place))
    return points


def risk_under(points: Sequence[RiskAt]) -> float:
    """The mean risk over all coverages: 0 is best, and ranking by chance gives the share that is wrong."""
    before, area = 0.0, 0.0
    for point in points:
        area += point.risk * (point.coverage - before)
        before = point.coverage
    return area
