"""Figures over many questions, each with the interval that chance allows it."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from paperatlas.eval.confidence import auroc, risk_coverage, risk_under
from paperatlas.eval.figures import Figure
from paperatlas.eval.measures import Part

__all__ = ["area_figure", "mean_figure", "median_figure", "risk_figure", "share_figure", "tail_figure"]

_RESAMPLES = 1000
_LEVEL = (2.5, 97.5)

Array = npt.NDArray[np.float64]


def share_figure(parts: Sequence[Part]) -> Figure | None:
    """All that was reached out of all that could be: the answers are drawn, each with all its quotes or claims."""
    if not parts:
        return None
    return _figure(np.asarray(parts, dtype=float), lambda drawn: drawn[..., 0].sum(axis=-1) / drawn[..., 1].sum(axis=-1))


def mean_figure(values: Sequence[float]) -> Figure | None:
    """The mean."""
    return _figure(np.asarray(values, dtype=float), lambda drawn: drawn.mean(axis=-1)) if values else None


def median_figure(values: Sequence[float]) -> Figure | None:
    """The value that half of them do not reach."""
    return _figure(np.asarray(values, dtype=float), lambda drawn: np.median(drawn, axis=-1)) if values else None


def tail_figure(values: Sequence[float]) -> Figure | None:
    """The value that one in twenty exceeds."""
    return _figure(np.asarray(values, dtype=float), lambda drawn: np.percentile(drawn, 95, axis=-1)) if values else None


def area_figure(scores: Sequence[float], positive: Sequence[bool]) -> Figure | None:
    """The area under the ROC curve; None without one of each kind."""
    value = auroc(scores, positive)
    if value is None:
        return None
    sample = np.column_stack([scores, positive])
    drawn = (auroc(draw[:, 0], draw[:, 1]) for draw in sample[_draws(len(sample))])
    # A draw may hold one kind only, of which there is no area.
    return _bounded(value, np.array([area for area in drawn if area is not None]), len(sample))


def risk_figure(confidences: Sequence[float], right: Sequence[bool]) -> Figure | None:
    """The mean risk over all coverages."""
    if not confidences:
        return None

    def area(places: Iterable[int]) -> float:
        drawn = list(places)
        return risk_under(risk_coverage([confidences[at] for at in drawn], [right[at] for at in drawn]))

    areas = np.array([area(places) for places in _draws(len(right)).tolist()])
    return _bounded(area(range(len(right))), areas, len(right))


def _figure(sample: Array, of: Callable[[Array], Array]) -> Figure:
    return _bounded(float(of(sample)), of(sample[_draws(len(sample))]), len(sample))


def _draws(n: int) -> npt.NDArray[np.int64]:
    """Which items each resample holds, drawn with replacement by a fixed seed."""
    return np.random.default_rng(0).integers(0, n, (_RESAMPLES, n))


def _bounded(value: float, drawn: Array, n: int) -> Figure:
    """With where 95 of 100 draws lie; a small sample's may miss its own value, which belongs to the interval all the same."""
    low, high = np.percentile(drawn, _LEVEL)
    return Figure(value=value, low=min(float(low), value), high=max(float(high), value), n=n)
