"""Finding what a question wants in one table: a cell, the best of a line, cells set against each other, or a line summed up.

A table is read in both directions, since papers print models as rows as often as columns.
"""

from dataclasses import replace

from paperatlas.agents.operators.table_finding import Finding, score_of
from paperatlas.agents.operators.table_grid import Grid, PlacedTable
from paperatlas.agents.operators.table_lines import best, counted, within
from paperatlas.agents.operators.table_lookup import look_up
from paperatlas.agents.operators.table_pairs import profile, set_against
from paperatlas.agents.operators.table_question import TableQuestion
from paperatlas.agents.operators.table_rivals import asks_for_rivals, rivals
from paperatlas.agents.operators.table_sheet import sheet_of
from paperatlas.agents.operators.table_terms import is_condition, meets
from paperatlas.agents.operators.table_totals import summed_up
from paperatlas.agents.terms import Term

__all__ = ["Finding", "PlacedTable", "most_of", "read_table"]


def read_table(place: PlacedTable, asked: TableQuestion) -> Finding | None:
    """What the table says to a question; None where it does not say it.

    Where a header is called what a question wants done ("Avg", "Max Output", "Improvement"), its cell is meant.
    """
    bounds = {term.stem for term in asked.conditioned.terms if is_condition(term.stem)} if asked.bound else set()
    if bounds & sheet_of(place.table).name_tokens:
        asked = asked.conditioned
    printed = _printed(place, asked)
    if printed is not None:
        return printed
    grid = Grid(place, (*asked.terms, *_called_so(place, asked)), asked.text)
    match asked.operation:
        case "best":
            return best(grid, asked)
        case "compare" if asks_for_rivals(asked):
            return rivals(grid, asked)
        case "compare" | "profile":
            return set_against(grid, asked) or profile(grid) or look_up(grid, asked)
        case "difference" | "ratio" | "percent_change":
            return set_against(grid, asked) or profile(grid)
        case "sum" | "mean":
            return summed_up(grid, asked)
        case "count" | "filter" | "rank":
            return within(grid, asked)
        case "look_up":
            both = set_against(grid, replace(asked, operation="compare")) if asked.joins else None
            return both or look_up(grid, asked) or counted(grid, asked)


def most_of(place: PlacedTable, asked: TableQuestion) -> float:
    """The greatest score that anything found in the table can have: known from its words, before any cell is looked at."""
    grids = {terms: Grid(place, terms, asked.text) for terms in (asked.said, (*asked.terms, *_called_so(place, asked)))}
    pinned = asked.operation not in _OF_LINES
    return score_of(max(grid.most(pinned=pinned) for grid in grids.values()) + _ADDED, place)


_OF_LINES = frozenset({"sum", "mean", "count", "filter", "rank"})
"""Operations on whole lines, which take no account of a name that stands nowhere in the table."""
_ADDED = 0.02
"""What a finding may be credited with besides what the table bears of the question."""


def _called_so(place: PlacedTable, asked: TableQuestion) -> list[Term]:
    """The words that may name a column as well as ask for a sum ("average"), where a column or row is called so."""
    if asked.operation in ("sum", "mean"):
        return []
    there = sheet_of(place.table).name_tokens
    return [term for term in asked.worked_on if term.word in _NAMES_TOO and meets(term, there)]


_NAMES_TOO = frozenset("average mean total overall maximum minimum max min relative longest shortest".split())
"""Words of asking by which columns are called."""
_CHANGES = frozenset("difference gain improvement improve change increase decrease drop reduction rank gap margin ratio".split())
"""Words of asking whose answer a column may hold ready."""


def _printed(place: PlacedTable, asked: TableQuestion) -> Finding | None:
    """The cell under a header that is called what the question wants done."""
    if asked.operation in ("look_up", "count", "filter", "rank") or not asked.worked_on:
        return None
    grid = Grid(place, asked.said, asked.text)
    found = look_up(grid, asked)
    if found is None:
        return None
    entry = found.entries[0]
    working = [at for at, term in enumerate(asked.said) if at >= len(asked.terms) and term.word in _NAMES_TOO | _CHANGES]
    names = (grid.rows[entry.row].strengths, grid.columns[entry.column].strengths)
    is_called_so = any(strengths[at] for strengths in names for at in working)
    return found if is_called_so and found.coverage >= _WHOLE else None


_WHOLE = 0.75
"""Share of a question, its working words counted in, that such a cell must bear."""
