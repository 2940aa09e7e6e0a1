"""What was found in a table."""

from dataclasses import dataclass
from typing import Literal

from paperatlas.agents.operators.arithmetic import Worked
from paperatlas.agents.operators.table_cells import Entry
from paperatlas.agents.operators.table_grid import PlacedTable
from paperatlas.agents.operators.table_question import Operation

__all__ = ["Along", "Finding", "score_of"]

Along = Literal["rows", "columns"]
_NEAR, _FAR = 0.8, 0.55
"""Cosines of bge-small between a question and the table that answers it, and one that has nothing to do with it."""
_COVERAGE_SHARE = 0.7
"""How much of a finding's score is coverage of the question's words; the rest is likeness of meaning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A candidate answer and how much of the question it covers."""

    place: PlacedTable
    operation: Operation
    entries: tuple[Entry, ...]
    """The cells that answer, in the question's order; for a superlative the winner, then the runner-up."""
    along: Along
    """What names the answer: the entry's row, or its column."""
    coverage: float
    measured: bool = True
    """Whether the line of numbers is called what the question measures."""
    result: Worked | None = None
    """What was worked out of the entries."""
    of: int = 0
    """How many entries the answer was chosen from."""
    at: int = 1
    """Of a superlative or a rank, the place in the order."""

    @property
    def score(self) -> float:
        """0 to 1."""
        return score_of(self.coverage, self.place)

    def name(self, entry: Entry) -> str:
        """What the answer is called by."""
        return entry.row_name if self.along == "rows" else entry.column_name

    def measure(self, entry: Entry) -> str:
        """What its numbers measure."""
        return entry.column_name if self.along == "rows" else entry.row_name


def score_of(coverage: float, place: PlacedTable) -> float:
    """What a table's share in the question's words and its likeness of meaning come to."""
    likeness = min(1.0, max(0.0, (place.similarity - _FAR) / (_NEAR - _FAR)))
    return _COVERAGE_SHARE * coverage + (1 - _COVERAGE_SHARE) * likeness
