"""More words for a query, from what the library itself says.

A paper writes a name out once, "graph attention network (GAT)", and its short form ever after; who asks for one form
misses the passages that have the other. The passages that a query finds define the forms it uses, so the definitions
are read from them and from nowhere else: no list of acronyms can know those of a library.
"""

import re
from collections import Counter
from collections.abc import Iterable

from paperatlas.core.acronyms import definitions

__all__ = ["other_forms"]

_WORD = re.compile(r"[\w'’]+(?:-[\w'’]+)*")


def other_forms(query: str, passages: Iterable[str], *, most: int = 3) -> tuple[str, ...]:
    """The other forms of names in `query`, as defined in `passages`, those defined most often first.

    A short form is met by the letters as written ("RAG" is not "rag"), a long form without regard to case and hyphens.
    """
    words = set(_WORD.findall(query))
    folded = _folded(query)
    found: Counter[str] = Counter()
    for passage in passages:
        for short, long in {(each.short, each.long) for each in definitions(passage)}:
            if (short in words or short.removesuffix("s") in words) and _folded(long) not in folded:
                found[long.lower()] += 1
            elif _folded(long) in folded and short not in words:
                found[short.removesuffix("s") if short[:-1].isupper() else short] += 1
    ranked = sorted(found, key=lambda form: (-found[form], form))
    return tuple(ranked[:most])


def _folded(text: str) -> str:
    """Words without case, hyphens and plural s, between blanks: one name is in another only by whole words."""
    words = _WORD.findall(text.lower().replace("-", " "))
    return f" {' '.join(word.removesuffix('s') for word in words)} "
