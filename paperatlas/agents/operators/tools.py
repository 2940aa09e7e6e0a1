"""The operators as tools for a language model, so that it never counts or reckons by itself.

Each tool looks into the papers that the question is put to. What it returns names the place, and numbers are exact; a name
that is not there is answered with the names that are.
"""

from collections.abc import Callable
from functools import partial
from typing import Literal, TypeAlias, TypeVar

import anyio.to_thread
from pydantic import BaseModel, Field

from paperatlas.agents.forms.metadata import Asked
from paperatlas.agents.operators.counts import count_in
from paperatlas.agents.operators.fields import value_of
from paperatlas.agents.operators.table_names import meant
from paperatlas.agents.operators.table_tools import (
    CellsAsked,
    ColumnAsked,
    ComparedCells,
    Shelf,
    TablesAsked,
    compare_cells,
    list_tables,
    look_up_cells,
    over_column,
)
from paperatlas.agents.state import Deps, Question
from paperatlas.core.answers import Route
from paperatlas.core.errors import UnknownDocument
from paperatlas.core.ports import Tool
from paperatlas.core.types import Document

__all__ = ["DetailAsked", "TermAsked", "tools_for"]

A = TypeVar("A", bound=BaseModel)


class TermAsked(BaseModel):
    """A term to be counted."""

    term: str = Field(description="The word or phrase.", min_length=1)
    paper: str = Field("", description="Title or file name of the paper, or a part of it; empty for all papers in scope.")


Detail: TypeAlias = Literal[
    "title",
    "authors",
    "affiliations",
    "emails",
    "venue",
    "year",
    "doi",
    "arxiv_id",
    "pages",
    "words",
    "references",
    "tables",
    "figures",
    "equations",
    "sections",
    "language",
    "abstract",
    "keywords",
]


class DetailAsked(BaseModel):
    """Something that a paper says of itself."""

    detail: Detail = Field(description="What is wanted.")
    paper: str = Field(description="Title or file name of the paper, or a part of it.")


def tools_for(question: Question, plan: Route, deps: Deps) -> tuple[Tool, ...]:
    """The tools for a question, over the papers in its scope."""
    documents = _in_scope(question, plan, deps)
    shelf = partial(_shelf, documents, deps)
    return (
        _tool("list_tables", "Tables of the papers: label, caption, columns, rows.", TablesAsked, _on(list_tables, shelf)),
        _tool("look_up_cells", "Cells of a table by row and column.", CellsAsked, _on(look_up_cells, shelf)),
        _tool(
            "compare_cells",
            "Difference, ratio, percent change, sum or mean of cells, exact and with the working.",
            ComparedCells,
            _on(compare_cells, shelf),
        ),
        _tool(
            "over_column",
            "Best, worst, sum, mean or number of the values in a column of a table.",
            ColumnAsked,
            _on(over_column, shelf),
        ),
        _tool("count_term", "How often a term stands in the papers.", TermAsked, lambda asked: _counted(asked, documents, deps)),
        _tool(
            "paper_detail",
            "Title, authors, year, venue, length and the like of a paper.",
            DetailAsked,
            lambda asked: _detail(asked, documents, deps),
        ),
    )


def _on(operator: Callable[[A, Shelf], str], shelf: Callable[[], Shelf]) -> Callable[[A], str]:
    """An operator that fetches the tables when it is called: most questions call none."""
    return lambda asked: operator(asked, shelf())


def _tool(name: str, description: str, arguments: type[A], work: Callable[[A], str]) -> Tool:
    async def run(given: BaseModel) -> str:
        return await anyio.to_thread.run_sync(work, arguments.model_validate(given.model_dump()))

    return Tool(name=name, description=description, arguments=arguments, run=run)


def _in_scope(question: Question, plan: Route, deps: Deps) -> list[Document]:
    scope = plan.scope.documents or question.scope.documents
    return [document for document in deps.catalog.documents() if not scope or document.id in scope]


def _shelf(documents: list[Document], deps: Deps) -> Shelf:
    return Shelf(papers=[(document, deps.catalog.parsed(document.id)) for document in documents if document.tables])


def _counted(asked: TermAsked, documents: list[Document], deps: Deps) -> str:
    papers = [_paper(asked.paper, documents)] if asked.paper else documents
    return " ".join(statement.text for statement in count_in(asked.term, papers, deps.catalog).statements)


def _detail(asked: DetailAsked, documents: list[Document], deps: Deps) -> str:
    document = _paper(asked.paper, documents)
    value = value_of(asked.detail, Asked(fields=(asked.detail,)), document, deps.catalog)
    return f"{value.text} (“{document.title}”)." if value else f"“{document.title}” does not say."


def _paper(name: str, documents: list[Document]) -> Document:
    at = meant(name, [f"{document.title} {document.name}" for document in documents])
    if at is None:
        titles = "; ".join(document.title for document in documents[:_OFFERED])
        raise UnknownDocument(f"no paper {name!r} in the scope of the question", hint=f"The papers are: {titles}.")
    return documents[at]


_OFFERED = 20
"""Titles in a hint."""
