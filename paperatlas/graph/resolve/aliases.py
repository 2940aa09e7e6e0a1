"""Which longer name a short form, or another name, stands for.

A document that defines "RAG" says what it means by it. One that uses it without a word means the same, if the library
knows exactly one thing that is called so. What everybody knows without a definition is listed (`known_names.tsv`).
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from paperatlas.graph.resolve.decided import Label
from paperatlas.graph.resolve.families import Family
from paperatlas.graph.resolve.grouping import Groups, Node, Tie
from paperatlas.graph.resolve.known import meaning
from paperatlas.graph.resolve.shapes import Shape, shape

__all__ = ["alias_ties", "genus_key"]

_DEFINED = 0.97
_KNOWN = 0.9
_GENUS = 0.9
_NEARLY_ALL = 0.95
"""Of the documents that define a short form; with less, it has two meanings. Below twenty documents that is all of them."""
_OFTEN = 0.2
"""Of the documents that use a longer name by itself: that of a document in five says that it is another's is taken for true."""
_CUT = re.compile(r"([A-Z])\.\s?([a-z]{3,})")
_BINOMIAL = re.compile(r"([A-Z])[a-z]{2,} ([a-z]{3,})")

_Place = tuple[str, Label]


def genus_key(name: str, family: Family) -> str:
    """What "E. coli" and "Escherichia coli" share; empty for what is no name of a species."""
    if family not in {Family.LIVING, Family.OPEN}:
        return ""
    found = _CUT.fullmatch(name) or _BINOMIAL.fullmatch(name)
    return f"{found[1]} {found[2]}" if found else ""


@dataclass(slots=True)
class _Called:
    """What is called by a name, by group of nodes: in how many documents, and the node that is most so."""

    documents: Counter[int]
    nodes: dict[int, int]
    short: bool = False


def alias_ties(nodes: Sequence[Node], shapes: Sequence[Shape], groups: Groups) -> Iterator[Tie]:
    """From each name that is another's in one document to what that is, where it is one thing only."""
    places: dict[_Place, int] = {(node.apart, node.label): place for place, node in enumerate(nodes)}
    called = _called(nodes, groups, places)
    for alias, what in called.items():
        target = _only(what)
        if target is not None and _holds(nodes[alias], shapes[alias], what, shapes[target]):
            count = sum(what.documents.values())
            reason = f"defined so in {count} document{'s' if count > 1 else ''}"
            yield _tie(alias, target, reason, _DEFINED)
    yield from _known_ties(nodes, called)
    yield from _genus_ties(nodes, groups)


def _tie(one: int, other: int, reason: str, score: float) -> Tie:
    return Tie(left=min(one, other), right=max(one, other), reason=reason, score=score)


def _called(nodes: Sequence[Node], groups: Groups, places: Mapping[_Place, int]) -> Mapping[int, _Called]:
    called: dict[int, _Called] = {}
    for place, node in enumerate(nodes):
        root = groups.root(place)
        for seen in node.seen:
            for form in (seen.local.name, *seen.local.forms):
                its = shape(form, node.label.family)
                alias = _place_of(node, its.key, places)
                if alias is None or groups.root(alias) == root:
                    continue
                what = called.setdefault(alias, _Called(Counter(), {}))
                what.documents[root] += seen.weight
                what.nodes.setdefault(root, place)
                what.short |= its.short
    return called


def _place_of(node: Node, key: str, places: Mapping[_Place, int]) -> int | None:
    """The node of that key in the same family; of a node of no family in the first that has it."""
    families = Family if node.label.family is Family.OPEN else (node.label.family, Family.OPEN)
    found = (places.get((node.apart, Label(family, key))) for family in families)
    return next((place for place in found if place is not None), None)


def _only(what: _Called) -> int | None:
    [(root, most)] = sorted(what.documents.items(), key=lambda each: (-each[1], each[0]))[:1]
    return what.nodes[root] if most >= _NEARLY_ALL * sum(what.documents.values()) else None


def _holds(alias: Node, its: Shape, what: _Called, target: Shape) -> bool:
    """Whether a name is really another's: not the general for the special, nor what one document in many says."""
    inside = set(its.words) <= set(target.words)
    if what.short or its.short:
        # M1 is MiniMax-M1, whose name ends so; BERT is not BERT-large.
        return not inside or target.key.endswith(its.key)
    count = sum(what.documents.values())
    return not inside and not set(target.words) <= set(its.words) and count >= _OFTEN * (count + alias.weight)


def _known_ties(nodes: Sequence[Node], called: Collection[int]) -> Iterator[Tie]:
    """Between all that are known to mean one thing, unless the documents define otherwise."""
    alike: defaultdict[tuple[str, str], list[tuple[int, bool]]] = defaultdict(list)
    for place, node in enumerate(nodes):
        meant = "" if place in called else meaning(node.label.key, node.label.family)
        alike[node.apart, meant or node.label.key].append((place, bool(meant)))
    for places in alike.values():
        for (one, one_known), (other, other_known) in combinations(places, 2):
            if one_known or other_known:
                yield _tie(one, other, "short names or synonyms that are widely known", _KNOWN)


def _genus_ties(nodes: Sequence[Node], groups: Groups) -> Iterator[Tie]:
    cut: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    full: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for place, node in enumerate(nodes):
        name = node.seen[0].name
        if key := genus_key(name, node.label.family):
            (cut if _CUT.fullmatch(name) else full)[node.apart, key].append(place)
    for kind, places in cut.items():
        if len({groups.root(place) for place in full[kind]}) == 1:
            yield from (_tie(place, full[kind][0], "the genus is cut to its first letter", _GENUS) for place in places)
