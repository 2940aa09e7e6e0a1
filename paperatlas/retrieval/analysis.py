"""Text to index terms: the one analysis that every lexical index and every query goes through.

- Words are folded (case, compatibility forms such as ligatures and subscripts, accents) and stemmed.
- A symbol also keeps a form of its own, which tells it from the word it resembles: capitals (AIDS, WHO), an accent
  (Müller), a + or # at the end (C++). What has a digit (H2O2, F1) is never stemmed.
- A compound gives its parts and the whole without its hyphens: PPR-9087 gives ppr, 9087 and ppr9087, and GPT-4 meets
  GPT4. Numbers stay whole (.047 is 0.047; 12,345 is 12345), and so do identifiers (10.1000/xyz).
- A Greek letter that stands alone gets its name, so that TNF-α meets TNF-alpha.
- Scripts written without spaces give single characters and pairs.
- Stop words are indexed like any word. Queries drop them, unless nothing else is left: "to be or not to be" is a query.
"""

import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import Stemmer

from paperatlas.core.types import Chunk

__all__ = ["ANALYSIS_VERSION", "chunk_terms", "index_terms", "query_terms"]

ANALYSIS_VERSION = 1
"""Raised with every change that changes terms: an index written under another version must be rebuilt."""

LONGEST_TERM = 100
"""Characters. A longer one is a line of base64 or a broken page; it is cut, as engines refuse terms past their own limit."""

_MARKS = "\u0300-\u036f\u0591-\u05bd\u064b-\u0652\u0900-\u0dff"
"""Vowel signs and accents that `\\w` leaves out: words of Hebrew, Arabic and the Indic scripts would fall apart."""
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
"""Thai, Lao, Burmese, Khmer, kana, Han and Hangul."""
_LETTER = rf"(?:[^\W_{_UNSPACED}]|[{_MARKS}])"
_TOKEN = re.compile(
    rf"(?P<unspaced>[{_UNSPACED}]+)"
    r"|(?P<number>(?<![\w.])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|\d+)(?!\w|[-‐–./:]\w))"
    rf"|(?P<word>{_LETTER}+(?:[-‐–./:@_'’]{_LETTER}+)*(?:\+\+|\#)?)"
)
_CONNECTOR = re.compile(r"[-‐–/:@_]|(?<!\d)[.'’]|[.'’](?!\d)")
"""What joins the parts of a compound. A point between digits is part of a number."""
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_HYPHENS = str.maketrans("", "", "-‐–_'’")
_GREEK = {
    letter: unicodedata.name(letter).split()[-1].lower()
    for letter in map(chr, range(ord("α"), ord("ω") + 1))  # lower case; words are folded before the look-up
}

STOP_WORDS = frozenset(
    """a about above after again against all also am an and any are as at be because been before being below between both
    but by can cannot could did do does doing down during each either few for from further had has have having he her here
    hers him his how i if in into is it its itself just me more most my neither no nor not of off on once only or other our
    ours out over own per same she should so some such than that the their theirs them then there these they this those
    through to too under until up upon us very was we were what when where whether which while who whom whose why will with
    would you your""".split()
)
"""Function and question words of English, the language of most papers; elsewhere a word's rarity decides alone."""


def chunk_terms(chunk: Chunk, title: str) -> list[str]:
    """The terms of a chunk in its document: title, title and section path, text.

    The title counts twice (the context names it too): better than once on SciFact, 2Wiki and MuSiQue. A field of its own
    for the title was weighed: it finds more on the two whose titles are names, and less on SciFact, whose titles are
    titles of papers.
    """
    return [*index_terms(title), *index_terms(chunk.context), *index_terms(chunk.text)]


def index_terms(text: str) -> list[str]:
    """The terms of a text, in order, repeats kept."""
    return [term for kind, surface in _surfaces(text) for term in _terms(kind, surface)]


def query_terms(text: str) -> list[str]:
    """The terms to look for: each once, in order, without stop words unless there is nothing else."""
    if text.isupper() and len(text.split()) > 1:
        text = text.lower()  # shouted: its capitals mark no symbols
    surfaces = list(_surfaces(text))
    telling = [(kind, surface) for kind, surface in surfaces if not _is_stop(surface)]
    return list(dict.fromkeys(term for kind, surface in telling or surfaces for term in _terms(kind, surface)))


def _surfaces(text: str) -> Iterator[tuple[str, str]]:
    matches = _TOKEN.finditer(unicodedata.normalize("NFKC", text))
    return ((match.lastgroup or "word", match.group()) for match in matches)


def _is_stop(surface: str) -> bool:
    return surface.lower() in STOP_WORDS and not _is_acronym(surface)


def _is_acronym(word: str) -> bool:
    return len(word) > 1 and word.isupper()


@lru_cache(maxsize=1 << 16)
def _terms(kind: str, surface: str) -> tuple[str, ...]:
    """The terms of one token. Cached: a library has few distinct words beside its running ones."""
    match kind:
        case "unspaced":
            terms = [*surface, *map("".join, pairwise(surface))]
        case "number":
            value = surface.replace(",", "")
            terms = [f"0{value}" if value.startswith(".") else value]
        case _:
            terms = list(dict.fromkeys(_word_terms(surface)))
    return tuple(term[:LONGEST_TERM] for term in terms)


def _word_terms(surface: str) -> Iterator[str]:
    word = _POSSESSIVE.sub("", surface)
    parts = [part for part in _CONNECTOR.split(word) if part]
    for part in parts:
        yield from _forms(part)
    if len(parts) > 1:
        yield from _forms(word.translate(_HYPHENS))


def _forms(word: str) -> Iterator[str]:
    lower = word.casefold()
    folded = "".join(char for char in unicodedata.normalize("NFD", lower) if unicodedata.category(char) != "Mn") or lower
    folded = _GREEK.get(folded, folded)
    yield folded if any(char.isdigit() for char in folded) else _stem(folded.rstrip("+#"))
    if _is_acronym(word):
        yield word
    elif folded != lower or folded[-1] in "+#":
        yield lower


_local = threading.local()


def _stem(word: str) -> str:
    """A stemmer keeps a cache of its own and is not safe to share between threads."""
    if not hasattr(_local, "stemmer"):
        _local.stemmer = Stemmer.Stemmer("english")
    return str(_local.stemmer.stemWord(word))
