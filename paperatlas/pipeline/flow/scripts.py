"""Scripts that are set otherwise than Latin: without spaces between words, or from right to left."""

import re
from collections.abc import Sequence

from paperatlas.pipeline.layout import Word

__all__ = ["closes_clause", "in_reading_direction", "is_unspaced"]

_UNSPACED = re.compile(
    r"[\u2e80-\u2fdf\u3000-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60]"
)
"""Han, kana, bopomofo and their punctuation. Korean has spaces."""
_CLAUSE_END = frozenset("，。；：！？、）」』】》")
_LEFTWARD = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_RIGHTWARD = re.compile(r"[0-9A-Za-zÀ-ɏ\u0370-\u03ff\u0400-\u04ff]")


def is_unspaced(char: str) -> bool:
    """Whether a sign is of a script that puts no spaces between words."""
    return bool(_UNSPACED.match(char))


def closes_clause(char: str) -> bool:
    """Whether a run of such signs may be cut after this one, so that its pieces have boxes of their own."""
    return char in _CLAUSE_END


def in_reading_direction(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words of a row as they are read: from the left, or from the right with numbers and foreign words from the left."""
    ordered = sorted(words, key=lambda word: (word.x0, word.x1, word))
    leftward = sum(bool(_LEFTWARD.search(word.text)) for word in ordered)
    if not leftward or leftward < sum(any(map(str.isalpha, word.text)) for word in ordered) / 2:
        return tuple(ordered)
    read: list[Word] = []
    foreign: list[Word] = []
    for word in reversed(ordered):
        if _RIGHTWARD.search(word.text) and not _LEFTWARD.search(word.text):
            foreign.insert(0, word)
            continue
        read += [*foreign, word]
        foreign = []
    return tuple(read + foreign)
