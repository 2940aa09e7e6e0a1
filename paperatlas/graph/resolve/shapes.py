"""A name in the form in which it is compared: the key that its spellings share, its words, its numbers.

"the Mixture-of-Experts", "mixture of experts" and "Mixtures of Experts" have one key; so have "GPT-4" and "GPT4", "TNF-α"
and "TNF alpha", "Type II" and "type 2". Digits and single letters always stay: they are what tells versions apart.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from paperatlas.core.rarity import rarity
from paperatlas.graph.resolve.families import Family
from paperatlas.graph.resolve.spelling import common_form

__all__ = ["Shape", "fullest", "plain", "shape"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A name taken apart."""

    key: str
    """Never empty. Two names of one family with one key are one."""
    words: tuple[str, ...]
    """In order, in their common form, without numbers and what says only what kind of thing it is ("BERT model")."""
    numbers: tuple[str, ...]
    symbolic: bool
    """Written with a digit or with a capital inside: a symbol, in which each letter counts."""
    short: bool
    """May stand for something longer: "RAG", "M1", "mRNA"."""
    proper: bool
    """Has a word with a capital: a name of its own rather than words of the language."""


_LETTERS = r"(?:[^\W\d_]|[\u0900-\u0dff\u0e31-\u0e4e])+"
"""With the vowel signs of the Indic scripts and Thai, which `\\w` leaves out."""
_TOKEN = re.compile(rf"{_LETTERS}|\d+(?:[.,]\d+)*|[+#]+|(?<=^[A-Za-z])\*$")
_ARTICLE = re.compile(r"^(?:the|a|an|our|their|its|this|these|such)\s+(?=\S{2})", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s?(?!\w)|(?<=\w)['’](?=\w)")
_BRACKETED = re.compile(r"\s*\(([A-Z][\w&/+-]{0,9})\)\s*$")
"""A short form behind what it stands for."""
_LETTERS_APART = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe"}
)
"""Letters that Unicode does not take apart, and people do."""
_GREEK = re.compile(r"(?<![\u0370-\u03ff])[Α-Ωα-ω](?![\u0370-\u03ff])")
"""A Greek letter by itself is a symbol; several are Greek."""
_ROMAN = re.compile(r"(?=[IVXL]{2})(?!XL$)(?:XL|L|X{0,3})(?:IX|IV|V?I{0,3})")
_COUNTED = frozenset("type phase part war class stage volume grade level group factor study trial act book chapter".split())
"""Words behind which a single I, V or X is a number."""
_ROMAN_DIGITS: Mapping[str, int] = {"I": 1, "V": 5, "X": 10, "L": 50}

_OF_SYMBOLS = frozenset(
    "model dataset corpus benchmark score metric protein gene cell line virus optimizer library toolkit package architecture"
    " network algorithm".split()
)
"""What "BERT model", "SQuAD dataset", "F1 score", "p53 protein" say of a symbol, which means the same without."""
_OF_LONG_SYMBOLS = frozenset("model architecture network algorithm".split())
"""Behind two or three letters these make another thing: "an RL algorithm" is not RL."""
_OF_NAMES = frozenset("dataset corpus benchmark library toolkit optimizer".split())
_OF_WORDS = frozenset("mechanism technique algorithm".split())
_MODIFIER = re.compile(r"(?:ing|ic|al|ive|y|ed|ian|ous|ary)$")
"""A word that leans on the noun behind it: a genetic algorithm is not a genetic."""
_COMMON_WORD = 11.5
"""Nats of surprise up to which a word before "disease" is one of the language ("heart", "kidney"), not the name of a doctor."""
_UNLISTED = 99.0
_SUFFIXES = frozenset("inc ltd llc gmbh corp plc incorporated".split())
_COMPANY_SUFFIXES = _SUFFIXES | frozenset("co company corporation limited ag sa se nv bv ab oy spa kk pty kgaa".split())
_EXPANDED: Mapping[str, str] = {
    "acad": "academy", "assoc": "association", "coll": "college", "ctr": "center", "dep": "department", "dept": "department",
    "hosp": "hospital", "inst": "institute", "intl": "international", "lab": "laboratory", "natl": "national", "sch": "school",
    "sci": "science", "technol": "technology", "univ": "university",
}  # fmt: skip
_PLACES: Mapping[str, str] = {"st": "saint", "mt": "mount", "ft": "fort"}
_PLURAL = "s"
"""Behind a digit: "A100s"."""
_MOST = 10
"""Letters of a short form."""
_GENUS_CUT = re.compile(r"[A-Z]\.\s?[a-z]{3,}")
"""E. coli."""


def plain(name: str) -> str:
    """Without accents, on one line, its case kept; Greek letters by their names."""
    apart = unicodedata.normalize("NFKD", name.translate(_LETTERS_APART))
    bare = "".join(char for char in apart if not unicodedata.combining(char))
    return " ".join(_GREEK.sub(lambda letter: _greek(letter[0]), bare).split())


def _greek(letter: str) -> str:
    return unicodedata.name(letter).split()[-1].lower()


@lru_cache(maxsize=400_000)
def shape(name: str, family: Family) -> Shape:
    """Of a name of that family. What a word stands for depends on it: "St" is a saint in a place and a street elsewhere."""
    text = plain(name)
    text = _without_its_short_form(text)
    shorn = _POSSESSIVE.sub("", _ARTICLE.sub("", text)).replace("&", " and ")
    tokens = [token for token in _tokens(shorn) if token.form != "the"]
    tokens = _named(tokens, family)
    words = tuple(token.form for token in tokens if token.form[0].isalpha())
    return Shape(
        key=_joined(tokens) or f"?{' '.join(text.casefold().split())}",
        words=words,
        numbers=tuple(token.form for token in tokens if token.form[0].isdigit()),
        symbolic=any(token.symbolic for token in tokens),
        short=_is_short(shorn),
        proper=any(token.text[0].isupper() for token in tokens),
    )


def fullest(name: str, forms: Iterable[str], family: Family) -> str:
    """What to go by: the name, or where that is a short form the longest that it is said to stand for."""
    if family in {Family.PERSON, Family.WORK} or not shape(name, family).short:
        return name
    longer = [form for form in forms if _spells_out(shape(form, family), shape(name, family))]
    return min(longer, key=lambda form: (-len(form), form), default=name)


def _spells_out(long: Shape, short: Shape) -> bool:
    """BERT-base is no long form of BERT, whose word it has."""
    return len(long.words) > 1 and not long.short and set(long.words).isdisjoint(short.words)


def _without_its_short_form(text: str) -> str:
    found = _BRACKETED.search(text)
    if found is None:
        return text
    letters = [char.lower() for char in found[1] if char.isalpha()]
    initials = iter(text[: found.start()].lower())
    return text[: found.start()] if all(letter in initials for letter in letters) else text


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    form: str
    symbolic: bool


def _tokens(text: str) -> Iterator[_Token]:
    before, end = "", -1
    for found in _TOKEN.finditer(text):
        token = found[0]
        attached = found.start() == end
        if not (attached and before[-1:].isdigit() and found.group() == _PLURAL):
            yield _Token(token, _form(token, before), _is_symbolic(token) or (attached and token[0].isdigit()))
        before, end = token, found.end()


def _form(token: str, before: str) -> str:
    if token[0].isdigit():
        return token.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+", token) else token.replace(",", ".")
    if before and _is_roman(token, before):
        return str(_roman(token))
    if _is_symbolic(token):
        return token[:-1].lower() if token[-1] == "s" and token[-2].isupper() else token.lower()
    if token.isupper():
        return token.lower()
    return common_form(token.casefold())


def _is_symbolic(token: str) -> bool:
    """Capitals inside; words all in capitals are symbols only up to the length of a short form."""
    if token.isupper():
        return 1 < len(token) <= 6
    return any(char.isupper() for char in token[1:])


def _is_roman(token: str, before: str) -> bool:
    return bool(_ROMAN.fullmatch(token)) or (token in {"I", "V", "X"} and before.casefold() in _COUNTED)


def _roman(token: str) -> int:
    values = [_ROMAN_DIGITS[digit] for digit in token]
    return sum(-value if value < max(values[at:]) else value for at, value in enumerate(values))


def _joined(tokens: list[_Token]) -> str:
    key = ""
    for token in tokens:
        key += f"_{token.form}" if key[-1:].isdigit() and token.form[0].isdigit() else token.form
    if len(tokens) == 1 and len(key) == 2 and tokens[0].text[0].isupper() and tokens[0].text[1].islower():
        key += "'"  # cobalt is not carbon monoxide
    return key


def _is_short(text: str) -> bool:
    if _GENUS_CUT.fullmatch(text):
        return True
    capitals = sum(char.isupper() for char in text)
    return " " not in text and len(text) <= _MOST and (capitals > 1 or (capitals > 0 and any(map(str.isdigit, text))))


# What a family's names carry besides


def _named(tokens: list[_Token], family: Family) -> list[_Token]:
    if family is Family.ORGANISATION:
        tokens = [_Token(token.text, _EXPANDED.get(token.form, token.form), token.symbolic) for token in tokens]
        return _without_last(tokens, _COMPANY_SUFFIXES)
    if family is Family.PLACE:
        return _place(tokens)
    if family is Family.WORK:  # in a title every word counts
        return tokens
    tokens = _without_last(tokens, _SUFFIXES)
    while len(tokens) > 1 and _says_only_its_kind(tokens, family):
        tokens = tokens[:-1]
    return tokens


def _without_last(tokens: list[_Token], words: frozenset[str]) -> list[_Token]:
    while len(tokens) > 1 and tokens[-1].text.casefold() in words:
        tokens = tokens[:-1]
    if len(tokens) > 1 and tokens[-1].form == "and":  # "& Co."
        tokens = tokens[:-1]
    return tokens


def _place(tokens: list[_Token]) -> list[_Token]:
    if len(tokens) < 2:
        return tokens
    first = tokens[0]
    if first.form == "river":
        return tokens[1:]
    return [_Token(first.text, _PLACES.get(first.form, first.form), first.symbolic), *tokens[1:]]


def _says_only_its_kind(tokens: list[_Token], family: Family) -> bool:
    """Whether the last word adds nothing to what the words before it name."""
    last, rest = tokens[-1].form, tokens[:-1]
    before = rest[-1]
    if any(token.symbolic for token in rest):
        letters = sum(len(token.form) for token in rest)
        bare = len(rest) == 1 and not any(token.form[0].isdigit() for token in rest)
        return last in _OF_SYMBOLS and not (bare and last in _OF_LONG_SYMBOLS and letters <= 3)
    if before.form[0].isdigit():
        return last in _OF_SYMBOLS
    if last in {"disease", "syndrome"} and len(rest) == 1 and family in {Family.LIVING, Family.OPEN}:
        return rarity(before.form, unlisted=_UNLISTED) > _COMMON_WORD
    if last in _OF_NAMES and len(rest) == 1:
        return before.text[0].isupper()
    return last in _OF_WORDS and len(before.form) > 3 and not _MODIFIER.search(before.form)
