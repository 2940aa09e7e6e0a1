"""Terms that no chunk has, read as the term that was meant.

Only a word that the library does not know at all is taken for a slip, never one that is merely rare: a name asked for
exactly must not be answered with its neighbour. Symbols and numbers are never corrected.
"""

from collections.abc import Callable, Iterable, Sequence

from rapidfuzz.distance import OSA

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
    near = (
        (_slips(term, other, slips), -count, other)
        for other, count in vocabulary(term[0])
        if len(other) >= _SHORTEST and -slips <= len(term) - len(other) <= _ENDING and other.isalpha()
    )
    distance, _, nearest = min(near, default=(slips + 1.0, 0, term))
    return nearest if distance <= slips else term


def _slips(term: str, other: str, most: int) -> float:
    """How far apart two stems are. A slip in an ending keeps the stemmer from cutting it off ("attenzion" for "attent"),
    so the ending may be left over; between equals that counts against it.
    """
    whole = OSA.distance(term, other, score_cutoff=most)
    return min(whole, OSA.distance(term[: len(other)], other, score_cutoff=most) + 0.5) if len(term) > len(other) else whole
