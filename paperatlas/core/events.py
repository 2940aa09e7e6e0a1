"""What happens while a question is worked on: the one stream that commands, SSE, MCP progress, web app and runs on disk read."""

from dataclasses import dataclass
from typing import TypeAlias

from paperatlas.core.answers import Answer, Label, Route, Step, Usage

__all__ = ["Answered", "Checked", "Corrected", "Drafted", "Event", "Planned", "Retrieved", "Spent", "Worked", "Writing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """The router has decided how a question, or a part of one, is to be answered."""

    question: str
    route: Route


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved:
    """A route of retrieval is done, or has failed and the others go on."""

    route: str
    """"vector", "bm25", "graph", "summary", or "hybrid" for several fused."""
    passages: int
    seconds: float
    failure: str = ""
    """Why it gave nothing: the message and the hint of its error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """A language model is writing: all that it has written so far, of which nothing was checked and much may not stay.

    Only where drafts are asked for; each takes the place of the one before.
    """

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """A sentence that a reasoner proposes, before it was checked."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A sentence was held against its quotes."""

    text: str
    label: Label
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """What failed was repaired: searched for again, rewritten, softened or left out."""

    what: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Worked:
    """A step was done."""

    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What the language model has cost so far, of this question."""

    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The work is over; always the last event."""

    answer: Answer


Event: TypeAlias = Planned | Retrieved | Writing | Drafted | Checked | Corrected | Worked | Spent | Answered
