"""A search as values: what part of a library, by which stages, and what was found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Chunk, ChunkKind
from paperatlas.core.usage import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Which part of a library a question or search is about; empty means all of it."""

    documents: tuple[DocumentId, ...] = ()
    page: int | None = None
    section: str = ""
    """Part of a section's path, without regard to case."""
    years: tuple[int, int] | None = None
    """First and last year, both included."""
    where: tuple[tuple[str, str], ...] = ()
    """Metadata fields that must equal a value, without regard to case."""
    collections: tuple[str, ...] = ()
    """Documents in any of these."""
    kinds: tuple[ChunkKind, ...] = ()
    author: str = ""
    """Part of an author's name, without regard to case and accents."""

    @property
    def is_whole(self) -> bool:
        """True when nothing is left out."""
        return self == Scope()


Mode: TypeAlias = Literal["auto", "hybrid", "vector", "lexical", "graph", "summary"]


STAGE_NAMES: Mapping[str, str] = {
    "vector": "vectors",
    "bm25": "words",
    "graph": "the knowledge graph",
    "summary": "summaries",
    "expand": "the other forms of names that the library defines",
    "feedback": "drawing the query towards its best passages",
    "rewrite": "other wordings by a language model",
    "hyde": "a hypothetical answer by a language model",
    "rerank": "a reranker",
    "mmr": "making room for what is different",
    "neighbours": "the passages beside the best ones",
}
"""Stages by the names that people switch them off by, on every surface, and what each brings in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages:
    """Which stages a search may use; what is off is not tried, what is on runs where the library has it."""

    off: frozenset[str] = frozenset()
    """Keys of STAGE_NAMES."""

    @classmethod
    def without(cls, *names: str) -> "Stages":
        """All but those.

        Raises:
            ValueError: there is no such stage.
        """
        if unknown := set(names) - STAGE_NAMES.keys():
            raise ValueError(f"There is no stage {', '.join(sorted(unknown))}; there are {', '.join(STAGE_NAMES)}.")
        return cls(off=frozenset(names))

    def __contains__(self, name: str) -> bool:
        return name not in self.off


ALL_STAGES = Stages()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """How a search is to be made and told."""

    stages: Stages = ALL_STAGES
    syntax: bool = False
    """Read "quoted phrases" and prefix* as conditions; a question asked in words is no formula."""
    by_document: bool = False
    """One hit a document, its best."""
    explain: bool = False
    """Say of each hit what each stage saw in it and why it was moved."""


PLAIN_SEARCH = SearchOptions()
AS_WORDED = SearchOptions(stages=Stages.without("rewrite", "hyde"))
"""In its own words alone: for searches beside the one for what a person asked, which is the one that a language model is paid to
put in other words.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A chunk found for a query."""

    rank: int
    """1 is best."""
    score: float
    chunk: Chunk
    routes: Mapping[str, int] = field(default_factory=dict)
    """Rank in each route that found it."""
    similarity: float | None = None
    """Cosine of query and chunk, where the vector route scored it."""
    why: tuple[str, ...] = ()
    """What each stage saw in it, and why it was moved; only where an explanation was asked for."""
    page_label: str = ""
    """What is printed on its page, where the file names it and it is not just its number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteReport:
    """What became of one route of a search."""

    route: str
    """"vector", "lexical", "graph" or "summary"."""
    passages: int
    seconds: float
    """Routes run side by side, so these do not add up."""
    failure: str = ""
    """Why it gave nothing, or not all: the message and the hint of its error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """Hits in order, and how they were found."""

    query: str
    mode: Mode
    hits: tuple[Hit, ...]
    seconds: float
    explain: tuple[str, ...] = ()
    """What each stage did, in order."""
    failed: tuple[tuple[str, str], ...] = ()
    """Stages that failed and were done without: name and reason."""
    routes: tuple[RouteReport, ...] = ()
    """What each route did; empty where the searcher has none."""
    usage: Usage | None = None
    """What other wordings cost; None where no language model was asked."""
