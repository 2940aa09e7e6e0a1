"""What a text speaks of: its telling words by their stems, and pairs of them that stand together."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache

import Stemmer

from paperatlas.core.rarity import rarity
from paperatlas.core.text import words

__all__ = ["concepts", "spoken_as"]

_COMMON = 7.0
"""Nats of surprise in general English up to which a word tells nothing: "the", "we", "use", "new"; "model" is at 8."""
_UNLISTED = 13.0
"""Nats of a word that the frequency list lacks: a technical term, a name or a word of another language."""
_PAIR = 1.2
"""What a pair is worth beside the mean of its words: two words together say more exactly what is meant."""

_stemmer = Stemmer.Stemmer("english")
_LATIN_ACCENTED = re.compile("[\u00c0-\u024f]")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def concepts(text: str) -> Mapping[str, float]:
    """Each concept of a text once, with what it tells: nats above the commonest words. Scripts without spaces by letter pairs."""
    found: dict[str, float] = {}
    before: tuple[str, float] | None = None
    for stem, _, worth in _told(text):
        if worth > 0:
            found[stem] = max(worth, found.get(stem, 0.0))
            if before is not None and before[0] != stem:
                found[f"{before[0]} {stem}"] = _PAIR * (before[1] + worth) / 2
        before = (stem, worth) if worth > 0 else None
    return found


def spoken_as(text: str) -> Iterator[tuple[str, str]]:
    """Each concept as it occurs with the words it is written as, in order: for the labels of what stems stand for."""
    before: tuple[str, str] | None = None
    for stem, word, worth in _told(text):
        if worth > 0:
            yield stem, word
            if before is not None and before[0] != stem:
                yield f"{before[0]} {stem}", f"{before[1]} {word}"
        before = (stem, word) if worth > 0 else None


def _told(text: str) -> Iterator[tuple[str, str, float]]:
    """(stem, word, nats above the commonest words) of each word in order; a number is no concept."""
    for word in words(_LATIN_ACCENTED.sub(_unaccented, text)):
        if _UNSPACED.search(word):
            for at in range(max(1, len(word) - 1)):
                yield word[at : at + 2], word[at : at + 2], _UNLISTED - _COMMON
        elif word[0].isdigit() or len(word) == 1:
            yield word, word, 0.0
        else:
            yield _stem(word), word, rarity(word, unlisted=_UNLISTED) - _COMMON


def _unaccented(letter: re.Match[str]) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", letter.group()) if not unicodedata.combining(c))


@lru_cache(maxsize=100_000)
def _stem(word: str) -> str:
    return str(_stemmer.stemWord(word))
