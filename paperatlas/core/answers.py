"""An answer as values: its proof, its claims, and how it was come by."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.orders import gives_orders
from paperatlas.core.searching import Scope
from paperatlas.core.standing import Standing
from paperatlas.core.sureness import Doubt, Sureness, sureness_of
from paperatlas.core.types import Box, Span
from paperatlas.core.usage import Usage as Usage  # noqa: PLC0414 - part of an answer, and taken from here


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
    translation: str = ""
    """The quote in the question's language, by a model; empty where none was made."""
    standing: Standing = ""
    """How its document stood when this was cited."""

    @property
    def flags(self) -> tuple[str, ...]:
        """What a reader should know of it: "orders" where the quote tells a machine what to do, "retracted" or "concern" where
        the paper does not stand as it was published.
        """
        orders = ("orders",) if gives_orders(self.quote) or gives_orders(self.row) else ()
        return (*orders, self.standing) if self.standing else orders


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
    why: str = ""
    """Why it is not supported, for a person; empty where it is, or nothing was said of it."""


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
    language: str = "en"
    """ISO 639-1 code of the language it is put in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of the work on an answer, for traces."""

    name: str
    seconds: float
    detail: str = ""


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
    condensed: str = ""
    """The question as it was understood from what was said before; empty where it stood by itself."""
    run_id: str = ""
    """The run on disk that holds how it was come by; empty where none is kept."""
    doubts: tuple[Doubt, ...] = ()
    """What makes it unsure; empty where it is not."""

    @property
    def sureness(self) -> Sureness | None:
        """The confidence as a word; None of a refusal, which answers nothing that one could be sure of."""
        return None if self.status == "abstained" else sureness_of(self.confidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionText:
    """One section of a document, from its heading to the next of its level."""

    document: DocumentId
    doc: str
    heading: str
    page: int
    text: str
    spans: tuple[Span, ...]
