"""A query that a question was made into, before it is run."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Composed", "types_of"]

_TYPE = re.compile(r"[A-Z][A-Z0-9_]*\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Composed:
    """Cypher with its parameters, and how its rows are said."""

    template: str
    cypher: str
    """Values of the question are parameters; only relationship types, which come from the graph, stand in the text."""
    parameters: Mapping[str, object]
    lead: str
    """Begins the answer's sentence: "What BERT uses"."""
    proof: str = ""
    """A query with the same parameters that gives the edges behind the rows, in one column (`traced.EDGE`); empty where the
    query is traced. It is for queries that would have to gather the edges of all rows before all but a few are dropped."""


def types_of(predicates: tuple[str, ...]) -> str:
    """The types of a relationship as they stand in a pattern: ":USES|EXTENDS"."""
    assert all(_TYPE.match(name) for name in predicates), "types are the graph's own, and plain"
    return f":{'|'.join(predicates)}" if predicates else ""
