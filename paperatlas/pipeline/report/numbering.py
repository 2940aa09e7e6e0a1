"""Gaps in what is numbered: what lies between two numbers was printed, and not found."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

__all__ = ["listed", "missing_labels", "missing_numbers"]

_LABEL = re.compile(r"(?P<series>.*?)(?<!\d)(?P<number>\d++)(?P<part>[a-z]?)")
_ROMAN = re.compile(r"(?P<series>\D*\s)(?P<number>[IVXL]+)")
_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50}
_MOST = 30
"""A wider gap is another numbering (by year, by chapter), not so many things that were missed."""


def missing_labels(labels: Iterable[str]) -> list[tuple[str, str]]:
    """What is missing in each series of labels ("Table 1", "Table S1", "Table A.1"), and between which it should stand."""
    series: defaultdict[str, set[int]] = defaultdict(set)
    for label in labels:
        match = _LABEL.fullmatch(label) or _ROMAN.fullmatch(label)
        if match:
            number = match["number"]
            series[match["series"]].add(int(number) if number.isdigit() else _roman(number))
    return [
        (f"{name}{listed(gap)}", f"{_after(name, gap[0])} {name}{gap[-1] + 1}")
        for name, numbers in series.items()
        for gap in missing_numbers(numbers)
    ]


def _after(name: str, first: int) -> str:
    return f"between {name}{first - 1} and" if first > 1 else "before"


def missing_numbers(numbers: Iterable[int]) -> list[list[int]]:
    """The runs of numbers from 1 that are missing below the highest; runs too long to have been missed are left out."""
    gaps: list[list[int]] = []
    last = 0
    for number in sorted(set(numbers)):
        if 1 < number - last <= _MOST + 1:
            gaps.append(list(range(last + 1, number)))
        last = number
    return gaps


def listed(numbers: Sequence[int]) -> str:
    """Ascending numbers as a person writes them: "3", "3 and 4", "3 to 7", "3, 5 and 9 to 12"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _roman(numeral: str) -> int:
    values = [_VALUES[sign] for sign in numeral]
    return sum(-value if value < max(values[index:]) else value for index, value in enumerate(values))
