"""Questions about a document itself: who wrote it, where and when it appeared, how long it is, on which page something stands."""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from paperatlas.agents.forms.metadata_words import FIELDS, ORDINAL, ORDINALS, PART, Field

__all__ = ["Asked", "Field", "Person", "metadata_asked"]

Person: TypeAlias = int | Literal["all", "last", "corresponding"]
"""Which authors are meant: all, one by position (0 is the first), the last, or the one to write to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked of a document's metadata, in the order of the question."""

    fields: tuple[Field, ...]
    people: tuple[Person, ...] = ("all",)
    name: str = ""
    """The person of "Is X an author?"."""
    part: str = ""
    """The section whose words are to be counted; empty for the whole paper."""


def metadata_asked(text: str) -> Asked | None:
    """The fields that a plain question asks for; None when it asks for something else."""
    low = text.lower()
    found: dict[Field, re.Match[str]] = {}
    for field, patterns, unless in FIELDS:
        if unless and re.search(unless, low):
            continue
        if match := next((m for pattern in patterns if (m := re.search(pattern, low))), None):
            found[field] = match
    if not found:
        return None
    fields = _without_means(sorted(found, key=lambda field: found[field].start()), low)
    name = text[slice(*_named_span(found["is_author"]))] if "is_author" in found else ""
    part = re.search(PART, low) if "words" in fields else None
    return Asked(
        fields=tuple(fields), people=_people(low), name=name.strip(), part=(part["number"] or part["name"]) if part else ""
    )


def _without_means(fields: list[Field], low: str) -> list[Field]:
    """Without the fields that only say whose or how another is meant: "the affiliation of the first author"."""
    if "page_of" in fields:
        return ["page_of"]
    if "same_affiliation" in fields:
        fields = [field for field in fields if field != "affiliations"]
    implied: set[Field] = set()
    if {"affiliations", "same_affiliation", "emails", "is_author", "author_count"} & set(fields):
        separately = re.search(
            r"\bauthors\b(?: of [^?]*?)?(?:,| and| as well as)(?: \w+){0,3} (?:affiliat|e-?mail|where|institution)", low
        )
        implied |= set() if separately else {"authors"}
    if "is_author" in fields:
        implied |= {"affiliations", "title"}
    if "words" in fields:
        implied |= {"abstract", "sections"}
    return [field for field in fields if field not in implied]


def _named_span(found: re.Match[str]) -> tuple[int, int]:
    return found.span("person" if "person" in found.groupdict() else "name")


def _people(low: str) -> tuple[Person, ...]:
    found: list[Person] = []
    pattern = rf"\b({ORDINAL})(?: and (?:the )?({ORDINAL}))? (?:listed )?(?:co-?)?authors?\b"
    for match in re.finditer(pattern, low):
        found.extend(_person(word) for word in match.groups() if word)
    return tuple(dict.fromkeys(found)) or ("all",)


def _person(word: str) -> Person:
    if word in ("last", "final", "senior"):
        return "last"
    return "corresponding" if word == "corresponding" else ORDINALS.get(word, 0)
