"""An answer as values: its proof, its claims, and how it was come by."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.searching import Scope
from paperatlas.core.types import Box, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """The proof of a statement: a verbatim quote and where it stands.

    The proof of a table's cell quotes the table's caption, which any reader of the page finds, and `row` is the row as
    printed; the boxes are the row's cells and the caption. Only for a table without a caption is the row itself the
    quote, and `start` and `end` are None.
    """

    n: int
    document: DocumentId
    doc: str
    title: str
    page: int
    section: str
    quote: str
    boxes: tuple[Box, ...]
    chunk: ChunkId | None = None
    start: int | None = None
    end: int | None = None
    row: str = ""
    """The row of the table that is quoted, cells joined by " | "; empty for a quote of text."""
    page_label: str = ""
    """What is printed on the page, where the file names it and it is not just its number."""


Label: TypeAlias = Literal["supported", "contradicted", "unverifiable"]
Status: TypeAlias = Literal["answered", "partial", "abstained"]
Reason: TypeAlias = Literal[
    "off_topic", "not_in_documents", "partly", "false_premise", "conflict", "empty_library", "budget", "upstream"
]
Kind: TypeAlias = Literal[
    "fact", "relation", "summary", "comparison", "table", "count", "metadata", "position", "list", "follow_up", "off_topic"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One statement of an answer, the citations that prove it, and the verdict on it."""

    text: str
    label: Label
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """A place that a computation counted or read."""

    document: DocumentId
    doc: str
    page: int
    box: Box | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed:
    """A value that was worked out rather than quoted, and how."""

    value: str
    method: str
    occurrences: tuple[Occurrence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A section to look into: what an abstention points at."""

    document: DocumentId
    doc: str
    page: int
    section: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """What the router made of a question."""

    kind: Kind
    tools: tuple[str, ...]
    hops: int
    decided_by: str
    confidence: float
    scope: Scope = field(default_factory=Scope)
    parts: tuple[str, ...] = ()
    """The questions it was split into, when it asks more than one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of the work on an answer, for traces."""

    name: str
    seconds: float
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What the language model cost."""

    llm_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            llm_calls=self.llm_calls + other.llm_calls,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost_usd=self.cost_usd + other.cost_usd,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer, or a reasoned refusal, with its proof."""

    question: str
    status: Status
    text: str
    confidence: float
    """Probability that the question is answerable from the library and answered rightly; given when abstaining too."""
    route: Route
    reason: Reason | None = None
    citations: tuple[Citation, ...] = ()
    claims: tuple[Claim, ...] = ()
    closest: Place | None = None
    computed: Computed | None = None
    trace: tuple[Step, ...] = ()
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionText:
    """One section of a document, from its heading to the next of its level."""

    document: DocumentId
    doc: str
    heading: str
    page: int
    text: str
    spans: tuple[Span, ...]
