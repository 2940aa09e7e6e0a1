"""The numbers printed on pages, as a file names them: ranges of pages, each with a prefix and a style of numbering."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

__all__ = ["LabelRange", "LabelStyle", "page_labels"]

LabelStyle: TypeAlias = Literal["D", "R", "r", "A", "a", ""]
"""Decimal, Roman in capitals or small letters, letters in capitals or small; nothing but the prefix."""
_ROMAN = tuple(
    zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        ("m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"),
        strict=True,
    )
)
_HIGHEST = 3999
"""The highest number that Roman numerals write; beyond it, and beyond as many letters, numbers are decimal."""
_ALPHABET = 26


class LabelRange(NamedTuple):
    """Pages from `start` (counted from 0) to the next range."""

    start: int
    prefix: str
    style: LabelStyle
    first: int
    """Number of the first of them."""


def page_labels(ranges: Iterable[LabelRange], count: int) -> tuple[str, ...]:
    """The label of each of `count` pages; empty where the file names none."""
    labels = [""] * count
    ordered = sorted({each.start: each for each in ranges}.values())
    ends = [*(each.start for each in ordered[1:]), count]
    for each, end in zip(ordered, ends, strict=False):
        for page in range(max(0, each.start), min(end, count)):
            labels[page] = each.prefix + _numeral(each.first + page - each.start, each.style)
    return tuple(labels)


def _numeral(number: int, style: LabelStyle) -> str:
    if not style:
        return ""
    if style == "D" or not 0 < number <= _HIGHEST:
        return str(number)
    if style in "Rr":
        numeral = ""
        for value, sign in _ROMAN:
            numeral += sign * (number // value)
            number %= value
    else:
        # After z comes aa, then bb: the standard's way, not that of spreadsheets.
        numeral = chr(ord("a") + (number - 1) % _ALPHABET) * (1 + (number - 1) // _ALPHABET)
    return numeral.upper() if style.isupper() else numeral
