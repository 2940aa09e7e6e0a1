"""Decisions by hand or by a model, as the rules ask for them."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from paperatlas.core.deciding import Decision
from paperatlas.core.ids import text_key
from paperatlas.core.knowledge import LocalEntity, Member
from paperatlas.graph.resolve.families import Family, family_of
from paperatlas.graph.resolve.keys import key_of

__all__ = ["Decided", "Label", "decide", "labels"]


class Label(NamedTuple):
    """What a node is called: its family and the key of its name."""

    family: Family
    key: str


def labels(name: str, kind: str) -> frozenset[Label]:
    """Those that a name in a decision may have; with a kind the one of its family, and of no family."""
    if not kind:
        return frozenset(Label(family, key_of(name, family)) for family in Family)
    return frozenset(Label(family, key_of(name, family)) for family in {family_of(kind, name), Family.OPEN})


class Decided:
    """What was decided. Merges are carried out in the end, on whole entities; splits hold the rules back."""

    def __init__(self, decisions: Iterable[Decision]) -> None:
        # By hand goes before by a model; otherwise the order of their content, so that theirs does not matter.
        ordered = sorted(set(decisions), key=lambda each: (each.by != "hand", each.names, each.kind, each.documents, each.by))
        self.merges: Sequence[Decision] = [each for each in ordered if each.verdict == "merge"]
        splits = [each for each in ordered if each.verdict == "split"]
        self._homonyms = [(each, labels(each.names[0], each.kind)) for each in splits if each.documents]
        self._alone = {label for each in splits if _is_alone(each) for label in labels(each.names[0], each.kind)}
        self._apart = {
            frozenset((one, other))
            for each in splits
            if len(each.names) > 1
            for place, name in enumerate(each.names)
            for one in labels(name, each.kind)
            for later in each.names[place + 1 :]
            for other in labels(later, each.kind)
        }

    def mark(self, member: Member, local: LocalEntity) -> str:
        """Of a member that was kept apart from others of its name; else empty."""
        for decision, its_labels in self._homonyms:
            if member.document in decision.documents:
                family = family_of(local.kind, local.name)
                if not its_labels.isdisjoint(Label(family, key_of(form, family)) for form in (local.name, *local.forms)):
                    return text_key("\n".join(sorted(decision.documents)))[:16]
        return ""

    def forbids(self, one: Label, other: Label) -> bool:
        """Whether two names must not be made one by a rule."""
        if one == other:
            return False
        return one in self._alone or other in self._alone or self.parts(one, other)

    def parts(self, one: Label, other: Label) -> bool:
        """Whether two names were said to be two."""
        return bool(self._apart) and frozenset((one, other)) in self._apart


def _is_alone(decision: Decision) -> bool:
    return len(decision.names) == 1 and not decision.documents


def decide(decisions: Sequence[Decision], new: Decision) -> tuple[Decision, ...]:
    """With a new one. What it contradicts goes: the last word holds, whatever order they are kept in."""
    return (*(each for each in decisions if each != new and not _contradicts(new, each)), new)


def _contradicts(new: Decision, old: Decision) -> bool:
    if new.verdict == old.verdict or (new.kind and old.kind and new.kind != old.kind):
        return False
    theirs = {label for name in old.names for label in labels(name, old.kind)}
    shared = sum(not labels(name, new.kind).isdisjoint(theirs) for name in new.names)
    return shared > 0 if 1 in {len(new.names), len(old.names)} else shared > 1
