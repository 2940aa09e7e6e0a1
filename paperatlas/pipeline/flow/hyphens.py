"""Words cut at line ends: which hyphens were printed for the line's sake, and which belong to the word.

The document is asked first: a word that stands whole elsewhere in it, with or without the hyphen, settles the
case. A frequency list of English words decides the rest.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache
from importlib import resources
from itertools import pairwise

from paperatlas.pipeline.flow.links import link_goes_on
from paperatlas.pipeline.signs.scripts import is_unspaced

__all__ = ["LineEnd", "Mender"]

_TAIL = re.compile(r"(?P<hyphen>[-\u00ad\u2010])(?P<stem>[\w'’–-]*[^\W_])")
"""A cut word read from its end, where its beginning is found in one go: forwards every letter of the line could be it."""
_HEAD = re.compile(r"[\w'’][\w'’-]*")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?(?:[-\u2010][^\W_]+)*")
_PREFIXES = frozenset({"self", "non", "anti", "multi", "semi", "quasi", "cross", "well", "pseudo", "ex", "co", "inter", "half"})
"""First parts that keep their hyphen before a word of their own unless the document or the word list says otherwise."""
_SUFFIXES = frozenset(
    {
        "ness",
        "ment",
        "ments",
        "tion",
        "tions",
        "sion",
        "ing",
        "ings",
        "able",
        "ible",
        "ally",
        "ity",
        "ism",
        "ist",
        "ized",
        "less",
        "ship",
    }
)
"""Endings that frequency lists carry as words."""
_URL = re.compile(r"^(?:https?://|www\.)|/\S*/")


class LineEnd(Enum):
    """What stands between the last word of a line and the first of the next."""

    SPACE = " "
    """Two words."""
    GLUE = "-"
    """No space: one word with a hyphen of its own, or a script without spaces."""
    MEND = ""
    """One word, cut: the hyphen goes."""


class Mender:
    """Joins lines, with the words of one document to go by."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Learns the words of a document from its printed lines; those at line ends, which may be halves, do not count."""
        self._seen: Counter[str] = Counter()
        for line in lines:
            self._learn(line)

    def _learn(self, line: str) -> None:
        words = [match.group().lower().replace("\u2010", "-") for match in _WORD.finditer(line)]
        if words and _tail(line.rstrip()):
            words.pop()
        self._seen.update(words)
        for word in words:
            parts = word.split("-")
            if len(parts) > 2:
                self._seen.update(f"{left}-{right}" for left, right in pairwise(parts))

    def between(self, left: str, right: str) -> LineEnd:
        """How the end of one line and the beginning of the next go together."""
        if left and right and is_unspaced(left[-1]) and is_unspaced(right[0]):
            return LineEnd.GLUE
        if link_goes_on(left, right):
            return LineEnd.GLUE
        if re.search(r"\d[–-]$", left[-2:]) and right[:1].isdecimal():
            return LineEnd.GLUE
        tail, head = _tail(left), _HEAD.match(right)
        if not tail or head is None:
            return LineEnd.SPACE
        if left.endswith("\u00ad"):
            return LineEnd.MEND
        if _URL.search(left.rsplit(maxsplit=1)[-1]):
            return LineEnd.GLUE
        stem, rest = re.split(r"[-–]", tail), head.group().split("-")
        return self._decide(stem[-1], rest[0], compound=len(stem) > 1 or len([part for part in rest if part]) > 1)

    def _decide(self, first: str, second: str, *, compound: bool) -> LineEnd:
        whole, hyphened = (first + second).lower(), f"{first}-{second}".lower()
        joined, kept = self._seen[whole], self._seen[hyphened]
        if not first or not first[-1].isalpha() or not second[0].isalpha():
            return LineEnd.GLUE
        if second[0].isupper() and not first.isupper() and not joined:
            return LineEnd.GLUE
        if joined != kept:
            return LineEnd.MEND if joined > kept else LineEnd.GLUE
        if _is_word(whole):
            return LineEnd.MEND
        if first.lower() in _PREFIXES:
            return LineEnd.GLUE
        if second.lower() in _SUFFIXES or not (self._known(first) and self._known(second)):
            return LineEnd.MEND
        # Two letters are a syllable more often than a word ("re-", "in-", "de-"), but not in "state-of-" or before "the-art".
        return LineEnd.GLUE if compound or min(len(first), len(second)) > 2 else LineEnd.MEND

    def _known(self, word: str) -> bool:
        return self._seen[word.lower()] > 0 or _is_word(word.lower())

    def join(self, lines: Sequence[str]) -> str:
        """One text of the printed lines of a paragraph."""
        text = ""
        for line in lines:
            following = " ".join(line.split())
            if not following:
                continue
            if not text:
                text = following
                continue
            match self.between(text, following):
                case LineEnd.SPACE:
                    text = f"{text} {following}"
                case LineEnd.GLUE:
                    text += following
                case LineEnd.MEND:
                    text = text[:-1] + following
        return text


def _tail(line: str) -> str:
    """The first half of the word that a line's end cuts, without its hyphen; empty where it cuts none."""
    found = _TAIL.match(line.rpartition(" ")[2][::-1])
    return found["stem"][::-1] if found else ""


def _is_word(word: str) -> bool:
    word = word.strip("'’").replace("’", "'")
    words = _words()
    return any(form in words for form in _forms(word))


def _forms(word: str) -> Iterable[str]:
    """A word and what it may be an inflection of: the list holds few plurals and participles."""
    yield word
    for ending, base in (
        ("'s", ""),
        ("s", ""),
        ("es", ""),
        ("ies", "y"),
        ("ed", ""),
        ("ed", "e"),
        ("ing", ""),
        ("ing", "e"),
        ("ly", ""),
    ):
        if word.endswith(ending) and len(word) > len(ending) + 3:
            yield word[: -len(ending)] + base


@cache
def _words() -> frozenset[str]:
    """The 82,765 most frequent English words, read as data from the package that ships them."""
    source = resources.files("symspellpy") / "frequency_dictionary_en_82_765.txt"
    return frozenset(line.split(" ", 1)[0] for line in source.read_text(encoding="utf-8-sig").splitlines())
