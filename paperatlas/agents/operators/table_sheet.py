"""What a table says whatever is asked: its names and their words, its numbers. Worked out once a table, not once a question."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from paperatlas.agents.operators.table_cells import Entry, entries_of, number_of, words_at
from paperatlas.agents.operators.table_terms import plain_header, tokens
from paperatlas.agents.terms import stems
from paperatlas.core.grid import body_rows, header_paths, printed_row, row_names
from paperatlas.core.text import words
from paperatlas.core.types import Table

__all__ = ["Label", "Sheet", "sheet_of"]

_KEPT = 256
"""Tables that are remembered, some 60 kB each: those of a dozen papers, which one asks several questions about."""
_SHORTEST_ACRONYM, _LONGEST_ACRONYM = 2, 5
_UNASKED = frozenset(stems("the of in on for to and with our ours model models method system network baseline original standard"))
"""Words of a name that a question may leave out."""
_TOTAL = re.compile(r"total\b", re.IGNORECASE)
"""A row that says what the others add up to, and so what they are: "Total revenue"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """The name of a row or column."""

    text: str
    tokens: frozenset[str]
    """Of its own name, its group's left out."""
    all_tokens: frozenset[str]
    """Its group's too."""
    to_ask: frozenset[str]
    """Its own tokens that a question must have to say the name in full."""
    run: str
    """Its words run together: "bertlarge"."""
    acronyms: tuple[str, ...]


@dataclass(frozen=True)
class Sheet:
    """A table read without a question in mind. What is costly is read when it is first asked for."""

    table: Table

    @cached_property
    def row_names(self) -> tuple[str, ...]:
        return row_names(self.table)

    @cached_property
    def header_paths(self) -> tuple[tuple[str, ...], ...]:
        return header_paths(self.table)

    @cached_property
    def headers(self) -> tuple[str, ...]:
        return tuple(" ".join(path) for path in self.header_paths)

    @cached_property
    def body_rows(self) -> tuple[int, ...]:
        return body_rows(self.table)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The numbers of its rows of data."""
        data = set(self.body_rows)
        return tuple(entry for entry in entries_of(self.table) if entry.row in data)

    @cached_property
    def texts(self) -> tuple[Entry, ...]:
        """Cells of words, beside those that name their rows: "Adam" under "Optimizer"."""
        numbers = {(entry.row, entry.column) for entry in self.entries}
        return tuple(
            words_at(self.table, row, column, self.row_names[row], self.headers[column])
            for row in self.body_rows
            for column, cell in enumerate(self.table.rows[row])
            if cell.text and (row, column) not in numbers and cell.text not in self.row_names[row]
        )

    @cached_property
    def of_one_number(self) -> frozenset[int]:
        """The rows that hold a single number, in a table where others hold more."""
        counts = Counter(entry.row for entry in self.entries)
        return frozenset(row for row, count in counts.items() if count == 1 < max(counts.values()))

    @cached_property
    def has_one_measure(self) -> bool:
        """Whether all its numbers stand in one column."""
        return len({entry.column for entry in self.entries}) == 1

    @cached_property
    def rows(self) -> Mapping[int, Label]:
        """The names of the rows of data."""
        data = set(self.body_rows)
        groups = [printed_row(self.table, row) for row in range(self.table.header_rows, len(self.table.rows)) if row not in data]
        return {row: _label(self.row_names[row], *_split(self.row_names[row], groups)) for row in self.body_rows}

    @cached_property
    def columns(self) -> tuple[Label, ...]:
        leaves = Counter(path[-1] for path in self.header_paths if path)
        return tuple(
            _label(self.headers[at], *_leaf(path, is_unique=bool(path) and leaves[path[-1]] == 1))
            for at, path in enumerate(self.header_paths)
        )

    @cached_property
    def subject(self) -> str:
        """What caption, the head of the names and the rows of totals say that the table is about."""
        totals = (name for name in self.row_names if _TOTAL.match(name))
        return " ".join((self.table.caption, self.headers[0] if self.headers else "", *totals))

    @cached_property
    def name_tokens(self) -> frozenset[str]:
        """The words of all its names."""
        return tokens(" ".join((*self.headers, *self.row_names)))

    @cached_property
    def beside(self) -> Mapping[int, frozenset[str]]:
        """The words of each row of data, its numbers left out."""
        return {row: self._words_in(row) for row in self.body_rows}

    def beside_but(self, row: int, column: int) -> frozenset[str]:
        """The words of a row of data without those of one cell."""
        is_word = bool(self.table.rows[row][column].text) and number_of(self.table.rows[row][column].text) is None
        return self._words_in(row, column) if is_word else self.beside[row]

    def _words_in(self, row: int, but: int = -1) -> frozenset[str]:
        cells = self.table.rows[row]
        return tokens(" ".join(cell.text for at, cell in enumerate(cells) if at != but and number_of(cell.text) is None))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every token by which a question can meet a part of it."""
        labels = (*self.rows.values(), *self.columns)
        about = tokens(f"{self.subject} {self.table.section}")
        return about.union(self.name_tokens, *(label.all_tokens for label in labels), *self.beside.values())

    @cached_property
    def runs(self) -> frozenset[str]:
        return frozenset(label.run for label in (*self.rows.values(), *self.columns))

    @cached_property
    def acronyms(self) -> frozenset[str]:
        return frozenset(acronym for label in (*self.rows.values(), *self.columns) for acronym in label.acronyms)


class _Same:
    """A table as a key: the very same one, since to compare two cell by cell takes as long as to read one."""

    __slots__ = ("table",)

    def __init__(self, table: Table) -> None:
        self.table = table

    def __hash__(self) -> int:
        return id(self.table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.table is self.table


def sheet_of(table: Table) -> Sheet:
    """The sheet of a table; the same one each time while it is remembered."""
    return _sheet(_Same(table))


@lru_cache(maxsize=_KEPT)
def _sheet(key: _Same) -> Sheet:
    return Sheet(key.table)


def _label(text: str, group: str, own: str) -> Label:
    own_tokens = tokens(own)
    said = words(plain_header(own))
    return Label(
        text=text,
        tokens=own_tokens,
        all_tokens=own_tokens | tokens(group),
        to_ask=own_tokens - _UNASKED - _dates(own),
        run="".join(said),
        acronyms=tuple(token for token in said if _is_acronym(token, own)),
    )


def _dates(name: str) -> frozenset[str]:
    """What a name says in brackets of its date or version in numbers alone: "Northwind 2 (06-05)"."""
    return frozenset[str]().union(*(tokens(found) for found in re.findall(r"\(([\d\s./-]+)\)", name)))


def _is_acronym(token: str, name: str) -> bool:
    """Printed in capitals, or one of the lower-case abbreviations that no word is."""
    return _SHORTEST_ACRONYM <= len(token) <= _LONGEST_ACRONYM and (token.upper() in name or not re.search(r"[aeiouy]", token))


def _split(name: str, groups: Iterable[str]) -> tuple[str, str]:
    """The heading of a row's group, and its own name."""
    group = max((group for group in groups if group and name.startswith(f"{group}, ")), key=len, default="")
    return group, name.removeprefix(f"{group}, ") if group else name


def _leaf(path: Sequence[str], *, is_unique: bool) -> tuple[str, str]:
    """What stands over a column's own header, and that; the whole where the header by itself is that of others too."""
    return (" ".join(path[:-1]), path[-1]) if is_unique else ("", " ".join(path))
