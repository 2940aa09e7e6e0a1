"""Where a walk starts: at the entities that a question names, and at the passages that other routes find."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from paperatlas.core.ids import ChunkId
from paperatlas.core.knowledge import EntityId
from paperatlas.core.naming import name_key
from paperatlas.core.rarity import RAREST, rarity
from paperatlas.graph.walk.passages import ABOUT, PassageGraph
from paperatlas.graph.walk.walk import Mass

__all__ = ["Named", "StartSettings", "start", "telling"]

_COMMON = 7.0
"""Nats of surprise in general English up to which a word names nothing: "the", "first", "new"."""
_UNLISTED = 13.0
"""Nats of a word that the frequency list lacks: most names."""
_MOST_TELLING = 10.0
"""Nats beyond which a longer name is no surer."""
_IN_PASSING = 0.3
"""What an entity counts that no passage is about: there is no one place to start from."""
_LOWER_CASE = 0.2
"""What a name counts that is written as a common noun: "the director" may be an entity somewhere, and is rarely meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSettings:
    """Chosen together with `WalkSettings`."""

    doubt: float = 30.0
    """Weight at which the names of a question and the passages found have half the mass each. A full title weighs some
    hundreds, a country's name less than ten."""
    passages: int = 20
    """The first so many of each other route."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A name in a question."""

    text: str
    entities: Mapping[EntityId, float]
    """Those it may mean, and how likely each is: they share its weight."""


def start(
    graph: PassageGraph, names: Sequence[Named], found: Sequence[Sequence[tuple[ChunkId, float]]], settings: StartSettings
) -> Mass:
    """The mass before the walk; its total is 1, or 0 where there is nothing to start from.

    Args:
        graph: what is walked on.
        names: of the question.
        found: by each other route, best first; scores of one route compare with each other only.
        settings: how the two are weighed.
    """
    entities = np.zeros(len(graph.entities), dtype=np.float32)
    for at, weight in weights(graph, names):
        entities[at] += weight
    passages = np.zeros(len(graph.chunks), dtype=np.float32)
    for ranking in found:
        for chunk, share in _shares(ranking, settings.passages):
            if chunk in graph.row:
                passages[graph.row[chunk]] += share
    named, there = float(entities.sum()), float(passages.sum())
    if not named and not there:
        return Mass(passages=passages, entities=entities)
    of_names = named / (named + settings.doubt) if there else 1.0
    return Mass(
        passages=passages * np.float32((1 - of_names) / there) if there else passages,
        entities=entities * np.float32(of_names / named) if named else entities,
    )


def weights(graph: PassageGraph, names: Sequence[Named]) -> Iterator[tuple[int, float]]:
    """Column and weight of each entity that a question names."""
    for name in names:
        total = sum(name.entities.values())
        for entity, likely in name.entities.items():
            at = graph.column.get(entity)
            if at is not None and total > 0:
                yield at, likely / total * telling(name.text) * _place(graph, at)


def telling(name: str) -> float:
    """Nats that a name tells: rare and many words more than one that English is full of."""
    words = name_key(name).split()
    nats = sum(max(0.0, min(rarity(word, unlisted=_UNLISTED), RAREST) - _COMMON) for word in words)
    is_noun = name == name.lower() and not any(char.isdigit() for char in name)
    return min(nats, _MOST_TELLING) * (_LOWER_CASE if is_noun else 1.0)


def _place(graph: PassageGraph, entity: int) -> float:
    known = 1.0 if graph.aboutness[entity] >= ABOUT else _IN_PASSING
    return known * float(graph.rarity[entity]) ** 2


def _shares(ranking: Sequence[tuple[ChunkId, float]], most: int) -> list[tuple[ChunkId, float]]:
    """The first, by how far they are above the last of the whole ranking; they sum to 1."""
    if not ranking:
        return []
    lowest = ranking[-1][1]
    first = [(chunk, score - lowest) for chunk, score in ranking[:most]]
    total = sum(score for _, score in first)
    return [(chunk, score / total if total > 0 else 1 / len(first)) for chunk, score in first]
