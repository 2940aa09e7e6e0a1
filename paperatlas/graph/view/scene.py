"""What the page draws: the entities that matter most, one line for each related pair, and the evidence behind each line."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import GraphEdge, GraphNode, Standing, Value
from paperatlas.graph.shape import HAS_CHUNK, IS, MENTIONS

__all__ = ["EVIDENCE_A_LINE", "MOST", "Appearance", "Drawn", "Line", "Scene", "compose"]

MOST = 5_000
"""As many entities as stay smooth on a laptop; what is left out is said on the page."""
EVIDENCE_A_LINE = 40
"""Nobody reads on after forty quotes for one pair; the rest is counted. Without a bound two much-cited works fill the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """That a document names an entity."""

    document: DocumentId
    count: int
    page: int | None
    """The first on which it does; None where only metadata names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """An entity on the page."""

    node: GraphNode
    appearances: tuple[Appearance, ...]
    degree: int
    """To how many entities it is related in the whole library, drawn or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Two entities and what relates them, in either direction."""

    ends: tuple[str, str]
    """Ids of the entities, in order."""
    evidence: tuple[GraphEdge, ...]
    """The surest first."""
    left_out: int = 0
    """Pieces of evidence beyond EVIDENCE_A_LINE."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    entities: tuple[Drawn, ...]
    """The most related first."""
    lines: tuple[Line, ...]
    documents: tuple[DocumentId, ...]
    """Those that say something of what is drawn."""
    all_entities: int
    """Of the library."""
    all_lines: int


@dataclass(slots=True)
class _Naming:
    """How often a document names an entity, and where first; counted up passage by passage."""

    count: int = 0
    page: int | None = None

    def add(self, count: int, page: int | None) -> None:
        self.count += count
        if page is not None:
            self.page = page if self.page is None else min(self.page, page)


class _Read:
    """A graph as it streams past: passages are not kept, since their text is most of its bulk."""

    def __init__(self, nodes: Iterable[GraphNode], edges: Iterable[GraphEdge]) -> None:
        self.entities = {node.id: node for node in nodes if node.label == "Entity"}
        self.pairs: defaultdict[tuple[str, str], list[GraphEdge]] = defaultdict(list)
        self.named: defaultdict[str, defaultdict[DocumentId, _Naming]] = defaultdict(lambda: defaultdict(_Naming))
        for edge in edges:
            self._take(edge)

    def _take(self, edge: GraphEdge) -> None:
        if edge.type == HAS_CHUNK or edge.target not in self.entities:
            return
        page = _integer(edge.properties.get("page"))
        if edge.type == MENTIONS:
            self.named[edge.target][edge.document].add(_integer(edge.properties.get("count")) or 1, page)
        elif edge.type == IS:
            self.named[edge.target][edge.document].add(0, None)
        elif edge.source in self.entities and edge.source != edge.target:
            self.pairs[min(edge.source, edge.target), max(edge.source, edge.target)].append(edge)
            for end in (edge.source, edge.target):
                # Its document names both, even if no passage was kept for it.
                self.named[end][edge.document].add(0, page)


def compose(nodes: Iterable[GraphNode], edges: Iterable[GraphEdge], *, most: int = MOST) -> Scene:
    """Choose what is drawn. The same graph gives the same scene, whatever the order it comes in."""
    read = _Read(nodes, edges)
    degrees = Counter(end for pair in read.pairs for end in pair)

    def rank(identity: str) -> tuple[int, int, str]:
        return -degrees[identity], -(_integer(read.entities[identity].properties.get("mentions")) or 0), identity

    chosen = sorted(read.entities, key=rank)[:most]
    kept = frozenset(chosen)
    lines = tuple(_line(ends, read.pairs[ends]) for ends in sorted(read.pairs) if kept.issuperset(ends))
    drawn = tuple(
        Drawn(node=read.entities[identity], appearances=_appearances(read.named[identity]), degree=degrees[identity])
        for identity in chosen
    )
    return Scene(
        entities=drawn,
        lines=lines,
        documents=tuple(sorted({place.document for entity in drawn for place in entity.appearances})),
        all_entities=len(read.entities),
        all_lines=len(read.pairs),
    )


def _line(ends: tuple[str, str], edges: Sequence[GraphEdge]) -> Line:
    surest = sorted(edges, key=lambda edge: (_doubt(edge.properties), edge.id))
    return Line(ends=ends, evidence=tuple(surest[:EVIDENCE_A_LINE]), left_out=max(0, len(surest) - EVIDENCE_A_LINE))


def _doubt(properties: Mapping[str, Value]) -> tuple[bool, float]:
    """What the text holds to be true comes before what it denies or leaves open, and then the surest."""
    confidence = properties.get("confidence")
    stated = properties.get("standing", Standing.ASSERTED.value) != Standing.ASSERTED.value
    return stated, -(float(confidence) if isinstance(confidence, int | float) else 0.0)


def _appearances(named: Mapping[DocumentId, _Naming]) -> tuple[Appearance, ...]:
    """In the order of how much a document speaks of it."""
    order = sorted(named, key=lambda document: (-named[document].count, document))
    return tuple(Appearance(document=each, count=named[each].count, page=named[each].page) for each in order)


def _integer(value: Value) -> int | None:
    return int(value) if isinstance(value, int | float) else None
