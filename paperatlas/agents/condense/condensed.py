"""What becomes of a question in its conversation."""

from dataclasses import dataclass, field
from typing import Literal

from paperatlas.core.answers import Usage
from paperatlas.core.ids import DocumentId

__all__ = ["Condensed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Condensed:
    """A question in words that stand by themselves."""

    question: str
    by: Literal["", "rules", "model"] = ""
    """Who put it so; empty when it is as it was asked."""
    documents: tuple[DocumentId, ...] = ()
    """What it leant on: the documents of an earlier citation, or those that the question before was put to."""
    usage: Usage = field(default_factory=Usage)
    failure: str = ""
    """Why the model could not put it so, and the rules did."""
