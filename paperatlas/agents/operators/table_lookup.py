"""The cell whose row and column names bear most of a question."""

from collections.abc import Sequence

from paperatlas.agents.operators.table_cells import Entry
from paperatlas.agents.operators.table_finding import Finding
from paperatlas.agents.operators.table_grid import Grid, Name
from paperatlas.agents.operators.table_question import Operation, TableQuestion
from paperatlas.agents.operators.table_terms import meets, tokens
from paperatlas.agents.terms import Term

__all__ = ["bears", "look_up"]

_UNASKED_COSTS = 0.03
"""What each word of a name costs that the question does not say: "BERT" is no "BERT+WordRec"."""
_MOST_UNASKED = 8
_HALF = 0.5
"""A cell must bear more than this share of the noun that is asked for: "Long context" is no "context length"."""
_LOST = 0.6
"""What is left of the coverage where a name or a number of the question stands nowhere in the table, its caption or the title."""
_ASSUMED = 0.9
"""What is left where the only column of numbers, or the row of totals, is meant without being named."""
_TOTALS = frozenset({"total", "all", "overall", "sum"})


def look_up(grid: Grid, asked: TableQuestion) -> Finding | None:
    """The cell whose row and column names cover most of the question, and something of each."""
    fits = [
        (score, entry)
        for entry in (*grid.entries, *(() if asked.wants_count else grid.sheet.texts))
        if (score := _fit(grid, asked, entry)) is not None
    ]
    if not fits:
        return None
    most = max(score for score, _ in fits)
    best = [entry for score, entry in fits if score == most]
    if not _are_beside(best):
        best = best[:1]
    # Which of a few is meant, "adjusted for age" or "for all", nobody can tell: each is said with its name.
    operation: Operation = "look_up" if len(best) == 1 else "profile"
    return Finding(place=grid.place, operation=operation, entries=tuple(best), along="rows", coverage=most)


def _are_beside(entries: Sequence[Entry]) -> bool:
    """Whether they are a few cells of one column under names that differ."""
    names = {entry.row_name for entry in entries}
    return len({entry.column for entry in entries}) == 1 and len(names) == len(entries) <= _FEW


_FEW = 3


def _fit(grid: Grid, asked: TableQuestion, entry: Entry) -> float | None:
    column = grid.columns[entry.column]
    if not column.is_touched and not _is_only_measure(grid, entry):
        return None  # before any row is looked at: there are many, and most tables have nothing of what is asked
    row = grid.rows.get(entry.row)
    if row is None:
        return None
    beside = grid.row_cells(entry.row, entry.column)
    is_total = asked.wants_count and row.text.lower() in _TOTALS
    if not row.is_touched and not any(beside) and not is_total:
        return None
    if not all(bears(noun, (row, column), grid) for noun in (asked.measured, asked.kind) if noun):
        return None
    score = grid.coverage(row.strengths, column.strengths, beside)
    if not grid.pinned(row.strengths, column.strengths, beside):
        score *= _LOST
    if not column.is_touched or (is_total and not row.is_touched):
        score *= _ASSUMED
    return score - _UNASKED_COSTS * ((0 if is_total else _unasked(row)) + _unasked(column))


def _unasked(name: Name) -> int:
    return min(_MOST_UNASKED, len(name.unasked))


def _is_only_measure(grid: Grid, entry: Entry) -> bool:
    """Whether its column is the only one that holds numbers, or it is the only number of a row that is named in full."""
    if entry.row in grid.sheet.of_one_number:
        return grid.rows[entry.row].is_named
    return grid.sheet.has_one_measure and entry.column == grid.entries[0].column


def bears(noun: Sequence[Term], names: Sequence[Name], grid: Grid) -> bool:
    """Whether these names and the caption bear more than half of the noun that is asked for."""
    there = tokens(" ".join((*(name.text for name in names), grid.sheet.subject)))
    met = {term.stem for at, term in enumerate(grid.terms) if any(name.strengths[at] for name in names)}
    return sum(term.stem in met or meets(term, there) > 0 for term in noun) / len(noun) > _HALF
