"""Finding what a question wants in one table: a cell, rows side by side, or the winner of a line of numbers.

A table is read in both directions, since papers print models as rows as often as columns.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from paperatlas.agents.operators.table_question import TableQuestion
from paperatlas.agents.operators.table_terms import meets, share, tokens
from paperatlas.agents.terms import Term
from paperatlas.core.grid import columns, row_name
from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Table

__all__ = ["Entry", "Finding", "PlacedTable", "kind_column", "read_table"]

_MEASUREMENT = re.compile(r"[~<>≤≥≈±*†‡+$€£(\s]*([-−–]?(?:\d+(?:,\d{3})*(?:\.\d+)?|\.\d+))(?!-?[A-Za-z]{9})(?!-[A-Za-z])")
"""A number with the signs that may stand before it; a long word glued to it makes it a name."""
_TOTALS = frozenset("all total overall sum".split())
"""Rows that add up the others: they win every count, and nobody asks for them by a superlative."""
_HEAD_WEIGHT = 2.0
"""The words right after a superlative name the measure ("greatest improvement in accuracy"): they count double for it."""
_NEAR, _FAR = 0.8, 0.55
"""Cosines of bge-small between a question and the table that answers it, and one that has nothing to do with it."""
_COVERAGE_SHARE = 0.55
"""How much of a finding's score is coverage of the question's words; the rest is likeness of meaning."""
_HALF = 0.5
"""A cell must bear more than this share of the noun that is asked for: "Long context" is no "context length"."""
_ABOUT_SHARE = 0.6
"""A term that only caption, section or title cover counts for this much: it says that the table is right, not the cell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedTable:
    """A table of a document."""

    document: DocumentId
    name: str
    title: str
    table: Table
    similarity: float
    """Cosine of the question and the table's passage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A number of a table with the names it stands under."""

    row: int
    column: int
    row_name: str
    column_name: str
    value: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A candidate answer and how much of the question it covers."""

    place: PlacedTable
    entries: tuple[Entry, ...]
    """The answer's entry first; for a superlative the runners-up follow, best first."""
    along: Literal["rows", "columns"]
    """What names the answer: the entry's row, or its column."""
    coverage: float
    measured: bool = True
    """Whether the line of numbers is called what the question measures."""

    @property
    def score(self) -> float:
        """0 to 1."""
        likeness = min(1.0, max(0.0, (self.place.similarity - _FAR) / (_NEAR - _FAR)))
        return _COVERAGE_SHARE * self.coverage + (1 - _COVERAGE_SHARE) * likeness


def read_table(place: PlacedTable, asked: TableQuestion) -> Finding | None:
    if asked.direction:
        return _superlative(place, asked)
    return (_comparison(place, asked) if asked.compares else None) or _lookup(place, asked)


def _lookup(place: PlacedTable, asked: TableQuestion) -> Finding | None:
    """The cell whose row and column names cover most of the question, and something of each."""
    about, stub, caption = _about(place), _stub(place.table), tokens(place.table.caption)
    best: tuple[float, int, Entry] | None = None
    for entry in _entries(place.table):
        row, column = tokens(entry.row_name), tokens(entry.column_name)
        if not _any(asked.terms, row) or not _any(asked.terms, column):
            continue
        if asked.measured and _met(asked.measured, row | column | caption) <= _HALF:
            continue
        score = _coverage(asked.terms, row | column | stub, about)
        extra = -len((row | column) - {term.stem for term in asked.terms})
        if best is None or (score, extra) > best[:2]:
            best = (score, extra, entry)
    if best is None:
        return None
    return Finding(place=place, entries=(best[2],), along="rows", coverage=best[0])


def _comparison(place: PlacedTable, asked: TableQuestion) -> Finding | None:
    """The same measure of two or more rows that the question names in full."""
    stems = {term.stem for term in asked.terms}
    named: dict[int, list[Entry]] = {}
    for entry in _entries(place.table):
        name = tokens(entry.row_name)
        if name and name <= stems:
            named.setdefault(entry.column, []).append(entry)
    lines = [(_measure_fit(asked, tokens(line[0].column_name)), -column, line) for column, line in named.items() if len(line) > 1]
    fit, _, line = max(lines, key=lambda item: item[:2], default=(0.0, 0, []))
    if not fit:
        return None
    names = tokens(line[0].column_name).union(*(tokens(entry.row_name) for entry in line))
    coverage = _coverage(asked.terms, names, _about(place) | _stub(place.table))
    return Finding(place=place, entries=tuple(line), along="rows", coverage=coverage)


def _superlative(place: PlacedTable, asked: TableQuestion) -> Finding | None:
    """The best entry of the line of numbers, down a column or along a row, that the question's terms name."""
    entries = _entries(place.table)
    about = _about(place)
    directions: tuple[Literal["rows", "columns"], ...] = ("rows", "columns")
    findings = [finding for along in directions if (finding := _winner(place, entries, asked, about, along))]
    return max(findings, key=lambda finding: (finding.measured, finding.score), default=None)


def _winner(
    place: PlacedTable, entries: Sequence[Entry], asked: TableQuestion, about: frozenset[str], along: Literal["rows", "columns"]
) -> Finding | None:
    lines: dict[int, list[Entry]] = {}
    for entry in entries:
        lines.setdefault(entry.column if along == "rows" else entry.row, []).append(entry)
    scored = []
    for index, line in lines.items():
        measure = tokens(line[0].column_name if along == "rows" else line[0].row_name)
        covered = _measure_fit(asked, measure)
        if covered and len(line) > 1:
            scored.append((covered, -len(measure), -index, line, measure))
    if not scored:
        return None
    _, _, _, line, measure = max(scored, key=lambda item: item[:3])
    rivals = [entry for entry in _rivals(line, asked, measure, along) if not _adds_up(entry, along)]
    if not rivals:
        return None
    ordered = sorted(rivals, key=lambda entry: entry.value, reverse=asked.direction == "high")
    winner = ordered[0]
    names = measure | tokens(winner.row_name if along == "rows" else winner.column_name)
    kind = kind_column(place.table, asked, winner.column) if along == "rows" else None
    others = (tokens(columns(place.table)[kind]) if kind is not None else frozenset()).union(
        *(tokens(e.row_name if along == "rows" else e.column_name) for e in rivals)
    )
    score = _coverage(asked.terms, names | others, about | _stub(place.table))
    measured = bool(share(asked.measured, measure))
    return Finding(place=place, entries=tuple(ordered[:2]), along=along, coverage=score, measured=measured)


def _adds_up(entry: Entry, along: Literal["rows", "columns"]) -> bool:
    return (entry.row_name if along == "rows" else entry.column_name).lower() in _TOTALS


def _measure_fit(asked: TableQuestion, measure: frozenset[str]) -> float:
    """How well a line's name fits what the question measures; a name with words that the question lacks fits less."""
    terms = [term for term in asked.terms if term in asked.measured or term not in asked.wanted]
    got = sum(term.weight * (_HEAD_WEIGHT if term in asked.measured else 1.0) * meets(term, measure) for term in terms)
    meant = sum(any(meets(term, {token}) for term in terms) for token in measure)
    return got * math.sqrt(meant / len(measure)) if measure else 0.0


def _rivals(
    line: Sequence[Entry], asked: TableQuestion, measure: frozenset[str], along: Literal["rows", "columns"]
) -> Sequence[Entry]:
    """The entries that the question lets compete: where it names a part of them that the measure does not hold ("among the
    Common Crawl models"), only those.
    """
    left = [term for term in asked.terms if not meets(term, measure)]
    names = {id(e): tokens(e.row_name if along == "rows" else e.column_name) for e in line}
    most = max((share(left, names[id(entry)]) for entry in line), default=0.0)
    if not most:
        return line
    chosen = [entry for entry in line if share(left, names[id(entry)]) >= most]
    return chosen if len(chosen) > 1 else line


def _entries(table: Table) -> list[Entry]:
    names = columns(table)
    entries = []
    for row in range(table.header_rows, len(table.rows)):
        name = row_name(table, row)
        for column, cell in enumerate(table.rows[row]):
            value = _value(cell.text)
            if value is not None and not _names_row(cell.text, name):
                entries.append(
                    Entry(row=row, column=column, row_name=name, column_name=names[column], value=value, text=cell.text)
                )
    return entries


def _names_row(text: str, name: str) -> bool:
    """Whether a cell is a part of its row's name: a level or size that the row is about, not something measured."""
    return text == name or name.startswith(f"{text} ") or name.endswith(f" {text}")


def _value(text: str) -> float | None:
    """The number a cell begins with; None for a name with a digit in it ("ResNet-50", "2-layer LSTM")."""
    found = _MEASUREMENT.match(text.strip())
    return float(found[1].replace(",", "").replace("−", "-").replace("–", "-")) if found else None


def _about(place: PlacedTable) -> frozenset[str]:
    """What the table as a whole is about."""
    return tokens(f"{place.table.caption} {place.table.section} {place.title}")


def _stub(table: Table) -> frozenset[str]:
    """The header over the row names: it says what the rows are ("Language pair")."""
    return tokens(columns(table)[0]) if table.rows else frozenset()


def _met(terms: Sequence[Term], header: frozenset[str]) -> float:
    """The share of the terms, each counted alike, that a header bears."""
    return sum(meets(term, header) > 0 for term in terms) / len(terms)


def _any(terms: Iterable[Term], header: frozenset[str]) -> bool:
    return any(meets(term, header) for term in terms)


def _coverage(terms: Sequence[Term], names: frozenset[str], about: frozenset[str]) -> float:
    total = sum(term.weight for term in terms)
    if not total:
        return 0.0
    got = sum(term.weight * max(meets(term, names), _ABOUT_SHARE * meets(term, about)) for term in terms)
    return got / total


def kind_column(table: Table, asked: TableQuestion, measure: int) -> int | None:
    """The column that is called what the question asks for ("train data" for "which training data size"), if there is one."""
    fits = [(share(asked.wanted, tokens(name)), -index) for index, name in enumerate(columns(table)) if index != measure]
    best, index = max(fits, default=(0.0, 0))
    return -index if best else None
