"""The entries of a reference list.

Entries are told apart by what the list itself does: by its numbers where they run on from one to the next, by
labels in brackets, else by the hanging indent, else by the space between entries.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from paperatlas.core.types import Box, Reference
from paperatlas.pipeline.bibliography.reference_fields import read_fields
from paperatlas.pipeline.bibliography.reference_names import inverted_names
from paperatlas.pipeline.layout import Line, Rect
from paperatlas.pipeline.rects import centre, union

__all__ = ["split_references", "unheaded_parts"]

_NUMBERED = re.compile(
    r"^\s*(?:\[(?P<bracket>\d{1,4})\]|\((?P<paren>\d{1,4})\)|(?P<bare>\d{1,4})[.)]?(?=\s|$))\s*(?P<rest>.*)$", re.DOTALL
)
_LABELLED = re.compile(r"^\s*\[[A-Z][A-Za-z+*]{0,12}[’']?\d{2,4}[a-z]?\]")
_DATED = re.compile(r"[.,:]?\s*(?:et\.?\sal\.?,?\s*)?\(?(?:1[89]|20)\d\d[a-z]?\b")
_LONGEST = 6
"""Rows of an entry that stand alone in a column: more would be entries of one row each."""
_INDENT = 3.0
"""A hanging indent is at least this wide (points); columns drift by less."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A printed row of the list."""

    text: str
    rect: Rect
    page: int
    column: int


def split_references(
    columns: Sequence[tuple[int, Sequence[Line]]], join: Callable[[Sequence[str]], str]
) -> tuple[Reference, ...]:
    """The entries of a list in reading order.

    Args:
        columns: runs of lines with their page number, from below the list's heading to its end.
        join: makes one string of the lines of a paragraph.
    """
    rows = [row for index, (page, lines) in enumerate(columns) for row in _rows(lines, page, index)]
    if not rows:
        return ()
    starts = _numbered_starts(rows)
    if starts:
        numbered = [(starts[group[0]], group) for group in _groups(rows, set(starts)) if group[0] in starts]
        return tuple(_reference(number, [rows[i] for i in group], join) for number, group in numbered)
    unnumbered = _labelled_starts(rows) or _hanging_starts(rows) or _spaced_starts(rows)
    return tuple(_reference(None, [rows[i] for i in group], join) for group in _groups(rows, unnumbered))


def unheaded_parts(parts: Sequence[Sequence[str]]) -> list[int]:
    """Which parts of a document are its reference list, where no heading says so: short notes print theirs at the foot.

    Args:
        parts: the printed rows of each part of the text, in reading order.

    Returns:
        Indexes of the parts that begin with the numbers in brackets that run on from [1]; empty for fewer than two entries.
    """
    found: list[int] = []
    due = 1
    for index, rows in enumerate(parts):
        first = _NUMBERED.match(rows[0]) if rows else None
        if first is None or first["bracket"] is None or int(first["bracket"]) not in (1, due):
            continue
        if int(first["bracket"]) == 1:
            found = []
        found.append(index)
        numbers = [int(match["bracket"]) for row in rows if (match := _NUMBERED.match(row)) and match["bracket"]]
        due = max(numbers) + 1
    return found if due > 2 else []


def _rows(lines: Sequence[Line], page: int, column: int) -> list[_Row]:
    rows: list[list[Line]] = []
    for line in lines:
        if rows and _beside(rows[-1], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    printed = []
    for row in rows:
        row.sort(key=lambda line: line.rect[0])
        printed.append(_Row(" ".join(line.text for line in row), union(line.rect for line in row), page, column))
    return printed


def _beside(row: Sequence[Line], line: Line) -> bool:
    """Whether a line is on the baseline of a row: a number in the margin and its text are one row."""
    middle = centre(line.rect)[1]
    last = row[-1].rect
    return last[1] < middle < last[3] and (line.rect[0] >= last[2] - 1 or line.rect[2] <= row[0].rect[0] + 1)


def _groups(rows: Sequence[_Row], starts: set[int]) -> list[list[int]]:
    """Rows from one start to the next; what comes before the first start belongs to nobody."""
    groups: list[list[int]] = []
    for index in range(len(rows)):
        if index in starts:
            groups.append([index])
        elif groups:
            groups[-1].append(index)
    return groups


def _numbered_starts(rows: Sequence[_Row]) -> dict[int, int]:
    """Rows that begin with the next number, with it; empty when the list is not numbered.

    A continuation may begin with a number too (a volume, a year): only the one that is due counts, and brackets
    before bare numbers.
    """
    for form in ("bracket", "paren", "bare"):
        starts: dict[int, int] = {}
        due: int | None = None
        for index, row in enumerate(rows):
            match = _NUMBERED.match(row.text)
            if not match or match[form] is None:
                continue
            number = int(match[form])
            if due is None and number > 1 and form == "bare":
                continue
            if due is None or due <= number <= due + 2:
                starts[index] = number
                due = number + 1
        if len(starts) >= 2 and len(starts) >= len(rows) / 15:
            return starts
    return {}


def _labelled_starts(rows: Sequence[_Row]) -> set[int]:
    starts = {index for index, row in enumerate(rows) if _LABELLED.match(row.text)}
    return starts if len(starts) >= 2 and len(starts) >= len(rows) / 15 else set()


def _hanging_starts(rows: Sequence[_Row]) -> set[int]:
    """Rows at the left edge of their column, where others are indented by a width that is the same in all columns."""
    edges = _left_edges(rows)
    indents = Counter(round(row.rect[0] - edges[row.column]) for row in rows)
    hanging = sum(count for indent, count in indents.items() if indent >= _INDENT)
    if hanging < max(2, 0.2 * len(rows)) or hanging == len(rows):
        return set()
    begun = {index for index, row in enumerate(rows) if row.rect[0] - edges[row.column] < _INDENT}
    return begun - _flush_continuations(rows)


def _flush_continuations(rows: Sequence[_Row]) -> set[int]:
    """Rows of columns that only go on with the entry before: without an indent in them, nothing else tells."""
    found: set[int] = set()
    for column in {row.column for row in rows}:
        own = [index for index, row in enumerate(rows) if row.column == column]
        lefts = [rows[index].rect[0] for index in own]
        unfinished = own[0] > 0 and not rows[own[0] - 1].text.rstrip().endswith((".", "]", ")"))
        if unfinished and max(lefts) - min(lefts) < _INDENT and len(own) <= _LONGEST:
            found.update(own)
    return found


def _left_edges(rows: Sequence[_Row]) -> dict[int, float]:
    """Left edge of each column; one that holds continuations only takes the edge of its like on another page."""
    lowest: dict[int, float] = {}
    for row in rows:
        lowest[row.column] = min(row.rect[0], lowest.get(row.column, row.rect[0]))
    indent = max((row.rect[0] - lowest[row.column] for row in rows), default=0.0)
    indent = min(indent, 40.0)
    return {
        column: min(other for other in lowest.values() if edge - indent - 1 <= other <= edge) for column, edge in lowest.items()
    }


def _spaced_starts(rows: Sequence[_Row]) -> set[int]:
    """Rows after a wider gap, or, in a list set solid, after a row that ends an entry early."""
    gaps = {
        index: row.rect[1] - rows[index - 1].rect[3]
        for index, row in enumerate(rows)
        if index and rows[index - 1].column == row.column
    }
    usual = median(gaps.values()) if gaps else 0.0
    starts = {0} | {index for index, gap in gaps.items() if gap > usual + 2.0}
    right = max(row.rect[2] for row in rows)
    for index, row in enumerate(rows[1:], 1):
        above = rows[index - 1]
        if index not in gaps and above.text.rstrip().endswith(".") and above.rect[2] < right - 20 and row.text[:1].isupper():
            starts.add(index)
    return starts | _authored_starts(rows)


def _authored_starts(rows: Sequence[_Row]) -> set[int]:
    """Rows that begin with authors and their year after a row that ends an entry: the lists that are set solid."""
    return {
        index
        for index in range(1, len(rows))
        if rows[index - 1].text.rstrip().endswith((".", "]", ")"))
        and (names := inverted_names(rows[index].text))
        and _DATED.match(rows[index].text[names[0] :])
    }


def _reference(number: int | None, rows: Sequence[_Row], join: Callable[[Sequence[str]], str]) -> Reference:
    text = join([row.text for row in rows]).strip()
    match = _NUMBERED.match(text) if number is not None else None
    body = match["rest"] if match else _LABELLED.sub("", text)
    fields = read_fields(body.strip())
    first = [row for row in rows if row.column == rows[0].column]
    return Reference(
        number=number,
        text=text,
        page=rows[0].page,
        authors=fields.authors,
        year=fields.year,
        title=fields.title,
        doi=fields.doi,
        arxiv_id=fields.arxiv_id,
        venue=fields.venue,
        box=Box(rows[0].page, *union(row.rect for row in first)),
    )
