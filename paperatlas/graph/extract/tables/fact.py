"""What a table of results says."""

from dataclasses import dataclass
from typing import NamedTuple

from paperatlas.core.knowledge import Evidence
from paperatlas.core.types import Box

__all__ = ["TableFact", "TableName"]


class TableName(NamedTuple):
    """A name that a table prints."""

    text: str
    """As printed, without markers and citations."""
    kind: str
    """A key of KINDS: "model" or "method" of a row, "dataset" or "task" of a column."""
    boxes: tuple[Box, ...] = ()
    """Of the cell that prints it; empty when the caption does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFact:
    """One cell of results: `head` was `predicate` (evaluated on) `tail`, which gave `value` of `metric`."""

    head: TableName
    predicate: str
    tail: TableName
    metric: str
    """As printed; empty when the table does not say what its numbers are."""
    value: str
    """The number as printed, with its unit."""
    evidence: Evidence
    """The printed row, with the boxes of the name, the header and the value."""
    confidence: float
    extractor: str = "table"
