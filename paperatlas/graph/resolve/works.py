"""Which titles are of one work: by their identifiers, else by title, authors and year.

A preprint and what was published are one; an annual report and next year's are two, as are two papers that happen to have
one title.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from paperatlas.graph.resolve.decided import Decided, Label
from paperatlas.graph.resolve.families import Family
from paperatlas.graph.resolve.grouping import Groups, Node, Tie
from paperatlas.graph.resolve.near import slips_among
from paperatlas.graph.resolve.seen import Seen
from paperatlas.graph.resolve.works_read import Title, is_published, title_of

__all__ = ["settle_works", "work_nodes"]

_SAME_IDENTIFIER = 1.0
_SAME_TITLE = 0.95
_NEAR_TITLE = 0.85
_SHORT = 4
"""Words; a shorter title is of many works, and counts only with its authors and year."""
_LONG = 5
"""Words of a title that no two documents of a library share by chance."""
_YEARS = 2
"""Between a preprint and its publication."""
_SAME_AUTHORS = 0.5
"""Of the shorter list: lists are cut, and versions gain and lose an author."""


def work_nodes(seen: Sequence[Seen]) -> list[Node]:
    """Ordered; of one title as many as say something else of it."""
    held: defaultdict[tuple[str, str, tuple[str, ...], tuple[int, ...], tuple[str, ...], str], list[Seen]] = defaultdict(list)
    for each in seen:
        title = title_of(each.local)
        told = (tuple(sorted(title.identifiers)), tuple(sorted(title.years)), tuple(sorted(title.surnames)))
        held[each.apart, title.shape.key, *told, each.own or ""].append(each)
    return [
        Node(
            label=Label(Family.WORK, key),
            apart=apart,
            seen=tuple(held[apart, key, identifiers, years, surnames, own]),
            told_by=" ".join((*identifiers[:1], *map(str, years[:1]), *surnames[:1], own)),
            why="the same title, authors and year",
        )
        for apart, key, identifiers, years, surnames, own in sorted(held)
    ]


def settle_works(nodes: Sequence[Node], decided: Decided) -> Groups:
    """Which nodes are one."""
    titles = [title_of(node.seen[0].local) for node in nodes]

    def forbids(one: int, other: int) -> str:
        if nodes[one].apart != nodes[other].apart or decided.forbids(nodes[one].label, nodes[other].label):
            return "decided so"
        return _apart(titles[one], titles[other])

    groups = Groups(len(nodes), forbids)
    groups.tie(_identifier_ties(titles))
    groups.tie(_title_ties(nodes, titles))
    first = {key: places[0] for key, places in _by_title(nodes).items()}
    leads = list(first.values())
    near = ((leads[one], leads[other], why) for one, other, why in slips_among([titles[place].shape for place in leads]))
    by_title = _by_title(nodes)
    groups.tie(
        Tie(left=min(mine, theirs), right=max(mine, theirs), reason=f"titles a slip apart: {why}", score=_NEAR_TITLE)
        for one, other, why in near
        for mine in by_title[nodes[one].apart, nodes[one].label.key]
        for theirs in by_title[nodes[other].apart, nodes[other].label.key]
        if _agree(nodes, titles, mine, theirs)
    )
    return groups


def _by_title(nodes: Sequence[Node]) -> Mapping[tuple[str, str], list[int]]:
    by_title: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for place, node in enumerate(nodes):
        by_title[node.apart, node.label.key].append(place)
    return by_title


def _identifier_ties(titles: Sequence[Title]) -> Iterator[Tie]:
    first: dict[str, int] = {}
    for place, title in enumerate(titles):
        for identifier in sorted(title.identifiers):
            lead = first.setdefault(identifier, place)
            if lead != place:
                yield Tie(left=lead, right=place, reason=f"both are {identifier}", score=_SAME_IDENTIFIER)


def _title_ties(nodes: Sequence[Node], titles: Sequence[Title]) -> Iterator[Tie]:
    """Each with the first that it agrees with, those that say most going first; what agrees with two stays by itself."""
    for places in _by_title(nodes).values():
        leads: list[int] = []
        for place in sorted(places, key=lambda place: (-_says(titles[place]), -nodes[place].weight, place)):
            found = [lead for lead in leads if _agree(nodes, titles, lead, place)]
            if not found or (len(found) > 1 and _says(titles[place]) < 2):
                leads.append(place)
            else:
                left, right = sorted((found[0], place))
                yield Tie(left=left, right=right, reason="the same title, and authors and year agree", score=_SAME_TITLE)


def _says(title: Title) -> int:
    return 2 * bool(title.surnames) + bool(title.years) + bool(title.identifiers)


def _apart(one: Title, other: Title) -> str:
    """What forbids two to be one work, whatever else they share."""
    if not one.identifiers.isdisjoint(other.identifiers):
        return ""
    for belongs in (is_published, _is_arxiv):
        mine, theirs = (set(filter(belongs, title.identifiers)) for title in (one, other))
        if mine and theirs:
            return "their identifiers differ"
    return ""


def _is_arxiv(identifier: str) -> bool:
    return identifier.startswith("arxiv:")


def _agree(nodes: Sequence[Node], titles: Sequence[Title], mine: int, theirs: int) -> bool:
    one, other = titles[mine], titles[theirs]
    words = len(one.shape.words)
    if _apart(one, other):
        return False
    authors = _authors_shared(one.surnames, other.surnames)
    years = min((abs(a - b) for a in one.years for b in other.years), default=None)
    if authors is None:
        if words < _LONG and nodes[mine].seen[0].own and nodes[theirs].seen[0].own:
            return False
        return years is None or years <= (1 if words >= _SHORT else 0)
    most = _YEARS if words >= _SHORT else 0
    return authors >= _SAME_AUTHORS and (years is None or years <= most)


def _authors_shared(mine: Iterable[str], theirs: Iterable[str]) -> float | None:
    """None where one names nobody."""
    one, other = set(mine), set(theirs)
    return len(one & other) / min(len(one), len(other)) if one and other else None
