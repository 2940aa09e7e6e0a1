"""What a document says of itself and of the works that it cites: authors, affiliations, venue, references."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperatlas.core.ids import ChunkId
from paperatlas.core.knowledge import Evidence, LocalEntity, Relation
from paperatlas.core.naming import name_key
from paperatlas.core.text import find_quote, fold
from paperatlas.core.types import Box, Chunk, Metadata, Page, ParsedDocument, Reference, Span

__all__ = ["Bibliographic", "bibliographic", "work_of"]

_SURE = 0.95
"""What metadata say is read from where papers print it; a reading may be wrong still."""
_CITED = 0.9
"""A reference's fields are told apart by rules."""
_EVENT = re.compile(r"\b(?:conference|proceedings|proc\.|workshop|symposium|meeting|congress|colloquium|annual)\b", re.IGNORECASE)
_FEWEST_WORDS = 2
"""Words of a title that tells a work; of one word an identifier must be given as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bibliographic:
    """The document itself is entity 0; the others follow in order."""

    entities: tuple[LocalEntity, ...]
    relations: tuple[Relation, ...]


def work_of(document: ParsedDocument) -> LocalEntity:
    """The document as a work."""
    metadata = document.metadata
    title = metadata.title or document.name
    context = (*map(fold, metadata.authors), *([str(metadata.year)] if metadata.year else []))
    return LocalEntity(
        name=title, kind="work", forms=(title,), identifiers=_identifiers(metadata.doi, metadata.arxiv_id), context=context
    )


def bibliographic(document: ParsedDocument, chunks: Sequence[Chunk]) -> Bibliographic:
    """The works, people, institutions and venues around a document."""
    return _Collected(document, chunks).result()


class _Collected:
    def __init__(self, document: ParsedDocument, chunks: Sequence[Chunk]) -> None:
        self._document = document
        self._printed = _Printed(document.pages, chunks)
        self._entities = [work_of(document)]
        self._relations: list[Relation] = []

    def result(self) -> Bibliographic:
        metadata = self._document.metadata
        affiliations = [self._add(name, "organisation") if name.strip() else None for name in metadata.affiliations]
        for at, author in enumerate(metadata.authors):
            self._author(at, author, affiliations)
        if metadata.venue:
            self._relate(0, "published_in", self._add(metadata.venue, _venue_kind(metadata.venue)), metadata.venue)
        for reference in self._document.references:
            self._cited(reference)
        return Bibliographic(entities=tuple(self._entities), relations=tuple(self._relations))

    def _author(self, at: int, name: str, affiliations: Sequence[int | None]) -> None:
        metadata = self._document.metadata
        theirs = metadata.author_affiliations[at] if at < len(metadata.author_affiliations) else ()
        if not metadata.author_affiliations and len(affiliations) == 1:
            theirs = (0,)
        others = [other for other in metadata.authors if other != name]
        places = [metadata.affiliations[index] for index in theirs if index < len(affiliations)]
        person = self._add(name, "person", _addresses(name, metadata), tuple(map(fold, (*others, *places))))
        self._relate(0, "authored_by", person, name)
        for index in theirs:
            place = affiliations[index] if index < len(affiliations) else None
            if place is not None:
                self._relate(person, "affiliated_with", place, metadata.affiliations[index])

    def _cited(self, reference: Reference) -> None:
        identifiers = _identifiers(reference.doi, reference.arxiv_id)
        if len(name_key(reference.title).split()) < _FEWEST_WORDS and not identifiers:
            return
        title = reference.title or reference.text
        context = (*map(fold, reference.authors), *([str(reference.year)] if reference.year else []))
        work = self._add(title, "work", identifiers, context)
        evidence = self._printed.evidence(reference.text, page=reference.page, box=reference.box)
        self._relations.append(
            Relation(head=0, predicate="cites", tail=work, evidence=evidence, extractor="metadata", confidence=_CITED)
        )

    def _add(self, name: str, kind: str, identifiers: tuple[str, ...] = (), context: tuple[str, ...] = ()) -> int:
        name = " ".join(name.split())
        same = (at for at, each in enumerate(self._entities) if at and each.kind == kind and each.name == name)
        if (known := next(same, None)) is not None:
            return known
        self._entities.append(LocalEntity(name=name, kind=kind, forms=(name,), identifiers=identifiers, context=context))
        return len(self._entities) - 1

    def _relate(self, head: int, predicate: str, tail: int, quote: str) -> None:
        self._relations.append(
            Relation(
                head=head,
                predicate=predicate,
                tail=tail,
                evidence=self._printed.evidence(quote),
                extractor="metadata",
                confidence=_SURE,
            )
        )


class _Printed:
    """Finds where metadata are printed."""

    def __init__(self, pages: Sequence[Page], chunks: Sequence[Chunk]) -> None:
        self._pages = {page.number: page for page in pages}
        self._first = pages[0].number if pages else 1
        self._chunks = [chunk for chunk in chunks if chunk.spans]

    def evidence(self, quote: str, *, page: int | None = None, box: Box | None = None) -> Evidence:
        """With its span when the page's text has it; else as the metadata give it."""
        number = page or self._first
        there = self._pages.get(number)
        span = _find(quote, there) if there else None
        if span is None or there is None:
            return Evidence(page=number, quote=quote, boxes=(box,) if box else ())
        return Evidence(page=number, quote=there.text[span.start : span.end], span=span, chunk=self._chunk(span))

    def _chunk(self, span: Span) -> ChunkId | None:
        for chunk in self._chunks:
            if any(each.page == span.page and each.start <= span.start and span.end <= each.end for each in chunk.spans):
                return chunk.id
        return None


def _find(quote: str, page: Page) -> Span | None:
    """As it stands where that is so, since folding a page costs milliseconds, and a paper cites a hundred works."""
    at = page.text.find(quote)
    return Span(page.number, at, at + len(quote)) if at >= 0 and quote else find_quote(quote, page.text, page.number)


def _identifiers(doi: str, arxiv_id: str) -> tuple[str, ...]:
    named = (("doi", doi.lower()), ("arxiv", re.sub(r"v\d+$", "", arxiv_id)))
    return tuple(f"{name}:{value}" for name, value in named if value)


def _venue_kind(venue: str) -> str:
    return "event" if _EVENT.search(venue) else "organisation"


def _addresses(name: str, metadata: Metadata) -> tuple[str, ...]:
    """E-mail addresses that hold the author's surname: which is whose is printed in no other way that is read."""
    parts = fold(name).split()
    surname = parts[-1] if parts else ""
    theirs = (email for email in metadata.emails if len(surname) > 2 and surname in fold(email).split("@")[0])
    return tuple(f"email:{email.lower()}" for email in theirs)
