"""A table as a question sees it: which of its words each row, each column and the whole table bear."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from paperatlas.agents.operators.table_cells import Entry
from paperatlas.agents.operators.table_meeting import Meeting, Wording, meeting_of, wording_of
from paperatlas.agents.operators.table_sheet import Label, Sheet, sheet_of
from paperatlas.agents.operators.table_terms import tokens
from paperatlas.agents.terms import Term
from paperatlas.core.ids import DocumentId
from paperatlas.core.types import Table

__all__ = ["Grid", "Name", "PlacedTable"]

_ABOUT_SHARE = 0.75
"""A term that only caption, section or title cover counts for this much: it says that the table is right, not the cell."""
_LOST = 0.6
_WHOLE = 0.85
"""Share of a question from which rows may answer it of which no cell is looked up."""
_BESIDE_SHARE = 0.9
"""A term in another cell of the row than its name."""


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
class Name:
    """A row's or column's name, and how it meets the question's terms."""

    index: int
    text: str
    tokens: frozenset[str]
    """Of its own name, its group's left out."""
    strengths: tuple[float, ...]
    """For each term, how surely the name or its group has it."""
    unasked: frozenset[str]
    """Its own tokens that no term meets."""

    @property
    def is_named(self) -> bool:
        """Whether the question says the name in full."""
        return bool(self.tokens) and not self.unasked

    @property
    def is_touched(self) -> bool:
        return any(self.strengths)


@dataclass(frozen=True)
class Grid:
    """A table and the terms of one question."""

    place: PlacedTable
    terms: tuple[Term, ...]
    text: str
    """The question, for names that are written in other words than its terms: run together, or as initials."""

    @property
    def table(self) -> Table:
        return self.place.table

    @cached_property
    def sheet(self) -> Sheet:
        return sheet_of(self.table)

    @cached_property
    def meeting(self) -> Meeting:
        return meeting_of(self.terms)

    @cached_property
    def wording(self) -> Wording:
        return wording_of(self.text)

    @property
    def entries(self) -> Sequence[Entry]:
        """The numbers of its rows of data."""
        return self.sheet.entries

    @property
    def headers(self) -> tuple[str, ...]:
        return self.sheet.headers

    @property
    def row_names(self) -> tuple[str, ...]:
        return self.sheet.row_names

    @cached_property
    def rows(self) -> Mapping[int, Name]:
        """The rows of data."""
        return {row: self._name(row, label) for row, label in self.sheet.rows.items()}

    @cached_property
    def columns(self) -> Mapping[int, Name]:
        return {at: self._name(at, label) for at, label in enumerate(self.sheet.columns)}

    @cached_property
    def about(self) -> tuple[float, ...]:
        """What the table as a whole bears of the terms."""
        return self.meeting.of(tokens(f"{self.sheet.subject} {self.table.section} {self.place.title}"))

    def row_cells(self, row: int, column: int) -> tuple[float, ...]:
        """What the other texts of a row bear of the terms: they say of what the row is as well."""
        met = self.meeting.of(self.sheet.beside_but(row, column))
        return met if met is self.meeting.none else tuple(_BESIDE_SHARE * strength for strength in met)

    def most(self, *, pinned: bool) -> float:
        """The greatest coverage that a finding can have: what all words of the table together bear.

        Where findings have to be `pinned`, little is left of a table that lacks a name or number of the question, unless it
        bears the rest.
        """
        written = [stems for run in self.sheet.runs if (stems := self.wording.runs.get(run))]
        written += [stems for each in self.sheet.acronyms if (stems := self.wording.by_initials.get(each))]
        glued = frozenset[str]().union(*written)
        met = self.meeting.of(self.sheet.vocabulary)
        met = tuple(1.0 if term.stem in glued else got for term, got in zip(self.terms, met, strict=True))
        most = self.coverage(met)
        return most if not pinned or most >= _WHOLE or self.pinned(met) else _LOST * most

    def coverage(self, *strengths: Sequence[float]) -> float:
        """The share of the question's weight that these names bear, and what the table is about."""
        total, weights, at_least = self._measured_by
        if not total:
            return 0.0
        got = 0.0
        for weight, *each in zip(weights, at_least, *strengths, strict=True):
            got += weight * max(each)
        return got / total

    @cached_property
    def _measured_by(self) -> tuple[float, list[float], list[float]]:
        """The weight of all terms together, that of each, and what the table as a whole counts for each."""
        weights = [term.weight for term in self.terms]
        return sum(weights), weights, [_ABOUT_SHARE * strength for strength in self.about]

    def pinned(self, *strengths: Sequence[float]) -> bool:
        """Whether every name and number of the question stands somewhere: one that does not is about something else."""
        return all(
            any(each[at] for each in strengths) or self.about[at]
            for at, term in enumerate(self.terms)
            if (term.is_name and len(term.word) > 1) or term.is_number
        )

    def _name(self, index: int, label: Label) -> Name:
        run = self.wording.runs.get(label.run, frozenset[str]())
        glued = run.union(*(self.wording.by_initials.get(each, ()) for each in label.acronyms))
        strengths = self.meeting.of(label.all_tokens)
        if glued:
            strengths = tuple(1.0 if term.stem in glued else got for term, got in zip(self.terms, strengths, strict=True))
        unasked = frozenset[str]() if run else frozenset(token for token in label.to_ask if not self._is_asked(token))
        return Name(index=index, text=label.text, tokens=label.tokens, strengths=strengths, unasked=unasked)

    def _is_asked(self, token: str) -> bool:
        return self.meeting.meets_any(token) or token in self.wording.by_initials
