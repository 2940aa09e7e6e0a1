"""The map of a library that is looked at live: a part of it first, and more of it when it is asked for.

Everything has its place before it is drawn, so that what comes in later stands where it stands in the whole map, and the map
is the same at the next visit.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from paperatlas.core.ids import DocumentId
from paperatlas.core.knowledge import GraphEdge, GraphNode
from paperatlas.graph.view.page import Place, places_of, scene_data
from paperatlas.graph.view.scene import Drawn, Line, Scene, compose

__all__ = ["FIRST", "GraphMap"]

FIRST = 1_500
"""Entities at first: they tell what a library is about, and have their places within seconds where all have theirs in half a
minute; more come in when one is opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphMap:
    """What is drawn of a library's graph, and where."""

    title: str
    names: Mapping[DocumentId, str]
    years: Mapping[DocumentId, int]
    scene: Scene
    places: Mapping[str, Place]
    drawn: Mapping[str, Drawn] = field(repr=False)
    """The entities of the scene by id."""

    @classmethod
    def of(
        cls,
        nodes: Iterable[GraphNode],
        edges: Iterable[GraphEdge],
        *,
        title: str,
        names: Mapping[DocumentId, str],
        years: Mapping[DocumentId, int],
        known: Mapping[str, Place],
        most: int = FIRST,
    ) -> "GraphMap":
        """Of the whole graph the `most` best connected entities. Those with a known place keep it."""
        scene = compose(nodes, edges, most=most)
        ids = [entity.node.id for entity in scene.entities]
        kept = {id_: known[id_] for id_ in ids if id_ in known}
        # When hardly anything is where it was, keeping it would only spoil the map.
        start = kept if 2 * len(kept) > len(ids) else {}
        places = kept if len(kept) == len(ids) else places_of(scene, start)
        drawn = dict(zip(ids, scene.entities, strict=True))
        return cls(title=title, names=names, years=years, scene=scene, places=places, drawn=drawn)

    def first(self, most: int = FIRST) -> dict[str, object]:
        """What the script's `mount` takes: the best connected entities, and the lines between them."""
        entities = self.scene.entities[:most]
        kept = {entity.node.id for entity in entities}
        return self._data(entities, (line for line in self.scene.lines if kept.issuperset(line.ends)), self.places)

    def part(self, nodes: Collection[GraphNode], edges: Iterable[GraphEdge]) -> dict[str, object]:
        """What the script's `add` takes: these entities with the lines between them, where the map has them or beside that.

        `edges` are all relations of the entities, those to others too: a node's size is the number of its relations.
        """
        here = {node.id for node in nodes}
        every = tuple(edges)
        near = compose(nodes, every, most=len(nodes))
        pairs = {(min(edge.source, edge.target), max(edge.source, edge.target)) for edge in every if edge.source != edge.target}
        degrees = Counter(end for pair in pairs for end in pair)
        entities = [self.drawn.get(entity.node.id) or replace(entity, degree=degrees[entity.node.id]) for entity in near.entities]
        drawn = replace(near, entities=tuple(entities))
        known = {id_: self.places[id_] for id_ in here if id_ in self.places}
        return self._data(entities, near.lines, known if len(known) == len(here) else places_of(drawn, known))

    def _data(self, entities: Collection[Drawn], lines: Iterable[Line], places: Mapping[str, Place]) -> dict[str, object]:
        shown = tuple(lines)
        named = {place.document for entity in entities for place in entity.appearances}
        said = {edge.document for line in shown for edge in line.evidence}
        scene = replace(self.scene, entities=tuple(entities), lines=shown, documents=tuple(sorted(named | said)))
        return scene_data(scene, places, title=self.title, names=self.names, years=self.years)
