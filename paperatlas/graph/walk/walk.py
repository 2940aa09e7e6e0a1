"""Personalised PageRank over passages and entities, cut off after some hops.

A question starts it at what it names and at the passages that meaning and words find. From there an entity leads to the
passages about it, and a passage to the entities it names: the passage about the director of a film is found by way of
the film's, though it may share no word with the question.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperatlas.core.ports import Float32
from paperatlas.graph.walk.passages import PassageGraph

__all__ = ["Mass", "WalkSettings", "walk"]

_CRUMB = 1e-5
"""Share of all mass that is handed on at least: some thousand places have more, and a walk from them costs half of one from
all hundred thousand that a small world reaches. The order of what is found stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkSettings:
    """Chosen on the development halves of 2Wiki (without titles) and MuSiQue together (docs/explanation/graph.md)."""

    damping: float = 0.85
    """Of the mass at a place, what is handed on; the rest begins anew."""
    max_hops: int = 4
    """Hops from an entity to a passage: one reaches what is about the entities of the question, two what those passages name."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Mass:
    """How much lies on each passage and each entity of a graph; never negative."""

    passages: Float32
    entities: Float32

    @property
    def total(self) -> float:
        return float(self.passages.sum()) + float(self.entities.sum())


def walk(graph: PassageGraph, start: Mass, settings: WalkSettings) -> Mass:
    """The mass after `max_hops` hops, its total that of `start`. What no start reaches within them has exactly 0."""
    kept, handed = np.float32(1 - settings.damping), np.float32(settings.damping)
    total, mass = start.total, start
    for _ in range(2 * settings.max_hops):
        handing, naming = _enough(mass.entities, total), _enough(mass.passages, total)
        passages = handed * (graph.about[:, handing] @ mass.entities[handing])
        entities = handed * (graph.named[naming].T @ mass.passages[naming])
        # What lies on passages that name nothing, and what is too little to hand on, begins anew too.
        anew = kept + max(0.0, float(handed) - _share(passages, entities, total))
        mass = Mass(passages=passages + np.float32(anew) * start.passages, entities=entities + np.float32(anew) * start.entities)
    return mass


def _enough(mass: Float32, total: float) -> NDArray[np.intp]:
    return np.flatnonzero(mass > _CRUMB * total)


def _share(passages: Float32, entities: Float32, total: float) -> float:
    return Mass(passages=passages, entities=entities).total / total if total else 0.0
