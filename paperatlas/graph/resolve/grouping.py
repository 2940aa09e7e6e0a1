"""Nodes tied into groups, the surest tie first, and none where two names in it forbid each other."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from paperatlas.graph.resolve.decided import Label
from paperatlas.graph.resolve.seen import Seen

__all__ = ["MOST_COMPARED", "Groups", "Node", "Tie"]

MOST_COMPARED = 20_000
"""Pairs of names looked at before two groups are joined. More names than that are never of one entity, but a flaw's doing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Names that are one beyond doubt: of one family and key, and of people and works with what tells them apart."""

    label: Label
    seen: tuple[Seen, ...]
    """Never empty; ordered."""
    apart: str = ""
    told_by: str = ""
    """Of a homonym: what tells it from the others of its name, as far as that is known."""
    why: str = "the same name but for case, spelling and joints"
    """Why what was seen is one."""

    @property
    def weight(self) -> int:
        return sum(each.weight for each in self.seen)


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Tie:
    """Why two nodes may be one. `left` and `right` are their places; the lower is on the left."""

    left: int
    right: int
    reason: str
    score: float
    """0 to 1."""


class Groups:
    """Which nodes are one so far. Nodes are in an order that others do not change, so that the outcome is theirs alone."""

    def __init__(self, count: int, forbids: Callable[[int, int], str]) -> None:
        self._group = list(range(count))
        self._held: dict[int, list[int]] = {}
        self._forbids = forbids
        self.ties: list[Tie] = []
        """Those that hold."""

    def root(self, node: int) -> int:
        """The lowest node of its group."""
        return self._group[node]

    def held(self, root: int) -> Sequence[int]:
        """The nodes of a group, ordered."""
        return self._held.get(root, (root,))

    def tie(self, ties: Iterable[Tie]) -> None:
        """Join what they tie, in order of score, unless that is forbidden."""
        for tie in sorted(ties, key=lambda tie: (-tie.score, tie)):
            left, right = sorted((self._group[tie.left], self._group[tie.right]))
            if left != right and not self._forbidden(left, right):
                self._join(left, right)
                self.ties.append(tie)

    def _forbidden(self, left: int, right: int) -> bool:
        mine, theirs = self.held(left), self.held(right)
        if len(mine) * len(theirs) > MOST_COMPARED:
            return True
        return any(self._forbids(one, other) for one in mine for other in theirs)

    def _join(self, left: int, right: int) -> None:
        moved = self._held.pop(right, [right])
        for node in moved:
            self._group[node] = left
        self._held[left] = sorted((*self._held.get(left, (left,)), *moved))

    def all(self) -> list[Sequence[int]]:
        """Every group, ordered by its lowest node."""
        return [self.held(root) for root in sorted(set(self._group))]
