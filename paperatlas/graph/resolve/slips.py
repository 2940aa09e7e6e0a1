"""Slips of the pen and of OCR: when two spellings are one word, and when they are two words a letter apart.

That two words are close says little: causal and casual, absorption and adsorption, neutron and neuron are two apart at
most. A slip makes a word that no dictionary has, by a letter too many or too few, two swapped, or one that looks the same.
"""

from rapidfuzz.distance import OSA

from paperatlas.core.rarity import rarity
from paperatlas.graph.resolve.contrast import opposed
from paperatlas.graph.resolve.shapes import Shape

__all__ = ["slip", "slip_key"]

_LEAST = 6
"""Letters of a word in which a slip can be told from another word."""
_LEAST_UNKNOWN = 10
"""Letters where no dictionary has either word: names of substances and species differ by less."""
_LEAST_WHOLE = 8
"""Letters of a whole name."""
_NOT_LISTED = 99.0
_VOWELS = frozenset("aeiouy")
_ALIKE = frozenset(map(frozenset, "il ce co eo hb nu gq vy mn ij tl ft uv cs sz ck gj st".split()))
"""Letters that look alike in print, or sound alike."""


def slip_key(shape: Shape) -> str:
    """What the spellings of a name share: initials, last letters, numbers. Empty for a name too short, or that is a symbol.

    It is coarse in what slips change and fine in what they rarely do, the first and the last letter of a word.
    """
    words = shape.words
    if shape.symbolic or not words or sum(map(len, words)) < _LEAST_WHOLE or max(map(len, words)) < _LEAST:
        return ""
    if len(words) == 1:
        drawn = words[0][:2] + words[0][-2:]
    elif len(words) == 2:
        drawn = "".join(word[0] + word[-1] for word in words)
    else:
        drawn = "".join(word[0] for word in words) + words[-1][-1]
    return f"{len(words)}{drawn}{'_'.join(shape.numbers)}"


def slip(one: Shape, other: Shape) -> str:
    """The words as "feild for field" where the names differ by one slip; else empty."""
    if len(one.words) != len(other.words) or one.numbers != other.numbers or one.symbolic or other.symbolic:
        return ""
    apart = [(mine, theirs) for mine, theirs in zip(one.words, other.words, strict=True) if mine != theirs]
    if len(apart) != 1 or not _is_slip(*apart[0], proper=one.proper or other.proper):
        return ""
    wrong, right = sorted(apart[0], key=lambda word: (rarity(word, unlisted=_NOT_LISTED) < _NOT_LISTED, word))
    return f"{wrong} for {right}"


def _is_slip(one: str, other: str, *, proper: bool) -> bool:
    shortest = min(len(one), len(other))
    if shortest < _LEAST - 1 or one[0] != other[0] or one[-1] != other[-1] or opposed(one, other):
        return False
    if one[-2] != other[-2] and not _swapped(one, other):  # the ending makes another word of a stem
        return False
    known = [rarity(word, unlisted=_NOT_LISTED) < _NOT_LISTED for word in (one, other)]
    if all(known) or OSA.distance(one, other, score_cutoff=1) > 1:
        return False
    if any(known):
        return _swapped(one, other) or _one_more(one, other) or _replaced(one, other)
    return not proper and shortest >= _LEAST_UNKNOWN and (_swapped(one, other) or _doubled(one, other))


def _swapped(one: str, other: str) -> bool:
    return len(one) == len(other) and sorted(one) == sorted(other)


def _one_more(one: str, other: str) -> bool:
    return len(one) != len(other)


def _replaced(one: str, other: str) -> bool:
    pair = next(({mine, theirs} for mine, theirs in zip(one, other, strict=False) if mine != theirs), set[str]())
    return pair <= _VOWELS or frozenset(pair) in _ALIKE


def _doubled(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return any(long[at] == long[at - 1] and long[:at] + long[at + 1 :] == short for at in range(1, len(long)))
