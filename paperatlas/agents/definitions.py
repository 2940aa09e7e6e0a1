"""Where a text says what something is, and how plainly."""

import re
from functools import lru_cache

from paperatlas.core.text import words

__all__ = ["core_of", "definitions"]

_GENERIC = frozenset(
    "method methods model models approach technique algorithm system framework dataset task metric paper architecture"
    " network loss mechanism function layer module".split()
)
"""Class words that a question adds to a name ("the MCLS method")."""

_COINING = "propose|introduce|present|develop|release|design|describe|define|call|name|term|build|create|devise"
_NAMING = (
    "called|named|termed|dubbed|known as|referred to as|denoted(?: as| by)?|namely|abbreviated(?: as| to)?|defined as|coined"
)
_NO_PLACE = r"(?<!for )(?<!in )(?<!with )(?<!to )(?<!on )(?<!from )"
_FORMS: tuple[tuple[float, str], ...] = (
    (1.0, r"\b{name}\b{aside}[”\"’')]*,?\s+(?:is|are|was|were)\s+(?:an?|the|our|one|another|any|those|used to|meant to)\b"),
    (
        1.0,
        (
            r"\b{name}\b{aside}[”\"’')]*,?\s+(?:(?:which|that)\s+)?"
            r"(?:refers? to|denotes?|means|stands for|consists? of|comprises?"
            r"|(?:is|are) (?:defined as|known as|composed of|made of))\b"
        ),
    ),
    (
        1.0,
        _NO_PLACE + r"\b{name}\b[)”\"’']*{aside}\s*[,–—-]\s*(?:an?|our|the|i\.e\.,?|which is)\s",
    ),
    (1.0, r"\b(?:" + _NAMING + r")\s+(?:the\s+|as\s+)?[“\"‘'(]*{name}\b"),
    (1.0, r"\b(?:" + _COINING + r")(?:s|d|ed)?\b[^.]{{0,60}}?\b{name}\b{aside}(?:,?\s+(?:an?|the|that|which|whose)\b|\s*:)"),
    (0.7, r"\b(?:" + _COINING + r")(?:s|d|ed)?\b[^.]{{0,60}}?\b{name}\b"),
    (0.8, r"\b{name}\s*\((?!\d)[^)]{{8,}}\)"),
    (0.8, r"(?:\w[\w-]* ){{2,}}\(\s*{name}s?\s*[,;)]"),
    (0.5, r"\b{name}\b{aside}[”\"’')]*,?\s+(?:\w+ly\s+)?(?:is|are)\s+\w+ed\b"),
    (0.5, r"\b{name}\b{aside}\s+(?:\w+ly\s+)?(?:\w{{3,}}[a-rt-z]s|use|have|has)\b"),
    (0.4, r"\b{name}\b{aside}[”\"’')]*,?\s+(?:is|are|was|were)\b"),
)
"""How definitions are put, plainest first: strength (0 to 1) and pattern. A bare "X is …" may say anything of X."""
_ASIDE = r"(?:\s*(?:\([^)]*\)|\[[^\]]*\]))*"
"""A name is followed by its abbreviation or its references before the sentence goes on."""
_SENTENCES = 1024
"""Sentences that are remembered: a question looks at the same ones from several sides."""


@lru_cache(maxsize=_SENTENCES)
def definitions(subject: str, text: str) -> tuple[tuple[tuple[int, int], float], ...]:
    """Half-open offsets of each place that says what the subject is, with its strength."""
    return tuple((match.span(), strength) for strength, form in _forms(subject) for match in form.finditer(text))


@lru_cache(maxsize=64)
def _forms(subject: str) -> tuple[tuple[float, re.Pattern[str]], ...]:
    """The forms for one subject: it is looked for in all sentences of a question."""
    named = core_of(subject)
    if not named:
        return ()
    name = r"[\W_]{0,3}".join(re.escape(word) for word in named) + "s?"
    return tuple((strength, re.compile(form.format(name=name, aside=_ASIDE), re.IGNORECASE)) for strength, form in _FORMS)


def core_of(subject: str) -> list[str]:
    """The words of a subject without its article and without the class word that a question adds."""
    named = words(re.sub(r"^(?:the|an?)\s+", "", subject, flags=re.IGNORECASE))
    return named[:-1] if len(named) > 1 and named[-1] in _GENERIC else named
