"""Pairs of names that may differ by a slip, without comparing all with all."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from rapidfuzz.distance import OSA
from rapidfuzz.process import cdist

from paperatlas.graph.resolve.shapes import Shape
from paperatlas.graph.resolve.slips import slip, slip_key

__all__ = ["slips_among"]

_CROWDED = 2_000
"""Words that may stand in one place of a name, above which they are words of the language and no slips of one another."""


def slips_among(shapes: Sequence[Shape]) -> Iterator[tuple[int, int, str]]:
    """(place, place, the slip) of each two that differ by one; the lower place first."""
    blocks: defaultdict[str, list[int]] = defaultdict(list)
    for place, shape in enumerate(shapes):
        if key := slip_key(shape):
            blocks[key].append(place)
    for block in blocks.values():
        if len(block) > 1:
            for one, other in _but_one_word(shapes, block):
                if why := slip(shapes[one], shapes[other]):
                    yield one, other, why


def _but_one_word(shapes: Sequence[Shape], block: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Pairs that are the same in all words but one, which is near."""
    same: defaultdict[tuple[int, tuple[str, ...]], list[int]] = defaultdict(list)
    for place in block:
        words = shapes[place].words
        for at in range(len(words)):
            same[at, (*words[:at], "", *words[at + 1 :])].append(place)
    for (at, _), places in same.items():
        if 1 < len(places) <= _CROWDED:
            yield from _close(places, [shapes[place].words[at] for place in places])


def _close(places: Sequence[int], words: Sequence[str]) -> Iterator[tuple[int, int]]:
    if len(places) < 8:
        yield from ((one, other) for one, other in combinations(places, 2))
        return
    distances = cdist(words, words, scorer=OSA.distance, score_cutoff=1)
    rows, columns = (distances <= 1).nonzero()
    yield from (
        (places[row], places[column]) for row, column in zip(rows.tolist(), columns.tolist(), strict=True) if row < column
    )
