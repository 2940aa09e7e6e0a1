"""Summaries as a tree: passages under sections, sections under a document, documents under topics.

Every sentence keeps its sources. One that was taken from the text is its source, letter for letter; one that a model
wrote has the sentences it was written from.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, NewType, Protocol, TypeAlias, runtime_checkable

from paperatlas.core.answers import Citation
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.sections import find_heading
from paperatlas.core.types import Heading, Span

__all__ = [
    "CitedSentence",
    "Level",
    "NodeId",
    "Summaries",
    "Summary",
    "SummaryNode",
    "SummarySentence",
    "SummarySource",
    "SummaryStore",
    "SummaryTree",
    "WrittenSentence",
]

Level: TypeAlias = Literal["section", "document", "topic"]

NodeId = NewType("NodeId", str)
"""`<document id>:<number of the node, in reading order>`; of a topic `topic:<hash of its documents' ids>`."""


class SummarySource(NamedTuple):
    """A stretch of a page, and the passage it stands in."""

    document: DocumentId
    span: Span
    chunk: ChunkId
    section: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SummarySentence:
    """A sentence of a summary."""

    text: str
    """Of an extracted sentence the page's own text; the parts of one that runs over a page's end are joined by a space."""
    sources: tuple[SummarySource, ...]
    """In reading order; never empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryNode:
    """A section, a document or a group of documents, in a few sentences."""

    id: NodeId
    level: Level
    documents: tuple[DocumentId, ...]
    """One but for a topic."""
    title: str
    """Heading without its number, title of the document, or the words that tell a topic from the others."""
    number: str = ""
    """The heading's number."""
    section: str = ""
    """Path of headings as chunks have it; empty for documents and topics, and for text before the first heading."""
    page: int = 1
    sentences: tuple[SummarySentence, ...] = ()
    children: tuple[NodeId, ...] = ()
    """The nodes beneath; of a topic the roots of its documents' trees."""
    passages: tuple[ChunkId, ...] = ()
    """The chunks that belong to it and to none of its children, in reading order."""

    @property
    def label(self) -> str:
        """Number and title as printed."""
        return f"{self.number} {self.title}".strip()


@dataclass(frozen=True, kw_only=True)
class SummaryTree:
    """The summaries of one document. Nodes are in reading order, the document first, each section before its subsections."""

    nodes: tuple[SummaryNode, ...]

    @property
    def root(self) -> SummaryNode:
        return self.nodes[0]

    @cached_property
    def _by_id(self) -> Mapping[NodeId, SummaryNode]:
        return {node.id: node for node in self.nodes}

    def node(self, id_: NodeId) -> SummaryNode:
        return self._by_id[id_]

    def beneath(self, node: SummaryNode) -> Iterator[SummaryNode]:
        """The node and all nodes beneath it, in reading order."""
        yield node
        for child in node.children:
            yield from self.beneath(self._by_id[child])

    def passages(self, node: SummaryNode) -> tuple[ChunkId, ...]:
        """The chunks of a node and of all beneath it, in reading order."""
        return tuple(chunk for each in self.beneath(node) for chunk in each.passages)

    def section(self, name: str) -> SummaryNode | None:
        """The section that a person means by a number, a name or its usual synonym; None when there is none."""
        headings = {
            Heading(number=node.number, text=node.title, level=node.section.count(_PATH) + 1, page=node.page): node
            for node in reversed(self.nodes[1:])
            if node.title
        }
        found = find_heading(tuple(reversed(headings)), name)
        return headings[found] if found else None


_PATH = " > "


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenSentence:
    """A sentence that a model wrote from sentences it was given."""

    text: str
    sources: tuple[int, ...]
    """Which of them, by their numbers from 0; never empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSentence:
    """A sentence of a summary with its proof."""

    text: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A node of the tree as it is shown: its sentences with quotes and boxes, numbered through."""

    node: SummaryNode
    sentences: tuple[CitedSentence, ...]


class Summaries(Protocol):
    """The trees of a library's documents, the topics over them, and what models wrote from them."""

    def of(self, document: DocumentId) -> SummaryTree:
        """Raises UnknownDocument."""
        ...

    def topics(self) -> Sequence[SummaryNode]:
        """The documents in groups that speak of the same, the largest group first. Each document is in one of them."""
        ...

    def written(self, document: DocumentId, key: str) -> tuple[WrittenSentence, ...]:
        """What was kept under that key; empty when nothing was."""
        ...

    def keep(self, document: DocumentId, key: str, sentences: Sequence[WrittenSentence]) -> None:
        """Keep what a model wrote for as long as the document is there; nothing happens where that cannot be done just now."""
        ...


@runtime_checkable
class SummaryStore(Protocol):
    """A catalog that keeps trees that were made before."""

    def summary(self, document: DocumentId, rules: str) -> tuple[SummaryNode, ...]:
        """The nodes of a document as those rules made them; empty when they are not kept."""
        ...

    def written_summary(self, document: DocumentId, key: str) -> tuple[WrittenSentence, ...]:
        """What a model wrote, by the hash of all that it was given; empty when it is not kept."""
        ...
