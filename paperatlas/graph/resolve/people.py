"""Which names of people are of one person.

A full name that few have is one person's, unless an identifier says otherwise. Of a common name, and of an initial,
only those are one who share an identifier, a co-author or an institution; whoever shares nothing stays apart.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from paperatlas.graph.resolve.company import company
from paperatlas.graph.resolve.decided import Decided, Label
from paperatlas.graph.resolve.families import Family
from paperatlas.graph.resolve.grouping import Groups, Node, Tie
from paperatlas.graph.resolve.people_names import PersonName, compatible, person_name
from paperatlas.graph.resolve.seen import Seen

__all__ = ["people_nodes", "settle_people"]

_SAME_IDENTIFIER = 1.0
_SAME_COMPANY = 0.95
_ONLY_ONE = 0.8
_MOST_SHARING = 200
"""Names in a block that share a co-author, above which he says nothing: pairs grow with the square."""


@dataclass(frozen=True, slots=True)
class _Person:
    name: PersonName
    identifiers: frozenset[str]
    company: frozenset[str]

    @property
    def marks(self) -> frozenset[str]:
        return self.identifiers | self.company


def people_nodes(seen: Sequence[Seen]) -> list[Node]:
    """Ordered; of one name as many as there are people to be told apart."""
    persons = [_person(each) for each in seen]
    by_block: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for place, (each, person) in enumerate(zip(seen, persons, strict=True)):
        by_block[each.apart, person.name.block].append(place)
    nodes = [
        _node(name, apart, [seen[place] for place in part], [persons[place] for place in part])
        for (apart, _), block in by_block.items()
        for name, places in _by_name(persons, block).items()
        for part in _parts(name, persons, places, {persons[place].name for place in block})
    ]
    return sorted(nodes, key=lambda node: (node.apart, node.label, node.told_by, node.seen[0].first))


def _person(seen: Seen) -> _Person:
    name = person_name(seen.name)
    return _Person(name, frozenset(map(str.casefold, seen.local.identifiers)), company(seen.local.context, name))


def _by_name(persons: Sequence[_Person], block: Iterable[int]) -> Mapping[PersonName, list[int]]:
    by_name: defaultdict[PersonName, list[int]] = defaultdict(list)
    for place in block:
        by_name[persons[place].name].append(place)
    return by_name


def _parts(
    name: PersonName, persons: Sequence[_Person], places: Sequence[int], names: Collection[PersonName]
) -> Iterable[Sequence[int]]:
    held = [persons[place] for place in places]
    if _is_one(name, held, names):
        return [places]
    return [[places[at] for at in part] for part in _sharing([person.marks for person in held])]


def _is_one(name: PersonName, held: Sequence[_Person], names: Collection[PersonName]) -> bool:
    """Whether all of a name are one person without a further look."""
    if len({identifier for person in held for identifier in person.identifiers if _is_unique(identifier)}) > 1:
        return False
    if not name.given:
        return True
    if name.is_common:
        return False
    fuller = [other for other in names if other != name and compatible(name, other)]
    return name.is_full or all(compatible(one, other) for one, other in combinations(fuller, 2))


def _is_unique(identifier: str) -> bool:
    """Nobody has two; of addresses people have many."""
    return identifier.startswith("orcid:")


def _sharing(marks: Sequence[Collection[Hashable]]) -> list[list[int]]:
    """Places that share a mark, directly or by others; those without any are one lot."""
    group = list(range(len(marks)))
    owner: dict[Hashable, int] = {}

    def root(place: int) -> int:
        while group[place] != place:
            group[place] = group[group[place]]
            place = group[place]
        return place

    for place, its in enumerate(marks):
        for mark in its or [None]:
            low, high = sorted((root(owner.setdefault(mark, place)), root(place)))
            group[high] = low
    parts: defaultdict[int, list[int]] = defaultdict(list)
    for place in range(len(marks)):
        parts[root(place)].append(place)
    return list(parts.values())


def _node(name: PersonName, apart: str, seen: Sequence[Seen], held: Sequence[_Person]) -> Node:
    return Node(
        label=Label(Family.PERSON, name.key),
        apart=apart,
        seen=tuple(seen),
        told_by=min((mark for person in held for mark in person.marks), default=""),
        why="the same name, and nothing that tells them apart",
    )


def settle_people(nodes: Sequence[Node], decided: Decided) -> Groups:
    """Which nodes are one."""
    persons = [_merged(node) for node in nodes]

    def forbids(one: int, other: int) -> str:
        if nodes[one].apart != nodes[other].apart or decided.forbids(nodes[one].label, nodes[other].label):
            return "decided so"
        mine, theirs = ({each for each in persons[place].identifiers if _is_unique(each)} for place in (one, other))
        if mine and theirs:
            return "their identifiers differ" if mine.isdisjoint(theirs) else ""
        return "" if compatible(persons[one].name, persons[other].name) else "their names differ"

    groups = Groups(len(nodes), forbids)
    groups.tie(_identified_ties(persons))
    blocks: defaultdict[str, list[int]] = defaultdict(list)
    for place, person in enumerate(persons):
        blocks[person.name.block].append(place)
    for block in blocks.values():
        if len(block) > 1:
            groups.tie(_shared_ties(persons, block))
            groups.tie(_only_ties(persons, block, groups))
    return groups


def _merged(node: Node) -> _Person:
    held = [_person(each) for each in node.seen]
    return _Person(
        held[0].name, frozenset().union(*(each.identifiers for each in held)), frozenset().union(*(each.company for each in held))
    )


def _identified_ties(persons: Sequence[_Person]) -> Iterator[Tie]:
    """Whatever their names: people change them, and some print the surname first."""
    first: dict[str, int] = {}
    for place, person in enumerate(persons):
        for identifier in sorted(filter(_is_unique, person.identifiers)):
            lead = first.setdefault(identifier, place)
            if lead != place:
                yield Tie(left=lead, right=place, reason=f"both have {identifier}", score=_SAME_IDENTIFIER)


def _shared_ties(persons: Sequence[_Person], block: Sequence[int]) -> Iterator[Tie]:
    sharing: defaultdict[str, list[int]] = defaultdict(list)
    for place in block:
        for mark in persons[place].marks:
            sharing[mark].append(place)
    for mark, places in sorted(sharing.items()):
        if len(places) <= _MOST_SHARING:
            for left, right in combinations(places, 2):
                if compatible(persons[left].name, persons[right].name):
                    same = mark in persons[left].identifiers
                    yield Tie(
                        left=left,
                        right=right,
                        reason=f"both have {mark}" if same else f"both are with {mark.replace('|', ', ')}",
                        score=_SAME_IDENTIFIER if same else _SAME_COMPANY,
                    )


def _only_ties(persons: Sequence[_Person], block: Sequence[int], groups: Groups) -> Iterator[Tie]:
    """From a name that says less to the only one that it can be: of rare names, and of full ones without any company."""
    for place in block:
        mine = persons[place]
        if not mine.name.given or (mine.name.is_common and not (mine.name.is_full and not mine.marks)):
            continue
        if mine.name.is_common:
            others = [other for other in block if other != place and persons[other].name == mine.name]
        else:
            others = [other for other in block if _says_more(persons[other].name, mine.name)]
        if not all(compatible(persons[one].name, persons[two].name) for one, two in combinations(others, 2)):
            continue
        others = [other for other in others if _may_be(mine.name, persons[other].name)]
        roots = {groups.root(other) for other in others} - {groups.root(place)}
        if mine.name.is_common and len(roots) != 1:
            continue
        for root in sorted(roots):
            reason = "the only one whose name it can be"
            yield Tie(left=min(place, root), right=max(place, root), reason=reason, score=_ONLY_ONE)


def _may_be(short: PersonName, long: PersonName) -> bool:
    """Whether the one without company can be the other.

    Papers leave out initials, but a whole middle name is another person's as often as not (Anne Rice is not Anne Estelle
    Rice), and so is the name that a nickname stands for. Where hardly two share a surname, that does not matter.
    """
    middle = any(len(given) > 1 for given in long.given[len(short.given) :])
    nickname = any(one != two and min(len(one), len(two)) > 1 for one, two in zip(short.given, long.given, strict=False))
    return long.is_rare or not (middle or nickname)


def _says_more(one: PersonName, other: PersonName) -> bool:
    return len("".join(one.given)) > len("".join(other.given)) and compatible(one, other)
