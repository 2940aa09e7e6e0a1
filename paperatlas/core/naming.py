"""The form in which names are compared."""

import re

from paperatlas.core.text import fold

__all__ = ["name_key"]

_LEADING = re.compile(r"^(?:the|a|an|our|their|its|this|these|such)\s+")
_POSSESSIVE = re.compile(r"['’]s?\b")
_JOINTS = re.compile(r"[\s\-–—‐‑_/.,:;()\[\]{}\"“”‘’'`*]+")


def name_key(name: str) -> str:
    """A name without case, accents, article, possessive and joints: "the Mixture-of-Experts" and "mixture of experts" are one.

    Digits and signs such as + and # stay, since they tell versions apart; empty for a name of punctuation alone.
    """
    plain = _LEADING.sub("", fold(name))
    plain = _POSSESSIVE.sub("", plain)
    return _JOINTS.sub(" ", plain).strip()
