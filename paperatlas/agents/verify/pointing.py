"""A claim whose subject the text only points at: "Northwind supports 100 languages" beside "It supports 100 languages"."""

import re

from paperatlas.agents.verify.lexicon import FUNCTION_WORDS
from paperatlas.agents.verify.words import stem
from paperatlas.core.rarity import RAREST, rarity
from paperatlas.core.text import words

__all__ = ["as_pointed"]

_POINTER = re.compile(
    r"(?:^|[.;:]\s+|,\s)(it|they|(?:our|this|these|the)\s(?:\w+\s)?(?:model|models|method|approach|system|network|framework"
    r"|architecture|dataset|corpus|algorithm|authors|tool|paper|work|study))\b",
    re.IGNORECASE,
)
"""A subject that only points, at the beginning of a sentence or clause."""
_NAME = re.compile(r"(?:The\s)?([A-Z0-9][\w.+]*(?:[-–][\w.+]+)*(?:\s[A-Z][\w.+]*(?:[-–][\w.+]+)*){0,4})\s+(?=([a-z]+)\b)")
"""A claim's subject that is a name, and the word behind it."""
_VERB = re.compile(r"(?:is|was|are|were|has|have|had|can|cannot|could|may|might|will|does|did|do|\w+s|\w+ed)$")


def _is_name(text: str) -> bool:
    """Printed as a name, or no English word: a claim begins with a capital in any case."""
    return any(char.isupper() or char.isdigit() for char in text[1:]) or rarity(text.lower(), unlisted=RAREST) >= RAREST


def as_pointed(claim: str, text: str) -> str:
    """The claim with the text's own pointer for its subject, where the text names nothing of that subject; else the claim."""
    subject = _NAME.match(claim)
    pointer = _POINTER.search(text)
    if subject is None or pointer is None or not _VERB.match(subject[2]):
        return claim
    named = {stem(word) for word in words(subject[1]) if word not in FUNCTION_WORDS}
    if not _is_name(subject[1]):
        return claim
    if named & set(map(stem, words(text))):
        return claim
    spoken = pointer[1]
    return f"{spoken[:1].upper()}{spoken[1:]} {claim[subject.end() :]}"
