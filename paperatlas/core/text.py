"""Text without meaning: sentences, words, and the normal form in which quotes are compared."""

import re
import unicodedata

from paperatlas.core.types import Span

__all__ = ["find_quote", "match_key", "sentences", "words"]

_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|et al|cf|vs|etc|resp|approx|ca|no|nos|vol|pp?|ch|figs?|eqs?|secs?|tabs?|refs?|app|dr|mr|mrs|ms|prof|st|jr|sr|inc|ltd|corp|co|dept|univ|viz|al|w\.r\.t|i\.i\.d|a\.k\.a|ver|min|max|avg|spp?|var)|\b[A-Z])\.$",
    re.IGNORECASE,
)
_END = re.compile(r"[.!?…]+[\"'”’»)\]]*(?:\s?\[\d+(?:\s?[,–-]\s?\d+)*\])?|[。！？]+[”’」』）]*")
_OPENER = re.compile(r"[\"'“‘«(\[]*(?:[A-Z0-9À-ÖØ-Þ\u0370-\u03ff\u0400-\u042f\u4e00-\u9fff\u3040-\u30ff•–-]|[a-z]\w*[A-Z0-9-])")


def sentences(text: str) -> list[tuple[int, int]]:
    """Half-open offsets of the sentences of a text, stripped of outer white space, in order and without overlap.

    A line break ends a sentence unless the next line goes on in lower case after no closing mark: that is a
    paragraph that runs over a page's end.
    """
    found: list[tuple[int, int]] = []
    for start, end in _paragraphs(text):
        begin = start
        for mark in _END.finditer(text, start, end):
            if _closes(text, begin, mark, end):
                _add(found, text, begin, mark.end())
                begin = mark.end()
        _add(found, text, begin, end)
    return found


def _paragraphs(text: str) -> list[tuple[int, int]]:
    bounds, start = [], 0
    for line_break in re.finditer(r"\n+", text):
        before, after = text[start : line_break.start()].rstrip(), text[line_break.end() : line_break.end() + 1]
        goes_on = bool(before) and before[-1] not in ".!?:;。！？" and after.islower()
        if not goes_on:
            bounds.append((start, line_break.start()))
            start = line_break.end()
    bounds.append((start, len(text)))
    return bounds


def _closes(text: str, begin: int, mark: re.Match[str], end: int) -> bool:
    if mark.group()[0] in "。！？":
        return True
    rest = text[mark.end() : end]
    if not rest or not rest[0].isspace():
        return False
    if mark.group().startswith(".") and _ABBREVIATION.search(text[max(begin, mark.start() - 12) : mark.start() + 1]):
        return False
    return _OPENER.match(rest.lstrip()) is not None


def _add(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    if stripped := piece.strip():
        offset = start + len(piece) - len(piece.lstrip())
        found.append((offset, offset + len(stripped)))


def words(text: str) -> list[str]:
    """Lower-case words and numbers, hyphens and apostrophes split."""
    return re.findall(r"[^\W_]+(?:\.\d+)*", text.lower())


_SAME = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "∗": "*", "∆": "Δ"})


def match_key(text: str) -> str:
    """The form in which a quote is compared with a page: NFKC, straight quotes, plain hyphens, no white space, lower case.

    Letters, digits and signs all stay: a quote with another number or without its "not" does not match.
    """
    return re.sub(r"[\s\u00ad]+", "", unicodedata.normalize("NFKC", text).translate(_SAME)).lower()


def find_quote(quote: str, text: str, page: int) -> Span | None:
    """The first place in a page's text that equals `quote` up to `match_key`; None when there is none."""
    wanted = match_key(quote)
    if not wanted:
        return None
    origin: list[int] = []
    keyed: list[str] = []
    for index, char in enumerate(text):
        folded = match_key(char)
        keyed.append(folded)
        origin.extend([index] * len(folded))
    at = "".join(keyed).find(wanted)
    return None if at < 0 else Span(page, origin[at], origin[at + len(wanted) - 1] + 1)
