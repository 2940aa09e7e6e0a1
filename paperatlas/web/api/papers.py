"""What a person does with one paper: look for words, see how it was read, correct its metadata, take a marked copy along."""

from typing import TYPE_CHECKING, Annotated, Any, cast
from urllib.parse import quote

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from paperatlas.core.enriching import enriched_json
from paperatlas.core.find import Place
from paperatlas.core.registry import Registered
from paperatlas.core.remarks import Remark
from paperatlas.core.types import Box, Document
from paperatlas.core.wire import metadata_json, notice_json, report_json
from paperatlas.library import Library
from paperatlas.web.api.given import Named, OpenLibrary, Received
from paperatlas.web.api.shape import ERRORS, UPLOAD, Given, answered, listed, record

if TYPE_CHECKING:
    from paperatlas.core.corrections import Corrected

__all__ = ["reading", "writing"]

reading = APIRouter(prefix="/documents", tags=["documents"])
writing = APIRouter(prefix="/documents", tags=["documents"])

_TEXT, _INTEGER, _OBJECT = {"type": "string"}, {"type": "integer"}, {"type": "object"}
_MOST_PLACES = 500
"""More than anybody steps through; how many there are is said all the same."""
_PDF = {"description": "The marked copy", "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}

Corner = Annotated[float, Field(ge=-100_000, le=100_000, allow_inf_nan=False)]
PageBox = tuple[Annotated[int, Field(ge=1, le=1_000_000)], Corner, Corner, Corner, Corner]
Short = Annotated[str, Field(max_length=1000)]
_DOI = r"^$|^(https?://(dx\.)?doi\.org/)?10\.[0-9]{4,9}/\S+$"


@reading.get("/{doc}/report", **answered(record(pages=listed(_OBJECT), doubts=listed(_OBJECT)), description="The report"))
def report(document: Named, library: OpenLibrary) -> dict[str, Any]:
    """What was found in a paper when it was read, page by page, and what is doubtful."""
    return report_json(library.report(document.id))


@reading.get("/{doc}/find", **answered(record(total=_INTEGER, places=listed(_OBJECT)), description="In the order of pages"))
def find(document: Named, library: OpenLibrary, query: Annotated[str, Query(min_length=1, max_length=300)]) -> dict[str, Any]:
    """Every place in a paper where words stand, with the boxes to mark it by: [page, x0, y0, x1, y1]."""
    places = library.find(document.id, query)
    return {"query": query, "total": len(places), "places": [_place_json(place) for place in places[:_MOST_PLACES]]}


def _place_json(place: Place) -> dict[str, Any]:
    return {
        "page": place.page,
        "bbox": [[box.page, *(round(corner, 2) for corner in box[1:])] for box in place.boxes],
        "before": place.before,
        "text": place.text,
        "after": place.after,
    }


@reading.get("/{doc}/metadata", **answered(record(stated=_OBJECT, corrected=listed(_TEXT)), description="Both"))
def metadata(document: Named, library: OpenLibrary) -> dict[str, Any]:
    """What holds of a paper, what it says of itself, and which fields a person corrected."""
    return _metadata_json(document, library)


def _metadata_json(document: Document, library: Library) -> dict[str, Any]:
    return {
        "doc": document.name,
        "doc_id": document.id,
        "metadata": metadata_json(document.metadata),
        "stated": metadata_json(library.stated(document.id)),
        "corrected": list(library.correction(document.id).fields),
        "registered": _registered_json(library.registered(document.id)),
    }


def _registered_json(registered: Registered) -> dict[str, Any] | None:
    """None before a registry was asked."""
    if not registered.asked_at:
        return None
    return {
        "registry": registered.registry or None,
        "doi": registered.doi,
        "asked_at": registered.asked_at,
        "metadata": metadata_json(registered.metadata),
        "notices": [notice_json(notice) for notice in registered.notices],
    }


class Corrections(Given):
    """What is left out stays; null gives a field back to what the paper says."""

    title: Short | None = None
    authors: tuple[Short, ...] | None = None
    year: Annotated[int, Field(ge=1450, le=2200)] | None = None
    venue: Short | None = None
    doi: Annotated[str, Field(max_length=1000, pattern=_DOI)] | None = None
    arxiv_id: Short | None = None


@writing.patch("/{doc}", **answered(record(metadata=_OBJECT, corrected=listed(_TEXT)), description="As it is then"))
def correct(document: Named, corrections: Corrections, library: OpenLibrary) -> dict[str, Any]:
    """Set a paper's metadata in place of what it says of itself. It stays when the paper is read anew."""
    new = cast("Corrected", corrections.model_dump(exclude_unset=True))
    return _metadata_json(library.correct(document.id, **new), library)


@writing.post("/{doc}/enrich", **answered(record(status=_TEXT, filled=listed(_TEXT)), description="What became of it"))
def enrich(document: Named, library: OpenLibrary) -> dict[str, Any]:
    """Fill in what a paper does not say of itself from Crossref, and mark it if it is retracted. Corrections stay."""
    [done] = library.enrich([document.id], again=True).documents
    return enriched_json(done)


@writing.post("/{doc}/read-again", **answered(UPLOAD, status=202, description="As an upload"))
def read_again(document: Named, uploads: Received) -> JSONResponse:
    """Read a paper anew from its kept original; how far it is, is told as of an upload."""
    upload = uploads.read_again(document)
    return JSONResponse(upload.json(), status_code=202, headers={"Location": f"/api/v1/uploads/{upload.id}"})


class Mark(Given):
    bbox: Annotated[tuple[PageBox, ...], Field(min_length=1, max_length=200, description="[page, x0, y0, x1, y1] in points")]
    text: Annotated[str, Field(max_length=4000, description="The note, such as the claim that the passage proves")] = ""


class Marks(Given):
    marks: Annotated[tuple[Mark, ...], Field(min_length=1, max_length=500)]


@reading.post("/{doc}/annotated", response_class=Response, responses={**ERRORS, 200: _PDF})
def annotated(document: Named, asked: Marks, library: OpenLibrary) -> Response:
    """A copy of a PDF with passages marked as with a highlighter, each with its note. The library's own file stays as it is."""
    remarks = [Remark(boxes=tuple(Box(*box) for box in mark.bbox), text=mark.text, title="PaperAtlas") for mark in asked.marks]
    name = quote(f"{document.name.rpartition('/')[2].removesuffix('.pdf')} (marked).pdf", safe="")
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
    return Response(library.annotated(document.id, remarks), media_type="application/pdf", headers=headers)
