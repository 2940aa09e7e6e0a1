"""Several questions in one, taken apart."""

import re

__all__ = ["split"]

_ASKS = (
    r"(?:what|which|who|whom|whose|where|when|why|how|is|are|was|were|does|do|did|can|could|list|give|show"
    r"|summari[sz]e|compare|explain|describe|name)"
)
_JOINT = re.compile(
    rf"[?.!;]\s+(?=(?:and |also |then )?{_ASKS}\b)"
    r"|,?\s+(?:and|as well as|and also|and then|but(?!\s+(?:which|who|whose|where)\b))\s+"
    r"(?=(?:what|which|who|whose|where|when|why|how (?:many|much|long|often|does|do|did|is|are|was|were)"
    r"|in which|in what|on which|on what|at which)\b)",
    re.IGNORECASE,
)
"""Where one question ends and the next begins. "But which …" goes on about the same thing."""
_ASKED = re.compile(rf"\b{_ASKS}\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:it|they|them|this|that)\b(?! (?:paper|is (?:possible|important)))", re.IGNORECASE)
_POSSESSIVE = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
_NAME = re.compile(
    r"\bthe (?:[\w-]+ ){0,3}(?:paper|article|model|method|system|dataset|corpus)\b"
    r"|\b[\w-]*[A-Z][\w-]*(?: [\w-]*[A-Z\d][\w-]*)*"
)
_LEAST_WORDS = 2
"""A shorter tail ("and why?") is no question of its own."""


def split(text: str) -> tuple[str, ...]:
    """The questions in a plain text, each able to stand alone; empty when it asks one thing.

    A pronoun in a later part is replaced with what the part before names, since each part is searched for by itself.
    """
    pieces = [piece.strip(" ,?!.;") for piece in _JOINT.split(text)]
    pieces = [re.sub(r"^(?:and|also|then)\s+", "", piece, flags=re.IGNORECASE) for piece in pieces]
    if len(pieces) < 2 or any(len(piece.split()) < _LEAST_WORDS or not _ASKED.match(piece) for piece in pieces[1:]):
        return ()
    if not _ASKED.search(pieces[0]):
        # A statement that leads up to the question is part of it.
        return ()
    parts = [pieces[0]]
    for piece in pieces[1:]:
        parts.append(_standing_alone(piece, parts[0]))
    return tuple(f"{part[0].upper()}{part[1:]}?" for part in parts)


def _standing_alone(piece: str, first: str) -> str:
    names = [name.group() for name in _NAME.finditer(first) if name.start() > 0]
    if not names:
        return piece
    own = "the" if names[0].lower().startswith("the ") else ""
    if not own and _NAME.search(piece, 1):
        return piece
    with_owner = _POSSESSIVE.sub(f"{names[0]}'s", piece, count=1)
    return _PRONOUN.sub(names[0], with_owner, count=1)
