"""How headings are numbered in Chinese and Japanese: 第一章, 第2节, 一、, （一）."""

import re

__all__ = ["FULL_WIDTH", "han_rank", "split_han_number"]

_NUMERAL = "[0-9０-９〇零一二三四五六七八九十百]{1,5}"
_RANKED = tuple(
    re.compile(rf"^(?P<number>{form})\s*(?P<text>\S.*)$")
    for form in (
        rf"第\s?{_NUMERAL}\s?[编編篇部](?!分)",
        rf"第\s?{_NUMERAL}\s?[章回]",
        rf"第\s?{_NUMERAL}\s?[节節]",
        "[一二三四五六七八九十]{1,3}(?=[、．.])",
        "[（(][一二三四五六七八九十]{1,3}[）)]",
    )
)
"""From the outermost; a document uses some of them, in this order."""
_AFTER_NUMBER = "、．.：: \u3000"
FULL_WIDTH = str.maketrans("０１２３４５６７８９．", "0123456789.")
"""Digits as wide as the signs around them, and their stop."""


def split_han_number(text: str) -> tuple[str, str] | None:
    """A heading's number and its text; None where it has no such number."""
    for form in _RANKED:
        if (match := form.match(text)) and (rest := match["text"].lstrip(_AFTER_NUMBER)):
            return match["number"], rest
    return None


def han_rank(number: str) -> int | None:
    """How deep a number's form stands among the forms, 0 the outermost; None for any other number."""
    return next((rank for rank, form in enumerate(_RANKED) if form.match(f"{number}、x")), None)
