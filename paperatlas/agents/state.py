"""What passes between the agents: the question, what they may use, and the draft of an answer."""

from collections.abc import Callable
from dataclasses import dataclass, field

from paperatlas.agents.deadline import Deadline
from paperatlas.core.answers import Computed, Label, Place, Reason, Status, Usage
from paperatlas.core.events import Checked, Corrected, Drafted
from paperatlas.core.graph_answers import GraphAsker
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.ports import LLM, Catalog, Embedder, Searcher
from paperatlas.core.searching import Scope
from paperatlas.core.summaries import Summaries
from paperatlas.core.sureness import Doubt
from paperatlas.core.types import Box
from paperatlas.core.verdicts import ClaimVerifier

__all__ = ["Deps", "Draft", "Proof", "Question", "QuestionLimits", "Statement"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as asked, and the part of the library it was put to."""

    text: str
    scope: Scope = field(default_factory=Scope)
    history: tuple[str, ...] = ()
    """Earlier questions of the conversation, oldest first."""
    original: str = ""
    """As it was asked, where `text` is that in the language of the papers: what is written is written in this one's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionLimits:
    """How much of a language model one question may have."""

    calls: int = 12
    """Most questions take one or two; several parts, each with several samples, take more."""
    seconds: float = 240.0
    """From its first step on: twice the longest wait for one reply. What is not there by then is done without."""
    samples: int = 1
    """Answers that it writes to one question, of which the most faithful is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deps:
    """What the agents work with. Without an `llm` every step takes its extractive form."""

    catalog: Catalog
    searcher: Searcher
    embedder: Embedder
    llm: LLM | None = None
    verifier: ClaimVerifier | None = None
    """Holds what the `llm` writes against its quotes, and what a question takes for granted against its paper; without one
    only the quotes are checked.
    """
    summaries: Summaries | None = None
    """Made from the catalog where there are none."""
    refuse_below: float | None = None
    """The confidence below which a question is refused, where the library has been calibrated."""
    graph: GraphAsker | None = None
    """Answers what relations between named things answer; None where there is no graph."""
    limits: QuestionLimits = QuestionLimits()
    deadline: Deadline = field(default_factory=Deadline)
    """After it nothing new is begun: what there is answers."""
    drafts: bool = False
    """Whether what a model writes is told while it is written."""
    passages: int | None = None
    """Read for a question; None: as many as are usually enough."""
    least: float | None = None
    """The confidence that whoever asks wants at least, of an answer however it was come by."""
    crop: Callable[[DocumentId, Box], bytes] | None = None
    """The part of a page as PNG, for an `llm` that sees. Raises InputError where there is nothing to show."""
    spare: Callable[[], Embedder] | None = None
    """Makes what weighs sentences while the `embedder` is out of reach."""


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
    translation: str = ""
    """The quote in the question's language, by a model."""
    picture: Box | None = None
    """What a model was shown, where it has read from a picture; the quote is its caption."""


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
    told: tuple[Drafted | Checked | Corrected, ...] = ()
    """What became of sentences on the way, those left out too, in order; empty where each is as it was proposed."""
    doubts: tuple[Doubt, ...] = ()
    """What speaks against trusting it, as far as whoever made it or checked its proofs knows."""
