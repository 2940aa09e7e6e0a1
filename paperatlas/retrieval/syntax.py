"""The conditions that a search may carry: "quoted phrases" and prefix*."""

import re
from dataclasses import dataclass

from paperatlas.core.text import fold

__all__ = ["Conditions", "read_conditions"]

_PHRASE = re.compile(r"[\"“„«]([^\"“”„«»\w]*\w[^\"“”„«»]*)[\"”“»]")
_PREFIX = re.compile(r"(?<!\S)([^\W_][\w-]{2,})\*(?=[\s,;.)]|$)")
"""At least three characters: a shorter one begins most words."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a passage must hold, title and section counted in; and the words that are left to rank by."""

    words: str
    """The query without its marks: the words of a phrase and the beginning of a prefix still rank."""
    phrases: tuple[str, ...] = ()
    prefixes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.phrases or self.prefixes)

    def hold(self, text: str) -> bool:
        """Whether a text meets all of them, without regard to case, accents and line ends."""
        folded = fold(text)
        return all(_has_phrase(folded, phrase) for phrase in self.phrases) and all(
            re.search(rf"(?<!\w){re.escape(prefix)}", folded) for prefix in self.prefixes
        )


def read_conditions(query: str) -> Conditions:
    """Splits a query into its conditions and its words."""
    phrases = tuple(dict.fromkeys(fold(found) for found in _PHRASE.findall(query)))
    prefixes = tuple(dict.fromkeys(fold(found) for found in _PREFIX.findall(query)))
    words = _PREFIX.sub(r"\1", _PHRASE.sub(r" \1 ", query))
    return Conditions(" ".join(words.split()), phrases, prefixes)


def _has_phrase(folded: str, phrase: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", folded) is not None
