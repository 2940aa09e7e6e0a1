"""What two members must have in common to be made one directly.

Nothing outside the members that can be reached over shared keys, from one to the next, has any bearing on how they are
resolved: after a change only those are resolved anew. The keys are narrow for that reason. What all have that share the
first letters of a name, say, would reach the whole library.
"""

from collections.abc import Iterable, Iterator

from paperatlas.core.deciding import Decision
from paperatlas.core.knowledge import LocalEntity
from paperatlas.graph.resolve.aliases import genus_key
from paperatlas.graph.resolve.decided import Label, labels
from paperatlas.graph.resolve.families import Family, family_of
from paperatlas.graph.resolve.known import meaning
from paperatlas.graph.resolve.people_names import person_name
from paperatlas.graph.resolve.shapes import fullest, shape
from paperatlas.graph.resolve.slips import slip_key
from paperatlas.graph.resolve.turned import stem_key
from paperatlas.graph.resolve.works_read import identifiers_of, title_of

__all__ = ["block_keys", "decision_keys", "tied_blocks"]


def block_keys(local: LocalEntity) -> frozenset[str]:
    """Of one document's entity; never empty."""
    family = family_of(local.kind, local.name)
    if family is Family.WORK:
        return frozenset(_of_work(local))
    if family is Family.PERSON:
        return frozenset(_of_person(local))
    return frozenset(_of_thing(local, family))


def decision_keys(decision: Decision) -> frozenset[str]:
    """Those under which the members stand that a decision is about."""
    return frozenset(_of_label(label) for name in decision.names for label in labels(name, decision.kind))


def tied_blocks(decisions: Iterable[Decision]) -> tuple[frozenset[str], ...]:
    """Keys that decisions make as good as one: who reaches one of a set has reached them all."""
    return tuple(decision_keys(decision) for decision in decisions if decision.verdict == "merge")


def _of_label(label: Label) -> str:
    return f"work:{label.key}" if label.family is Family.WORK else f"name:{label.key.replace(' ', '')}"


def _of_work(local: LocalEntity) -> Iterator[str]:
    title = title_of(local).shape
    yield _of_label(Label(Family.WORK, title.key))
    yield from identifiers_of(local)
    if slipped := slip_key(title):
        yield f"title:{slipped}"


def _of_person(local: LocalEntity) -> Iterator[str]:
    name = person_name(local.name)
    yield f"person:{name.block}"
    yield _of_label(Label(Family.PERSON, name.key))
    yield from (identifier.casefold() for identifier in local.identifiers)


def _of_thing(local: LocalEntity, family: Family) -> Iterator[str]:
    for form in (local.name, *local.forms):
        key = shape(form, family).key
        yield _of_label(Label(family, key))
        if meant := meaning(key, family):
            yield _of_label(Label(family, meant))
    name = fullest(local.name, local.forms, family)
    named = shape(name, family)
    for kind, key in (("near", slip_key(named)), ("stems", stem_key(named)), ("genus", genus_key(name, family))):
        if key:
            yield f"{kind}:{key}"
