"""What `bootstrap` hands over to open a library with."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from paperatlas.agents.state import QuestionLimits
from paperatlas.catalog import Engine, SqliteEngine
from paperatlas.catalog.schema import Tables
from paperatlas.core.graph_ports import GraphStore, Knowledge
from paperatlas.core.online import OnlinePapers, OnlineSearch
from paperatlas.core.ports import LLM, Catalog, Embedder, PageRenderer
from paperatlas.core.registry import Registry
from paperatlas.core.remarks import Remark
from paperatlas.core.reports import Fault
from paperatlas.core.tracing import Tracing
from paperatlas.core.verdicts import ClaimVerifier
from paperatlas.graph.extract.schema import Schema
from paperatlas.library.follow import Engines
from paperatlas.pipeline.extracting.worker import Extract
from paperatlas.pipeline.ingest.originals import Originals
from paperatlas.pipeline.ingest.originals_folder import FolderOriginals
from paperatlas.pipeline.ingest.pools import OpenPool
from paperatlas.pipeline.ingest.recipe import Recipe
from paperatlas.pipeline.ingest.workers import Limits, WorkerPool

__all__ = ["GraphParts", "OnlineParts", "Parts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphParts:
    """What the knowledge graph of a library is made with."""

    extract: Extract
    rules: str
    """Changes when `extract` would give something else."""
    schema: Callable[[], Schema]
    """The kinds of entities, for a model that reads too."""
    open_store: Callable[[], GraphStore]
    """Opens or creates the store; called at the first query or change."""
    folder: Path | None = None
    """Where the store's files lie, if they are ours: they can be made anew from the catalog."""
    seconds: float = 600.0
    """How long one document may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlineParts:
    """What may be asked of the world outside."""

    papers: OnlinePapers
    arxiv: OnlineSearch
    registry: Registry
    web: OnlineSearch | None = None
    """None where no service is set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Adapters and settings of one library."""

    folder: Path
    engine: Callable[[Tables], Engine] | None = None
    """Where tables are; None where they are files of the folder."""
    embedder: Embedder
    open_engines: Callable[[Catalog, Knowledge | None], Engines]
    """Opens or creates the indexes; called at the first search or change. Knowledge is None where the graph is switched off."""
    renderer: Callable[[], PageRenderer]
    """Makes what shows pages; called when a page is first asked for."""
    annotate: Callable[[Path, Sequence[Remark]], bytes]
    """Makes a copy of a printed file with passages marked."""
    recipe: Recipe
    index_folders: tuple[Path, ...] = ()
    """Where the indexes lie: all in them can be made anew from the catalog, and `doctor` does when they cannot be opened."""
    drop_other_indexes: Callable[[], None] = lambda: None
    """Removes what indexes of other embedders have left; called when the library has changed its embedder."""
    graph: GraphParts | None = None
    """None where it is switched off."""
    llm: LLM | None = None
    budgeted: Callable[[LLM, int | None, float | None], LLM] = lambda llm, _tokens, _usd: llm
    """Gives the model a budget of tokens and of US dollars for one piece of work."""
    limited: Callable[[LLM], LLM] = lambda llm: llm
    """Gives the model the limits of one question; called for each."""
    asking: QuestionLimits = field(default_factory=QuestionLimits)
    """How much of the model one question may have."""
    weigher: Embedder | None = None
    """Embeds what is weighed for a question; else the embedder does."""
    keep_ahead: Callable[[Sequence[str]], None] | None = None
    """Has the weigher embed sentences before they are asked about, and keep that; None where each costs."""
    forget_weighed: Callable[[], None] = lambda: None
    """Has the weigher let go of what it keeps, since papers are gone."""
    spare_embedder: Callable[[], Embedder] | None = None
    """Makes what weighs sentences while the embedder's service is out of reach."""
    verifier: Callable[[], ClaimVerifier] | None = None
    """Makes what judges claims; called when one is first verified."""
    likeness: Callable[[], Embedder] | None = None
    """Makes what evaluations tell by how like a known answer an answer is; the same whatever the embedder, or runs could not be
    compared.
    """
    online: OnlineParts | None = None
    """None where nothing may go online."""
    tracing: Tracing | None = None
    """Watches the work on questions; None where nobody does."""
    runs: int = 0
    """Questions whose stream of events is kept on disk."""
    store: Literal["copy", "link"] = "copy"
    objects: Callable[[FolderOriginals], Originals] | None = None
    """Keeps originals elsewhere, with the folder for those at hand; None where the folder keeps them all."""
    pool: OpenPool = WorkerPool
    """Where files are read."""
    workers: int = 1
    limits: Limits = field(default_factory=Limits)
    lock_seconds: float = 0.0
    """How long a change waits for another writer to finish."""
    probes: tuple[Callable[[], Iterable[Fault]], ...] = ()
    """Checks of what lies outside the library (models, services), made by `doctor` too."""

    def kept_originals(self) -> Originals:
        """Where the papers' own files are."""
        kept = FolderOriginals(self.folder.expanduser().absolute() / "originals", store=self.store)
        return self.objects(kept) if self.objects else kept

    def engine_of(self, tables: Tables) -> Engine:
        """Where these tables of the library are."""
        if self.engine is not None:
            return self.engine(tables)
        return SqliteEngine(self.folder.expanduser().absolute() / f"{tables.name}.sqlite3", tables)
