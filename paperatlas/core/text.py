"""Text without meaning: sentences, words, and the normal form in which quotes are compared."""

import re
import unicodedata
from functools import lru_cache

from paperatlas.core.sentences import runs_on, sentences
from paperatlas.core.types import Span

__all__ = ["both_ends", "find_quote", "fold", "match_key", "runs_on", "sentences", "words"]


def words(text: str) -> list[str]:
    """Lower-case words and numbers, hyphens and apostrophes split."""
    return re.findall(r"[^\W_]+(?:\.\d+)*", text.lower())


def fold(text: str) -> str:
    """Without case and accents, on one line: how names and phrases are compared that people type in."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(char for char in plain if not unicodedata.combining(char)).split())


_LONGEST_FORM = 2_000
"""Characters of a question that is read for what it asks: four times the longest that anybody has typed. What forms of words
look for may stand anywhere behind anything, so that their time grows with the square of the text."""


def both_ends(text: str) -> str:
    """A question on one line; of one that is too long to be read for its form, how it begins and how it ends."""
    line = " ".join(text.split())
    half = _LONGEST_FORM // 2
    return line if len(line) <= _LONGEST_FORM else f"{line[:half]} … {line[-half:]}"


_SAME = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "∗": "*", "∆": "Δ"}
)


def match_key(text: str) -> str:
    """The form in which a quote is compared with a page: compatibility forms taken apart, straight quotes, plain hyphens, no
    white space, no case. Each character is folded by itself, so that a match leads back to its characters.

    Letters, digits and signs all stay: a quote with another number or without its "not" does not match.
    """
    return "".join(map(_folded, text))


@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    plain = unicodedata.normalize("NFKD", char).translate(_SAME).casefold()
    return re.sub(r"[\s\u00ad]+", "", plain)


def find_quote(quote: str, text: str, page: int) -> Span | None:
    """The first place in a page's text that equals `quote` up to `match_key`; None when there is none."""
    wanted = match_key(quote)
    if not wanted:
        return None
    folded = [_folded(char) for char in text]
    keyed = "".join(folded)
    origin = [index for index, part in enumerate(folded) for _ in part]
    at = keyed.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        # Half of a ligature or of a fraction is no place of its own.
        if (at == 0 or origin[at - 1] != origin[at]) and (end == len(origin) or origin[end] != origin[end - 1]):
            return Span(page, origin[at], origin[end - 1] + 1)
        at = keyed.find(wanted, at + 1)
    return None
