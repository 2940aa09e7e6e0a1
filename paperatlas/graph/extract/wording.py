"""How a word is written: like a name, a number with its unit, a variable, or a plain word."""

import re
import tomllib
from functools import lru_cache
from importlib import resources

from paperatlas.core.rarity import rarity

__all__ = [
    "WORD",
    "describes",
    "is_capitalised",
    "is_generic",
    "is_number",
    "is_shaped",
    "is_stop",
    "rarest",
    "says",
    "without_suffix",
]

_LETTERS = r"[^\W_⁰¹²³⁴-⁹]+"
WORD = re.compile(rf"{_LETTERS}(?:(?:[-‐‑–_@]|['’](?=[^\W_]{{2}})|\.(?=\d)){_LETTERS})*(?:\+{{1,2}}(?![\w+]))?")
"""A word as names have it: hyphens, an apostrophe, "GPT-3.5", "R@10", "C++"; not the raised number of a note."""

_INNER_CAPITAL = re.compile(r"[^\W\d_][A-Z]")
_LETTER_AND_DIGIT = re.compile(r"[^\W\d_][-–]?\d|\d[A-Z]{2,}|\d[A-Z][a-z]")
_NUMBER = re.compile(
    r"(?:\d[\d.,–-]*|\d+(?:\.\d+)?[eE]-?\d+)(?:-?(?:[a-zA-Zµ%]{1,2}|st|nd|rd|th|fold|bit|way|shot|gram|grams|hop|hour|day|year|dimensional|point|layer"
    r"|class|best|tuple|degree|word|letter|step|stage|head|state|epoch)s?)?|[ivxlcIVXLC]+|[a-zA-Z]",
)
"""Numbers, with a unit or not ("80K", "18B", "4-bit"), Roman ones, and single letters."""
_VARIABLE = re.compile(r"\d{4}\w*|[\U0001D400-\U0001D7FF].*|[a-zA-Z]\d|[a-z]_\w|\w_[a-z\d]")


_PLAIN = tomllib.loads((resources.files("paperatlas.graph.extract") / "plain_words.toml").read_text(encoding="utf-8"))
_STOP, _LABELS, _GENERIC, _DESCRIBING, _SAYING, _UNITS = (
    frozenset(_PLAIN[part].split()) for part in ("stop", "labels", "generic", "describing", "saying", "units")
)


def is_number(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None


def is_shaped(word: str) -> bool:
    """Written as no plain word is: ResNet, BERT, GPT-3, t-SNE, p53; not Self-Attention, 4-bit, kHz, x2."""
    if is_number(word) or word in _UNITS or _VARIABLE.fullmatch(word) or len(word) < 2:
        return False
    parts = [part for part in re.split(r"[-‐‑–@_'’]", word) if part]
    letters = any(_INNER_CAPITAL.search(part) or (len(part) > 1 and part.isupper() and part.isalpha()) for part in parts)
    return (letters and not is_stop(word) and not _is_shouted(word)) or (
        word[0].isalpha() and _LETTER_AND_DIGIT.search(word) is not None
    )


def _is_shouted(word: str) -> bool:
    """A plain word in capitals, as the labels of abstracts are: "OBJECTIVE"."""
    return word.isupper() and len(word) > _SHOUTED and word.lower() in _GENERIC


_SHOUTED = 4
"""Letters. Shorter generic words in capitals are acronyms as often."""


def is_capitalised(word: str) -> bool:
    return word[0].isupper() and word[1:2].isalpha() and not is_stop(word) and not _is_shouted(word) and word not in _UNITS


def describes(noun: str) -> bool:
    """A noun that tells something of what stands before it, rather than naming a thing: "size", "performance"."""
    return noun.lower() in _GENERIC or noun.lower() in _DESCRIBING


def is_stop(word: str) -> bool:
    """A function word or a label of papers' parts, however it is written."""
    return word.lower() in _STOP or word.lower() in _LABELS


def is_generic(word: str) -> bool:
    """A word that says nothing of what is named: "novel", "several", "model"; and numbers."""
    lower = word.lower()
    return lower in _STOP or lower in _GENERIC or lower in _LABELS or is_number(word)


def says(word: str) -> bool:
    """A verb that the parser takes for a noun at times; "trained model" is another matter, of which it is the first word."""
    return word.lower() in _SAYING


_UNLISTED = 13.0
"""Nats. A word that the frequency list lacks is technical, or joined of several."""


@lru_cache(maxsize=100_000)
def rarest(term: str) -> float:
    """Nats of the rarest word in a lower-case term."""
    return max((rarity(word, unlisted=_UNLISTED) for word in re.findall(r"[^\W\d_]+", term.lower())), default=0.0)


_SUFFIX = re.compile(
    r"(?<=\w)[-‐‑–](?:based|style|like|type|specific|derived|trained|pretrained|only|free|aware|driven|related|induced|guided|inspired"
    r"|level|enhanced|augmented|centric|generated|dependent|independent|positive|negative|deficient|tuned|equipped|compatible|powered"
    r"|focused|oriented|associated|mediated|treated|resistant|infected|labeled|annotated|initialized)$"
)


def without_suffix(word: str) -> str:
    """BERT of "BERT-based": what is said of a name by a hyphen belongs to what follows."""
    return _SUFFIX.sub("", word)
