"""Short forms and what they stand for, as a text defines them.

A paper writes a name out once, "graph attention network (GAT)", and its short form ever after. No list of acronyms can know
those of a library, so they are read from the papers.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Definition", "definitions"]


class Definition(NamedTuple):
    """A short form, a long form, and where each stands in the text (half-open offsets)."""

    short: str
    long: str
    short_span: tuple[int, int]
    long_span: tuple[int, int]


_AFTER = re.compile(r"\(([A-Za-z][\w&/+-]{0,9}s?)\)")
"""A short form in brackets, behind what it stands for."""
_BEFORE = re.compile(r"(?<![\w-])([A-Z][\w&/+-]{1,9}) \(([A-Za-z][\w’'/ -]{4,80})\)")
"""A short form with what it stands for behind it, in brackets."""
_WORD = re.compile(r"[\w'’]+(?:-[\w'’]+)*")
_SENTENCE_END = re.compile(r"[.;:!?]\s|\n")
_WINDOW = 120
"""Characters looked back at: the longest long forms in print have about ten words."""


def definitions(text: str) -> Iterator[Definition]:
    """Every "long form (SF)" and "SF (long form)" of a text, in order of their kind and place.

    After Schwartz and Hearst, A simple algorithm for identifying abbreviation definitions in biomedical text (2003):
    the letters of the short form are found from its end backwards, the first one at the beginning of a word.
    """
    for match in _AFTER.finditer(text):
        short = match[1]
        if not _is_short_form(short):
            continue
        begin, end = _clause(text, match.start()), match.start()
        starts = [word.start() for word in _WORD.finditer(text, begin, end)]
        most = min(len(short) + 5, 2 * len(short))
        if starts and (span := _long_form(_singular(short), text, starts[-most:][0], end)):
            yield Definition(short, text[slice(*span)], match.span(1), span)
    for match in _BEFORE.finditer(text):
        span = _long_form(_singular(match[1]), text, *match.span(2)) if _is_short_form(match[1]) else None
        if span and span[0] == match.start(2):
            yield Definition(match[1], text[slice(*span)], match.span(1), span)


def _is_short_form(short: str) -> bool:
    return sum(char.isupper() or char.isdigit() for char in short) >= 2


def _singular(short: str) -> str:
    return short.removesuffix("s") if short[:-1].isupper() else short


def _clause(text: str, end: int) -> int:
    """Where the clause before `end` begins, at most `_WINDOW` characters back."""
    begin = max(0, end - _WINDOW)
    return max((stop.end() for stop in _SENTENCE_END.finditer(text, begin, end)), default=begin)


def _long_form(short: str, text: str, begin: int, end: int) -> tuple[int, int] | None:
    """The fewest last words of `text[begin:end]` whose letters spell the short form; None where none do."""
    end = begin + len(text[begin:end].rstrip())
    at = end - 1
    letters = [char for char in short.lower() if char.isalnum()]
    for index in range(len(letters) - 1, -1, -1):
        while at >= begin and (text[at].lower() != letters[index] or (index == 0 and at > begin and text[at - 1].isalnum())):
            at -= 1
        if at < begin:
            return None
        at -= 1
    start = at + 1
    return (start, end) if len(text[start:end].split()) > 1 or "-" in text[start:end] else None
