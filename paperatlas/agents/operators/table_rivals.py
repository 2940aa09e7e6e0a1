"""Which things of a table do better or worse than one that a question names: "which models outperform BERT on QNLI"."""

import re
from typing import Literal

from paperatlas.agents.operators.arithmetic import Worked
from paperatlas.agents.operators.table_cells import Entry
from paperatlas.agents.operators.table_finding import Along, Finding
from paperatlas.agents.operators.table_grid import Grid, Name
from paperatlas.agents.operators.table_lines import adds_up, is_low_better, line_names, lines
from paperatlas.agents.operators.table_question import TableQuestion

__all__ = ["asks_for_rivals", "rivals"]

_WHICH = re.compile(r"^\W*(?:which|what|list|name)\b(?! (?:is|are|was|were) the\b)", re.IGNORECASE)
_ONE_OF = re.compile(r"\bor\b|\bwhich (?:of|is|one)\b", re.IGNORECASE)
_AS_SUBJECT = re.compile(r"\b(?:does|do|did)\b", re.IGNORECASE)
"""What is named is what does better: "which models does BERT outperform"."""
_DENIED = re.compile(r"\b(?:not|never)\b|n['’]t\b", re.IGNORECASE)
_PAIR = 2


def asks_for_rivals(asked: TableQuestion) -> bool:
    """Whether a question asks which things do better, or worse, than another."""
    return bool(asked.comparative) and _WHICH.match(asked.text) is not None and not _ONE_OF.search(asked.text)


def rivals(grid: Grid, asked: TableQuestion) -> Finding | None:
    """The things beyond the one that is named, on the measure that is named; None where either is in doubt, or there are none."""
    # The cell of "Tide at South" stands in a row and a column: things are mostly rows.
    held = _of_lines(grid, asked, "rows") or _of_lines(grid, asked, "columns")
    best = max(held, key=lambda finding: finding.coverage, default=None)
    return best if best and best.entries else None


def _of_lines(grid: Grid, asked: TableQuestion, along: Along) -> list[Finding]:
    names = line_names(grid, along)
    over = grid.columns if along == "rows" else grid.rows
    found = []
    for index, line in lines(grid, along).items():
        measure = over[index]
        held = [entry for entry in line if not adds_up(entry, along)]
        named = [entry for entry in held if _of(entry, names, along).is_named and _of(entry, names, along).is_touched]
        if not measure.is_touched or len(named) != 1 or len(held) < _PAIR:
            continue
        (one,) = named
        above = _way(grid, asked, measure) == "high"
        beyond = tuple(entry for entry in held if entry.value != one.value and (entry.value > one.value) == above)
        strengths = (measure.strengths, _of(one, names, along).strengths)
        if not grid.pinned(*strengths):
            continue
        found.append(
            Finding(
                place=grid.place,
                operation="filter",
                entries=beyond,
                along=along,
                coverage=grid.coverage(*strengths),
                result=Worked(value=str(len(beyond)), working=f"{len(beyond)} of {len(held)}"),
                of=len(held),
            )
        )
    return found


def _of(entry: Entry, names: dict[int, Name], along: Along) -> Name:
    return names[entry.row if along == "rows" else entry.column]


def _way(grid: Grid, asked: TableQuestion, measure: Name) -> Literal["high", "low"]:
    """On which side of the named thing the others have to be."""
    ways = {"high": True, "low": False, "better": not is_low_better(grid, measure), "worse": is_low_better(grid, measure)}
    high = ways[asked.comparative]
    turned = (_AS_SUBJECT.search(asked.text) is not None) != (_DENIED.search(asked.text) is not None)
    return "high" if high != turned else "low"
