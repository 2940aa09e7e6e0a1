"""The language that a question is put in, told by its script, its small words and its letters.

A table of ours, since what a question holds beside names and terms are just the words that any grammar lists; detectors of
any text weigh a hundred megabytes for seventy languages, and are misled by an English name in a short German question.
"""

import re
import unicodedata
from collections import Counter
from functools import lru_cache

from paperatlas.agents.language_words import ENDINGS, LETTERS, WORDS

__all__ = ["DEFAULT", "language_of", "small_words"]

DEFAULT = "en"
"""What a text is in that tells nothing of itself: papers and their terms are mostly English."""
_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af\u1100-\u11ff]")),
    ("zh", re.compile(r"[\u3400-\u9fff]")),
    ("uk", re.compile(r"[іїєґ]", re.IGNORECASE)),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]{3}")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
)
"""In this order: Japanese is written with Chinese signs as well, Ukrainian with Russian ones. One Greek letter is a symbol."""
_QUOTED = re.compile(r"\"[^\"]*\"|[«„“「『][^»“”」』]{0,1000}[»“”」』]")
_WORD = re.compile(r"[^\W\d_]+")
_LETTER, _ENDING = 0.7, 0.25
"""Weights of a letter and of an ending; a word that only one language has weighs 1."""
_SHARED = Counter(word for words in WORDS.values() for word in words)


@lru_cache(maxsize=1024)
def language_of(text: str) -> str:
    """ISO 639-1 code of the language of a question; English where nothing tells."""
    asked = unicodedata.normalize("NFKC", _QUOTED.sub(" ", text))
    asked = asked if _WORD.search(asked) else unicodedata.normalize("NFKC", text)
    for language, script in _SCRIPTS:
        if script.search(asked):
            return language
    points = _points(asked.lower())
    best = max(points, key=lambda language: (points[language], language == DEFAULT))
    return best if points[best] > 0 else DEFAULT


def small_words(text: str) -> frozenset[str]:
    """The words of asking, articles and prepositions of a question in another language than English; none for an English one."""
    language = language_of(text)
    return frozenset() if language == DEFAULT else WORDS.get(language, frozenset())


def _points(low: str) -> dict[str, float]:
    words = _WORD.findall(low)
    points = dict.fromkeys(WORDS, 0.0)
    for language, known in WORDS.items():
        points[language] += sum(1 / _SHARED[word] for word in words if word in known)
        points[language] += _LETTER * sum(low.count(letter) for letter in LETTERS.get(language, ""))
        points[language] += _ENDING * sum(
            word not in known and word.endswith(ENDINGS[language]) and len(word) > 4 for word in words
        )
    return points
