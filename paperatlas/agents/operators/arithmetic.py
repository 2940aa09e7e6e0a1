"""Sums that are worked out to the last digit, each with its working."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal, TypeAlias

__all__ = ["Measure", "Worked", "plain_number", "worked"]

Measure: TypeAlias = Literal["difference", "ratio", "percent_change", "sum", "mean"]
_PLACES = Decimal("0.01")
"""Quotients are given to two places, as papers do, and to two more where that would say nothing."""
_SMALL = Decimal("0.1")
_FINE = Decimal("0.0001")


@dataclass(frozen=True, slots=True, kw_only=True)
class Worked:
    """A result and how it was come by."""

    value: str
    working: str
    """As in "0.74 - 0.58 = 0.16"."""


def worked(measure: Measure, values: Sequence[Decimal]) -> Worked | None:
    """The measure of the values in the given order; a difference, ratio or change is from the first to the second.

    None where it is not defined: a change from nothing, a mean of nothing.
    """
    if not values or (measure in ("difference", "ratio", "percent_change") and len(values) != _PAIR):
        return None
    match measure:
        case "difference":
            first, second = values
            high, low = max(first, second), min(first, second)
            return _as(high - low, f"{plain_number(high)} - {_bracketed(low)}")
        case "ratio":
            first, second = values
            return _as(_rounded(first / second), f"{plain_number(first)} / {_bracketed(second)}") if second else None
        case "percent_change":
            first, second = values
            if not first:
                return None
            change = _rounded((second - first) / abs(first) * 100)
            working = f"({plain_number(second)} - {_bracketed(first)}) / {plain_number(abs(first))}"
            return Worked(value=f"{plain_number(change)} %", working=f"{working} = {plain_number(change)} %")
        case "sum":
            return _as(sum(values, Decimal(0)), " + ".join(map(_bracketed, values)))
        case "mean":
            mean = _rounded(sum(values, Decimal(0)) / len(values))
            return _as(mean, f"({' + '.join(map(_bracketed, values))}) / {len(values)}")


_PAIR = 2


def plain_number(value: Decimal) -> str:
    """Digits as a person writes them: no exponent, no point without digits behind it, thousands apart."""
    return f"{value:,f}"


def _rounded(value: Decimal) -> Decimal:
    places = _FINE if 0 < abs(value) < _SMALL else _PLACES
    rounded = value.quantize(places, rounding=ROUND_HALF_UP)
    return rounded.quantize(Decimal(1)) if rounded == rounded.to_integral_value() else rounded.normalize()


def _as(value: Decimal, working: str) -> Worked:
    return Worked(value=plain_number(value), working=f"{working} = {plain_number(value)}")


def _bracketed(value: Decimal) -> str:
    return f"({plain_number(value)})" if value < 0 else plain_number(value)
