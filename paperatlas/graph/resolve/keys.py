"""The key of a name within a family: what a decision by hand, a block and an entity's id go by."""

from paperatlas.graph.resolve.families import Family
from paperatlas.graph.resolve.people_names import person_name
from paperatlas.graph.resolve.shapes import shape

__all__ = ["key_of"]


def key_of(name: str, family: Family) -> str:
    """Never empty. "Smith, John" and "Dr John Smith" have one among people."""
    return person_name(name).key if family is Family.PERSON else shape(name, family).key
