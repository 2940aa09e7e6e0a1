"""Terms that no chunk has, read as the term that was meant.

Only a word that the library does not know at all is taken for a slip, never one that is merely rare: a name asked for
exactly must not be answered with its neighbour. Symbols and numbers are never corrected.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

__all__ = ["corrected"]

_SHORTEST = 5
"""Letters. Among shorter stems most are one slip away from another word."""
_LONG = 8
"""Letters from which two slips are forgiven."""
_ENDING = 4
"""Letters of an ending that the stemmer would have cut off, had it known the word: "tion" and a slip."""

Vocabulary = Callable[[str], Iterable[tuple[str, int]]]
"""The known terms that begin with something, and how many chunks have each."""


def corrected(terms: Sequence[str], known: Callable[[str], bool], vocabulary: Vocabulary) -> list[str]:
    """`terms`, each unknown one replaced by the nearest known term, where there is one a slip or two away.

    A slip is a letter too many, too few, another one, or two that changed places (optimal string alignment); the first
    letter is taken to be right, as it nearly always is. Of equally near terms the commoner one is meant.
    """
    return list(dict.fromkeys(term if known(term) else _nearest(term, vocabulary) for term in terms))


def _nearest(term: str, vocabulary: Vocabulary) -> str:
    if len(term) < _SHORTEST or not (term.isalpha() and term.islower()):
        return term
    slips = 1 if len(term) < _LONG else 2
    counts = {other: count for other, count in vocabulary(term[0]) if _may_be(other, term, slips)}
    near = [(distance, -counts[other], other) for other, distance in _within(term, list(counts), slips)]
    # A slip in an ending keeps the stemmer from cutting it off ("attenzion" for "attent"), so the ending may be left over;
    # between equals that counts against it.
    for length in {len(other) for other in counts if len(other) < len(term)}:
        shorter = [other for other in counts if len(other) == length]
        near += [(distance + 0.5, -counts[other], other) for other, distance in _within(term[:length], shorter, slips)]
    distance, _, nearest = min(near, default=(slips + 1.0, 0, term))
    return nearest if distance <= slips else term


def _may_be(other: str, term: str, slips: int) -> bool:
    return len(other) >= _SHORTEST and -slips <= len(term) - len(other) <= _ENDING and other.isalpha()


def _within(term: str, others: Sequence[str], slips: int) -> Iterator[tuple[str, float]]:
    """Those at most so many slips away, with their distance."""
    for other, distance, _ in extract(term, others, scorer=OSA.distance, score_cutoff=slips, limit=None):
        yield other, float(distance)
