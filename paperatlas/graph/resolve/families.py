"""Kinds that may be one: extraction calls the same thing a method here and a model there, but never a person a place.

A hard family never merges with another. "concept" and the kinds of a schema of one's own are open: such a name joins the
family that the library knows it in, if any.
"""

from collections.abc import Mapping
from enum import StrEnum

__all__ = ["FAMILY_ORDER", "Family", "family_of"]


class Family(StrEnum):
    """What may be one thing under two kinds."""

    THING = "thing"
    LIVING = "living"
    PLACE = "place"
    ORGANISATION = "organisation"
    PERSON = "person"
    WORK = "work"
    OPEN = "open"
    """Of no family: "concept", and kinds that are not ours."""


FAMILY_ORDER: Mapping[Family, int] = {family: place for place, family in enumerate(Family)}
"""Which of two families as frequent is taken."""

_FAMILIES: Mapping[str, Family] = {
    "method": Family.THING,
    "model": Family.THING,
    "dataset": Family.THING,
    "task": Family.THING,
    "metric": Family.THING,
    "creation": Family.THING,
    "material": Family.LIVING,
    "organism": Family.LIVING,
    "disease": Family.LIVING,
    "place": Family.PLACE,
    "organisation": Family.ORGANISATION,
    "event": Family.THING,
    "person": Family.PERSON,
    "work": Family.WORK,
}
"""A shared task is an event and its data; drug, gene and illness share names too. A language and a snake do not."""

_INSTITUTIONS = frozenset(
    "university universities université universität universidad università univ institute institut institution college school"
    " faculty department dept hospital clinic laboratory laboratories labs academy society association ministry agency council"
    " committee foundation museum library corporation company inc ltd llc gmbh".split()
)
"""Words by which a "place" is an organisation: taggers differ on whether a university is one or the other."""


def family_of(kind: str, name: str) -> Family:
    """The family of a name of some kind."""
    family = _FAMILIES.get(kind, Family.OPEN)
    if family is Family.PLACE and not _INSTITUTIONS.isdisjoint(name.casefold().replace(".", " ").replace(",", " ").split()):
        return Family.ORGANISATION
    return family
