"""What passes between the agents: the question, what they may use, and the draft of an answer."""

from dataclasses import dataclass, field

from paperatlas.core.answers import Answer, Computed, Label, Place, Reason, Status, Step, Usage
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.ports import LLM, Catalog, Embedder, Searcher
from paperatlas.core.searching import Scope
from paperatlas.core.summaries import Summaries
from paperatlas.core.types import Box
from paperatlas.core.verdicts import ClaimVerifier

__all__ = ["Answered", "Deps", "Draft", "Event", "Proof", "Question", "Statement", "Worked"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as asked, and the part of the library it was put to."""

    text: str
    scope: Scope = field(default_factory=Scope)
    history: tuple[str, ...] = ()
    """Earlier questions of the conversation, oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deps:
    """What the agents work with. Without an `llm` every step takes its extractive form."""

    catalog: Catalog
    searcher: Searcher
    embedder: Embedder
    llm: LLM | None = None
    verifier: ClaimVerifier | None = None
    """Holds what the `llm` writes against its quotes; without one only the quotes are checked."""
    summaries: Summaries | None = None
    """Made from the catalog where there are none."""
    refuse_below: float | None = None
    """The confidence below which a question is refused, where the library has been calibrated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A quote and where it stands: a citation that has no number yet.

    `start` and `end` are offsets in the page's text, and the quote is exactly that text. The proof of a table's cell
    quotes the table's caption, and `row` is the row as printed, cells joined by " | "; its boxes are the row's cells and
    the caption. A table without a caption in the text is quoted by its row, and `start` and `end` are None.
    """

    document: DocumentId
    page: int
    section: str
    quote: str
    boxes: tuple[Box, ...] = ()
    chunk: ChunkId | None = None
    start: int | None = None
    end: int | None = None
    row: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One sentence of an answer, without marks, and its proofs. A computed statement may have none."""

    text: str
    proofs: tuple[Proof, ...] = ()
    label: Label = "supported"
    """What the verifier said of a statement that a model has written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a reasoner or an operator proposes; the reflector checks it, numbers its proofs and makes the answer."""

    statements: tuple[Statement, ...]
    confidence: float
    computed: Computed | None = None
    status: Status = "answered"
    reason: Reason | None = None
    closest: Place | None = None
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worked:
    """A step was done."""

    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The work is over; always the last event."""

    answer: Answer


Event = Worked | Answered
"""The one stream that command line, SSE, MCP progress, web app and traces read."""
