"""The sum or mean of the cells that a question names, or of a whole line."""

from paperatlas.agents.operators.arithmetic import worked
from paperatlas.agents.operators.table_finding import Along, Finding
from paperatlas.agents.operators.table_grid import Grid
from paperatlas.agents.operators.table_lines import adds_up, line_names, lines
from paperatlas.agents.operators.table_question import TableQuestion

__all__ = ["summed_up"]

_PAIR = 2
_MOST = 60
"""Numbers that are summed up: what can be shown with the working."""
_UNASKED_COSTS = 0.05


def summed_up(grid: Grid, asked: TableQuestion) -> Finding | None:
    """The sum or mean of the line that the question names best: of the entries it names, or of all."""
    directions: tuple[Along, ...] = ("rows", "columns")
    findings = [finding for along in directions for finding in _of_lines(grid, asked, along)]
    return max(findings, key=lambda finding: finding.coverage, default=None)


def _of_lines(grid: Grid, asked: TableQuestion, along: Along) -> list[Finding]:
    names = line_names(grid, along)
    over = grid.columns if along == "rows" else grid.rows
    found = []
    for index, line in lines(grid, along).items():
        if not over[index].is_touched:
            continue
        plain = [entry for entry in line if not adds_up(entry, along)]
        named = [
            entry
            for entry in plain
            if _is_said(names[entry.row if along == "rows" else entry.column].strengths, over[index].strengths)
        ]
        chosen = named if len(named) >= _PAIR else plain
        result = worked("sum" if asked.operation == "sum" else "mean", [entry.value for entry in chosen])
        if result is None or not _PAIR <= len(chosen) <= _MOST:
            continue
        strengths = [names[entry.row if along == "rows" else entry.column].strengths for entry in named]
        coverage = grid.coverage(over[index].strengths, *strengths) - _UNASKED_COSTS * len(over[index].unasked)
        found.append(
            Finding(
                place=grid.place,
                operation=asked.operation,
                entries=tuple(chosen),
                along=along,
                coverage=coverage,
                result=result,
                of=len(plain),
            )
        )
    return found


def _is_said(strengths: tuple[float, ...], line: tuple[float, ...]) -> bool:
    """Whether the question names an entry by a word that its line does not have."""
    return any(got and not there for got, there in zip(strengths, line, strict=True))
