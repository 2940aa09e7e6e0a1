"""More words for a query, from what the library itself says.

A paper writes a name out once, "graph attention network (GAT)", and its short form ever after; who asks for one form
misses the passages that have the other. The passages that a query finds define the forms it uses, so the definitions
are read from them and from nowhere else: no list of acronyms can know those of a library.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

__all__ = ["definitions", "other_forms"]

_SHORT = re.compile(r"\(([A-Za-z][\w&/+-]{0,9}s?)\)")
_WORD = re.compile(r"[\w'’]+(?:-[\w'’]+)*")
_SENTENCE_END = re.compile(r"[.;:!?]\s")


def other_forms(query: str, passages: Iterable[str], *, most: int = 3) -> tuple[str, ...]:
    """The other forms of names in `query`, as defined in `passages`, those defined most often first.

    A short form is met by the letters as written ("RAG" is not "rag"), a long form without regard to case and hyphens.
    """
    words = set(_WORD.findall(query))
    folded = _folded(query)
    found: Counter[str] = Counter()
    for passage in passages:
        for short, long in set(definitions(passage)):
            if (short in words or short.removesuffix("s") in words) and _folded(long) not in folded:
                found[long.lower()] += 1
            elif _folded(long) in folded and short not in words:
                found[short.removesuffix("s") if short[:-1].isupper() else short] += 1
    ranked = sorted(found, key=lambda form: (-found[form], form))
    return tuple(ranked[:most])


def definitions(text: str) -> Iterator[tuple[str, str]]:
    """(short form, long form) of every "long form (SF)" in a text.

    After Schwartz and Hearst, A simple algorithm for identifying abbreviation definitions in biomedical text (2003):
    the letters of the short form are found from its end backwards, the first one at the beginning of a word.
    """
    for match in _SHORT.finditer(text):
        short = match.group(1)
        if sum(char.isupper() or char.isdigit() for char in short) < 2:
            continue
        before = _SENTENCE_END.split(text[max(0, match.start() - 120) : match.start()])[-1]
        words = _WORD.findall(before)
        window = words[-min(len(short) + 5, 2 * len(short)) :]
        if long := _long_form(short.removesuffix("s") if short[:-1].isupper() else short, window):
            yield short, long


def _long_form(short: str, words: Sequence[str]) -> str:
    """The fewest last words whose letters spell the short form; empty where none do."""
    text = " ".join(words)
    at = len(text) - 1
    letters = [char for char in short.lower() if char.isalnum()]
    for index in range(len(letters) - 1, -1, -1):
        while at >= 0 and (text[at].lower() != letters[index] or (index == 0 and at > 0 and text[at - 1].isalnum())):
            at -= 1
        if at < 0:
            return ""
        at -= 1
    long = text[at + 1 :]
    return long if len(long.split()) > 1 or "-" in long else ""


def _folded(text: str) -> str:
    """Words without case, hyphens and plural s, between blanks: one name is in another only by whole words."""
    words = _WORD.findall(text.lower().replace("-", " "))
    return f" {' '.join(word.removesuffix('s') for word in words)} "
