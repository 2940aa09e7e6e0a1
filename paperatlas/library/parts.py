"""What `bootstrap` hands over to open a library with."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from paperatlas.core.graph_ports import GraphStore, Knowledge
from paperatlas.core.ports import LLM, Catalog, Embedder, PageRenderer
from paperatlas.core.reports import Fault
from paperatlas.core.verdicts import ClaimVerifier
from paperatlas.graph.extract.schema import Schema
from paperatlas.library.follow import Engines
from paperatlas.pipeline.extracting.worker import Extract
from paperatlas.pipeline.ingest.recipe import Recipe
from paperatlas.pipeline.ingest.workers import Limits

__all__ = ["GraphParts", "Parts"]


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
class Parts:
    """Adapters and settings of one library."""

    folder: Path
    embedder: Embedder
    open_engines: Callable[[Catalog, Knowledge | None], Engines]
    """Opens or creates the indexes; called at the first search or change. Knowledge is None where the graph is switched off."""
    renderer: Callable[[], PageRenderer]
    """Makes what shows pages; called when a page is first asked for."""
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
    verifier: Callable[[], ClaimVerifier] | None = None
    """Makes what judges claims; called when one is first verified."""
    store: Literal["copy", "link"] = "copy"
    workers: int = 1
    limits: Limits = field(default_factory=Limits)
    lock_seconds: float = 0.0
    """How long a change waits for another writer to finish."""
    probes: tuple[Callable[[], Iterable[Fault]], ...] = ()
    """Checks of what lies outside the library (models, services), made by `doctor` too."""
