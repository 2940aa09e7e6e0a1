"""A value of a paper, ready to be said: its text, where it is printed, or how it was worked out."""

from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.agents.state import Proof
from paperatlas.core.answers import Occurrence

__all__ = ["Value", "counted", "joined"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What to say, and what speaks for it."""

    text: str
    value: str = ""
    """The bare value of what was worked out, where the text says more."""
    proofs: tuple[Proof, ...] = ()
    method: str = ""
    """How it was worked out; empty when it is quoted only."""
    occurrences: tuple[Occurrence, ...] = ()
    sure: float = 0.95


def joined(items: Sequence[str], last: str = " and ") -> str:
    """As in "a, b and c"."""
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + last + items[-1] if items else ""


def counted(number: int, one: str, many: str = "") -> str:
    """As in "1 page", "12 pages"."""
    return f"{number} {one if number == 1 else many or one + 's'}"
