"""`/threads/{thread}/export` and `/matrix/export`: answers and matrices as files."""

import tempfile
from pathlib import Path as File
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response

from paperatlas.core.errors import InputError
from paperatlas.core.wire_matrix import read_matrix
from paperatlas.library.matrix_files import write_matrix
from paperatlas.web.api.conversations import Thread
from paperatlas.web.api.given import OpenLibrary
from paperatlas.web.api.shape import ERRORS, Given
from paperatlas.web.exports import FORMATS, Format, export

__all__ = ["router"]

router = APIRouter(tags=["exports"])

_TABLES = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "md": "text/markdown",
}
_FILE: dict[str, Any] = {
    "response_class": Response,
    "responses": {**ERRORS, 200: {"description": "The file", "content": {"*/*": {}}}},
}


@router.get("/threads/{thread}/export", **_FILE)
def conversation(
    thread: Thread,
    library: OpenLibrary,
    form: Annotated[Format, Query(alias="format")] = "markdown",
    turn: Annotated[int | None, Query(ge=1, description="Only this one, by its number")] = None,
) -> Response:
    """A conversation, or one answer of it, with its quotes."""
    turns = [kept for kept in library.turns(thread) if turn in {None, kept.number}]
    if not turns:
        raise InputError(f"The conversation {thread!r} has no turn {turn}.", hint="Its turns have numbers from 1 on.")
    suffix, kind = FORMATS[form]
    return _file(export(turns, library.documents(), form).encode(), f"paperatlas{suffix}", kind)


class Matrix(Given):
    columns: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]


@router.post("/matrix/export", **_FILE)
def matrix(
    asked: Matrix, library: OpenLibrary, form: Annotated[Literal["csv", "xlsx", "md"], Query(alias="format")] = "csv"
) -> Response:
    """A matrix as `/matrix` gave it, or several of the same questions put together."""
    known = {document.id: document for document in library.documents()}
    made = read_matrix(asked.model_dump(), known)
    with tempfile.TemporaryDirectory() as folder:
        path = File(folder) / f"matrix.{form}"
        write_matrix(made, path)
        return _file(path.read_bytes(), f"evidence-matrix.{form}", _TABLES[form])


def _file(content: bytes, name: str, kind: str) -> Response:
    return Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
