"""What tells people of one name apart, or makes them one: whom they write with and where they work."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from paperatlas.graph.resolve.families import Family, family_of
from paperatlas.graph.resolve.people_names import PersonName, person_name
from paperatlas.graph.resolve.shapes import shape

__all__ = ["company"]

_MOST = 60
"""Co-authors and affiliations looked at: a list of three thousand authors tells no more by its end."""
_MOST_WEAK = 12
"""Of those that many share: pairs of them are looked at."""
_PERSON_WORDS = 4


def company(context: Iterable[str], own: PersonName) -> frozenset[str]:
    """What two people of one name may share that makes them one: a co-author or an institution that few have.

    A co-author with a common surname and an initial says little, and so does a firm of ten thousand; two of them together do.
    """
    strong: set[str] = set()
    weak: set[str] = set()
    for each in sorted(set(context))[:_MOST]:
        for mark, is_strong in _marks(each):
            if mark != own.block:
                (strong if is_strong else weak).add(mark)
    strong.update(f"{one} & {other}" for one, other in combinations(sorted(weak)[:_MOST_WEAK], 2))
    return frozenset(strong)


@lru_cache(maxsize=200_000)
def _marks(each: str) -> tuple[tuple[str, bool], ...]:
    """Each with whether it says something by itself."""
    words = re.findall(r"\w+", each)
    if len(words) == 1:
        return ((each, False),)
    if family_of("place", each) is Family.ORGANISATION or len(words) > _PERSON_WORDS or any(map(str.isdigit, each)):
        return ((shape(each, Family.ORGANISATION).key, True),)
    name = person_name(each)
    short = (name.block, not name.is_common)
    return (short, (name.key, True)) if name.is_full else (short,)
