"""The best of a line of numbers, those within a bound, and the place of one among them."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from paperatlas.agents.operators.arithmetic import Worked
from paperatlas.agents.operators.table_cells import Entry
from paperatlas.agents.operators.table_finding import Along, Finding
from paperatlas.agents.operators.table_grid import Grid, Name
from paperatlas.agents.operators.table_question import TableQuestion, lower_is_better
from paperatlas.agents.operators.table_sheet import sheet_of
from paperatlas.agents.operators.table_terms import meets, share, tokens
from paperatlas.agents.terms import stems
from paperatlas.core.text import words
from paperatlas.core.types import Table

__all__ = ["adds_up", "best", "counted", "is_low_better", "kind_column", "line_names", "lines", "within"]

_TOTALS = frozenset("all total overall sum average avg mean".split())
"""Rows that add up the others: they win every count, and nobody asks for them by a superlative."""
_HEAD_WEIGHT = 2.0
"""The words right after a superlative name the measure ("greatest improvement in accuracy"): they count double for it."""
_ABLATION = re.compile(r"\bablat|\bremov|\bwithout\b|\bcomponents?\b|\bmodules?\b", re.IGNORECASE)
_WITHOUT = frozenset(stems("without no"))
_RUNNERS_UP = 2
_IMPLIED: dict[str, tuple[str, ...]] = {
    "largest": ("size", "number", "parameters"),
    "smallest": ("size", "number", "parameters"),
    "biggest": ("size", "number", "parameters"),
    "longest": ("length", "duration", "time", "long"),
    "shortest": ("length", "duration", "time", "long"),
    "fastest": ("time", "speed", "latency", "throughput"),
    "slowest": ("time", "speed", "latency", "throughput"),
    "cheapest": ("cost", "price"),
    "heaviest": ("weight", "mass"),
    "deepest": ("depth", "layers"),
}
"""What a superlative measures that names no measure."""
_SAYS_ITS_MEASURE = frozenset("deepest heaviest cheapest".split())
"""Superlatives that say by what things are put in order; of others ("the longest sentences in words") the question does."""
_QUALITY = frozenset(
    stems("accuracy acc f1 score avg average bleu rouge map auc ndcg recall precision em mrr error ppl perplexity mae")
)
"""Measures by which things are called the best where none is named."""
_BY_IMPLICATION = 0.5
"""What a measure fits that is only implied, beside one that is named."""


def best(grid: Grid, asked: TableQuestion) -> Finding | None:
    """The best entry of the line of numbers, down a column or along a row, that the question's terms name."""
    directions: tuple[Along, ...] = ("rows", "columns")
    findings = [finding for along in directions if (finding := _winner(grid, asked, along))]
    return max(findings, key=lambda finding: (finding.measured, finding.score), default=None)


def _winner(grid: Grid, asked: TableQuestion, along: Along) -> Finding | None:
    found = _measured_line(grid, asked, along)
    if found is None:
        return None
    line, measure = found
    rivals = [entry for entry in _rivals(line, asked, measure.text, along) if not adds_up(entry, along)]
    if len(rivals) < asked.place:
        return None
    high = asked.direction == "high"
    ordered = sorted(rivals, key=lambda entry: entry.value, reverse=high)
    names = line_names(grid, along)
    kind = kind_column(grid.table, asked, ordered[0].column) if along == "rows" else None
    kinds = tokens(grid.headers[kind]) if kind is not None else frozenset()
    others = tuple(meets(term, kinds) if kinds else 0.0 for term in grid.terms)
    shared = _shared([names[_index(entry, along)] for entry in rivals])
    coverage = grid.coverage(measure.strengths, others, shared, names[_index(ordered[asked.place - 1], along)].strengths)
    if not grid.pinned(measure.strengths, others, shared, *(names[_index(e, along)].strengths for e in rivals)):
        coverage *= _LOST
    return Finding(
        place=grid.place,
        operation="best",
        entries=tuple(ordered[asked.place - 1 : asked.place + 1]),
        along=along,
        coverage=coverage,
        measured=bool(share(asked.measured, tokens(measure.text))),
        of=len(rivals),
        at=asked.place,
    )


_LOST = 0.6
"""What is left of the coverage where a name or a number of the question stands nowhere in the table."""


def _shared(names: Sequence[Name]) -> tuple[float, ...]:
    """What all of the rivals bear: the part of a table that the question is put to."""
    return tuple(min(strengths) for strengths in zip(*(name.strengths for name in names), strict=True))


def _measured_line(grid: Grid, asked: TableQuestion, along: Along) -> tuple[list[Entry], Name] | None:
    """The line whose name fits best what the question measures."""
    names = grid.columns if along == "rows" else grid.rows
    scored = []
    says_its_measure = not _SAYS_ITS_MEASURE.isdisjoint(words(asked.text))
    for index, line in lines(grid, along).items():
        name = names[index]
        if says_its_measure and (along == "columns" or _implied(asked).isdisjoint(tokens(name.text))):
            continue  # the deepest is not what has the highest error
        fit = measure_fit(asked, tokens(name.text), name, grid)
        if fit and len(line) > 1:
            scored.append((fit, -len(tokens(name.text)), -index, line, name))
    if not scored:
        return None
    _, _, _, line, name = max(scored, key=lambda item: item[:3])
    return line, name


def measure_fit(asked: TableQuestion, measure: frozenset[str], name: Name, grid: Grid) -> float:
    """How well a line's name fits what the question measures; a name with words that the question lacks fits less."""
    terms = [term for term in grid.terms if term in asked.measured or term not in asked.wanted]
    strengths = dict(zip(grid.terms, name.strengths, strict=True))
    got = sum(term.weight * (_HEAD_WEIGHT if term in asked.measured else 1.0) * strengths[term] for term in terms)
    if not measure:
        return 0.0
    meant = sum(any(meets(term, {token}) for term in terms) for token in measure)
    if got:
        return got * math.sqrt(max(meant, 1) / len(measure))
    return _BY_IMPLICATION * len(_implied(asked) & measure) / len(measure)


def _implied(asked: TableQuestion) -> frozenset[str]:
    """What is measured where no measure is named."""
    said = words(asked.text)
    meant = [stem for word in said for each in _IMPLIED.get(word, ()) for stem in stems(each)]
    return frozenset(meant) or (_QUALITY if asked.operation in ("best", "rank", "compare", "difference") else frozenset())


def lines(grid: Grid, along: Along) -> dict[int, list[Entry]]:
    """The numbers by column, or by row."""
    found: dict[int, list[Entry]] = {}
    for entry in grid.entries:
        found.setdefault(entry.column if along == "rows" else entry.row, []).append(entry)
    return found


def line_names(grid: Grid, along: Along) -> dict[int, Name]:
    """The names of what stands in the lines."""
    return dict(grid.rows if along == "rows" else grid.columns)


def _index(entry: Entry, along: Along) -> int:
    return entry.row if along == "rows" else entry.column


def adds_up(entry: Entry, along: Along) -> bool:
    """Whether an entry sums up the others of its line."""
    name = entry.row_name if along == "rows" else entry.column_name
    return name.rpartition(", ")[2].lower() in _TOTALS


def _rivals(line: Sequence[Entry], asked: TableQuestion, measure: str, along: Along) -> Sequence[Entry]:
    """The entries that the question lets compete: where it names a part of them that the measure does not hold ("among the
    Common Crawl models"), only those.
    """
    borne = tokens(measure)
    left = [term for term in asked.terms if not meets(term, borne)]
    names = {id(e): tokens(e.row_name if along == "rows" else e.column_name) for e in line}
    most = max((share(left, names[id(entry)]) for entry in line), default=0.0)
    if _ABLATION.search(asked.text) and (without := [entry for entry in line if names[id(entry)] & _WITHOUT]):
        return without
    if not most:
        return line
    chosen = [entry for entry in line if share(left, names[id(entry)]) >= most]
    return chosen if len(chosen) > 1 else line


def kind_column(table: Table, asked: TableQuestion, measure: int) -> int | None:
    """The column that is called what the question asks for ("train data" for "which training data size"), if there is one."""
    fits = [(share(asked.wanted, tokens(name)), -index) for index, name in enumerate(sheet_of(table).headers) if index != measure]
    most, index = max(fits, default=(0.0, 0))
    return -index if most else None


def within(grid: Grid, asked: TableQuestion) -> Finding | None:
    """The entries within the question's bound, all rows where it sets none, or the place of the one it names."""
    if asked.operation == "rank":
        return _rank(grid, asked)
    if asked.bound is None:
        return rows_counted(grid)
    directions: tuple[Along, ...] = ("rows", "columns")
    return max(
        (finding for along in directions if (finding := _within(grid, asked, along))), key=lambda each: each.score, default=None
    )


def _within(grid: Grid, asked: TableQuestion, along: Along) -> Finding | None:
    found = _measured_line(grid, asked, along)
    if found is None or asked.bound is None:
        return None
    line, measure = found
    rivals = [entry for entry in line if not adds_up(entry, along)]
    holding = tuple(entry for entry in rivals if asked.bound.holds(entry.value))
    if not holding:
        return None
    result = Worked(value=str(len(holding)), working=f"{len(holding)} of {len(rivals)}")
    coverage = grid.coverage(measure.strengths, _kind_strengths(grid))
    return Finding(
        place=grid.place,
        operation=asked.operation,
        entries=holding,
        along=along,
        coverage=coverage,
        result=result,
        of=len(rivals),
    )


def _kind_strengths(grid: Grid) -> tuple[float, ...]:
    """What the head of the column of names says the rows are."""
    head = tokens(grid.headers[0]) if grid.table.rows else frozenset[str]()
    return tuple(meets(term, head) for term in grid.terms)


def rows_counted(grid: Grid) -> Finding | None:
    """How many rows of data a table has, where it lists what is asked for."""
    rows = [row for row in grid.sheet.body_rows if grid.row_names[row].lower() not in _TOTALS]
    numbers = {entry.row: entry for entry in reversed(grid.entries) if entry.row in rows}
    if len(rows) < _RUNNERS_UP or not numbers:
        return None
    coverage = grid.coverage(_kind_strengths(grid), *(grid.rows[row].strengths for row in rows))
    result = Worked(value=str(len(rows)), working=f"{len(rows)} rows")
    entries = tuple(numbers[row] for row in sorted(numbers))
    return Finding(
        place=grid.place, operation="count", entries=entries, along="rows", coverage=coverage, result=result, of=len(rows)
    )


def counted(grid: Grid, asked: TableQuestion) -> Finding | None:
    """The number of rows, where they are what "how many" asks for: a column of names is called so."""
    noun = asked.measured[-1] if asked.wants_count and asked.measured else None
    if noun is None or not meets(noun, tokens(grid.headers[0])):
        return None
    found = rows_counted(grid)
    return found if found and found.coverage >= _LISTS_THEM else None


_LISTS_THEM = 0.85
"""Share of a question that a table must bear whose rows are counted without its being said that they are listed."""


def _rank(grid: Grid, asked: TableQuestion) -> Finding | None:
    directions: tuple[Along, ...] = ("rows", "columns")
    return max(
        (finding for along in directions if (finding := _place_of(grid, asked, along))), key=lambda each: each.score, default=None
    )


def _place_of(grid: Grid, asked: TableQuestion, along: Along) -> Finding | None:
    found = _measured_line(grid, asked, along)
    if found is None:
        return None
    line, measure = found
    names = line_names(grid, along)
    rivals = [entry for entry in line if not adds_up(entry, along)]
    meant = [entry for entry in rivals if names[_index(entry, along)].is_named]
    if not meant:
        return None
    one = max(meant, key=lambda entry: sum(names[_index(entry, along)].strengths))
    is_low = is_low_better(grid, measure)
    ordered = sorted(rivals, key=lambda entry: entry.value, reverse=not is_low)
    at = 1 + next(place for place, entry in enumerate(ordered) if entry.value == one.value)
    coverage = grid.coverage(measure.strengths, names[_index(one, along)].strengths)
    entries = (one,) if at == 1 else (one, ordered[0])
    finding = Finding(place=grid.place, operation="rank", entries=entries, along=along, coverage=coverage, of=len(rivals), at=at)
    return replace(finding, measured=not is_low)


def is_low_better(grid: Grid, measure: Name) -> bool:
    """Whether a line's numbers are the better the lower they are; the caption says what they are where no header does."""
    said = set(words(measure.text))
    return lower_is_better(said) or (not said & set(_QUALITY) and lower_is_better(set(words(grid.table.caption))))
