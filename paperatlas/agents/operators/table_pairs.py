"""Cells of one measure set against each other: those that a question names, or one and what it is to be held against."""

from collections.abc import Sequence

from paperatlas.agents.operators.arithmetic import Worked, worked
from paperatlas.agents.operators.table_cells import Entry
from paperatlas.agents.operators.table_finding import Along, Finding
from paperatlas.agents.operators.table_grid import Grid, Name
from paperatlas.agents.operators.table_lines import line_names, lines
from paperatlas.agents.operators.table_lookup import bears
from paperatlas.agents.operators.table_question import TableQuestion
from paperatlas.agents.terms import stems

__all__ = ["profile", "set_against"]

_PAIR = 2
_MOST = 4
"""Cells that are set side by side: more are a table."""
_QUALITY = frozenset(stems("accuracy acc f1 score avg average bleu rouge map auc ndcg recall precision em mrr error ppl mae"))
_PREFERRED = 0.02
"""What speaks for the measure by which things are called better where a question names none, or else for the first."""
_FIRST = 0.001
_UNASKED_COSTS = 0.03
_OF_ONE_KIND = 0.08
_NEUTRAL = frozenset(stems("original base baseline clean none standard default vanilla full normal before initial ours all")) | {
    "with"
}
"""What a thing is called that nothing was done to."""
_WITHOUT = frozenset(stems("without no"))
_LOST = 0.6
"""What is left of the coverage where a name or a number of the question stands nowhere in the table."""


def set_against(grid: Grid, asked: TableQuestion) -> Finding | None:
    """The named cells of one line, in the question's order, and what is worked out of two."""
    directions: tuple[Along, ...] = ("rows", "columns")
    findings = [finding for along in directions for finding in _of_lines(grid, asked, along)]
    return max(findings, key=lambda finding: finding.coverage, default=None)


def _of_lines(grid: Grid, asked: TableQuestion, along: Along) -> list[Finding]:
    names = line_names(grid, along)
    over = grid.columns if along == "rows" else grid.rows
    found = []
    for index, line in lines(grid, along).items():
        sides = _sides(grid, [(entry, names[entry.row if along == "rows" else entry.column]) for entry in line], asked)
        if len(sides) < _PAIR:
            continue
        measure = over[index]
        if not measure.is_touched and not (asked.comparative and _QUALITY & measure.tokens) and len(over) > _PAIR:
            continue
        if asked.measured and not bears(asked.measured, (measure, *(name for _, name in sides)), grid):
            continue
        strengths = (measure.strengths, *(name.strengths for _, name in sides))
        coverage = grid.coverage(*strengths) * (1.0 if grid.pinned(*strengths) else _LOST)
        coverage += _PREFERRED * bool(_QUALITY & measure.tokens) - _FIRST * index
        coverage -= _OF_ONE_KIND * _is_part(grid, sides)
        coverage -= _UNASKED_COSTS * min(_MOST, len(measure.unasked) + min(len(name.unasked) for _, name in sides))
        entries = tuple(entry for entry, _ in sides[:_MOST])
        found.append(
            Finding(
                place=grid.place,
                operation=asked.operation,
                entries=entries,
                along=along,
                coverage=min(1.0, coverage),
                result=_result(asked, entries),
            )
        )
    return found


def profile(grid: Grid) -> Finding | None:
    """What a table says of the things that a question sets against each other without naming a measure, in its order."""
    named = [name for name in grid.rows.values() if name.is_named and name.is_touched]
    words = [frozenset(at for at, got in enumerate(name.strengths) if got) for name in named]
    apart = [(name, its) for name, its in zip(named, words, strict=True) if not any(its < other for other in words)]
    if len(apart) != _PAIR or grid.coverage(*(name.strengths for name, _ in apart)) < _ALL:
        return None
    common = apart[0][1] & apart[1][1]
    apart.sort(key=lambda side: min(side[1] - common, default=-1))
    first, second = ({entry.column: entry for entry in grid.entries if entry.row == name.index} for name, _ in apart)
    shared = [column for column in first if column in second][:_MOST]
    if not shared:
        return None
    entries = tuple(side[column] for side in (first, second) for column in shared)
    coverage = grid.coverage(*(name.strengths for name, _ in apart))
    return Finding(place=grid.place, operation="profile", entries=entries, along="rows", coverage=coverage, of=len(shared))


_ALL = 0.9
"""Share of the question that the two names and what the table is about must bear."""


def _is_part(grid: Grid, sides: Sequence["_Side"]) -> bool:
    """Whether the question's words for one thing are all words for the other as well: that pair is seldom meant."""
    first, second = ({at for at in range(len(grid.terms)) if name.strengths[at]} for _, name in sides[:_PAIR])
    return len(sides) == _PAIR and (first < second or second < first)


def _result(asked: TableQuestion, entries: Sequence[Entry]) -> Worked | None:
    if len(entries) != _PAIR:
        return None
    first, second = (entry.value for entry in entries)
    match asked.operation:
        case "ratio":
            return worked("ratio", (first, second) if abs(first) >= abs(second) else (second, first))
        case "percent_change":
            return worked("percent_change", (second, first) if asked.is_from_second else (first, second))
        case _:
            return worked("difference", (first, second))


_Side = tuple[Entry, Name]


def _sides(grid: Grid, line: Sequence[_Side], asked: TableQuestion) -> list[_Side]:
    """The entries of a line that the question names, each by a word that not all of them have."""
    common = {at for at in range(len(grid.terms)) if all(name.strengths[at] for _, name in line)}
    own = {id(entry): frozenset(at for at, got in enumerate(name.strengths) if got and at not in common) for entry, name in line}
    groups: dict[frozenset[str], list[_Side]] = {}
    for entry, name in line:
        if own[id(entry)] or (name.is_named and name.is_touched):
            groups.setdefault(name.unasked - _WITHOUT, []).append((entry, name))
    for unasked in sorted(groups, key=len):
        if unasked and _lacks_names(groups[unasked]):
            continue
        chosen = _apart(groups[unasked], own)
        if len(chosen) >= _PAIR:
            return sorted(chosen, key=lambda side: min(own[id(side[0])], default=-1))
        if asked.operation != "compare" and (pair := _with_counterpart(chosen, line)):
            return pair
    return []


def _lacks_names(sides: Sequence[_Side]) -> bool:
    """Whether what the question leaves out is more than what it says: then these are other things."""
    return any(len(name.unasked) > len(name.tokens) / 2 for _, name in sides)


def _apart(sides: Sequence[_Side], own: dict[int, frozenset[int]]) -> list[_Side]:
    """The sides, without those whose words another has and more besides, where more than two are left."""
    if len(sides) <= _PAIR:
        return list(sides)
    kept = [side for side in sides if not any(own[id(side[0])] < own[id(other[0])] for other in sides)]
    return kept if len(kept) >= _PAIR else list(sides)


def _with_counterpart(named: Sequence[_Side], line: Sequence[_Side]) -> list[_Side]:
    """What one thing is to be held against: the same without what was done to it, before that the whole it was taken from."""
    if len(named) != 1:
        return []
    ((entry, name),) = named
    if name.tokens & _WITHOUT:
        whole = [side for side in line if not side[1].tokens & _WITHOUT and side[0].row <= entry.row]
        above = [side for side in whole if side[0] is not entry]
        return [above[-1], (entry, name)] if above else []
    for other, its in line:
        bare = its.tokens - _NEUTRAL
        if other is not entry and bare < name.tokens and bare != its.tokens:
            return [(other, its), (entry, name)]
    return []
