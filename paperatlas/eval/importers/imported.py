"""What comes of a published set, and what in it could not be read."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from paperatlas.eval.cases import Case, why_none

__all__ = ["Gathering", "Imported", "Skipped", "Text"]

_MALFORMED = (ValueError, SyntaxError, KeyError, TypeError, AttributeError, IndexError, RecursionError)
"""What reading a line or an entry that is not in its set's form ends in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A document that a set brings with it, as `paperatlas ingest` takes a line of JSONL."""

    id: str
    title: str
    text: str


class Skipped(NamedTuple):
    """A part of a set that is not in its form, or that nothing can be asked by."""

    place: str
    """As a person finds it: "line 12", "entry 3"."""
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """The cases and the documents; none where a set refers to files that one has to have."""

    cases: tuple[Case, ...]
    documents: tuple[Text, ...] = ()
    skipped: tuple[Skipped, ...] = ()

    @classmethod
    def together(cls, parts: Sequence["Imported"]) -> "Imported":
        """Several as one."""
        return cls(
            cases=tuple(case for part in parts for case in part.cases),
            documents=tuple(text for part in parts for text in part.documents),
            skipped=tuple(one for part in parts for one in part.skipped),
        )


class Gathering:
    """Collects what is read; a part that is malformed is noted with its place, and the others count."""

    def __init__(self) -> None:
        self._cases: dict[str, Case] = {}
        self._texts: dict[str, Text] = {}
        self._skipped: list[Skipped] = []

    @contextmanager
    def at(self, place: str) -> Iterator[None]:
        """What is read within stands at this place of the set."""
        try:
            yield
        except _MALFORMED as error:
            self._skipped.append(Skipped(place, why_none(error)))

    def rows(self, content: str, *, of: str = "") -> Iterator[tuple[str, Any]]:
        """What is on each line of a JSONL file, or in each entry of a JSON list, with its place; what is no JSON is noted.

        Args:
            content: the file's.
            of: the file's name, where a set has several.
        """
        prefix = f"{of}, " if of else ""
        if content.lstrip("\ufeff \r\n\t").startswith("["):
            yield from ((f"{prefix}entry {number}", row) for number, row in enumerate(json.loads(content), 1))
            return
        # Not `splitlines`: a JSON text may hold signs, such as U+2028, that it takes for the end of a line.
        for number, line in enumerate(content.removeprefix("\ufeff").split("\n"), 1):
            if line.strip():
                place, row = f"{prefix}line {number}", None
                with self.at(place):
                    row = json.loads(line)
                if row is not None:
                    yield place, row

    def case(self, case: Case) -> None:
        """Raises ValueError where its id is taken, its question is empty, or it says that there is an answer and gives none."""
        if case.id in self._cases:
            raise ValueError(f"the id {case.id!r} is taken by another question")
        if not case.question.strip():
            raise ValueError("its question is empty")
        if not (case.unanswerable or case.accept or case.references or case.kind == "retrieval"):
            raise ValueError("it gives no answer")
        self._cases[case.id] = case

    def text(self, text: Text) -> None:
        """Each once, by its id."""
        self._texts.setdefault(text.id, text)

    def imported(self) -> Imported:
        """All of it."""
        return Imported(cases=tuple(self._cases.values()), documents=tuple(self._texts.values()), skipped=tuple(self._skipped))
