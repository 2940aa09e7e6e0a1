"""Scripts that are set without spaces between words: Chinese and Japanese."""

import re

__all__ = ["JUSTIFIED", "closes_clause", "is_unspaced", "runs_on"]

_UNSPACED = re.compile(
    r"[\u2e80-\u2fdf\u3000-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60]"
)
"""Han, kana, bopomofo and their punctuation. Korean has spaces."""
_CLAUSE_END = frozenset("，。；：！？、）」』】》")


_TOUCHING = 0.12
"""In em: signs nearer than this stand side by side."""
JUSTIFIED = 0.4
"""In em: the most that justification puts between two such signs, and most readily after a clause."""


def is_unspaced(char: str) -> bool:
    """Whether a sign is of a script that puts no spaces between words."""
    return bool(_UNSPACED.match(char))


def runs_on(left: str, right: str, gap: float) -> bool:
    """Whether no space stands between two runs of signs that are printed `gap` ems apart."""
    widest = JUSTIFIED if closes_clause(left[-1]) else _TOUCHING
    return is_unspaced(left[-1]) and is_unspaced(right[0]) and gap < widest


def closes_clause(char: str) -> bool:
    """Whether a run of such signs may be cut after this one, so that its pieces have boxes of their own."""
    return char in _CLAUSE_END
