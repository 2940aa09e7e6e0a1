"""What the templates share: patterns of one relation, and which claims count as facts."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from paperatlas.core.knowledge import EntityId
from paperatlas.graph.cypher.asked import Asked, Relating
from paperatlas.graph.cypher.lexicon import Sense
from paperatlas.graph.cypher.linking import Linked
from paperatlas.graph.cypher.query import types_of

__all__ = ["FACT", "Bound", "arrow", "bind", "likely", "meant", "names"]

FACT = "NOT coalesce({0}.standing, 'asserted') IN ['negated', 'hypothetical']"
"""A relation that its paper holds to be so, or tells as what others found."""
_LIKELY = 0.95
"""Share of the best score from which another bearer of a name is meant as well: below, it is named in a warning."""


class Bound(NamedTuple):
    """A verb or noun with the entities on either side of it."""

    relating: Relating
    subjects: tuple[Linked, ...]
    objects: tuple[Linked, ...]

    @property
    def entity_is_head(self) -> bool:
        """Whether what is named, rather than what is asked for, is the edge's source. Of the side that is named."""
        return (self.relating.sense.head == "subject") == bool(self.subjects)


def bind(asked: Asked, relating: Relating) -> Bound:
    """What stands before a verb is its subject, what comes after its object; in the passive the other way round.

    A noun has its object on either side: "the authors of X", "X's authors".
    """
    before = tuple(one for one, at in zip(asked.linked, asked.places, strict=True) if at < relating.at)
    after = tuple(one for one, at in zip(asked.linked, asked.places, strict=True) if at > relating.at)
    if relating.noun:
        return Bound(relating, (), (*before, *after))
    return Bound(relating, after, before) if relating.passive else Bound(relating, before, after)


def meant(sense: Sense, about: Collection[str], types: Collection[str]) -> tuple[str, ...]:
    """The types that a sense means where entities of these kinds are at an end, of those that the graph has.

    An engine warns of types that are not there. Data is used by training or testing on it, whatever the paper's verb.
    """
    wider = (
        (*sense.predicates, "EVALUATED_ON", "TRAINED_ON")
        if "USES" in sense.predicates and "dataset" in about
        else sense.predicates
    )
    return tuple(name for name in wider if name in types)


def arrow(name: str, predicates: tuple[str, ...], *, forward: bool, symmetric: bool = False) -> str:
    """The pattern "-[r:USES]->", "<-[r:USES]-" or, of a relation that holds both ways, "-[r:USES]-"."""
    inner = f"[{name}{types_of(predicates)}]"
    if symmetric:
        return f"-{inner}-"
    return f"-{inner}->" if forward else f"<-{inner}-"


def likely(linked: Linked) -> list[EntityId]:
    """The entities that a name may well mean."""
    best = linked.candidates[0].score
    return [one.entity.id for one in linked.candidates if one.score >= _LIKELY * best]


def names(linked: Sequence[Linked], joint: str = "and") -> str:
    """Their names as a list: "BERT, GPT-3 and T5"."""
    said = [one.entity.name for one in linked]
    return f" {joint} ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)
