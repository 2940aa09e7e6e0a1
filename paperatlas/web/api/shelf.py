"""The library as a whole: what this server lets one do with it, the room it takes, versions of one work, folders taken in."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from paperatlas.core.errors import InputError
from paperatlas.core.works import Work
from paperatlas.library import Library
from paperatlas.web.api.given import AtDesk, OpenLibrary, Received, WhatIsServed
from paperatlas.web.api.shape import UPLOAD, Given, answered, listed, record
from paperatlas.web.samples import sample_papers

__all__ = ["folders", "reading", "samples"]

reading = APIRouter(tags=["library"])
folders = APIRouter(tags=["library"])
"""Only where whoever calls sits at the server's machine: it reads files by their paths."""
samples = APIRouter(tags=["library"])
"""Only where the library may be changed."""

_OBJECT, _INTEGER, _FLAG = {"type": "object"}, {"type": "integer"}, {"type": "boolean"}


@reading.get("/library", **answered(record(papers=_INTEGER, storage=_OBJECT, read_only=_FLAG), description="The library"))
def library(library: OpenLibrary, served: WhatIsServed) -> dict[str, Any]:
    """How many papers there are, the room they take in bytes, and what may be done here."""
    storage = library.storage()
    documents = library.documents()
    return {
        "papers": len(documents),
        "pages": sum(document.pages for document in documents),
        "storage": {**asdict(storage), "total": storage.total},
        "read_only": served.read_only,
        "takes_folders": served.takes_folders,
        "has_samples": not served.read_only and sample_papers() is not None,
    }


@reading.get("/works", **answered(record(works=listed(_OBJECT)), description="Those of several versions"))
def works(library: OpenLibrary) -> dict[str, Any]:
    """Papers that look like one work: a preprint and what was published of it, or a duplicate. All of them are kept."""
    return {"works": [_work_json(work, library) for work in library.works() if work.kinship]}


def _work_json(work: Work, library: Library) -> dict[str, Any]:
    documents = {document.id: document for document in library.documents()}
    kinship = work.kinship
    return {
        "work": work.id,
        "documents": [
            {"doc": documents[each].name, "doc_id": each, "title": documents[each].title}
            for each in work.documents
            if each in documents
        ],
        "reason": kinship and kinship.reason,
        "confidence": kinship and kinship.confidence,
    }


class Folder(Given):
    path: Annotated[str, Field(min_length=1, max_length=1000, description="Absolute, on the server's machine")]
    collection: Annotated[str, Field(max_length=200)] = ""


@folders.post("/folders", **answered(UPLOAD, status=202, description="As an upload"))
def take_folder(folder: Folder, desk: AtDesk, uploads: Received) -> JSONResponse:
    """Take in a folder, or a file, of the server's machine; how far it is, is told as of an upload."""
    upload = uploads.take(desk.allowed(folder.path), collection=folder.collection)
    return JSONResponse(upload.json(), status_code=202, headers={"Location": f"/api/v1/uploads/{upload.id}"})


@samples.post("/samples", **answered(UPLOAD, status=202, description="As an upload"))
def take_samples(uploads: Received) -> JSONResponse:
    """Take in the sample papers that come along; how far it is, is told as of an upload."""
    folder = sample_papers()
    if folder is None:
        raise InputError("There are no sample papers here.", hint="Add papers of your own.")
    upload = uploads.take(folder)
    return JSONResponse(upload.json(), status_code=202, headers={"Location": f"/api/v1/uploads/{upload.id}"})
