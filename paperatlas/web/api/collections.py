"""`/collections`: names for some of the documents."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Path

from paperatlas.core.wire import document_json
from paperatlas.web.api.given import OpenLibrary
from paperatlas.web.api.shape import Given, Name, answered, listed, record

__all__ = ["reading", "writing"]

reading = APIRouter(prefix="/collections", tags=["collections"])
writing = APIRouter(prefix="/collections", tags=["collections"])

_MEMBERS = record(collection={"type": "string"}, documents=listed({"type": "object"}))
Collection = Annotated[str, Path(min_length=1, max_length=200)]


class Chosen(Given):
    documents: Annotated[tuple[Name, ...], Body(min_length=1, max_length=1000)]


@reading.get("", **answered(record(collections={"type": "object"}), description="Each with the number of its documents"))
def collections(library: OpenLibrary) -> dict[str, Any]:
    """The collections there are."""
    sizes: dict[str, int] = {}
    for document in library.documents():
        for name in document.collections:
            sizes[name] = sizes.get(name, 0) + 1
    return {"collections": dict(sorted(sizes.items()))}


@writing.put("/{name}", **answered(_MEMBERS, description="All that are in it now"))
def collect(name: Collection, chosen: Chosen, library: OpenLibrary) -> dict[str, Any]:
    """Put documents into a collection, which is made by that."""
    return {"collection": name, "documents": [document_json(each) for each in library.collect(name, chosen.documents)]}


@writing.delete("/{name}", **answered(_MEMBERS, description="It is gone"))
def dissolve(name: Collection, library: OpenLibrary) -> dict[str, Any]:
    """Let a collection go; its documents stay in the library."""
    library.uncollect(name)
    return {"collection": name, "documents": []}


@writing.delete("/{name}/{doc}", **answered(_MEMBERS, description="Those that are left"))
def uncollect(name: Collection, doc: Annotated[str, Path(max_length=300)], library: OpenLibrary) -> dict[str, Any]:
    """Take a document out of a collection."""
    return {"collection": name, "documents": [document_json(each) for each in library.uncollect(name, [doc])]}
