"""When two wordings say the same: the form in which answers are compared, and what is no answer at all."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

__all__ = ["beyond", "holds", "plain", "token_f1", "unmarked"]

_SHORT = 4
"""Letters up to which a key is a whole word: "FR" is not in "from"; longer ones may be inflected."""
_ECHO = 0.8
"""Share of the question's words from which on a text made of nothing else repeats it: a chosen option does not."""
_DASHES = str.maketrans("‐‑–—−", "-----")
_QUOTES = str.maketrans("’‘“”", "''\"\"")
_MARK = re.compile(r"\s*\[\d+\]")
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?!\w*\d)")
_TOKEN = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+")


def unmarked(text: str) -> str:
    """Without the numbers that lead to citations."""
    return _MARK.sub("", text)


@lru_cache(maxsize=2048)
def plain(text: str) -> str:
    """Compatibility forms, lower case, no reference marks, no commas in numbers, letter hyphens as spaces, "5 %" as
    "5%", single spaces.
    """
    text = unicodedata.normalize("NFKC", unmarked(text)).translate(_DASHES).translate(_QUOTES).lower()
    text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)
    text = re.sub(r"(?<=[^\W\d_])-(?=[^\W\d_])", " ", text)
    return re.sub(r"(?<=\d) %", "%", " ".join(text.split()))


def holds(key: str, text: str) -> bool:
    """Whether a key is said in a text: numbers as values (1.1 is 1.10, and 28 is not in 128), words whole at their beginning."""
    wanted, said = plain(key), plain(text)
    if not wanted:
        return False
    if re.fullmatch(r"-?\d+(?:\.\d+)?", wanted):
        return any(abs(float(number) - float(wanted)) < 1e-9 for number in _NUMBER.findall(said))
    behind = r"(?!\w)" if len(wanted) <= _SHORT else r"(?!\d)"
    before = r"(?<!\w)" if wanted[0].isalnum() else ""
    return re.search(before + re.escape(wanted) + behind, said) is not None


def beyond(question: str, answer: str) -> str:
    """What an answer says beyond the words of its question; empty where it only repeats them, in whatever order."""
    asked = plain(question).rstrip("?！？ ")
    left = plain(answer)
    if asked:
        left = left.replace(asked, " ")
    words, said = _TOKEN.findall(asked), set(_TOKEN.findall(left))
    if not said:
        return ""
    repeated = sum(word in said for word in words)
    return "" if words and said <= set(words) and repeated >= _ECHO * len(words) else " ".join(left.split())


def token_f1(answer: str, references: Sequence[str]) -> float:
    """The best overlap of words with any of the references, as in SQuAD: precision and recall both count."""
    said = _content(answer)
    return max((_f1(said, _content(reference)) for reference in references), default=0.0)


def _content(text: str) -> Counter[str]:
    return Counter(token for token in _TOKEN.findall(plain(text)) if token not in {"a", "an", "the"})


def _f1(said: Counter[str], wanted: Counter[str]) -> float:
    common = (said & wanted).total()
    return 2 * common / (said.total() + wanted.total()) if common else 0.0
