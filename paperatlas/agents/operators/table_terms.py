"""How the words of a question meet the headers of a table: stems, the field's abbreviations, codes, symbols."""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache

from paperatlas.agents.operators.languages import LANGUAGES
from paperatlas.agents.terms import Term, stems

__all__ = ["alike", "conditions", "is_condition", "meets", "plain_header", "share", "tokens"]

_SYMBOLS = {
    "Δ": "difference",
    "∆": "difference",
    "δ": "difference",
    "#": "number",
    "%": "percent",
    "σ": "deviation",
    "±": "deviation",
}
"""What printed symbols are called in a question."""

_SAME = (
    frozenset({"improvement", "gain", "difference", "change", "increase", "delta", "diff", "improve", "drop"}),
    frozenset({"size", "number", "count", "amount", "total", "sizes"}),
    frozenset({"average", "mean", "avg", "overall"}),
    frozenset({"parameters", "params", "size"}),
    frozenset({"time", "latency", "runtime", "duration", "seconds"}),
    frozenset({"method", "model", "system", "approach"}),
    frozenset({"male", "men", "man"}),
    frozenset({"female", "women", "woman"}),
    frozenset({"accuracy", "accurate", "acc", "accuracies"}),
    frozenset({"cost", "price", "expensive", "cheap", "costs"}),
    frozenset({"date", "when", "day"}),
    frozenset({"year", "when"}),
    frozenset({"maximum", "max"}),
    frozenset({"minimum", "min"}),
    frozenset({"correlation", "corr"}),
    frozenset({"standard", "std"}),
    frozenset({"attention", "attn"}),
    frozenset({"train", "training"}),
    frozenset({"development", "dev", "validation", "val"}),
    frozenset({"hours", "h", "hrs"}),
    frozenset({"without", "no", "removing", "remove", "removed"}),
    frozenset({"language", "lang"}),
    frozenset({"attack", "attacked", "adversarial"}),
    frozenset({"example", "examples", "number", "instances", "samples"}),
    frozenset({"docs", "documents"}),
    frozenset({"win", "wins", "won"}),
)
"""Words that tables and questions exchange for each other."""

_TEXTS = 16_384
"""Names and texts whose words are remembered: those of the tables of some dozen papers."""
_SHORTEST_ABBREVIATION = 3
_ABBREVIATED = 0.8
"""An abbreviation or a synonym is a little less sure than the word itself."""
_KIN = 0.6
"""What a word counts that begins alike ("fluent", "Fluency")."""
_PREFIX = 5
"""Letters two words must share at their beginning to be kin."""
_WITHOUT = re.compile(r"(?<![A-Za-z])(?:w\.?\s?/?\s?o\.?(?=[^A-Za-z]|$)\.?|−(?=\s?[A-Za-z]))", re.IGNORECASE)
_WITH = re.compile(r"(?<![A-Za-z])w(?:\.|/)(?=\s?[A-Za-z])", re.IGNORECASE)
_PLUS = "plus"
_PLUSSES = re.compile(r"(?<=\w)\s?([+⁺]{1,3})(?![\w+⁺])")
_P_VALUE = re.compile(r"\bp[-‐–\s]?val(?:ue)?s?\b|^\s*p\s?\d?\s*$", re.IGNORECASE)
"""As headers print it, the mark of a footnote behind it."""
_DIGITS = {word: str(at) for at, word in enumerate("zero one two three four five six seven eight nine ten".split())}
_NUMBER = rf"\d[\d.,]{{0,30}}|(?:{'|'.join(_DIGITS)})\b"
_CONDITION = re.compile(
    rf"""
    (?:
      (?P<atleast>≥|>=|\b(?:at\ least|no\ (?:less|fewer)\ than)\b)
      | (?P<atmost>≤|<=|\b(?:at\ most|up\ to|no\ more\ than)\b)
      | (?P<morethan>>|\b(?:more\ than|greater\ than|older\ than|longer\ than|over|above|exceeding)\b)
      | (?P<lessthan><|\b(?:less\ than|fewer\ than|younger\ than|shorter\ than|under|below)\b)
    )\s*(?P<number>{_NUMBER})
    | \b(?P<first>{_NUMBER})\ or\ (?:(?P<atleast2>more|greater|above|older|longer)|(?P<atmost2>less|fewer|below|younger))\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_CITED = re.compile(
    r"\[\d+(?:\s?[,–-]\s?\d+)*\]|\((?:[^()]*\b(?:et al|19\d\d|20\d\d)\b[^()]*|ours?|our work|prior work|this (?:work|paper))\)"
    r"|[*†‡∗§¶]",
    re.IGNORECASE,
)
"""What stands in a name beside the name: where it was published, whose it is."""


@cache
def _alike() -> dict[str, frozenset[str]]:
    kin: dict[str, set[str]] = {}
    for group in (*_SAME, *(frozenset(pair) for pair in LANGUAGES.items())):
        stemmed = {stem for word in group for stem in stems(word)}
        for stem in stemmed:
            kin.setdefault(stem, set()).update(stemmed)
    return {stem: frozenset(found) for stem, found in kin.items()}


def alike(stem: str) -> frozenset[str]:
    """The stems that tables and questions exchange for this one."""
    return _alike().get(stem, frozenset())


def plain_header(text: str) -> str:
    """A header or a question as words: symbols spelled out, "w/o" as "without", the plusses of "Name++" a part of the name."""
    text = _WITH.sub(" with ", _WITHOUT.sub(" without ", _CITED.sub(" ", text)))
    text = _P_VALUE.sub(" pvalue ", _PLUSSES.sub(lambda found: _PLUS * len(found[1]), text))
    for symbol, name in _SYMBOLS.items():
        text = text.replace(symbol, f" {name} ")
    return text


def conditions(text: str) -> str:
    """Bounds made one word each, as questions and headers put them: "more than one cup" and ">1 cup" are "morethan1 cup"."""
    return _CONDITION.sub(_as_one_word, text)


def is_condition(token: str) -> bool:
    """Whether a token is a bound that was made one word."""
    return token.startswith(_BOUNDS) and token[-1:].isdigit()


_BOUNDS = ("atleast", "atmost", "morethan", "lessthan")


def _as_one_word(found: re.Match[str]) -> str:
    number = found["number"] or found["first"]
    how = next(name for name in _BOUNDS if found[name] or found.groupdict().get(f"{name}2"))
    return f" {how}{_DIGITS.get(number.lower(), number.rstrip('.,'))} "


@lru_cache(maxsize=_TEXTS)
def tokens(text: str) -> frozenset[str]:
    """Stems of a header, its symbols spelled out."""
    return frozenset(stems(conditions(plain_header(text))))


def meets(term: Term, header: Iterable[str]) -> float:
    """How surely a question's term is among a header's tokens: 1 for the word, less for an abbreviation, 0 for no."""
    header = header if isinstance(header, frozenset) else frozenset(header)
    if term.stem in header:
        return 1.0
    if term.stem.endswith(_PLUS):
        return 0.0  # "Name++" is another thing than "Name"
    if term.blends & header or alike(term.stem) & header:
        return _ABBREVIATED
    if any(_abbreviates(token, term.word) for token in header if not token.endswith(_PLUS)):
        return _ABBREVIATED
    return 0.0 if term.is_number or term.is_name else _kin(term, header)


def _kin(term: Term, header: Collection[str]) -> float:
    if len(term.stem) < _PREFIX:
        return 0.0
    beginning = term.stem[:_PREFIX]
    return _KIN if any(token.startswith(beginning) and not token.endswith(_PLUS) for token in header) else 0.0


def _abbreviates(token: str, word: str) -> bool:
    """Like "ppl" for "perplexity", "acc" for "accuracy": same first letter, the rest in order, and clearly shorter."""
    if len(token) < _SHORTEST_ABBREVIATION or len(word) < len(token) + 2 or token[0] != word[0] or not token.isalpha():
        return False
    if word.startswith(token):
        return True
    rest = iter(word)
    consonants = not set(token[1:]) & set("aeiou")
    return consonants and all(letter in rest for letter in token)


def share(terms: Sequence[Term], header: Iterable[str]) -> float:
    """The share (0 to 1) of the terms' weight that a header covers."""
    header = frozenset(header)
    total = sum(term.weight for term in terms)
    return sum(term.weight * meets(term, header) for term in terms) / total if total else 0.0
