"""`/removals`: papers taken out with a respite, in which they can be called back."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from fastapi.responses import JSONResponse

from paperatlas.mcp_server.schema import TEXT
from paperatlas.web.api.given import Leaving, OpenLibrary
from paperatlas.web.api.shape import Given, Name, answered, listed, record

__all__ = ["router"]

router = APIRouter(prefix="/removals", tags=["library"])

Id = Annotated[str, Path(max_length=40)]
_REMOVAL = record(id=TEXT, document=TEXT, doc=TEXT, title=TEXT, state=TEXT)


class Asked(Given):
    document: Name


@router.post("", **answered(_REMOVAL, status=202, description="It goes when the respite is over"))
def remove(asked: Asked, library: OpenLibrary, removals: Leaving) -> JSONResponse:
    """Take a paper out, in a while: until then it can be undone, also after a restart of the server."""
    removal = removals.start(library.document(asked.document))
    return JSONResponse(removal.json(), status_code=202, headers={"Location": f"/api/v1/removals/{removal.id}"})


@router.get("", **answered(record(removals=listed(_REMOVAL)), description="The newest first"))
def every(removals: Leaving) -> dict[str, Any]:
    """What was taken out, and what is to go."""
    return {"removals": [each.json() for each in removals.all()]}


@router.get("/{id}", **answered(_REMOVAL, description="How it stands"))
def one(id: Id, removals: Leaving) -> dict[str, Any]:  # noqa: A002 - as the path calls it
    """A removal."""
    return removals.get(id).json()


@router.delete("/{id}", **answered(_REMOVAL, description="It is over: `cancelled`, unless it was too late"))
def undo(id: Id, removals: Leaving) -> dict[str, Any]:  # noqa: A002
    """Call a paper back."""
    return removals.cancel(id).json()
