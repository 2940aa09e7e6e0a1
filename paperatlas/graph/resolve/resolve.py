"""The entities of all documents made those of the library.

The outcome depends on the set of members and decisions alone: not on their order, and not on what came first. Members that
cannot be reached from each other over shared block keys (`blocks.py`) have no bearing on one another, so that the members
which a change reaches can be resolved by themselves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from paperatlas.core.deciding import Decision
from paperatlas.core.knowledge import Entity, EntityId, LocalEntity, Member
from paperatlas.graph.resolve.clusters import Cluster, Link, clusters_of, merged
from paperatlas.graph.resolve.decided import Decided
from paperatlas.graph.resolve.doubts import Doubt
from paperatlas.graph.resolve.families import Family
from paperatlas.graph.resolve.identity import entities_of
from paperatlas.graph.resolve.people import people_nodes, settle_people
from paperatlas.graph.resolve.seen import Seen, collapse
from paperatlas.graph.resolve.shapes import shape
from paperatlas.graph.resolve.things import family_by_key, settle_things, thing_nodes
from paperatlas.graph.resolve.works import settle_works, work_nodes

__all__ = ["RULES", "Resolution", "resolve"]

RULES = "1"
"""Raised with every change of what is made one: all is resolved anew then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """Which entity each member is of."""

    entity_of: Mapping[Member, EntityId]
    entities: tuple[Entity, ...]
    """Ordered by id. `mentions` are not counted, as members do not tell them."""
    doubts: tuple[Doubt, ...]
    """What the rules left open, and kept apart."""
    clusters: Mapping[EntityId, Cluster] = field(repr=False)

    def explain(self, entity: EntityId) -> tuple[Link, ...]:
        """Why its members are one: links that together join them all; none for what is named in one way only."""
        return self.clusters[entity].explain()


def resolve(members: Mapping[Member, LocalEntity], decisions: Sequence[Decision] = ()) -> Resolution:
    """All members, or all that can be reached from some over shared block keys.

    Args:
        members: The entities of documents.
        decisions: By hand or by a model; they go before the rules.
    """
    decided = Decided(decisions)
    seen = collapse(members, decided)
    families = family_by_key(seen)
    people, works, things = _by_family(seen, families)
    nodes = thing_nodes(things, families)
    groups, doubts = settle_things(nodes, decided)
    clusters = clusters_of(nodes, groups)
    nodes = people_nodes(people)
    clusters += clusters_of(nodes, settle_people(nodes, decided))
    nodes = work_nodes(works)
    clusters += clusters_of(nodes, settle_works(nodes, decided))
    found = sorted(entities_of(merged(clusters, decided)), key=lambda each: each[0].id)
    entity_of = {
        member: entity.id for entity, cluster in found for node in cluster.nodes for each in node.seen for member in each.members
    }
    return Resolution(
        entity_of=entity_of,
        entities=tuple(entity for entity, _ in found),
        doubts=tuple(doubt for doubt in doubts if entity_of[doubt.left] != entity_of[doubt.right]),
        clusters={entity.id: cluster for entity, cluster in found},
    )


def _by_family(seen: Sequence[Seen], families: Mapping[tuple[str, str], Family]) -> tuple[list[Seen], list[Seen], list[Seen]]:
    """People, works, and the rest. What is called a concept here and a person elsewhere is the person."""
    people: list[Seen] = []
    works: list[Seen] = []
    things: list[Seen] = []
    for each in seen:
        if each.family is Family.OPEN and families.get((each.apart, shape(each.name, each.family).key)) is Family.PERSON:
            people.append(replace(each, local=replace(each.local, context=(), identifiers=()), family=Family.PERSON))
        else:
            {Family.PERSON: people, Family.WORK: works}.get(each.family, things).append(each)
    return people, works, things
