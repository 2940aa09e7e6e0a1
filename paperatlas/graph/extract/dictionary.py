"""Every place in a text where a known form stands."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from paperatlas.graph.extract.wording import is_shaped, without_suffix

__all__ = ["Dictionary", "Place"]

_PIECE = re.compile(r"[^\W_]+")
_JOINT = re.compile(r"[ \-–‐‑_/.'’&@+]{0,3}")
"""What may stand between the words of a form, however it was joined where it was found."""
_JOINT_WITH_COMMA = re.compile(r"[ \-–‐‑_/.'’&@+,:]{0,3}")
"""The same in a form that has a comma itself."""
_CONTEXT = 24
"""Characters beside a word that tell what it is joined to."""


class Place(NamedTuple):
    """Where a form stands: half-open offsets, and whose form it is."""

    start: int
    end: int
    owner: int


class _Form(NamedTuple):
    pieces: tuple[str, ...]
    """Case-folded."""
    text: str
    owner: int
    exact: bool
    """Its case matters: a name of one word."""
    capital: bool
    """It begins with a capital in the text as well."""


class Dictionary:
    """Finds forms by their words: longest first, no two in one place."""

    def __init__(self, forms: Iterable[tuple[str, int]]) -> None:
        """`forms` with the index of what they name. Of two owners of one form the first keeps it."""
        self._forms: defaultdict[str, list[_Form]] = defaultdict(list)
        seen: set[tuple[tuple[str, ...], str]] = set()
        for text, owner in forms:
            pieces = tuple(piece.casefold() for piece in _PIECE.findall(text))
            alone = len(pieces) == 1 and (text[0].isupper() or is_shaped(text))
            key = (pieces, text if alone else "")
            if pieces and key not in seen:
                seen.add(key)
                self._forms[pieces[0]].append(_Form(pieces, text, owner, exact=alone, capital=text[0].isupper()))
        for same in self._forms.values():
            same.sort(key=lambda form: (-len(form.pieces), form.owner))

    def find(self, text: str) -> Iterator[Place]:
        """The places in order, without overlap."""
        words = [(match.start(), match.end(), match[0].casefold()) for match in _PIECE.finditer(text)]
        at = 0
        while at < len(words):
            place = self._at(text, words, at)
            if place is None:
                at += 1
                continue
            yield place
            while at < len(words) and words[at][0] < place.end:
                at += 1

    def _at(self, text: str, words: list[tuple[int, int, str]], at: int) -> Place | None:
        start, _, first = words[at]
        candidates = self._forms.get(first) or self._forms.get(_singular(first), [])
        for form in candidates:
            last = at + len(form.pieces) - 1
            if last < len(words) and self._fits(form, text, words[at : last + 1]):
                end = words[last][1]
                if not _is_part(text, start, end):
                    return Place(start, end, form.owner)
        return None

    def _fits(self, form: _Form, text: str, words: list[tuple[int, int, str]]) -> bool:
        *before, last = form.pieces
        if [word for _, _, word in words[:-1]] != before or words[-1][2] not in {last, f"{last}s", f"{last}es"}:
            return False
        joint = _JOINT_WITH_COMMA if "," in form.text or ":" in form.text else _JOINT
        if any(not joint.fullmatch(text, one[1], other[0]) for one, other in pairwise(words)):
            return False
        written = text[words[0][0] : words[-1][1]]
        if form.exact:
            return written in {form.text, f"{form.text}s", f"{form.text}es"}
        return not form.capital or written[0].isupper() or not form.text[1:2].islower()


def _singular(word: str) -> str:
    return word.removesuffix("s")


def _is_part(text: str, start: int, end: int) -> bool:
    """Whether what was found is only a part of a longer name: BERT of BERT-large, but not of BERT-based."""
    before, after = text[max(0, start - _CONTEXT) : start], text[end : end + _CONTEXT]
    if re.search(r"\w[-‐‑–_@]$", before):
        return True
    joined = re.match(r"[-‐‑–_@]\w[\w-]*|\.\d|\+\+", after)
    return joined is not None and without_suffix(text[start:end] + joined[0]) != text[start:end]
