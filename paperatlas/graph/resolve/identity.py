"""What an entity is called, of what kind it is, and its id."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from paperatlas.core.knowledge import KINDS, Entity, EntityId
from paperatlas.graph.resolve.clusters import Cluster
from paperatlas.graph.resolve.families import Family
from paperatlas.graph.resolve.shapes import shape

__all__ = ["entities_of"]

_MOST_ALIASES = 100
"""Forms kept of one entity, those of most documents: the rest are typesetters' accidents."""
_DIGITS = 16
_KIND_ORDER = {kind: place for place, kind in enumerate(KINDS)}


def entities_of(clusters: Sequence[Cluster]) -> Iterator[tuple[Entity, Cluster]]:
    """Each with its id, which comes from its family and the fullest of its names.

    It does not come from counts, so that it stays when documents come that say the same. Of homonyms the one in most
    documents has the bare id, the others what tells them apart.
    """
    by_name: defaultdict[tuple[str, str], list[Cluster]] = defaultdict(list)
    for cluster in clusters:
        by_name[_family(cluster), _key(cluster)].append(cluster)
    for (family, key), homonyms in by_name.items():
        ordered = sorted(
            homonyms, key=lambda cluster: (bool(_mark(cluster)), -cluster.weight, _told_by(cluster), _first(cluster))
        )
        used: set[str] = set()
        for place, cluster in enumerate(ordered):
            told = _mark(cluster) or (_told_by(cluster) if place else "")
            if told in used:
                told = f"{told} {_first(cluster)}"
            used.add(told)
            digest = hashlib.sha256(f"{family}\n{key}\n{told}".encode()).hexdigest()
            yield _entity(EntityId(digest[:_DIGITS]), cluster), cluster


def _family(cluster: Cluster) -> str:
    """A concept that turns out to be a method keeps its id."""
    return Family.THING if cluster.family is Family.OPEN else cluster.family


def _key(cluster: Cluster) -> str:
    return min((_is_short(node.label.family, node.seen[0].name), -len(node.label.key), node.label.key) for node in cluster.nodes)[
        2
    ]


def _is_short(family: Family, name: str) -> bool:
    return family not in {Family.PERSON, Family.WORK} and shape(name, family).short


def _mark(cluster: Cluster) -> str:
    return cluster.nodes[0].apart


def _told_by(cluster: Cluster) -> str:
    return min(node.told_by for node in cluster.nodes)


def _first(cluster: Cluster) -> str:
    member = min(node.seen[0].first for node in cluster.nodes)
    return f"{member.document} {member.number}"


def _entity(id_: EntityId, cluster: Cluster) -> Entity:
    names: Counter[str] = Counter()
    forms: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    documents = {member.document for node in cluster.nodes for seen in node.seen for member in seen.members}
    for node in cluster.nodes:
        for seen in node.seen:
            names[seen.name] += seen.weight
            kinds[seen.local.kind] += seen.weight
            forms.update(dict.fromkeys((seen.local.name, *seen.local.forms), seen.weight))
    name = _name(cluster, names)
    kept = sorted(forms, key=lambda form: (-forms[form], form))[:_MOST_ALIASES]
    return Entity(
        id=id_,
        name=name,
        kind=_kind(kinds),
        aliases=tuple(sorted(form for form in kept if form != name)),
        documents=len(documents),
    )


def _name(cluster: Cluster, names: Counter[str]) -> str:
    """The one that most documents print, of those that are no short form; of people the fullest."""
    family = cluster.family
    if family is Family.PERSON:
        longest = max(len(node.label.key) for node in cluster.nodes)
        fullest = {seen.name for node in cluster.nodes if len(node.label.key) == longest for seen in node.seen}
        names = Counter({name: names[name] for name in fullest})
    return min(names, key=lambda name: (_is_short(family, name), -names[name], len(name), name))


def _kind(kinds: Counter[str]) -> str:
    """The one that most documents say. "concept" is what is said for want of a better one, and outweighed by half as many."""
    told = kinds.total() - kinds["concept"]
    last = "concept" if 2 * told > kinds["concept"] else ""
    return min(kinds, key=lambda kind: (kind == last, -kinds[kind], _KIND_ORDER.get(kind, len(_KIND_ORDER)), kind))
