"""Which row or column of a table is meant by what somebody calls it."""

from collections.abc import Iterable, Sequence

from paperatlas.agents.operators.table_terms import share, tokens
from paperatlas.agents.terms import Term, question_terms

__all__ = ["likeness", "meant", "most_like"]

_LEAST = 0.5
"""Below this share of words in common two names mean different things."""
_PRECISION = 0.4
"""What it counts that a name says nothing more than was asked for, beside that it says all of it."""


def likeness(asked: str, name: str) -> float:
    """0 to 1: how much of what was asked a name says, and how little else."""
    said = tokens(name)
    if not said:
        return 0.0
    if asked.strip().lower() == name.strip().lower():
        return 1.0
    terms = _terms(asked)
    got = share(terms, said)
    meant_by = sum(any(share([term], {token}) for term in terms) for token in said) / len(said)
    return (1 - _PRECISION) * got + _PRECISION * meant_by if got else 0.0


def _terms(text: str) -> Sequence[Term]:
    """The words of a name; those that say nothing in a question ("All", "no") are names in a table."""
    return question_terms(text) or [Term(word=token, stem=token, weight=1.0) for token in tokens(text)]


def meant(asked: str, names: Iterable[str]) -> int | None:
    """The index of the name that is most like what was asked; None where none is."""
    best, index = max(((likeness(asked, name), -at) for at, name in enumerate(names)), default=(0.0, 0))
    return -index if best >= _LEAST else None


def most_like(asked: str, names: Sequence[str], most: int = 12) -> list[str]:
    """The names to offer where none is meant."""
    return sorted(dict.fromkeys(name for name in names if name), key=lambda name: -likeness(asked, name))[:most]
