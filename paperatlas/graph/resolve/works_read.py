"""What tells works apart: identifiers, title, year and authors, as a document or a list of references gives them."""

import re
from dataclasses import dataclass
from functools import lru_cache

from paperatlas.core.knowledge import LocalEntity
from paperatlas.graph.resolve.families import Family
from paperatlas.graph.resolve.people_names import person_name
from paperatlas.graph.resolve.shapes import Shape, shape

__all__ = ["Title", "identifiers_of", "is_published", "title_of"]

_YEAR = re.compile(r"(?:1[5-9]|20)\d\d[a-z]?")
_ARXIV_DOI = "10.48550/arxiv."
_PREPRINTS = ("10.1101/", "10.2139/ssrn", "10.21203/", "10.20944/", "10.31234/", "10.31219/", "10.26434/", "10.36227/")
"""Under these register servers of preprints: a second DOI beside the publisher's."""


@dataclass(frozen=True, slots=True)
class Title:
    """A work as one place names it."""

    shape: Shape
    identifiers: frozenset[str]
    years: frozenset[int]
    surnames: frozenset[str]


def title_of(local: LocalEntity) -> Title:
    years = frozenset(int(each[:4]) for each in local.context if _YEAR.fullmatch(each))
    surnames = frozenset(_surname(each) for each in local.context if not _YEAR.fullmatch(each))
    return Title(shape(local.name, Family.WORK), identifiers_of(local), years, surnames - {"?"})


@lru_cache(maxsize=200_000)
def _surname(name: str) -> str:
    """Of a folded name: "vaswani a" has lost the capitals by which initials are told."""
    words = name.replace(",", " ").split()
    if len(words) > 1 and "," not in name and len(words[-1].strip(".")) == 1:
        words = [word for word in words if len(word.strip(".")) > 1] or words
        name = words[-1]
    return person_name(name).surname


def identifiers_of(local: LocalEntity) -> frozenset[str]:
    """In one form: an arXiv paper's DOI and any of its versions are the paper."""
    return frozenset(_identifier(each.casefold()) for each in local.identifiers)


def _identifier(identifier: str) -> str:
    scheme, _, rest = identifier.partition(":")
    if scheme == "doi" and rest.startswith(_ARXIV_DOI):
        scheme, rest = "arxiv", rest.removeprefix(_ARXIV_DOI)
    return f"{scheme}:{re.sub(r'v[0-9]+$', '', rest)}" if scheme == "arxiv" else f"{scheme}:{rest}"


def is_published(identifier: str) -> bool:
    """Whether no other of its kind can be of the same work."""
    scheme, _, rest = identifier.partition(":")
    return scheme == "doi" and not rest.startswith(_PREPRINTS)
