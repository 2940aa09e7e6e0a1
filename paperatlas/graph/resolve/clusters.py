"""Groups of nodes as what they are: entities, with why they hold together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from paperatlas.core.deciding import Decision
from paperatlas.core.knowledge import Member
from paperatlas.graph.resolve.decided import Decided, labels
from paperatlas.graph.resolve.families import Family
from paperatlas.graph.resolve.grouping import Groups, Node

__all__ = ["Cluster", "Link", "clusters_of", "merged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Why two members are one entity."""

    left: Member
    right: Member
    names: tuple[str, str]
    reason: str
    score: float
    """0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """An entity of the library."""

    nodes: tuple[Node, ...]
    links: tuple[Link, ...] = ()
    """Between nodes."""

    @property
    def weight(self) -> int:
        return sum(node.weight for node in self.nodes)

    @property
    def family(self) -> Family:
        """Of no family only where none of its names has one."""
        return next((node.label.family for node in self.nodes if node.label.family is not Family.OPEN), Family.OPEN)

    def explain(self) -> tuple[Link, ...]:
        """Why each of its members belongs to it: links that together join them all.

        What is said in the very same words is linked once, by the first member that says so.
        """
        return (*(link for node in self.nodes for link in _within(node)), *self.links)


def _within(node: Node) -> Iterable[Link]:
    first, *others = node.seen
    for other in others:
        yield Link(left=first.first, right=other.first, names=(first.name, other.name), reason=node.why, score=1.0)


def clusters_of(nodes: Sequence[Node], groups: Groups) -> list[Cluster]:
    """In the order of their first nodes."""
    links: dict[int, list[Link]] = {}
    for tie in groups.ties:
        link = _link(nodes[tie.left], nodes[tie.right], tie.reason, tie.score)
        links.setdefault(groups.root(tie.left), []).append(link)
    return [Cluster(nodes=tuple(nodes[place] for place in held), links=tuple(links.get(held[0], ()))) for held in groups.all()]


def _link(one: Node, other: Node, reason: str, score: float) -> Link:
    left, right = one.seen[0], other.seen[0]
    return Link(left=left.first, right=right.first, names=(left.name, right.name), reason=reason, score=score)


def merged(clusters: Sequence[Cluster], decided: Decided) -> list[Cluster]:
    """With what was decided to be one made one, unless it was decided to be two as well."""
    held = dict(enumerate(clusters))
    for decision in decided.merges:
        for lot in _lots([_named(name, decision, held) for name in decision.names], held):
            first, *others = sorted(lot)
            for other in others:
                if not _parted(held[first], held[other], decision, decided):
                    held[first] = _joined(held[first], held.pop(other), decision)
    return list(held.values())


def _named(name: str, decision: Decision, held: Mapping[int, Cluster]) -> set[int]:
    wanted = labels(name, decision.kind)
    return {place for place, cluster in held.items() for node in cluster.nodes if node.label in wanted and not node.apart}


def _lots(by_name: Sequence[set[int]], held: Mapping[int, Cluster]) -> list[set[int]]:
    """What is to be one: of each family what the names have in it; where no family has two of them, the most mentioned each."""
    lots = []
    for family in Family:
        lot = [{place for place in places if held[place].family in {family, Family.OPEN}} for places in by_name]
        hard = any(held[place].family is family for places in lot for place in places)
        if hard and sum(map(bool, lot)) > 1:
            lots.append(set().union(*lot))
    if not lots:
        heaviest = (min(places, key=lambda place: (-held[place].weight, place)) for places in by_name if places)
        lots.append(set(heaviest))
    return [lot for lot in lots if len(lot) > 1]


def _parted(one: Cluster, other: Cluster, decision: Decision, decided: Decided) -> bool:
    says = decided.parts if decision.by == "hand" else decided.forbids
    return any(says(mine.label, theirs.label) for mine in one.nodes for theirs in other.nodes)


def _joined(one: Cluster, other: Cluster, decision: Decision) -> Cluster:
    by = "decided by hand" if decision.by == "hand" else f"decided by {decision.by.removeprefix('llm:')}"
    link = _link(one.nodes[0], other.nodes[0], by, 1.0)
    return Cluster(nodes=(*one.nodes, *other.nodes), links=(*one.links, *other.links, link))
