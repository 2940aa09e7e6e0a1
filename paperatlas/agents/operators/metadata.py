"""Questions about a paper itself: title, authors, affiliations, venue, year, identifiers, length."""

from collections.abc import Sequence

from paperatlas.agents.forms.metadata import Asked, Field, metadata_asked
from paperatlas.agents.forms.wording import plain
from paperatlas.agents.language import DEFAULT
from paperatlas.agents.operators.fields import value_of
from paperatlas.agents.operators.pages import answer_page
from paperatlas.agents.operators.papers import asked_papers, short_title, speaks_of_papers, unknown_paper
from paperatlas.agents.operators.value import Value
from paperatlas.agents.phrasebook import Phrasebook, phrasebook
from paperatlas.agents.state import Deps, Draft, Question, Statement
from paperatlas.core.answers import Computed, Route
from paperatlas.core.types import Document

__all__ = ["answer", "field_values"]

_SURE = 0.95
"""Read from the paper's front matter or counted."""
_ABSENT = 0.15
"""The paper was found and does not print what is asked."""
_MOST_PAPERS = 60
"""Papers answered for when none is named; a longer list is for `documents`."""


def answer(question: Question, route: Route, deps: Deps) -> Draft | None:
    """What the papers say of themselves; None when the question asks for something else."""
    asked = metadata_asked(plain(question.text)) if route.kind in ("metadata", "position") else None
    if asked is None or (route.kind == "position" and "page_of" not in asked.fields):
        return None
    papers = asked_papers(question, route, deps)
    if not papers:
        return unknown_paper(question, deps.catalog.documents()) if speaks_of_papers(question) else None
    if "page_of" in asked.fields:
        return answer_page(question, papers, deps)
    if len(papers) == 1:
        return _of_one(papers[0], asked, deps, phrasebook(route.language))
    return _of_several(papers[:_MOST_PAPERS], asked, deps, phrasebook(route.language))


def field_values(document: Document, asked: Asked, deps: Deps, *, language: str = DEFAULT) -> list[tuple[Field, Value]]:
    """The values of the fields asked for, without those that the paper does not give."""
    found = ((field, value_of(field, asked, document, deps.catalog, language=language)) for field in asked.fields)
    return [(field, value) for field, value in found if value is not None]


def _of_one(document: Document, asked: Asked, deps: Deps, book: Phrasebook) -> Draft:
    values = field_values(document, asked, deps, language=book.language)
    if not values:
        names = ["corresponding"] if "corresponding" in asked.people else asked.fields
        missing = book.either([book.say(f"inline.{name}") for name in names])
        text = book.say("refusal.none_given", title=short_title(document.title), missing=missing)
        return Draft(statements=(Statement(text=text),), confidence=_ABSENT, status="abstained", reason="not_in_documents")
    labelled = len(asked.fields) > 1
    statements = tuple(
        Statement(text=f"{book.say(f'field.{field}')}: {value.text}" if labelled else value.text, proofs=value.proofs)
        for field, value in values
    )
    complete = len(values) == len(asked.fields)
    return Draft(
        statements=statements,
        confidence=min(value.sure for _, value in values),
        computed=_computed(values),
        status="answered" if complete else "partial",
        reason=None if complete else "partly",
    )


def _of_several(papers: Sequence[Document], asked: Asked, deps: Deps, book: Phrasebook) -> Draft:
    """One line a paper, in the order of the library."""
    statements, computed = [], []
    for document in papers:
        values = field_values(document, asked, deps, language=book.language)
        said = "; ".join(
            value.text if len(asked.fields) == 1 else f"{book.say(f'inline.{field}')} {value.text}" for field, value in values
        )
        statements.append(
            Statement(
                text=f"{short_title(document.title)}: {said or book.say('field.not_stated')}",
                proofs=tuple(p for _, v in values for p in v.proofs),
            )
        )
        computed += values
    return Draft(
        statements=tuple(statements),
        confidence=_SURE if computed else _ABSENT,
        computed=_computed(computed) or _looked_up(papers),
    )


def _computed(values: Sequence[tuple[Field, Value]]) -> Computed | None:
    worked = [value for _, value in values if value.method]
    if not worked:
        return None
    return Computed(
        value="; ".join(value.value or value.text for value in worked),
        method="; ".join(dict.fromkeys(value.method for value in worked)),
        occurrences=tuple(place for value in worked for place in value.occurrences),
    )


def _looked_up(papers: Sequence[Document]) -> Computed:
    return Computed(value=str(len(papers)), method="read from the front matter of each paper")
