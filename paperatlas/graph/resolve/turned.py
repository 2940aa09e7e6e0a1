"""Names of the same words in another order, or in another form of them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

import Stemmer

from paperatlas.graph.resolve.shapes import Shape

__all__ = ["is_turned", "stem_key", "turned_pairs"]

_LIGHT = frozenset("of in for and on to by with from at as".split())
_stemmer = Stemmer.Stemmer("english")
_CROWDED = 50
"""Names of the same stems; more are a list of something."""
_YEAR = 4
"""Digits."""


def stem_key(shape: Shape) -> str:
    """The stems of its words in alphabetical order, with its numbers; empty for less than two words."""
    stems = sorted(_stemmer.stemWords([word for word in shape.words if word not in _LIGHT]))
    return " ".join((*stems, *sorted(shape.numbers))) if len(stems) > 1 else ""


def turned_pairs(shapes: Sequence[Shape]) -> Iterator[tuple[int, int]]:
    """Places of names with the same stems, the lower first."""
    blocks: defaultdict[str, list[int]] = defaultdict(list)
    for place, shape in enumerate(shapes):
        if key := stem_key(shape):
            blocks[key].append(place)
    for block in blocks.values():
        if 1 < len(block) <= _CROWDED:
            yield from combinations(block, 2)


def is_turned(one: Shape, other: Shape) -> bool:
    """As "detection of objects" is object detection; in "2018 World Cup" the year has only moved."""
    if one.words == other.words:
        return one.numbers == other.numbers and all(len(number) == _YEAR for number in one.numbers)
    for bare, long in ((one.words, other.words), (other.words, one.words)):
        if "of" not in bare and long.count("of") == 1:
            at = long.index("of")
            return (*long[at + 1 :], *long[:at]) == bare and one.numbers == other.numbers
    return False
