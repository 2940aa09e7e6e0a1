"""Lists across the library: all papers, those by an author, of a year or venue, and those that speak of something."""

import re
from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from paperatlas.agents.forms.lists import ANY_LENGTH, ANY_YEAR, Listing, is_enumeration, read_listing
from paperatlas.agents.forms.metadata import Asked, metadata_asked
from paperatlas.agents.forms.wording import plain
from paperatlas.agents.operators.fields import first_pages
from paperatlas.agents.operators.metadata import field_values
from paperatlas.agents.operators.occurrences import Found, first_quote, occurrences
from paperatlas.agents.operators.papers import short_title
from paperatlas.agents.operators.quotes import locate
from paperatlas.agents.operators.value import counted
from paperatlas.agents.state import Deps, Draft, Question, Statement
from paperatlas.core.answers import Computed, Occurrence, Route
from paperatlas.core.text import words
from paperatlas.core.types import Document

__all__ = ["answer"]

_SURE = 0.93
_ALIKE = 90
"""Rapidfuzz ratio (0 to 100) of surnames from which they are one, slips forgiven."""
_MOST_LINES = 60
"""Papers listed; the rest are counted."""
_MENTIONED_ONCE = 0.7
"""A paper that names a thing once may only cite it."""


def answer(question: Question, route: Route, deps: Deps) -> Draft | None:
    """One line a paper that meets the conditions; None when it is not papers that are to be listed.

    None too when a condition may have been overlooked: a search then says what it finds, where a list of all papers would say
    too much.
    """
    text = plain(question.text)
    if route.kind != "list" or not is_enumeration(text):
        return None
    listing = read_listing(text)
    if listing.unread:
        return None
    scope = route.scope.documents or question.scope.documents
    papers = [d for d in deps.catalog.documents() if (not scope or d.id in scope) and _fits(d, listing)]
    if listing.term:
        return _about(listing, papers, deps)
    if not papers:
        return _none(listing)
    asked = metadata_asked(text)
    fields = (
        tuple(field for field in asked.fields if field not in ("page_of", "is_author", "author_count", "title")) if asked else ()
    )
    return _draft(papers, replace(asked, fields=fields) if asked else None, listing, deps)


def _fits(document: Document, listing: Listing) -> bool:
    meta = document.metadata
    if listing.author and not any(_same_person(listing.author, name) for name in meta.authors):
        return False
    if listing.years and not (meta.year and listing.years[0] <= meta.year <= listing.years[1]):
        return False
    if listing.pages and not listing.pages[0] <= document.pages <= listing.pages[1]:
        return False
    return not listing.venue or set(words(listing.venue)) <= set(words(meta.venue)) or _initials(listing.venue, meta.venue)


def _same_person(asked: str, printed: str) -> bool:
    said, name = words(asked), words(printed)
    if not said or not name or fuzz.ratio(said[-1], name[-1]) < _ALIKE:
        return False
    return len(said) == 1 or said[0][0] == name[0][0]


def _initials(asked: str, venue: str) -> bool:
    """Whether "EMNLP" means "... Conference on Empirical Methods in Natural Language Processing": by initials in order."""
    letters = [word[0] for word in words(venue) if word not in ("of", "the", "on", "in", "and", "for")]
    wanted = [char for char in asked.lower() if char.isalpha()]
    return len(wanted) > 2 and any(letters[i : i + len(wanted)] == wanted for i in range(len(letters)))


def _draft(papers: Sequence[Document], asked: Asked | None, listing: Listing, deps: Deps) -> Draft:
    computed = Computed(
        value=str(len(papers)),
        method=f"papers of the library{_conditions(listing)}",
        occurrences=tuple(Occurrence(document=d.id, doc=d.name, page=1) for d in papers),
    )
    number = counted(len(papers), "paper")
    if listing.only_count:
        return Draft(statements=(Statement(text=number),), confidence=_SURE, computed=computed)
    lines = tuple(_line(document, asked, deps) for document in papers[:_MOST_LINES])
    more = f", the first {_MOST_LINES} of which are" if len(papers) > _MOST_LINES else ""
    return Draft(statements=(Statement(text=f"{number}{more}:"), *lines) if more else lines, confidence=_SURE, computed=computed)


def _conditions(listing: Listing) -> str:
    said = [
        f"by {listing.author}" if listing.author else "",
        _range(listing.years, "since {}", "until {}", "from {} to {}", ANY_YEAR) if listing.years else "",
        f"of {listing.venue}" if listing.venue else "",
        _range(listing.pages, "of at least {} pages", "of at most {} pages", "of {} to {} pages", ANY_LENGTH)
        if listing.pages
        else "",
    ]
    return "".join(f" {part}" for part in said if part)


def _range(ends: tuple[int, int], from_on: str, up_to: str, between: str, most: int) -> str:
    first, last = ends
    if last >= most:
        return from_on.format(first)
    return between.format(first, last) if first else up_to.format(last)


def _line(document: Document, asked: Asked | None, deps: Deps) -> Statement:
    values = [value for _, value in field_values(document, asked, deps)] if asked else []
    proof = locate(document.id, first_pages(document, deps.catalog), document.metadata.title) if document.metadata.title else None
    if asked and asked.fields:
        text = f"{short_title(document.title)}: {'; '.join(value.text for value in values) or 'not stated'}"
    else:
        meta = document.metadata
        who = f"{_surname(meta.authors[0])}{' et al.' if len(meta.authors) > 1 else ''}" if meta.authors else ""
        text = f"{document.title}" + (
            f" ({', '.join(part for part in (who, str(meta.year or '')) if part)})" if who or meta.year else ""
        )
    proofs = tuple(p for value in values for p in value.proofs) or ((proof,) if proof else ())
    return Statement(text=text, proofs=proofs)


def _surname(name: str) -> str:
    """The last word of a name as printed that is no "Jr." or "III"."""
    parts = [part for part in name.split() if not re.fullmatch(r"(?:Jr|Sr|[IVX]+|PhD|MD)\.?", part)]
    return parts[-1] if parts else name


def _about(listing: Listing, papers: Sequence[Document], deps: Deps) -> Draft | None:
    """The papers in which the term stands, the one that says it most first.

    None when none says it, so that a search by meaning may find it in other words.
    """
    if listing.citing:
        papers = [d for d in papers if not any(_same_person(listing.term, name) for name in d.metadata.authors)]
    found = {document.id: _places(listing, document, deps) for document in papers}
    holding = sorted((d for d in papers if found[d.id]), key=lambda d: (-len(found[d.id]), d.name))
    if not holding:
        return None
    computed = Computed(
        value=str(len(holding)),
        method=f"papers whose text, tables or captions say “{listing.term}”{_conditions(listing)}, of {len(papers)}",
        occurrences=tuple(
            Occurrence(document=d.id, doc=d.name, page=place.page, box=place.box) for d in holding for place in found[d.id]
        ),
    )
    if listing.only_count:
        return Draft(
            statements=(Statement(text=f"{len(holding)} of {counted(len(papers), 'paper')}"),),
            confidence=_SURE,
            computed=computed,
        )
    lines = tuple(
        Statement(text=f"{d.title} ({counted(len(found[d.id]), 'time')})", proofs=first_quote(d.id, found[d.id], deps.catalog))
        for d in holding[:_MOST_LINES]
    )
    return Draft(statements=lines, confidence=_SURE if len(found[holding[0].id]) > 1 else _MENTIONED_ONCE, computed=computed)


def _places(listing: Listing, document: Document, deps: Deps) -> list[Found]:
    places = occurrences(listing.term, deps.catalog.parsed(document.id))
    return [place for place in places if listing.citing or place.part != "references"]


def _none(listing: Listing) -> Draft:
    text = f"No paper{_conditions(listing)} is in this library."
    return Draft(statements=(Statement(text=text),), confidence=0.2, status="abstained", reason="not_in_documents")
