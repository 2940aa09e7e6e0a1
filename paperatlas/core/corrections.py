"""What a person says of a document in place of what it says of itself.

A correction is of single fields: what is printed in the others goes on to be read from the paper. What the paper states is
kept beside it, so that each field can be given back.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, TypedDict, get_args

from paperatlas.core.errors import InputError
from paperatlas.core.types import Metadata

__all__ = ["FIELDS", "Corrected", "Correction", "Field"]

Field: TypeAlias = Literal["title", "authors", "year", "venue", "doi", "arxiv_id"]
FIELDS: tuple[Field, ...] = get_args(Field)

_FIRST_YEAR, _LAST_YEAR = 1450, 2200
"""From the first printed books on; a year beyond these is a slip."""
_LONGEST = 1000
"""Characters of a value; titles of papers have some hundred."""
_MOST_AUTHORS = 5000
"""Large collaborations sign with some three thousand."""
_DOI = re.compile(r"10\.\d{4,9}/\S+")


class Corrected(TypedDict, total=False):
    """New values by field; None gives a field back to what the paper says."""

    title: str | None
    authors: tuple[str, ...] | None
    year: int | None
    venue: str | None
    doi: str | None
    arxiv_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """The fields that a person has set, and their values."""

    fields: tuple[Field, ...] = ()
    """In the order of FIELDS."""
    values: Metadata = Metadata()  # noqa: RUF009 - frozen
    """Only `fields` of it count."""

    def applied(self, stated: Metadata) -> Metadata:
        """What holds of a document that states this of itself."""
        held = replace(stated, **{name: getattr(self.values, name) for name in self.fields})
        # Which author is of which institution was read from the printed names.
        return held if held.authors == stated.authors else replace(held, author_affiliations=())

    def changed(self, new: Corrected) -> "Correction":
        """With some fields set, or given back. Raises InputError where a value cannot be one."""
        kept = {name: getattr(self.values, name) for name in self.fields if name not in new}
        given: dict[str, Any] = {name: _checked(name, value) for name, value in new.items() if value is not None}
        fields = tuple(name for name in FIELDS if name in kept or name in given)
        return Correction(fields=fields, values=replace(Metadata(), **kept, **given))


def _checked(name: str, value: object) -> object:
    """A value as it is kept: without white space at its ends, and on one line."""
    match name:
        case "year":
            return _year(value)
        case "authors":
            return _names(value)
        case "doi":
            return _doi(value)
        case "title" | "venue" | "arxiv_id":
            return _line(name, value)
    raise InputError(f"{name!r} is not corrected.", hint=f"Correct one of {', '.join(FIELDS)}.")


def _year(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not _FIRST_YEAR <= value <= _LAST_YEAR:
        raise _refused("year", value, f"Give a year from {_FIRST_YEAR} to {_LAST_YEAR}.")
    return value


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise _refused("authors", value, "Give a list of names.")
    names = tuple(filter(None, (_line("author", each) for each in value)))
    if len(names) > _MOST_AUTHORS:
        raise InputError(f"{len(names)} authors are too many.", hint=f"Give at most {_MOST_AUTHORS}.")
    return names


def _doi(value: object) -> str:
    doi = re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", _line("doi", value), flags=re.IGNORECASE)
    if doi and not _DOI.fullmatch(doi):
        raise _refused("doi", value, 'Give it as "10.1000/xyz123".')
    return doi


def _line(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise _refused(name, value, "Give a text.")
    line = " ".join("".join(char if char.isprintable() else " " for char in value).split())
    if len(line) > _LONGEST:
        raise InputError(f"A {name} of {len(line)} characters is too long.", hint=f"Give at most {_LONGEST}.")
    return line


def _refused(name: str, value: object, hint: str) -> InputError:
    return InputError(f"{str(value)[:80]!r} is no {name.replace('_', ' ')}.", hint=hint)
