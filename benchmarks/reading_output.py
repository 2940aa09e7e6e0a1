"""Figures in what a command printed, each with its interval.

A figure is named by a regular expression whose groups say what it is:

- `value`, and `low` and `high` where the command prints an interval of its own (a bootstrap over the items);
- `got` and `of`: a share, with Wilson's interval;
- `value` and `n`: a mean of n values between 0 and 1, with Wilson's interval too. No such values spread more than noughts and
  ones of the same mean, so that it is at least as wide as theirs;
- `value`, `positive` and `negative`: an area under the ROC curve over so many of each, with the interval of Hanley and McNeil
  (1982).
"""

import math
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from benchmarks.records import Figure

_Z = 1.959964
"""Standard deviations that hold 95 % of a normal distribution."""


class NotPrinted(ValueError):
    """A command ran, but a figure is not in what it printed."""


Counts: TypeAlias = Mapping[str, Mapping[str, int]]


def figures(output: str, patterns: Mapping[str, str], counts: Counts = MappingProxyType({})) -> dict[str, Figure]:
    """By their names; `counts` has groups of a figure that are not printed.

    Raises:
        NotPrinted: the first that is missing.
    """
    found: dict[str, Figure] = {}
    for name, pattern in patterns.items():
        match = re.search(pattern, output, re.MULTILINE)
        if match is None:
            raise NotPrinted(f"The output has no figure {name!r} ({pattern}).")
        printed = {group: _number(text) for group, text in match.groupdict().items() if text is not None}
        found[name] = figure({**printed, **counts.get(name, {})})
    return found


def figure(groups: Mapping[str, float]) -> Figure:
    """From the named groups of a pattern."""
    if "of" in groups:
        got, of = groups["got"], groups["of"]
        low, high = wilson(got / of, of)
        return Figure(value=got / of, low=low, high=high, n=int(of), of=int(of), got=int(got), how="Wilson")
    value = groups["value"]
    n = int(groups["n"]) if "n" in groups else None
    if "low" in groups:
        return Figure(value=value, low=groups["low"], high=groups["high"], n=n, how="bootstrap")
    if "positive" in groups:
        low, high = hanley_mcneil(value, groups["positive"], groups["negative"])
        return Figure(value=value, low=low, high=high, n=int(groups["positive"] + groups["negative"]), how="Hanley and McNeil")
    if n is not None:
        low, high = wilson(value, n)
        return Figure(value=value, low=low, high=high, n=n, how="Wilson")
    return Figure(value=value)


def wilson(share: float, n: float) -> tuple[float, float]:
    """95 %."""
    middle = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    half = _Z / (1 + _Z**2 / n) * math.sqrt(share * (1 - share) / n + _Z**2 / (4 * n * n))
    return middle - half, middle + half


def hanley_mcneil(area: float, positive: float, negative: float) -> tuple[float, float]:
    """95 %."""
    two_positive, two_negative = area / (2 - area), 2 * area**2 / (1 + area)
    variance = (area * (1 - area) + (positive - 1) * (two_positive - area**2) + (negative - 1) * (two_negative - area**2)) / (
        positive * negative
    )
    half = _Z * math.sqrt(variance)
    return max(0.0, area - half), min(1.0, area + half)


def _number(text: str) -> float:
    return float(text.replace(",", ""))
