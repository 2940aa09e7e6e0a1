"""How many, the most, the top five."""

import re

from paperatlas.graph.cypher.asked import Asked

__all__ = ["NUMBER_WORDS", "asked_for", "counted", "least", "superlative"]

NUMBER_WORDS = {
    word: number for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
}
_DEFAULT = 5
"""Rows of "the most used dataset": the first and what comes after it."""
_MOST = r"\b(?:most|least|fewest|top|highest number|largest number|commonest|rarest|favou?rite)\b"


def superlative(asked: Asked) -> bool:
    return asked.has(_MOST)


def least(asked: Asked) -> bool:
    return asked.has(r"\b(?:least|fewest|rarest)\b")


def counted(asked: Asked) -> bool:
    return asked.has(r"\bhow many\b|\bnumber of\b|\bcount\b")


def asked_for(asked: Asked) -> int:
    """The rows that are wanted: "top 3", "the five most …"."""
    found = re.search(rf"\btop\s+(\w+)|\b(\d+|{'|'.join(NUMBER_WORDS)})\s+(?:\w+\s+)?most\b", asked.plain)
    word = next((group for group in found.groups() if group), "") if found else ""
    if word.isdecimal():
        return int(word)
    return NUMBER_WORDS.get(word, _DEFAULT)
