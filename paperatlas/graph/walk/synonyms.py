"""Names that are likely of one thing though nobody made them one: "Enzo G. Castellari" and "Enzo Girolami Castellari".

Resolution merges what is certain. To walk from one to the other at a discount costs little when it is wrong.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, zip_longest
from typing import TypeAlias

import numpy as np
from scipy.sparse import coo_array, csr_array

from paperatlas.core.knowledge import Entity
from paperatlas.core.naming import name_key

__all__ = ["synonyms"]

Words: TypeAlias = tuple[str, ...]

_MOST_WORDS = 6
_MOST_ALIKE = 8
"""Entities with the same first and last word, beyond which these tell nothing: "university … california"."""
_ADDED = re.compile(r",\s|\s(?:also|better|professionally|commonly)?\s?known as\s|\s(?:born|n[ée]e)\s")
"""What parts a name from what was read as part of it: "Pupi Avati, OBE"."""
_HONORIFICS = frozenset(
    "king queen prince princess emperor empress duke duchess archduke archduchess count countess lord lady baron baroness"
    " sir dame infante infanta tsar sultan pope saint st cardinal bishop archbishop president general captain colonel major"
    " professor prof dr mr mrs ms".split()
)
_JOINING = frozenset("of and the in for on to with at by from a an or".split())


def synonyms(entities: Sequence[Entity]) -> csr_array:
    """Float32[n, n], symmetric: 1 where two entities have forms that are one without honorifics, or forms with the same ends
    whose middle parts can be one.
    """
    same: dict[Words, dict[int, list[Words]]] = defaultdict(dict)
    alike: dict[Words, dict[int, list[Words]]] = defaultdict(dict)
    for at, entity in enumerate(entities):
        for words in {_bare(part) for form in (entity.name, *entity.aliases) for part in _ADDED.split(form)}:
            if len(words) > 1:
                same[words][at] = [()]
            if _is_telling(words):
                alike[words[0], words[-1]].setdefault(at, []).append(words[1:-1])
    pairs = sorted({*_pairs(same.values()), *_pairs(alike.values())})
    rows, columns = [one for one, _ in pairs], [other for _, other in pairs]
    ones = np.ones(2 * len(pairs), dtype=np.float32)
    return coo_array((ones, (rows + columns, columns + rows)), shape=(len(entities), len(entities))).tocsr()


def _bare(name: str) -> Words:
    """The words of a name without honorifics before it."""
    words = name_key(name).split()
    while len(words) > 1 and words[0] in _HONORIFICS:
        del words[0]
    return tuple(words)


def _is_telling(words: Words) -> bool:
    """Numbers tell versions apart, and "bank of … england" is no person's name."""
    return (
        2 <= len(words) <= _MOST_WORDS
        and len(words[0]) > 1
        and len(words[-1]) > 2
        and not any(any(char.isdigit() for char in word) for word in words)
        and not _JOINING.intersection(words)
    )


def _pairs(groups: Iterable[Mapping[int, Sequence[Words]]]) -> Iterator[tuple[int, int]]:
    for group in groups:
        if len(group) <= _MOST_ALIKE:
            for one, other in combinations(sorted(group), 2):
                if any(_compatible(a, b) for a in group[one] for b in group[other]):
                    yield one, other


def _compatible(one: Words, other: Words) -> bool:
    """One of them is left out, or each word begins as the other does: "g" and "girolami"."""
    if not one or not other:
        return True
    return all(a and b and (a.startswith(b) or b.startswith(a)) for a, b in zip_longest(one, other, fillvalue=""))
