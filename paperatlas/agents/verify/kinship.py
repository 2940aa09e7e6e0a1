"""Words of like meaning that no list has, by the embedder's view of single words."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

import numpy as np

from paperatlas.core.ports import Embedder, Float32

__all__ = ["Kinship"]

AKIN = 0.78
"""Cosine from which two words are taken for one meaning: "brief" and "short" have .81, "drug" and "medication" .83; "dairy" and
"poultry" .74, "validation" and "test" .74. Names are never compared ("French" and "German" have .82)."""
_KEPT = 20_000
"""Vectors kept, 30 MB: a paper has some three thousand different words."""


class Kinship:
    """Compares words; remembers their vectors. Safe to use from many threads."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: OrderedDict[str, Float32] = OrderedDict()
        self._lock = Lock()

    def nearest(self, word: str, others: Sequence[str]) -> int | None:
        """Which of the others says the same as a word; None where none does."""
        if not others:
            return None
        own, *theirs = self._vectors([word, *others])
        cosines = [float(np.dot(own, vector)) for vector in theirs]
        best = max(range(len(others)), key=cosines.__getitem__)
        return best if cosines[best] >= AKIN else None

    def _vectors(self, words: Sequence[str]) -> list[Float32]:
        with self._lock:
            new = [word for word in dict.fromkeys(words) if word not in self._known]
            if new:
                self._known.update(zip(new, self._embedder.embed(new, kind="passage"), strict=True))
            found = [self._known[word] for word in words]
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
            return found
