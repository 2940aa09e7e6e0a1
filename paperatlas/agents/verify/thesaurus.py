"""Which English words say the same, and which the contrary, by WordNet."""

from collections.abc import Mapping
from functools import cache
from importlib import resources

__all__ = ["are_contrary", "are_synonyms", "synonyms"]

_FILE = "word_relations.txt"
"""Written by `benchmarks/build_word_relations.py`: "= word synonym …" and "! word contrary …"."""


def synonyms(word: str) -> frozenset[str]:
    """The words of which `are_synonyms` holds with it."""
    return _alike().get(word, frozenset())


def are_synonyms(one: str, other: str) -> bool:
    """Of two lemmas in lower case, in one of their commonest meanings."""
    return other in synonyms(one)


def are_contrary(one: str, other: str) -> bool:
    first, second = sorted((one, other))
    return second in _relations()["!"].get(first, ())


@cache
def _alike() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one, others in _relations()["="].items():
        for other in others:
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


@cache
def _relations() -> Mapping[str, Mapping[str, frozenset[str]]]:
    found: dict[str, dict[str, frozenset[str]]] = {"=": {}, "!": {}}
    for line in (resources.files(__package__) / _FILE).read_text(encoding="utf-8").splitlines():
        sign, word, *others = line.split()
        found[sign][word] = frozenset(others)
    return found
