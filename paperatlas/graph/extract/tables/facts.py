"""From a table of results to its facts: what was evaluated on what, by which measure, with which value."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from paperatlas.core.grid import printed_row
from paperatlas.core.ids import ChunkId
from paperatlas.core.knowledge import Evidence
from paperatlas.core.naming import name_key
from paperatlas.core.types import Chunk, ChunkKind, ParsedDocument, Table
from paperatlas.graph.extract.tables.axes import Axes, Axis, axes_of
from paperatlas.graph.extract.tables.captions import data_in
from paperatlas.graph.extract.tables.fact import TableFact, TableName
from paperatlas.graph.extract.tables.measures import measure_in
from paperatlas.graph.extract.tables.printed_names import bare_name, is_code, is_generic, is_name, is_ours, says_ours

__all__ = ["table_facts"]


def table_facts(
    document: ParsedDocument, chunks: Sequence[Chunk], known: Mapping[str, str] | None = None, self_name: str = ""
) -> list[TableFact]:
    """What the tables of results of a document say, in order of table, row and column.

    `known` gives the kinds of the names in its text, by `name_key`: with it far more tables can be read. `self_name` is
    what the document proposes, which its tables call "ours"; without it such rows are left out.
    """
    rows = {(chunk.table, chunk.row): chunk.id for chunk in chunks if chunk.kind is ChunkKind.ROW}
    facts: list[TableFact] = []
    for index, table in enumerate(document.tables):
        axes = axes_of(table, known or {})
        if axes is not None:
            ids = {row: rows.get((index, row)) for row in axes.names}
            facts.extend(_Reading(table, axes, known or {}, self_name, ids).facts())
    return facts


_VALUE = re.compile(
    r"[<>~≈]?\s?[+−–-]?\d[\d,]*(?:\.\d+)?\s?%?(?:\s?(?:±|\+/-|[/|])\s?[+−–-]?\d+(?:\.\d+)?%?)*(?:\s?\([^()]{1,24}\))?(?=[*∗†‡§]*$)"
)
"""A result as printed: a number, a pair of them, what it varies by."""


@dataclass(frozen=True, slots=True)
class _Named:
    """One end of a fact, and what stands beside its name."""

    text: str
    kind: str
    sure: bool
    """The text knows it, or a header says what it is."""
    conditions: tuple[str, ...] = ()
    """For which case the value holds."""


@dataclass(frozen=True, slots=True)
class _Reading:
    table: Table
    axes: Axes
    known: Mapping[str, str]
    self_name: str
    chunks: Mapping[int, ChunkId | None]

    def facts(self) -> Iterator[TableFact]:
        data, kind = data_in(self.table.caption, self.known)
        measure = measure_in(self.table.caption)
        of_caption = _Named(data, kind, name_key(data) in self.known) if data else None
        columns = self._wanted_columns(measure)
        for row in self._wanted_rows():
            for column in columns:
                fact = self._fact(row, column, of_caption, measure)
                if fact is not None:
                    yield fact

    def _wanted_rows(self) -> list[int]:
        """Of rows that are conditions their average, where there is one; else all."""
        rows = list(self.axes.names)
        if self.axes.rows is Axis.CONDITIONS:
            return [row for row in rows if _is_average(self.axes.names[row].own)] or rows
        return rows

    def _wanted_columns(self, measure: str) -> list[int]:
        """Columns that have a measure of their own, or that are data measured by the caption's; the average of the rest."""
        headers = self.axes.headers
        if self.axes.columns is Axis.METHODS:
            return list(headers)
        measured = [column for column, path in headers.items() if any(part.measure for part in path)]
        named = {column: data for column in headers if column not in measured and (data := self._data_of(column))}
        known = [column for column, data in named.items() if data.sure]
        if measured or not measure:
            return sorted({*measured, *known})
        averages = [column for column, path in headers.items() if _is_average(path[-1].subject)]
        if named:
            return sorted({*named, *averages})
        return averages or [column for column, path in headers.items() if is_generic(path[-1].subject)]

    def _fact(self, row: int, column: int, of_caption: _Named | None, caption_measure: str) -> TableFact | None:
        value = _VALUE.match(self.table.rows[row][column].text.strip())
        method, by_header = self._ends(row, column)
        data = by_header or of_caption
        measure = self._measure(column) or ("" if self._measured else caption_measure)
        if value is None or method is None or data is None or name_key(method.text) == name_key(data.text):
            return None
        if not measure and not (by_header and data.sure):
            return None
        conditions = tuple(dict.fromkeys((*method.conditions, *self._conditions(row, column, method, data))))
        measure, number = _with_unit(measure, value[0])
        return TableFact(
            head=TableName(method.text, method.kind),
            predicate="evaluated_on",
            tail=TableName(data.text, data.kind),
            metric=f"{measure} ({', '.join(conditions)})".strip() if conditions else measure,
            value=number,
            evidence=self._evidence(row, column),
            confidence=_confidence(method, data, said=self.axes.said),
        )

    @property
    def _measured(self) -> bool:
        """Whether headers name measures: then a column that names none is not measured by the caption's."""
        return any(part.measure for path in self.axes.headers.values() for part in path)

    def _measure(self, column: int) -> str:
        """What a column's headers say is measured. Beside columns of measures, a header under a method is one, known or not."""
        path = self.axes.headers[column]
        told = next((part.measure for part in reversed(path) if part.measure), "")
        if not told and self._measured and self.axes.columns is Axis.METHODS and len(path) > 1:
            return path[-1].subject
        return told

    def _ends(self, row: int, column: int) -> tuple[_Named | None, _Named | None]:
        """Method and data that row and column name."""
        name = self.axes.names[row]
        if self.axes.rows is Axis.METHODS:
            return self._method_of(name.group, name.own, repeated=self._is_repeated(name.own)), self._data_of(column)
        measure = self._measure(column)
        subjects = [part.subject for part in self.axes.headers[column] if part.subject and part.subject != measure]
        own = subjects[-1] if subjects else ""
        outer = subjects[0] if len(subjects) > 1 else ""
        method = self._method_of(outer, own, repeated=False)
        plain = bare_name(name.own)
        return method, self._as_data(plain) if self.axes.rows is Axis.DATA and is_name(plain) else None

    def _is_repeated(self, own: str) -> bool:
        """The same name under several headings is a variant of what they name."""
        return len({name.group for name in self.axes.names.values() if name.own == own}) > 1

    def _method_of(self, outer: str, own: str, *, repeated: bool) -> _Named | None:
        """The method that a row or column is about: its own name, or the heading over it of which it is a variant."""
        plain, heading = bare_name(own), bare_name(outer)
        kind, heading_kind = self.known.get(name_key(plain), ""), self.known.get(name_key(heading), "")
        if is_ours(own):
            own_kind = self.known.get(name_key(self.self_name), "method")
            return _Named(self.self_name, own_kind, sure=True) if self.self_name and own_kind not in _DATA_KINDS else None
        if is_name(heading) and (repeated or says_ours(outer) or (heading_kind in _METHOD_KINDS and kind not in _METHOD_KINDS)):
            return _Named(heading, heading_kind or "method", heading_kind in _METHOD_KINDS, (plain,) if plain else ())
        if kind in _METHOD_KINDS:
            return _Named(plain, kind, sure=True)
        return _Named(plain, "method", sure=False) if is_name(plain) and kind in {"", "concept"} else None

    def _data_of(self, column: int) -> _Named | None:
        """The data that a column's headers name, the innermost first."""
        subjects = [bare_name(part.subject) for part in self.axes.headers[column] if part.subject]
        if len(subjects) > 1 and self._is_variant(subjects[-1]):
            subjects = subjects[:-1]
        named = [data for subject in reversed(subjects) if is_name(subject) and (data := self._as_data(subject))]
        return next((data for data in named if data.sure), named[0] if named else None)

    def _is_variant(self, inner: str) -> bool:
        """The same header under several others is a case of what they name: "clean" and "attacked" under each data set."""
        paths = ([bare_name(part.subject) for part in path if part.subject] for path in self.axes.headers.values())
        return len({path[0] for path in paths if len(path) > 1 and path[-1] == inner}) > 1

    def _as_data(self, name: str) -> _Named | None:
        kind = self.known.get(name_key(name), "")
        if kind in _DATA_KINDS:
            return _Named(name, kind, sure=True)
        if kind not in {"", "concept"} or _NO_DATA.search(name):
            return None
        told = self.axes.rows is Axis.DATA and self.axes.said
        return _Named(name, "task" if is_code(name) else "dataset", told)

    def _conditions(self, row: int, column: int, method: _Named, data: _Named) -> Iterator[str]:
        """What row and column say beside method, data and measure: splits, languages, settings."""
        name = self.axes.names[row]
        said = [part.subject for part in self.axes.headers[column]]
        if self.axes.columns is Axis.METHODS:
            said = [subject for subject in said if is_generic(subject)]
            if self.axes.rows is Axis.CONDITIONS:
                said.append(name.own)
        said.append(name.settings)
        ends = {name_key(text) for text in (method.text, data.text, *method.conditions)}
        for part in said:
            plain = bare_name(part).strip("() ")
            if plain and name_key(plain) not in ends:
                yield plain

    def _evidence(self, row: int, column: int) -> Evidence:
        rows = self.table.rows
        cells = [cell for cell in rows[row] if cell.text][:1]
        cells += [rows[level][column] for level in range(self.table.header_rows)]
        cells.append(rows[row][column])
        boxes = tuple(dict.fromkeys(cell.box for cell in cells if cell.box is not None))
        place = rows[row][column].box
        return Evidence(
            page=place.page if place else self.table.page,
            quote=printed_row(self.table, row),
            chunk=self.chunks[row],
            boxes=boxes or (self.table.box,),
        )


_METHOD_KINDS = frozenset({"model", "method"})
_DATA_KINDS = frozenset({"dataset", "task"})
_NO_DATA = re.compile(r"^(?:dev|test|val|valid|validation|train)\w*+[-\s\d]*+$|\b(?:on|of|for|with|by|w/o?)\b", re.IGNORECASE)
"""A split, or a phrase."""
_AVERAGE = re.compile(r"(?:avg|average|overall|all|mean|macro[- ]?avg)\b\.?$", re.IGNORECASE)


def _is_average(text: str) -> bool:
    return _AVERAGE.match(text.strip()) is not None


def _with_unit(measure: str, value: str) -> tuple[str, str]:
    """The unit moves from the header to the number: "error (%)" and 7.5 are "error" and "7.5%"."""
    bare = re.sub(r"\s*\(?%\)?$|\s*\(%,[^)]*\)$", "", measure)
    return (bare, value if value.endswith("%") else f"{value}%") if bare != measure else (measure, value)


def _confidence(method: _Named, data: _Named, *, said: bool) -> float:
    """The more of a row's and a column's names the text knows, the surer is it that they are what they seem."""
    return round(0.6 + 0.15 * method.sure + 0.15 * data.sure + 0.05 * said, 2)
