"""Where in a sentence a value of the kind asked for stands: numbers, dates, names, and the phrases that define or explain."""

import re
from collections.abc import Callable, Collection
from functools import lru_cache

from paperatlas.agents.asked import NUMBER_WORDS, Asked, Wanted
from paperatlas.agents.definitions import definitions
from paperatlas.agents.terms import stems
from paperatlas.core.text import words

__all__ = ["has_shape", "is_measured", "said_of", "values"]

_SENTENCES = 1024
"""Sentences that are remembered: a question looks at the same ones from several sides."""
_NUMBER = re.compile(
    r"(?<![\w.])[-−]?[$€£]?\d[\d,]*(?:\.\d+)?(?:\s?[KMB]\b)?(?:\s?(?:%|percent|million|billion|thousand|hundred))?"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|half|twice|once)\b"
    r"|\b(?:hundreds?|thousands?|millions?|billions?)\b",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\b(?:1\d{3}|20\d\d)s?\b|\b\d{1,2}(?:st|nd|rd|th)[ -]century\b"
    r"|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
    r"|\b(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b|\bcentury\b"
)
_CAPITALISED = re.compile(
    r"(?:[A-Z][\w’'.+-]*|(?<![a-z])[a-z]+[A-Z]\w*)(?:\s+(?:of|the|de|van|von|la|and|for)\s+(?=[A-Z])|\s+(?=[A-Z0-9])|[A-Z][\w’'.+-]*|\d[\w.]*)*"
)
_CUES: dict[Wanted, re.Pattern[str]] = {
    "purpose": re.compile(
        r"\b(?:in order to|so that|so as to|aims?|allow|enabl|designed|intended|serves?|purpose|goal|help|ensur)\w*"
        r"|\b(?:to [a-z]+|for [a-z]+ing)\b",
        re.IGNORECASE,
    ),
    "reason": re.compile(
        r"\b(?:because|since|due to|owing to|as a result|therefore|thus|hence|caus\w+|reason|lead\w* to)\b"
        r"|\b(?:result\w* (?:in|from)|to avoid|prevent)\b",
        re.IGNORECASE,
    ),
    "manner": re.compile(r"\b(?:by|using|via|through|with|based on|means of|according to)\b", re.IGNORECASE),
    "list": re.compile(r",\s(?:and|or|as well as)\s|;|:|\(\d\)|\b(?:and|respectively|including|such as)\b"),
}


@lru_cache(maxsize=_SENTENCES)
def values(asked: Asked, text: str, question: str) -> tuple[tuple[int, int], ...]:
    """Half-open offsets of what could be the answer itself; what the question already says is none."""
    known = set(words(question))
    match asked.wanted:
        case "count" | "amount":
            found = [spot for spot in _spots(_NUMBER, text) if _has_unit(asked, text, spot) and not _labels(text, spot)]
        case "date":
            found = _spots(_DATE, text)
        case "person" | "place" | "name":
            found = [
                *_spots(_CAPITALISED, text),
                *([] if asked.wanted == "person" else _spots(re.compile(r"\b\d[\w.]*\b"), text)),
            ]
        case "definition":
            found = [span for span, _ in definitions(asked.subject, text)]
        case "purpose" | "reason" | "manner" | "list":
            found = _spots(_CUES[asked.wanted], text)
        case _:
            found = [(0, len(text))]
    return tuple((a, b) for a, b in found if asked.wanted in _PHRASED or not set(words(text[a:b])) <= known)


def _labels(text: str, spot: tuple[int, int]) -> bool:
    """Whether a number says which section, figure or work is meant, and counts nothing."""
    return (
        _LABEL.search(text[max(0, spot[0] - 40) : spot[0]]) is not None
        or _CITED.search(text[max(0, spot[0] - 40) : spot[1] + 1]) is not None
    )


_LABEL = re.compile(
    r"(?:\b(?:sections?|sec\.|tables?|tab\.|fig(?:ures?|s?\.)|eqs?\.|equations?|appendix|chapters?|algorithms?|refs?\.)\s?\(?|\[)$",
    re.IGNORECASE,
)
_CITED = re.compile(r"(?:et al\.?,? \(?|\b[A-Z][\w’'-]+,? \(|[A-Z][\w’'-]+, )(?:19|20)\d\d[a-z]?[);]?$")
"""A year behind a name: "Kim (2014)", "(Kim et al., 2014)"."""


def _has_unit(asked: Asked, text: str, spot: tuple[int, int]) -> bool:
    beside = text[max(0, spot[0] - 4) : spot[1] + 12].lower()
    return not asked.units or any(re.search(rf"(?<![a-z]){re.escape(unit)}(?![a-z])", beside) for unit in asked.units)


_PHRASED = frozenset({"definition", "purpose", "reason", "manner", "list", "verdict", "choice", "clause"})


def _spots(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    return [match.span() for match in pattern.finditer(text)]


def has_shape(asked: Asked, text: str, question: str) -> float:
    """1.0 when the sentence holds what is asked for, 0.5 when it could, 0.0 when it cannot."""
    spots = values(asked, text, question)
    if not spots:
        return 0.0
    checks: dict[Wanted, Callable[[], float]] = {
        "count": lambda: 1.0 if any(_unit_near(asked, text, spot) for spot in spots) else 0.5,
        "person": lambda: 1.0 if any(len(text[a:b].split()) > 1 for a, b in spots) else 0.5,
        "place": lambda: 1.0 if any(a > 0 for a, _ in spots) else 0.5,
        "name": lambda: 1.0 if any(a > 0 for a, _ in spots) else 0.5,
        "definition": lambda: max(strength for _, strength in definitions(asked.subject, text)),
        "amount": lambda: 1.0 if any(said_of(asked, text, spot) for spot in spots) else 0.5,
        "list": lambda: _enumerates(asked, text),
        "choice": lambda: 1.0 if set(stems(" ".join(asked.options))) & set(stems(text)) else 0.0,
    }
    check = checks.get(asked.wanted)
    return check() if check else 1.0


def said_of(asked: Asked, text: str, spot: tuple[int, int]) -> bool:
    """Whether a value is said of the measure asked for: "a context length of 1 million", "the rate is 0.1", "costs $5"."""
    before = stems(re.split(r"[;:]\s", text[max(0, spot[0] - _REACH) : spot[0]])[-1])
    measure = set(stems(" ".join(asked.focus[-2:])))
    linked = bool(before) and before[-1] in _LINKS
    return linked and bool(measure) and measure <= set(before)


def is_measured(asked: Asked, around: Collection[str], text: str = "") -> bool:
    """Whether the measure that a question asks for is spoken of at all: a price is no answer to a question for a length."""
    if asked.wanted != "amount" or not asked.focus:
        return True
    measure = asked.focus[-1]
    kin = next((group for group in _SAME_MEASURE if measure in group), (measure,))
    return any(sign in text for sign in _SIGNS if sign in kin) or bool(set(stems(" ".join(kin))) & set(around))


_SIGNS = ("$", "€", "%")
"""Measures that are printed as a sign beside their number."""
_SAME_MEASURE = (
    ("cost", "costs", "price", "fee", "expense", "budget", "$", "€", "usd", "dollars"),
    ("length", "size", "long", "window", "tokens", "words"),
    ("speed", "throughput", "fast", "faster"),
    ("latency", "delay", "runtime", "milliseconds", "seconds"),
    ("duration", "time", "long", "hours", "days", "weeks", "minutes"),
    ("dimension", "dimensionality", "size", "dimensional", "width"),
    ("percentage", "percent", "proportion", "fraction", "share", "ratio", "%"),
    ("number", "count", "total", "amount", "many"),
)
"""Measures that papers name in one another's stead."""

_REACH = 45
"""Characters before a value in which its measure is named: some seven words."""
_LINKS = frozenset("of is was are were be to at by just only about around approximately over up =".split())


def _enumerates(asked: Asked, text: str) -> float:
    """1.0 for a sentence that announces as many things as are asked for and then names as many."""
    if _OPENS_LIST.search(text) and set(stems(" ".join(asked.focus[-1:]))) & set(stems(text.partition(":")[0])):
        return 1.0  # the next sentences go on with it
    if _items(text) < (asked.number or 2):
        return 0.3
    announced = asked.number is None or {str(asked.number), NUMBER_WORDS.get(asked.number, "")} & set(words(text))
    return 1.0 if announced else 0.6


_OPENS_LIST = re.compile(r":\s*\(?(?:1|i|a)[.)]\s")


def _items(text: str) -> int:
    """How many things the longest enumeration of a sentence holds."""
    numbered = len(re.findall(r"\(\w{1,3}\)|\b\d\)", text))
    clauses = re.split(r"[.:]\s", re.sub(r",\s+(?:and|or)\b", ",", text))
    return max(numbered, *(1 + len(re.findall(r"[,;]|\b(?:and|or)\b", clause)) for clause in clauses))


def _unit_near(asked: Asked, text: str, spot: tuple[int, int]) -> bool:
    """Whether the thing counted is named right after (or just before) the number."""
    wanted = set(stems(" ".join(asked.focus)))
    return bool(wanted & set(stems(text[max(0, spot[0] - 20) : spot[1] + 45])))
