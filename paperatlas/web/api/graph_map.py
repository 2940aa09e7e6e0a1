"""`/graph/map` and what stands beside it: the picture of the graph as the visualiser draws it, and the page behind a line."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from paperatlas.core.wire import boxes_json
from paperatlas.core.wire_summaries import summary_json
from paperatlas.web.api.given import OpenLibrary
from paperatlas.web.api.shape import Name, answered, listed, record

__all__ = ["router"]

router = APIRouter(prefix="/graph", tags=["graph"])

_TEXT, _OBJECT = {"type": "string"}, {"type": "object"}
_MAP = record(documents=listed(_OBJECT), entities=listed(_OBJECT), lines=listed(_OBJECT))
_KEPT = {"Cache-Control": "no-cache"}
"""Asked for again at each visit: another version of the program has another script."""


@router.get("/map", **answered(_MAP, description="Entities with their places, lines with their evidence"))
def first(library: OpenLibrary, most: Annotated[int, Query(ge=1, le=1500)] = 1500) -> dict[str, Any]:
    """The best connected entities, each at its place on the map of the whole graph."""
    return library.graph.map.first(most)


@router.get("/map/around/{entity:path}", **answered(_MAP, description="The entity and those beside it"))
def around(library: OpenLibrary, entity: Annotated[str, Path(max_length=300, description="Its name or id")]) -> dict[str, Any]:
    """An entity with its neighbours, the most mentioned where there are many."""
    return library.graph.map.around(entity)


@router.get("/map/entities", **answered(_MAP, description="Those that there are"))
def some(
    library: OpenLibrary, entity: Annotated[list[Name], Query(min_length=1, max_length=200, description="Names or ids")]
) -> dict[str, Any]:
    """Some entities, and what relates them to each other."""
    return library.graph.map.of(entity)


@router.get("/subjects", **answered(record(subjects=listed(_OBJECT)), description="The largest first"))
def subjects(library: OpenLibrary) -> dict[str, Any]:
    """What the library is about as a whole: groups of entities that it names together, with sentences that say so."""
    names = library.names()
    return {
        "subjects": [
            {**summary_json(summary, names), "entities": list(entities)} for summary, entities in library.graph.subjects()
        ]
    }


@router.get("/place", **answered(record(doc=_TEXT, doc_id=_TEXT, page={"type": "integer"}, quote=_TEXT), description="The place"))
def place(
    library: OpenLibrary,
    doc: Annotated[Name, Query(description="Name, title or id of the document")],
    page: Annotated[int, Query(ge=1, le=1_000_000)],
    quote: Annotated[str, Query(min_length=1, max_length=4000)],
) -> dict[str, Any]:
    """Where a page has the words of a relation, with boxes to mark them by; none where they are not printed as such."""
    document = library.document(doc)
    boxes = library.graph.place(document.id, page, quote)
    return {
        "doc": document.name,
        "doc_id": document.id,
        "title": document.title,
        "page": page,
        "quote": quote,
        "bbox": boxes_json(boxes),
    }


@router.get("/view.js", include_in_schema=False)
def script() -> Response:
    """The visualiser's script: the one that pages by themselves have too."""
    from paperatlas.graph.view.page import script  # noqa: PLC0415 - numpy and scipy

    return Response(script(), media_type="text/javascript", headers=_KEPT)


@router.get("/view.css", include_in_schema=False)
def style() -> Response:
    """Its looks."""
    from paperatlas.graph.view.page import style  # noqa: PLC0415

    return Response(style(), media_type="text/css", headers=_KEPT)
