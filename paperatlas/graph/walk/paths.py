"""How two entities hang together: the shortest ways from one to the other, each step with what shows it."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TypeAlias

import numpy as np

from paperatlas.core.graph_ports import Knowledge, Stated
from paperatlas.core.ids import ChunkId
from paperatlas.core.knowledge import EntityId, Standing
from paperatlas.graph.walk.passages import PassageGraph

__all__ = ["Path", "Step", "paths"]

Neighbours: TypeAlias = Callable[[Collection[EntityId]], Mapping[EntityId, Collection[EntityId]]]

_WIDEST = 2000
"""Entities gone on from at each hop, the rarest first: what half of the library names connects everything with everything."""
_ENUMERATED = 500
"""Shortest ways looked at before the best are kept."""
_PASSAGES = 3
"""Of a step, which are enough to show it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Two entities side by side on a path."""

    source: EntityId
    target: EntityId
    relations: tuple[Stated, ...]
    """Between them, in either direction; asserted ones first, surest first."""
    passages: tuple[ChunkId, ...] = ()
    """Where no relation is stated: those that name both, most about them first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """A way from one entity to another."""

    entities: tuple[EntityId, ...]
    steps: tuple[Step, ...]


def paths(
    source: EntityId, target: EntityId, knowledge: Knowledge, graph: PassageGraph, *, max_hops: int = 3, most: int = 5
) -> tuple[Path, ...]:
    """The shortest ways within `max_hops` steps, those by way of rarer entities first; at most `most`.

    Stated relations are followed where they lead there; only where they do not, passages that name two entities too.
    """
    if source == target or max_hops < 1:
        return ()
    stated = _by_relations(knowledge)
    for neighbours in (stated, _by_either(stated, _by_passages(graph))):
        before = _search(source, target, neighbours, graph, max_hops)
        if before:
            ways = sorted(islice(_ways(source, target, before), _ENUMERATED), key=lambda way: (-_rarity(graph, way[1:-1]), way))
            return tuple(_path(way, knowledge, graph) for way in ways[:most])
    return ()


def _search(
    source: EntityId, target: EntityId, neighbours: Neighbours, graph: PassageGraph, max_hops: int
) -> Mapping[EntityId, Collection[EntityId]]:
    """For each entity met on the way, those before it on a shortest way; empty where the target is not met."""
    before: dict[EntityId, set[EntityId]] = {}
    seen, front = {source}, [source]
    for _ in range(max_hops):
        level: dict[EntityId, set[EntityId]] = {}
        for one, others in neighbours(front).items():
            for other in others:
                if other not in seen:
                    level.setdefault(other, set()).add(one)
        before.update(level)
        if target in level:
            return before
        seen.update(level)
        front = sorted(level, key=lambda entity: (-_rarity(graph, [entity]), entity))[:_WIDEST]
    return {}


def _ways(source: EntityId, target: EntityId, before: Mapping[EntityId, Collection[EntityId]]) -> Iterator[tuple[EntityId, ...]]:
    if source == target:
        yield (source,)
        return
    for one in sorted(before[target]):
        for way in _ways(source, one, before):
            yield (*way, target)


def _by_relations(knowledge: Knowledge) -> Neighbours:
    def neighbours(front: Collection[EntityId]) -> Mapping[EntityId, Collection[EntityId]]:
        found: dict[EntityId, set[EntityId]] = {entity: set() for entity in front}
        for stated in knowledge.relations(entities=front):
            for one, other in ((stated.head, stated.tail), (stated.tail, stated.head)):
                if one in found:
                    found[one].add(other)
        return found

    return neighbours


def _by_passages(graph: PassageGraph) -> Neighbours:
    """What the passages name that name an entity."""
    mentioned = graph.named.tocsc()

    def neighbours(front: Collection[EntityId]) -> Mapping[EntityId, Collection[EntityId]]:
        found: dict[EntityId, Collection[EntityId]] = {}
        for entity in front:
            column = graph.column.get(entity)
            if column is not None:
                rows = mentioned.indices[mentioned.indptr[column] : mentioned.indptr[column + 1]]
                found[entity] = {graph.entities[at] for at in np.unique(graph.named[rows].indices)}
        return found

    return neighbours


def _by_either(one: Neighbours, other: Neighbours) -> Neighbours:
    def neighbours(front: Collection[EntityId]) -> Mapping[EntityId, Collection[EntityId]]:
        first, second = one(front), other(front)
        return {entity: {*first.get(entity, ()), *second.get(entity, ())} for entity in front}

    return neighbours


def _path(way: Sequence[EntityId], knowledge: Knowledge, graph: PassageGraph) -> Path:
    stated = knowledge.relations(entities=way)
    return Path(entities=tuple(way), steps=tuple(_step(one, other, stated, graph) for one, other in pairwise(way)))


def _step(source: EntityId, target: EntityId, stated: Sequence[Stated], graph: PassageGraph) -> Step:
    relations = sorted(
        (each for each in stated if {each.head, each.tail} == {source, target}),
        key=lambda each: (each.standing is not Standing.ASSERTED, -each.confidence),
    )
    return Step(
        source=source,
        target=target,
        relations=tuple(relations),
        passages=() if relations else tuple(shared(source, target, graph)[:_PASSAGES]),
    )


def shared(one: EntityId, other: EntityId, graph: PassageGraph) -> list[ChunkId]:
    """The passages that name both, most about them first."""
    of_one, of_other = dict(graph.passages(one)), dict(graph.passages(other))
    both = of_one.keys() & of_other.keys()
    return sorted(both, key=lambda chunk: (-of_one[chunk] * of_other[chunk], chunk))


def _rarity(graph: PassageGraph, entities: Sequence[EntityId]) -> float:
    return sum(float(graph.rarity[graph.column[entity]]) for entity in entities if entity in graph.column)
