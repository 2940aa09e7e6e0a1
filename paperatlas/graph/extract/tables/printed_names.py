"""Names as tables print them, without the marks beside them."""

import re

__all__ = ["bare_name", "is_code", "is_generic", "is_name", "is_ours", "says_ours"]

_CITATION = re.compile(
    r"\s*\[\d[\d,;\s–-]*\]"
    r"|\s*\((?:[^()]{0,200}\bet al\.?,?[^()]*|[^()]{0,200}\b(?:and|&) [A-Z][^()]{0,200},? \d{4}[a-z]?"
    r"|[A-Z][\w’'-]+,? \d{4}[a-z]?|\d{4}[a-z]?)\)"
    r"|\s*\((?:our(?:s| work| model| method)?|prior work|previous work|this work|proposed|baselines?)\)",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[*∗†‡§¶♠♣♦⋆★◦•]+")
_BROKEN = re.compile(r"(?<=\w)- (?=[^\W_])")
"""A hyphen at the end of a line within a cell."""
_GENERIC = re.compile(
    r"(?:avg|average|mean|median|overall|total|all|sum|macro|micro|dev|test|val|valid|validation|train|baselines?|ours?|none|others?"
    r"|original|base|big|large|small|full|default|random|humans?|ensembles?|single(?: model)?|best|worst|prior work|previous work"
    r"|results?|scores?|values?|models?|methods?|systems?|approach(?:es)?|ablations?|variants?|supervised|unsupervised"
    r"|oracle|majority|upper bound|lower bound|state[- ]of[- ]the[- ]art|sota|delta|∆|Δ|diff(?:erence)?|gain|improvement)\b\.?"
    r"(?: (?:set|score|all|only))?$",
    re.IGNORECASE,
)
_OURS = re.compile(
    r"(?:ours|our (?:\w+ )?(?:model|method|system|approach|work)|this (?:work|paper)|proposed(?: \w+)?)\b", re.IGNORECASE
)
_AUTHORS = re.compile(r"\be[tl] al\b|^[A-Z][\w’'-]+ (?:and|&) [A-Z][\w’'-]+$")
_LONGEST = 6
"""Words of a name; a cell with more holds a sentence."""


def bare_name(text: str) -> str:
    """A name without citations, footnote marks and what says whose it is: "KGLM* (Ours)" is KGLM."""
    plain = _BROKEN.sub("-", _MARKS.sub("", _CITATION.sub("", text)))
    return " ".join(plain.split()).strip(" ,:;-–")


def is_generic(text: str) -> bool:
    """A row's or column's name that says what is summed up or set apart, not what it is: "Avg", "dev", "baseline"."""
    text = text.strip()
    return _GENERIC.match(re.sub(r"\s*\(.*\)$", "", text) if text.endswith(")") else text) is not None


def is_ours(text: str) -> bool:
    """What a paper calls its own work in its tables."""
    return _OURS.match(text.strip()) is not None


def says_ours(text: str) -> bool:
    """A name with "(ours)" beside it."""
    return re.search(r"\((?:ours?|our \w+|this (?:work|paper)|proposed)\)", text, re.IGNORECASE) is not None


def is_code(name: str) -> bool:
    """A language, or a pair of them, in short: "FR", "en-de"."""
    return re.fullmatch(r"[A-Za-z]{2,3}(?:[-–→][A-Za-z]{2,3})?", name) is not None and (len(name) != 3 or name.islower())


_NO_NAME = re.compile(
    r"[^\w]|w/|(?:no|without|with)\b"  # an increment, a range, what is left out
    r"|[\d.,%\s]+(?:[a-z]+|[-–]\d+)?$"  # a number and its unit
    r"|[a-zϵ]\w* [\d.,]+[kKM]?$"  # a setting and its value
    r"|.*\b(?:vs|versus)\b"
)


def is_name(text: str) -> bool:
    """Looks like a proper name: neither a phrase, a number, a setting, an increment nor a list of authors."""
    if not text or is_generic(text) or is_ours(text) or _AUTHORS.search(text) or _NO_NAME.match(text):
        return False
    first, *others = text.split()
    if len(others) >= _LONGEST or len(re.findall(r"[^\W\d_]", text)) < 2:
        return False
    if others and first[:1].isupper() and first[1:].islower() and all(re.fullmatch(r"[a-z’'-]+", word) for word in others):
        return False
    return any(char.isupper() for char in text) or (any(char.isdigit() for char in text) and text[0].isalpha())
