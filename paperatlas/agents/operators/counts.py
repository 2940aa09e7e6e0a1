"""How often a term stands in the papers."""

from collections import Counter
from collections.abc import Mapping, Sequence

from paperatlas.agents.forms.counts import counted_term
from paperatlas.agents.forms.wording import plain
from paperatlas.agents.language import DEFAULT
from paperatlas.agents.operators.occurrences import Found, Part, first_quote, occurrences
from paperatlas.agents.operators.papers import short_title
from paperatlas.agents.phrasebook import Phrasebook, phrasebook
from paperatlas.agents.state import Deps, Draft, Question, Statement
from paperatlas.core.answers import Computed, Occurrence, Route
from paperatlas.core.ids import DocumentId
from paperatlas.core.ports import Catalog
from paperatlas.core.types import Document

__all__ = ["answer", "count_in"]

_SURE = 0.95
_NOT_ONCE = 0.6
"""A term that does not occur may have been misread from the question."""
_MOST_PAPERS = 5
"""Papers named with their own number; the rest are summed."""
_PARTS: tuple[Part, ...] = ("body", "tables", "captions", "references")
_METHOD = (
    "whole words counted in body, tables, captions and references, whatever their case, hyphens or plural; running heads left out"
)


def answer(question: Question, route: Route, deps: Deps) -> Draft | None:
    """The number, its parts, and every occurrence; per paper when several hold the term. None when nothing is to be counted."""
    if route.kind != "count":
        return None
    term = counted_term(plain(question.text))
    if not term:
        return None
    scope = route.scope.documents or question.scope.documents
    papers = [document for document in deps.catalog.documents() if not scope or document.id in scope]
    return count_in(term, papers, deps.catalog, language=route.language)


def count_in(term: str, papers: Sequence[Document], catalog: Catalog, *, language: str = DEFAULT) -> Draft:
    """How often a term stands in these papers."""
    book = phrasebook(language)
    found = {document.id: list(occurrences(term, catalog.parsed(document.id))) for document in papers}
    holding = sorted((d for d in papers if found[d.id]), key=lambda d: -len(found[d.id]))
    total = sum(len(places) for places in found.values())
    computed = Computed(
        value=str(total),
        method=f"“{term}”: {_METHOD}",
        occurrences=tuple(
            Occurrence(document=d.id, doc=d.name, page=place.page, box=place.box) for d in holding for place in found[d.id]
        ),
    )
    if not holding:
        text = (
            book.say("count.none_in_one", term=term, title=short_title(papers[0].title))
            if len(papers) == 1
            else book.say("count.none_in_all", term=term, papers=len(papers))
        )
        return Draft(statements=(Statement(text=text),), confidence=_NOT_ONCE, computed=computed)
    text = _said(found[papers[0].id], book) if len(papers) == 1 else _of_several(holding, found, len(papers), book)
    proofs = tuple(proof for d in holding[:_MOST_PAPERS] for proof in first_quote(d.id, found[d.id], catalog))
    return Draft(statements=(Statement(text=text, proofs=proofs),), confidence=_SURE, computed=computed)


def _of_several(holding: Sequence[Document], found: Mapping[DocumentId, Sequence[Found]], asked: int, book: Phrasebook) -> str:
    """As in "9 times in 2 of 5 papers: Tides 6, Anchors 3"."""
    each = [f"{short_title(d.title)} {len(found[d.id])}" for d in holding[:_MOST_PAPERS]]
    if rest := holding[_MOST_PAPERS:]:
        each.append(book.number("count.rest", len(rest), times=sum(len(found[d.id]) for d in rest)))
    times = book.number("count.times", sum(len(found[d.id]) for d in holding))
    return book.say("count.of_several", times=times, holding=len(holding), papers=asked, each=", ".join(each))


def _said(places: Sequence[Found], book: Phrasebook) -> str:
    """As in "37 times: 31 in the body, 4 in tables, 2 in captions"."""
    parts = Counter(place.part for place in places)
    listed = [book.say(f"count.{part}", n=parts[part]) for part in _PARTS if parts[part]]
    return book.say("count.parts", times=book.number("count.times", len(places)), parts=", ".join(listed))
