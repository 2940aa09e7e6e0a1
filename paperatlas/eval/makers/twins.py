"""Unanswerable twins: the same question of something that the paper does not speak of, and another one of the library does."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from paperatlas.eval.cases import Case
from paperatlas.eval.makers.draft import Paper, about
from paperatlas.eval.makers.facts import short_forms
from paperatlas.eval.makers.tables import table_names

__all__ = ["twins"]


def twins(paper: Paper, others: Sequence[Paper]) -> Iterator[Case]:
    """Of each short form and table row that only other papers have, as many as there are of its own."""
    yield from map(_unanswerable, _short_forms(paper, others))
    yield from map(_unanswerable, _rows(paper, others))
    labels = {table.label for table in paper.parsed.tables}
    missing = f"Table {len(labels) + 10}"
    if labels and not paper.says(missing):
        yield _unanswerable(about(paper, "table", f"What is the first row of {missing}?"))


def _short_forms(paper: Paper, others: Sequence[Paper]) -> Iterator[Case]:
    strange = [short for other in others for short in short_forms(other) if not paper.says(short)]
    for _, short in zip(short_forms(paper), dict.fromkeys(strange), strict=False):
        yield about(paper, "fact", f"What does {short} stand for in this paper?")


def _rows(paper: Paper, others: Sequence[Paper]) -> Iterator[Case]:
    """A row of another paper's table, asked of a table and a column of this one."""
    strange = [row for other in others for _, _, row in table_names(other) if not paper.says(row)]
    columns = dict.fromkeys((label, column) for label, column, _ in table_names(paper))
    for (label, column), row in zip(columns, dict.fromkeys(strange), strict=False):
        yield about(paper, "table", f"What is the {column} of {row} according to {label}?")


def _unanswerable(case: Case) -> Case:
    return replace(case, kind=f"{case.kind}-twin", unanswerable=True)
