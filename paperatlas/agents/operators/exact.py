"""The operators whose answers are read or computed from the catalog alone, in the order in which they are tried."""

from collections.abc import Callable
from typing import TypeAlias

from paperatlas.agents.operators import aspects, counts, expansions, figures, lists, metadata, positions
from paperatlas.agents.state import Deps, Draft, Question
from paperatlas.core.answers import Route

__all__ = ["EXACT", "Operator"]

Operator: TypeAlias = Callable[[Question, Route, Deps], Draft | None]
"""A draft, or None where the question asks for something else."""

EXACT: tuple[tuple[str, Operator], ...] = (
    ("look up the metadata", metadata.answer),
    ("count", counts.answer),
    ("write the short form out", expansions.answer),
    ("read the figure", figures.answer),
    ("find the place", positions.answer),
    ("list the papers", lists.answer),
    ("find what it says of itself", aspects.answer),
)
"""Cheaper than any search, so they come first. The name is what the step is called."""
