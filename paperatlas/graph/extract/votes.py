"""What speaks for each kind of a name."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Self

from paperatlas.graph.extract.schema import Schema

__all__ = ["Votes"]


class Votes(defaultdict[str, float]):
    """Weights by kind."""

    def __init__(self, given: Mapping[str, float] | None = None) -> None:
        super().__init__(float, given or {})

    def take(self, other: Mapping[str, float]) -> Self:
        """Add those of another."""
        for kind, weight in other.items():
            self[kind] += weight
        return self

    @property
    def most(self) -> float:
        return max(self.values(), default=0.0)

    def best(self, schema: Schema) -> str:
        """The kind with the most, of several the first of the schema; "concept" where nothing speaks for any."""
        return max(self, key=lambda kind: (self[kind], -schema.rank(kind)), default="concept")
