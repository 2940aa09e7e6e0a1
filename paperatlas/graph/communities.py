"""What a library is about as a whole: groups of entities that its passages name together, each with sentences that say so.

Groups are found by Louvain's method on the graph of entities, in which two are tied by the passages that name both and by
the relations stated between them. Nothing is written: the words of a group are names, its sentences are the papers' own.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np
from scipy.sparse import csr_array

from paperatlas.core.graph_ports import Knowledge
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.knowledge import EntityId, Standing
from paperatlas.core.naming import name_key
from paperatlas.core.ports import ChunkStore
from paperatlas.core.summaries import SummarySentence, SummarySource
from paperatlas.core.text import sentences
from paperatlas.core.types import Chunk
from paperatlas.graph.walk.passages import PassageGraph

__all__ = ["Community", "CommunitySettings", "communities"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommunitySettings:
    """How coarse the groups are, and how much is told of each."""

    entities: int = 5000
    """Those that most passages name: others stand in too few to tie anything together, and Louvain takes its time."""
    passages: int = 2
    """Fewest that name an entity: what one passage names alone ties nothing together."""
    ties: int = 20
    """Strongest of each entity: the others, which a hub has with everything, make no group."""
    resolution: float = 1.0
    smallest: int = 3
    """Entities of a group; fewer are a pair, not a subject."""
    titles: int = 3
    sentences: int = 3
    read: int = 12
    """Passages of each group that its sentences are taken from, the most central first."""
    longest: int = 60
    """Words of a sentence: longer ones are lists, or two sentences that were read as one."""
    seed: int = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Community:
    """Entities that belong together."""

    entities: tuple[EntityId, ...]
    """Most central first."""
    title: tuple[str, ...]
    """Names of the first."""
    documents: tuple[DocumentId, ...]
    """Those that name most of it first."""
    sentences: tuple[SummarySentence, ...]
    """Verbatim, in the order of how many of its entities they name."""
    weight: float
    """Its share of all ties in the library."""


def communities(
    graph: PassageGraph, knowledge: Knowledge, chunks: ChunkStore, settings: CommunitySettings = CommunitySettings()
) -> tuple[Community, ...]:
    """The largest first. The same library gives the same ones."""
    columns = _tying(graph, settings)
    if not columns:
        return ()
    ties = _ties(graph, columns, knowledge, settings.ties)
    told = _Told(graph, knowledge, chunks, settings, dict(ties.degree(weight="weight")))
    groups = nx.community.louvain_communities(ties, weight="weight", resolution=settings.resolution, seed=settings.seed)
    found = [told.community(group) for group in groups if len(group) >= settings.smallest]
    return tuple(sorted(found, key=lambda community: (-community.weight, community.entities)))


def _tying(graph: PassageGraph, settings: CommunitySettings) -> Sequence[int]:
    """The columns of the entities that tie passages together, in order."""
    named = np.bincount(graph.named.indices, minlength=len(graph.entities))
    enough = np.flatnonzero(named >= settings.passages)
    return sorted(enough[np.argsort(-named[enough], kind="stable")][: settings.entities].tolist())


def _ties(graph: PassageGraph, columns: Sequence[int], knowledge: Knowledge, most: int) -> nx.Graph:
    """How often two are named together and what is stated of them; of each entity the `most` strongest."""
    part = csr_array(graph.named[:, columns]).sqrt()
    # Of a passage with n names each has about 1/n, and so has each pair of them: Newman's weights of authors and papers.
    together = csr_array(part.T @ part)
    tied = nx.Graph()
    tied.add_nodes_from(columns)
    for one in range(len(columns)):
        begin, end = together.indptr[one], together.indptr[one + 1]
        others, weights = together.indices[begin:end], together.data[begin:end]
        for at in np.argsort(-weights, kind="stable")[: most + 1]:
            if others[at] != one:
                tied.add_edge(columns[one], columns[others[at]], weight=float(weights[at]))
    for stated in knowledge.relations(entities=[graph.entities[column] for column in columns]):
        ends = (graph.column.get(stated.head), graph.column.get(stated.tail))
        if all(end in tied for end in ends) and ends[0] != ends[1] and stated.standing is Standing.ASSERTED:
            before = tied.get_edge_data(*ends, {"weight": 0.0})["weight"]
            tied.add_edge(*ends, weight=before + stated.confidence)
    return tied


class _Told:
    """Groups of entities, and what the passages of a library say of them."""

    def __init__(
        self,
        graph: PassageGraph,
        knowledge: Knowledge,
        chunks: ChunkStore,
        settings: CommunitySettings,
        central: Mapping[int, float],
    ) -> None:
        """`central` is the weight of all ties of each entity, by its column."""
        self._graph = graph
        self._knowledge = knowledge
        self._chunks = chunks
        self._settings = settings
        self._central = central
        self._total = sum(central.values())

    def community(self, group: Collection[int]) -> Community:
        ordered = sorted(group, key=lambda column: (-self._central[column], column))
        worth = {self._graph.entities[column]: self._central[column] / self._total if self._total else 0.0 for column in ordered}
        known = self._knowledge.entities(worth)
        of_passages = self._of_passages(worth)
        forms = {name_key(form): worth[one] for one in worth if one in known for form in (known[one].name, *known[one].aliases)}
        return Community(
            entities=tuple(worth),
            title=tuple(known[entity].name for entity in worth if entity in known)[: self._settings.titles],
            documents=self._documents(of_passages),
            sentences=tuple(_telling(self._read(of_passages), forms, self._settings)),
            weight=sum(worth.values()),
        )

    def _of_passages(self, worth: Mapping[EntityId, float]) -> Mapping[ChunkId, float]:
        """How much of a group each passage names, most first."""
        weights = np.zeros(len(self._graph.entities), dtype=np.float32)
        for entity, value in worth.items():
            weights[self._graph.column[entity]] = value
        shares = self._graph.named @ weights
        order = np.argsort(-shares, kind="stable").tolist()
        return {self._graph.chunks[at]: float(shares[at]) for at in order if shares[at] > 0}

    def _read(self, of_passages: Mapping[ChunkId, float]) -> list[Chunk]:
        """The most central passages of running text."""
        best = list(of_passages)[: self._settings.read]
        read = self._chunks.chunks(best)
        return [read[chunk] for chunk in best if chunk in read and read[chunk].spans]

    def _documents(self, of_passages: Mapping[ChunkId, float]) -> tuple[DocumentId, ...]:
        shares: dict[DocumentId, float] = defaultdict(float)
        for chunk, place in self._chunks.places(list(of_passages)).items():
            shares[place.document] += of_passages[chunk]
        return tuple(sorted(shares, key=lambda document: (-shares[document], document)))


def _telling(read: Sequence[Chunk], names: Mapping[str, float], settings: CommunitySettings) -> Iterator[SummarySentence]:
    """The sentences that name most, each adding names that those before it have not; at most one a passage."""
    scored: dict[tuple[ChunkId, int, int], frozenset[str]] = {}
    by_id = {chunk.id: chunk for chunk in read}
    for chunk in read:
        for start, end in sentences(chunk.text):
            if len(chunk.text[start:end].split()) <= settings.longest:
                scored[chunk.id, start, end] = _named(chunk.text[start:end], names)
    said: set[str] = set()
    used: set[ChunkId] = set()
    for _ in range(settings.sentences):
        left = {place: sum(names[name] for name in found - said) for place, found in scored.items() if place[0] not in used}
        place = max(left, key=lambda each: (left[each], each), default=None)
        if place is None or left[place] <= 0:
            return
        said |= scored[place]
        used.add(place[0])
        yield _quoted(by_id[place[0]], place[1], place[2])


def _named(sentence: str, names: Mapping[str, float]) -> frozenset[str]:
    words = f" {name_key(sentence)} "
    return frozenset(name for name in names if name and f" {name} " in words)


def _quoted(chunk: Chunk, start: int, end: int) -> SummarySentence:
    sources = tuple(
        SummarySource(document=chunk.document, span=span, chunk=chunk.id, section=chunk.section)
        for span in chunk.locate(start, end)
    )
    return SummarySentence(text=" ".join(chunk.text[start:end].split(chunk.SPAN_JOIN)), sources=sources)
