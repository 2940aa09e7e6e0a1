"""Whether the numbers of a sentence stand in what it rests on: a rule that no language and no model can outvote."""

import re
from collections.abc import Iterable

from paperatlas.agents.asked import NUMBER_WORDS

__all__ = ["numbers_in", "unfounded"]

_NUMBER = re.compile(r"(?<![^\W_])(?<![^\W\d_][-–])\d+(?:[.,]\d+)*")
"""A digit behind a letter belongs to a name: "F1", "H2", "GPT-4"."""
_GROUPED = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$")
_WORDS = {word: str(number) for number, word in NUMBER_WORDS.items()} | {"one": "1", "once": "1", "twice": "2", "half": "0.5"}


def numbers_in(text: str) -> list[str]:
    """The numbers that are printed in digits, in order."""
    return [found.group() for found in _NUMBER.finditer(text)]


def unfounded(text: str, evidence: Iterable[str]) -> tuple[str, ...]:
    """The numbers of a text that stand nowhere in the evidence."""
    have: set[str] = set()
    for each in evidence:
        have.update(form for number in re.findall(r"\d+(?:[.,]\d+)*", each) for form in _forms(number))
        have.update(_WORDS[word] for word in re.findall(r"[a-z]+", each.lower()) if word in _WORDS)
    return tuple(number for number in numbers_in(text) if not _forms(number) & have)


def _forms(number: str) -> frozenset[str]:
    """What a number may mean: "12,480" is twelve thousand in English, "0,41" less than one in German."""
    forms = {number.replace(",", "")} if number.count(".") < 2 else {number}
    if _GROUPED.match(number):
        forms.add(re.sub(r"[.,]", "", number))
    if number.count(",") == 1 and "." not in number:
        forms.add(number.replace(",", "."))
    return frozenset(map(_plain, forms))


def _plain(number: str) -> str:
    whole, dot, part = number.partition(".")
    return (whole.lstrip("0") or "0") + (f"{dot}{part.rstrip('0')}" if part.rstrip("0") else "")
