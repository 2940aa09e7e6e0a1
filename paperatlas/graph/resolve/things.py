"""What is neither a person nor a work: methods, models, data, substances, organisms, organisations, places, events.

Names of one family and key are one. Beyond that: a slip of the pen, words turned round, short forms and other names as
documents define them, the short names everybody knows, and a genus that is cut to its letter.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from paperatlas.graph.resolve.aliases import alias_ties
from paperatlas.graph.resolve.contrast import contrast
from paperatlas.graph.resolve.decided import Decided, Label
from paperatlas.graph.resolve.doubts import Doubt
from paperatlas.graph.resolve.families import FAMILY_ORDER, Family
from paperatlas.graph.resolve.grouping import Groups, Node, Tie
from paperatlas.graph.resolve.near import slips_among
from paperatlas.graph.resolve.people_names import person_name
from paperatlas.graph.resolve.seen import Seen
from paperatlas.graph.resolve.shapes import Shape, shape
from paperatlas.graph.resolve.turned import is_turned, turned_pairs

__all__ = ["family_by_key", "settle_things", "thing_nodes"]

_SLIP = 0.85
_TURNED = 0.9
_RARELY = 10
"""A slip is rarer than what it is for by this factor; otherwise people mean it."""
_FEW = 2
"""Documents up to which anything may be a slip."""


def family_by_key(seen: Iterable[Seen]) -> Mapping[tuple[str, str], Family]:
    """Of (mark, key) the family in which the documents know a name: where one of no family belongs.

    A name of one word is a person's only for who says so: a model may have the name of a painter.
    """
    tallies: defaultdict[tuple[str, str], Counter[Family]] = defaultdict(Counter)
    for each in seen:
        family = each.family
        if family is Family.PERSON:
            name = person_name(each.name)
            if name.given or " " in name.surname:
                tallies[each.apart, name.key.replace(" ", "")][family] += each.weight
        elif family not in {Family.WORK, Family.OPEN}:
            for key in {shape(form, family).key for form in (each.local.name, *each.local.forms)}:
                tallies[each.apart, key][family] += each.weight
    return {key: min(tally, key=lambda family: (-tally[family], FAMILY_ORDER[family])) for key, tally in tallies.items()}


def thing_nodes(seen: Iterable[Seen], families: Mapping[tuple[str, str], Family]) -> list[Node]:
    """One of each name, ordered."""
    held: defaultdict[tuple[str, Label], list[Seen]] = defaultdict(list)
    for each in seen:
        family = each.family
        key = shape(each.name, family).key
        if family is Family.OPEN:
            family = families.get((each.apart, key), family)
        held[each.apart, Label(family, key)].append(each)
    return [Node(label=label, apart=apart, seen=tuple(held[apart, label])) for apart, label in sorted(held)]


def settle_things(nodes: Sequence[Node], decided: Decided) -> tuple[Groups, list[Doubt]]:
    """Which nodes are one, and which may be."""
    shapes = [_shape(node) for node in nodes]

    def forbids(one: int, other: int) -> str:
        return _forbids(nodes[one], nodes[other], decided) or contrast(shapes[one], shapes[other])

    groups = Groups(len(nodes), forbids)
    ties, open_pairs = _compare(nodes, shapes)
    doubts = [(one, other, why) for one, other, why in open_pairs if not forbids(one, other)]
    groups.tie(ties)
    groups.tie(alias_ties(nodes, shapes, groups))
    return groups, [_doubt(nodes[one], nodes[other], why) for one, other, why in doubts if groups.root(one) != groups.root(other)]


def _shape(node: Node) -> Shape:
    """Of its name; one that is printed as a short form somewhere is one."""
    shapes = [shape(each.name, each.family) for each in node.seen]
    return replace(
        shapes[0],
        short=any(each.short for each in shapes),
        symbolic=any(each.symbolic for each in shapes),
        proper=any(each.proper for each in shapes),
    )


def _forbids(one: Node, other: Node, decided: Decided) -> str:
    mine, theirs = one.label.family, other.label.family
    if mine is not theirs and Family.OPEN not in {mine, theirs}:
        return f"{mine} is not {theirs}"
    if one.apart != other.apart:
        return "kept apart by hand"
    return "decided so" if decided.forbids(one.label, other.label) else ""


def _compare(nodes: Sequence[Node], shapes: Sequence[Shape]) -> tuple[list[Tie], list[tuple[int, int, str]]]:
    ties: list[Tie] = []
    doubts: list[tuple[int, int, str]] = []
    for one, other, why in dict.fromkeys(slips_among(shapes)):
        if _is_rare(nodes[one].weight, nodes[other].weight):
            ties.append(Tie(left=one, right=other, reason=f"a slip: {why}", score=_SLIP))
        else:
            doubts.append((one, other, f"a letter apart: {why}"))
    for one, other in turned_pairs(shapes):
        if Family.ORGANISATION in {nodes[one].label.family, nodes[other].label.family}:
            continue  # Miami University is not the University of Miami
        if is_turned(shapes[one], shapes[other]):
            ties.append(Tie(left=one, right=other, reason="the same words turned round", score=_TURNED))
        else:
            doubts.append((one, other, "the same stems"))
    return ties, doubts


def _is_rare(one: int, other: int) -> bool:
    few, many = sorted((one, other))
    return few <= max(_FEW, many / _RARELY)


def _doubt(one: Node, other: Node, why: str) -> Doubt:
    left, right = one.seen[0], other.seen[0]
    return Doubt(
        left=left.first,
        right=right.first,
        names=(left.name, right.name),
        kinds=(left.local.kind, right.local.kind),
        why=why,
    )
