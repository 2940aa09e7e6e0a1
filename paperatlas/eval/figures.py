"""A figure: a value, its interval, and what it rests on."""

from dataclasses import dataclass

__all__ = ["Figure"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A value with its 95 % bootstrap interval."""

    value: float
    low: float
    high: float
    n: int
    """Answers that it rests on."""
