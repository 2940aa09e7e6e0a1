"""Where in a sentence a value of the kind asked for stands: numbers, dates, names, and the phrases that define or explain."""

import re
from collections.abc import Callable

from paperatlas.agents.asked import Asked, Wanted
from paperatlas.agents.terms import stems
from paperatlas.core.text import words

__all__ = ["has_shape", "values"]

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
    r"(?:[A-Z][\w’'.+-]*|[a-z]+[A-Z]\w*)(?:\s+(?:of|the|de|van|von|la|and|for)\s+(?=[A-Z])|\s+(?=[A-Z0-9])|[A-Z][\w’'.+-]*|\d[\w.]*)*"
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


def values(asked: Asked, text: str, question: str) -> list[tuple[int, int]]:
    """Half-open offsets of what could be the answer itself; what the question already says is none."""
    known = set(words(question))
    match asked.wanted:
        case "count" | "amount":
            found = _spots(_NUMBER, text)
        case "date":
            found = _spots(_DATE, text)
        case "person" | "place" | "name":
            found = [
                *_spots(_CAPITALISED, text),
                *([] if asked.wanted == "person" else _spots(re.compile(r"\b\d[\w.]*\b"), text)),
            ]
        case "definition":
            found = _definitions(asked, text)
        case "purpose" | "reason" | "manner" | "list":
            found = _spots(_CUES[asked.wanted], text)
        case _:
            found = [(0, len(text))]
    return [(a, b) for a, b in found if asked.wanted in _PHRASED or not set(words(text[a:b])) <= known]


_PHRASED = frozenset({"definition", "purpose", "reason", "manner", "list", "verdict", "choice", "clause"})


def _spots(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    return [match.span() for match in pattern.finditer(text)]


def _definitions(asked: Asked, text: str) -> list[tuple[int, int]]:
    """Where the text says what the subject is."""
    subject = words(re.sub(r"^(?:the|an?)\s+", "", asked.subject, flags=re.IGNORECASE))
    if not subject:
        return []
    name = r"[\W_]{0,3}".join(re.escape(word) for word in _core(subject)) + r"s?"
    tail = r"(?:\s+\w+){0,2}?"
    forms = (
        rf"\b{name}\b{tail}(?:\s*\([^)]*\))?[”\"’')]*,?\s+(?:is|are|was|were|{_VERBS})\b",
        rf"\b{name}\b(?:\s*\([^)]*\))?\s*[,:–—-]\s+(?:an?|the|which|where|our|i\.e\.)\b",
        rf"\b(?:{_NAMING})\s+(?:the\s+|as\s+)?[“\"‘'(]*{name}\b",
        rf"\b(?:{_COINING})(?:s|d|ed)?\b[^.]{{0,60}}?\b{name}\b",
        rf"\w[^.()]{{3,80}}\(\s*{name}s?\s*[,;)]",
        rf"\b{name}\s*\([^)]{{8,}}\)",
    )
    return [match.span() for form in forms for match in re.finditer(form, text, re.IGNORECASE)]


_VERBS = "refers? to|denotes?|means|stands for|consists? of|describes?"
_NAMING = "called|named|termed|dubbed|known as|referred to as|denoted(?: as| by)?|namely|abbreviated as|defined as"
_COINING = "propose|introduce|present|develop|define|describe|call|name|term"

_GENERIC = frozenset(
    "method model approach technique algorithm system framework dataset task metric paper architecture network".split()
)


def _core(subject: list[str]) -> list[str]:
    """The subject without the class word that a question adds ("the MCLS method")."""
    return subject[:-1] if len(subject) > 1 and subject[-1] in _GENERIC else subject


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
        "choice": lambda: 1.0 if set(stems(" ".join(asked.options))) & set(stems(text)) else 0.0,
    }
    check = checks.get(asked.wanted)
    return check() if check else 1.0


def _unit_near(asked: Asked, text: str, spot: tuple[int, int]) -> bool:
    """Whether the thing counted is named right after (or just before) the number."""
    wanted = set(stems(" ".join(asked.focus)))
    return bool(wanted & set(stems(text[max(0, spot[0] - 20) : spot[1] + 45])))
