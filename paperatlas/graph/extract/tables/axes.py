"""Which side of a table names the methods, which the data, and what its other headers are."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import chain
from typing import NamedTuple

from paperatlas.core.grid import body_rows, header_paths, row_names
from paperatlas.core.naming import name_key
from paperatlas.core.types import Table
from paperatlas.graph.extract.tables.measures import Measured, is_setting, split_measure
from paperatlas.graph.extract.tables.printed_names import bare_name, is_code, is_generic, is_name, is_ours

__all__ = ["Axes", "Axis", "RowName", "axes_of"]


class Axis(Enum):
    """What the names of an axis are."""

    METHODS = auto()
    DATA = auto()
    CONDITIONS = auto()
    """Languages, classes, splits: what a result is given for, beside its data."""


_METHOD_HEADER = re.compile(
    r"\b(?:models?|methods?|systems?|approach(?:es)?|algorithms?|architectures?|parsers?|classifiers?|detectors?|networks?"
    r"|retrievers?|encoders?|techniques?|baselines?)\b",
    re.IGNORECASE,
)
_DATA_HEADER = re.compile(r"\b(?:tasks?|data ?sets?|benchmarks?|corpus|corpora|test (?:set|data)s?|domains?)\b", re.IGNORECASE)
_METHOD_KINDS = frozenset({"model", "method"})
_DATA_KINDS = frozenset({"dataset", "task"})


class RowName(NamedTuple):
    """The name of a row, taken apart."""

    own: str
    group: str = ""
    """The headings above it."""
    settings: str = ""
    """What tells it apart from rows of the same name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Axes:
    """How a table of results is laid out."""

    rows: Axis
    columns: Axis
    names: Mapping[int, RowName]
    """What each row of data is called."""
    headers: Mapping[int, tuple[Measured, ...]]
    """For each column of values its headers, outermost first, taken apart."""
    said: bool
    """A header says so, or the names are known from the text; otherwise it is inferred from their looks."""


def axes_of(table: Table, known: Mapping[str, str]) -> Axes | None:
    """The layout of a table of results; None for any other table, or where it cannot be told."""
    if not table.rows or not table.header_rows:
        return None
    paths = [_whole_words(path) for path in header_paths(table)]
    first = _name_column(table)
    told = _told(" ".join(paths[first]))
    names = {row: name for row, name in _row_names(table, first).items() if told is Axis.METHODS or not is_setting(name.own)}
    headers = {
        column: tuple(split_measure(part) for part in paths[column])
        for column in range(first + 1, len(paths))
        if paths[column] and not any(is_setting(part) for part in paths[column][-1:]) and _holds_values(table, column, names)
    }
    if not names or not headers:
        return None
    own = [bare_name(name.own) for name in names.values()]
    over = [bare_name(part.subject) for path in headers.values() for part in path if part.subject]
    rows = told or _voted([*own, *(bare_name(name.group) for name in names.values())], known)
    columns = _voted(over, known)
    said = rows is not None or columns is not None
    if rows is None:
        rows = _other(columns, own, known) if columns is not None else _guessed(own, headers)
    if rows is None or (rows is Axis.METHODS and told is None and any(map(_TRAINED_ON.search, chain(*paths)))):
        return None
    if columns is None or columns is rows:
        columns = {Axis.METHODS: Axis.DATA, Axis.DATA: Axis.METHODS, Axis.CONDITIONS: Axis.METHODS}[rows]
    return Axes(rows=rows, columns=columns, names=names, headers=headers, said=said)


_TRAINED_ON = re.compile(r"\b(?:pre-?)?train(?:ing)? (?:data|set|corpus|corpora)|data size|amount of data", re.IGNORECASE)
"""Where such a column stands beside them, names that no header calls methods may be what was trained on."""


def _whole_words(path: tuple[str, ...]) -> tuple[str, ...]:
    """A header path without the breaks of words: ("AWD-", "LSTM") is one header over two lines."""
    parts: list[str] = []
    for part in path:
        if parts and parts[-1].endswith("-"):
            parts[-1] += part
        else:
            parts.append(part)
    return tuple(parts)


def _row_names(table: Table, column: int) -> dict[int, RowName]:
    """The rows of data that have a name."""
    full = row_names(table)
    printed = sorted({row[column].text for row in table.rows[table.header_rows :] if row[column].text}, key=len, reverse=True)
    found = {}
    for row in body_rows(table):
        cell = table.rows[row][column].text
        if not full[row]:
            continue
        own = cell if cell and cell in full[row] else next((text for text in printed if text in full[row]), full[row])
        group, _, settings = full[row].partition(own)
        found[row] = RowName(own, group.strip(" ,"), settings.strip(" ,"))
    return found


def _name_column(table: Table) -> int:
    body = table.rows[table.header_rows :]
    return next((column for column in range(len(table.rows[0])) if any(row[column].text for row in body)), 0)


_VALUE = re.compile(r"[<>~≈]?\s?[+−–-]?\s?\d")


def _holds_values(table: Table, column: int, rows: Iterable[int]) -> bool:
    texts = [table.rows[row][column].text for row in rows if table.rows[row][column].text]
    return bool(texts) and 2 * sum(1 for text in texts if _VALUE.match(text)) >= len(texts)


def _told(heading: str) -> Axis | None:
    """What the header of the names says that they are."""
    if _METHOD_HEADER.search(heading):
        return Axis.METHODS
    return Axis.DATA if _DATA_HEADER.search(heading) else None


def _voted(names: Sequence[str], known: Mapping[str, str]) -> Axis | None:
    """What the text knows the names to be, when it knows a good part of them."""
    distinct = {name_key(name): name for name in names if name and not is_generic(name)}
    kinds = Counter(_axis(known.get(key, "")) for key in distinct)
    methods, data = kinds[Axis.METHODS], kinds[Axis.DATA]
    if max(methods, data) * _KNOWN_SHARE < len(distinct) or methods == data:
        return None
    return Axis.METHODS if methods > data else Axis.DATA


_KNOWN_SHARE = 3
"""One name in this many has to be known: baselines are often named in their table alone."""


def _axis(kind: str) -> Axis | None:
    if kind in _METHOD_KINDS:
        return Axis.METHODS
    return Axis.DATA if kind in _DATA_KINDS else None


def _other(columns: Axis, own: Sequence[str], known: Mapping[str, str]) -> Axis:
    """What the rows are where the columns are known."""
    if columns is Axis.DATA:
        return Axis.METHODS
    return Axis.DATA if any(_axis(known.get(name_key(name), "")) is Axis.DATA for name in own) else Axis.CONDITIONS


def _guessed(own: Sequence[str], headers: Mapping[int, tuple[Measured, ...]]) -> Axis | None:
    """Rows with names under measures are methods; short codes beside names are conditions of them."""
    if not any(part.measure for path in headers.values() for part in path):
        return None
    if all(is_code(name) or is_generic(name) for name in own):
        spanning = [bare_name(path[0].subject) for path in headers.values() if len(path) > 1 and path[-1].measure]
        return Axis.CONDITIONS if spanning and all(map(is_name, spanning)) else None
    named = sum(1 for name in own if is_name(name) or is_ours(name))
    return Axis.METHODS if 2 * named >= len(own) else None
