"""How often a term stands in the papers."""

from collections import Counter
from collections.abc import Sequence

from paperatlas.agents.forms.counts import counted_term
from paperatlas.agents.forms.wording import plain
from paperatlas.agents.operators.occurrences import Found, Part, first_quote, occurrences
from paperatlas.agents.operators.papers import short_title
from paperatlas.agents.operators.value import counted, joined
from paperatlas.agents.state import Deps, Draft, Question, Statement
from paperatlas.core.answers import Computed, Occurrence, Route

__all__ = ["answer"]

_SURE = 0.95
_NOT_ONCE = 0.6
"""A term that does not occur may have been misread from the question."""
_MOST_PAPERS = 5
"""Papers named with their own number; the rest are summed."""
_PART_NAMES: dict[Part, str] = {
    "body": "in the body",
    "tables": "in tables",
    "captions": "in captions",
    "references": "in references",
}
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
    found = {document.id: list(occurrences(term, deps.catalog.parsed(document.id))) for document in papers}
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
        where = f"“{short_title(papers[0].title)}”" if len(papers) == 1 else f"any of the {len(papers)} papers"
        return Draft(
            statements=(Statement(text=f"0 times: “{term}” does not occur in {where}"),), confidence=_NOT_ONCE, computed=computed
        )
    if len(papers) == 1:
        text = _said(total, found[papers[0].id])
    else:
        each = [f"{short_title(d.title)} {len(found[d.id])}" for d in holding[:_MOST_PAPERS]]
        more = (
            (f", {counted(len(holding) - _MOST_PAPERS, 'other paper')} {sum(len(found[d.id]) for d in holding[_MOST_PAPERS:])}")
            if len(holding) > _MOST_PAPERS
            else ""
        )
        text = f"{counted(total, 'time')} in {len(holding)} of {len(papers)} papers: {', '.join(each)}{more}"
    proofs = tuple(proof for d in holding[:_MOST_PAPERS] for proof in first_quote(d.id, found[d.id], deps.catalog))
    return Draft(statements=(Statement(text=text, proofs=proofs),), confidence=_SURE, computed=computed)


def _said(total: int, places: Sequence[Found]) -> str:
    """As in "37 times: 31 in the body, 4 in tables, 2 in captions"."""
    parts = Counter(place.part for place in places)
    listed = joined([f"{parts[part]} {name}" for part, name in _PART_NAMES.items() if parts[part]], last=", ")
    return f"{counted(total, 'time')}: {listed}"
