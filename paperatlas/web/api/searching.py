"""`/search`: passages."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from paperatlas.core.searching import Mode, SearchOptions, Stages
from paperatlas.core.types import ChunkKind
from paperatlas.core.wire import search_json
from paperatlas.web.api.given import OpenLibrary
from paperatlas.web.api.shape import Given, Text, answered, listed, record

__all__ = ["router"]

router = APIRouter(tags=["search"])

_YEARS = (0, 9999)


class Search(Given):
    query: Text
    mode: Mode = "auto"
    limit: Annotated[int, Query(ge=1, le=200)] = 10
    document: list[str] = Field(default_factory=list, max_length=200)
    collection: list[str] = Field(default_factory=list, max_length=200)
    page: Annotated[int | None, Query(ge=1)] = None
    section: Annotated[str, Query(max_length=300)] = ""
    author: Annotated[str, Query(max_length=300)] = ""
    first_year: Annotated[int, Query(ge=0, le=9999)] = _YEARS[0]
    last_year: Annotated[int, Query(ge=0, le=9999)] = _YEARS[1]
    kind: list[ChunkKind] = Field(default_factory=list)
    by_document: bool = False
    explain: bool = False


@router.get(
    "/search", **answered(record(query={"type": "string"}, hits=listed({"type": "object"})), description="Hits, best first")
)
def search(asked: Annotated[Search, Query()], library: OpenLibrary) -> dict[str, Any]:
    """Passages that fit a query best. A "quoted phrase" or a prefix* is a condition."""
    years = (asked.first_year, asked.last_year)
    result = library.search(
        asked.query,
        mode=asked.mode,
        limit=asked.limit,
        documents=asked.document,
        collections=asked.collection,
        page=asked.page,
        section=asked.section,
        author=asked.author,
        years=years if years != _YEARS else None,
        kinds=asked.kind,
        options=SearchOptions(stages=Stages(), syntax=True, by_document=asked.by_document, explain=asked.explain),
    )
    documents = library.documents()
    return search_json(result, {each.id: each.name for each in documents}, {each.id: each.url for each in documents})
