"""Which English words say the same, and which the contrary, by WordNet."""

from collections.abc import Mapping
from functools import cache
from importlib import resources

__all__ = ["are_contrary", "are_synonyms"]

_FILE = "word_relations.txt"
"""Written by `benchmarks/build_word_relations.py`: "= word synonym …" and "! word contrary …"."""


def are_synonyms(one: str, other: str) -> bool:
    """Of two lemmas in lower case, in one of their commonest meanings."""
    return _stands("=", one, other)


def are_contrary(one: str, other: str) -> bool:
    return _stands("!", one, other)


def _stands(sign: str, one: str, other: str) -> bool:
    first, second = sorted((one, other))
    return second in _relations()[sign].get(first, ())


@cache
def _relations() -> Mapping[str, Mapping[str, frozenset[str]]]:
    found: dict[str, dict[str, frozenset[str]]] = {"=": {}, "!": {}}
    for line in (resources.files(__package__) / _FILE).read_text(encoding="utf-8").splitlines():
        sign, word, *others = line.split()
        found[sign][word] = frozenset(others)
    return found
