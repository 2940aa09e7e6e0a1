"""What a short form stands for, as the papers themselves write it out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paperatlas.agents.operators.papers import asked_papers, short_title
from paperatlas.agents.operators.quotes import quote_around
from paperatlas.agents.state import Deps, Draft, Question, Statement
from paperatlas.core.acronyms import definitions
from paperatlas.core.answers import Route
from paperatlas.core.errors import InputError
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Catalog
from paperatlas.core.text import match_key
from paperatlas.core.types import Document

__all__ = ["answer", "short_form_asked"]

_SURE = 0.95
_MOST_PAPERS = 6
"""Papers told one by one that write a short form out."""
_SHORT = r"[“\"'‘]?(?P<short>[A-Za-z][\w&/+-]{1,11})[”\"'’]?"
_WORD_FOR_IT = r"(?:the )?(?:abbreviation|acronym|initialism|short form|short name|term|letters|name)?\s*"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\bwhat (?:does|do|did) {_WORD_FOR_IT}{_SHORT} (?:stand for|mean|abbreviate|signify|denote|refer to)\b",
        rf"\bwhat (?:is|are) {_WORD_FOR_IT}{_SHORT} (?:short for|an? (?:abbreviation|acronym) (?:of|for))\b",
        rf"\bwhat (?:is|are) the (?:full (?:form|name)|expansion|long form|meaning) of {_WORD_FOR_IT}{_SHORT}",
        rf"\b(?:expand|spell out|write out) {_WORD_FOR_IT}{_SHORT}",
    )
)
_STANDS_FOR = (
    r"\b{short}\b[”\"']?\s+(?:stands? for|is short for|is an? (?:abbreviation|acronym) (?:of|for))\s+(?P<long>[^.;,()]{{3,80}})"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """A long form, and where it is written out beside the short one."""

    long: str
    page: int
    start: int
    end: int


def short_form_asked(text: str) -> str:
    """The short form whose long form a question wants; empty where it wants something else."""
    found = next((match for form in _FORMS if (match := form.search(text))), None)
    return found["short"] if found and sum(char.isupper() or char.isdigit() for char in found["short"]) > 1 else ""


def answer(question: Question, route: Route, deps: Deps) -> Draft | None:
    """The long form with the sentence that writes it out, by paper where papers mean different things; None where none does."""
    short = short_form_asked(question.text)
    if not short or route.kind == "follow_up":
        return None
    scope = route.scope.documents or question.scope.documents
    papers = [d for d in deps.catalog.documents() if not scope or d.id in scope]
    written = {document.id: found for document in papers if (found := _written_out(short, document, deps.catalog))}
    named = {document.id for document in asked_papers(question, route, deps)}
    telling = [document for document in papers if document.id in written]
    chosen = [document for document in telling if document.id in named] or telling
    meanings = {match_key(written[document.id].long) for document in chosen}
    if not chosen:
        return None
    if len(meanings) == 1:
        return Draft(statements=(_statement(short, chosen[0].id, written[chosen[0].id], deps, lead=""),), confidence=_SURE)
    statements = (
        _statement(short, document.id, written[document.id], deps, lead=f"{short_title(document.title)}: ")
        for document in _each_meaning(chosen, written)[:_MOST_PAPERS]
    )
    return Draft(statements=tuple(statements), confidence=_SURE)


def _each_meaning(papers: Sequence[Document], written: dict[DocumentId, _Written]) -> list[Document]:
    """One paper for each meaning, in the library's order."""
    found: dict[str, Document] = {}
    for document in papers:
        found.setdefault(match_key(written[document.id].long), document)
    return list(found.values())


def _statement(short: str, document: DocumentId, written: _Written, deps: Deps, *, lead: str) -> Statement:
    page = deps.catalog.page(document, written.page)
    proof = quote_around(document, page, written.start, written.end)
    return Statement(text=f"{lead}{short} stands for {written.long}.", proofs=(proof,))


def _written_out(short: str, document: Document, catalog: Catalog) -> _Written | None:
    """The first place where a paper writes the short form out."""
    try:
        texts = catalog.texts(document.id)
    except InputError:  # removed by another process meanwhile
        return None
    return next((found for number in sorted(texts) for found in _in_page(short, number, texts[number])), None)


def _in_page(short: str, number: int, text: str) -> Iterator[_Written]:
    wanted = short.casefold().removesuffix("s")
    found = [
        _Written(
            long=" ".join(each.long.split()),
            page=number,
            start=min(each.short_span[0], each.long_span[0]),
            end=max(each.short_span[1], each.long_span[1]),
        )
        for each in definitions(text)
        if each.short.casefold().removesuffix("s") == wanted
    ]
    found += [
        _Written(long=" ".join(match["long"].split()), page=number, start=match.start(), end=match.end())
        for match in re.finditer(_STANDS_FOR.format(short=re.escape(short)), text)
    ]
    yield from sorted(found, key=lambda written: written.start)
