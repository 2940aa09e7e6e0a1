"""Which documents a question means by who wrote them and when: "Card and Krueger", "Lopez's paper", "the 2019 paper by Li"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.core.ids import DocumentId
from paperatlas.core.text import words
from paperatlas.core.types import Document

__all__ = ["by_people"]

_NOUN = r"(?:papers?|articles?|stud(?:y|ies)|reports?|publications?|preprints?|work|thesis|survey|review|book|chapter)"
_NAME = r"[A-Z\u00c0-\u024f][\w'’-]*[^\W\d_]"
_YEAR = r"(?:19|20)\d\d"
_AND = r"(?:,? (?:and|&|und|et|y|e) |, )"
_AUTHORED = re.compile(
    rf"(?P<names>{_NAME}(?:{_AND}{_NAME})*)(?P<etal> et\.? al\b\.?| and colleagues)?[\s,]*\(?(?P<year>{_YEAR})?\)?"
)
_WROTE = re.compile(
    rf"\b(?:(?P<before>{_YEAR}) )?{_NOUN}(?: from)?(?: (?P<after>{_YEAR}))? (?:written )?(?:by|of|von|de|di|par|por|van) "
    rf"(?:{_NAME} )*?(?P<name>{_NAME})(?:,? (?P<later>{_YEAR}))?(?=\W|$)"
)
_OWNS = re.compile(rf"(?P<name>{_NAME})(?:'s?|’s?) (?:(?P<year>{_YEAR}) )?{_NOUN}\b")
_OF_YEAR = re.compile(
    rf"\b(?:the|this|that|das|dem|el|le|il) (?P<before>{_YEAR}) {_NOUN}\b"
    rf"|\b{_NOUN}\s(?:from|of|aus|von|de|del|dal) (?P<after>{_YEAR})\b"
)
_NEAR = 1
"""Years that a citation may be off: a preprint is cited by its own."""


@dataclass(frozen=True, slots=True)
class _Byline:
    document: DocumentId
    surnames: tuple[str, ...]
    year: int | None


def by_people(text: str, documents: Sequence[Document]) -> list[DocumentId]:
    """The documents that are surely meant by their authors, by a year, or by both."""
    lines = [_byline(document) for document in documents]
    found: list[DocumentId] = []
    for match in _AUTHORED.finditer(text):
        names = [_surname(name) for name in re.split(_AND, match["names"])]
        if match["year"] or match["etal"] or len(names) > 1:
            found += _signed(_known(names, lines), _number(match["year"]), lines)
    for pattern in (_WROTE, _OWNS):
        for match in pattern.finditer(text):
            years = [value for key, value in match.groupdict().items() if key != "name" and value]
            found += _written_by(_surname(match["name"]), _number(years[0]) if years else None, lines)
    for match in _OF_YEAR.finditer(text):
        found += _alone([line for line in lines if line.year == _number(match["before"] or match["after"])])
    return found


def _byline(document: Document) -> _Byline:
    meta = document.metadata
    return _Byline(document.id, tuple(_surname(author) for author in meta.authors), meta.year)


def _surname(name: str) -> str:
    return found[-1] if (found := words(name)) else ""


def _number(year: str | None) -> int | None:
    return int(year) if year else None


def _known(names: Sequence[str], lines: Sequence[_Byline]) -> list[str]:
    """The run of names that ends the list and that bylines hold: what stands before may be a title or a verb at the start."""
    surnames = {surname for line in lines for surname in line.surnames}
    kept = [name for name in names if name in surnames]
    return kept if kept and names[-len(kept) :] == kept else []


def _signed(names: Sequence[str], year: int | None, lines: Sequence[_Byline]) -> list[DocumentId]:
    """The paper of a citation: its first author leads it, and the others are among its authors."""
    if not names:
        return []
    theirs = [line for line in lines if line.surnames[:1] == (names[0],) and set(names) <= set(line.surnames)]
    if len(names) > 1 and not theirs:
        theirs = [line for line in lines if set(names) <= set(line.surnames)]
    return _alone(_of_year(theirs, year))


def _written_by(name: str, year: int | None, lines: Sequence[_Byline]) -> list[DocumentId]:
    """The one paper that a person leads, or else has a part in."""
    leads = _of_year([line for line in lines if line.surnames[:1] == (name,)], year)
    return _alone(leads) if leads else _alone(_of_year([line for line in lines if name in line.surnames], year))


def _of_year(lines: Sequence[_Byline], year: int | None) -> list[_Byline]:
    if year is None:
        return list(lines)
    exact = [line for line in lines if line.year == year]
    return exact or [line for line in lines if line.year is None or abs(line.year - year) <= _NEAR]


def _alone(lines: Sequence[_Byline]) -> list[DocumentId]:
    return [lines[0].document] if len(lines) == 1 else []
