"""Conversations with a library: named threads of turns, so that a question may lean on what was said before it."""

from dataclasses import dataclass

from paperatlas.core.answers import Answer
from paperatlas.core.ids import DocumentId

__all__ = ["Thread", "Turn", "TurnRecord"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A question and its answer, as a later question may lean on them."""

    question: str
    """As it was asked."""
    condensed: str = ""
    """As it was understood; empty where it stood by itself."""
    documents: tuple[DocumentId, ...] = ()
    """The documents it was put to, by whoever asked or by what it leant on; empty for all."""
    answer: Answer | None = None
    """None where only the question is known."""

    @property
    def standing(self) -> str:
        """The question in words that stand by themselves."""
        return self.condensed or self.question


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRecord:
    """A turn as a thread keeps it."""

    number: int
    """From 1; the first ones of a long thread are gone."""
    at: str
    """When it was answered: ISO 8601, UTC."""
    turn: Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """A conversation at a glance."""

    name: str
    turns: int
    began: str
    """When the first turn that is kept was answered: ISO 8601, UTC."""
    last: str
    question: str
    """The one asked last."""
