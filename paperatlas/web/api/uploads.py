"""`/uploads`: papers sent to the library, and how far they are."""

from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Header, Path, UploadFile
from fastapi.responses import JSONResponse

from paperatlas.web.api.given import Received
from paperatlas.web.api.shape import UPLOAD, answered, listed, record
from paperatlas.web.uploads import Sent

__all__ = ["router"]

router = APIRouter(prefix="/uploads", tags=["uploads"])

Id = Annotated[str, Path(max_length=40)]


@router.post("", **answered(UPLOAD, status=202, description="They are kept, and being read"))
def send(
    files: Annotated[list[UploadFile], File(min_length=1, max_length=1000)],
    uploads: Received,
    collection: Annotated[str, Form(max_length=200)] = "",
    idempotency_key: Annotated[str, Header(max_length=200)] = "",
) -> JSONResponse:
    """Send papers. With an Idempotency-Key, sending again what may have arrived is harmless."""
    sent = [Sent(name=each.filename or "", content=each.file) for each in files]
    upload = uploads.receive(sent, collection=collection, key=idempotency_key)
    return JSONResponse(upload.json(), status_code=202, headers={"Location": f"/api/v1/uploads/{upload.id}"})


@router.get("", **answered(record(uploads=listed(UPLOAD)), description="The newest first"))
def every(uploads: Received) -> dict[str, Any]:
    """What was sent, and what came of it."""
    return {"uploads": [each.json() for each in uploads.all()]}


@router.get("/{id}", **answered(UPLOAD, description="How far it is"))
def one(id: Id, uploads: Received) -> dict[str, Any]:  # noqa: A002 - as the path calls it
    """An upload."""
    return uploads.get(id).json()


@router.delete("/{id}", **answered(UPLOAD, description="It is over"))
def cancel(id: Id, uploads: Received) -> dict[str, Any]:  # noqa: A002
    """End an upload; papers that were finished stay."""
    return uploads.cancel(id).json()
