"""What bodies and queries are made of, and how answers are described: the schemas that the MCP tools have too."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from paperatlas.core.asking import LONGEST, MOST_PASSAGES, SHORTEST
from paperatlas.mcp_server.schema import TEXT, listed, record

__all__ = [
    "CITATION",
    "ERRORS",
    "UPLOAD",
    "Confidence",
    "Given",
    "Name",
    "Names",
    "Seconds",
    "Text",
    "TopK",
    "answered",
    "listed",
    "record",
]

Text = Annotated[str, Field(min_length=1, max_length=4000, pattern=r"\S")]
"""A question, query or claim. Longer ones are documents."""
Name = Annotated[str, Field(min_length=1, max_length=300, pattern=r"\S")]
Names = Annotated[tuple[Name, ...], Field(max_length=200)]
TopK = Annotated[int, Field(strict=True, ge=1, le=MOST_PASSAGES, description="Passages read for the question")] | None
Confidence = Annotated[float, Field(strict=True, ge=0, le=1, description="The confidence below which it is refused")] | None
Seconds = (
    Annotated[float, Field(strict=True, ge=SHORTEST, le=LONGEST, description="Then what was found by that time is the answer")]
    | None
)


class Given(BaseModel):
    """A body or a query. Unknown names are refused: a misspelt filter that is ignored gives an answer to another question."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


UPLOAD = record(id=TEXT, files=listed(TEXT), state=TEXT, progress=TEXT)
CITATION = record(n={"type": "integer"}, doc=TEXT, doc_id=TEXT, page={"type": "integer"}, section=TEXT, quote=TEXT)

_PROBLEM = record(type=TEXT, title=TEXT, status={"type": "integer"}, code=TEXT, detail=TEXT, hint=TEXT)


def _problem(description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/problem+json": {"schema": _PROBLEM}}}


ERRORS: dict[int | str, dict[str, Any]] = {
    400: _problem("No JSON"),
    401: _problem("A token is wanted"),
    403: _problem("Not allowed from here"),
    404: _problem("There is nothing of that name"),
    409: _problem("Several bear that name, or the library is busy"),
    413: _problem("Too large"),
    415: _problem("A kind of file that is not read"),
    422: _problem("The request is not understood, or cannot be done as it stands"),
    423: _problem("The library is being written; it is free again when that is done"),
    429: _problem("Too many requests"),
    500: _problem("A fault in the server or the library"),
    503: _problem("A service that is needed does not answer"),
}


def answered(schema: dict[str, Any], *, status: int = 200, description: str = "") -> dict[str, Any]:
    """Keyword arguments of a route that answers with JSON of a schema."""
    said = {"description": description or "As asked", "content": {"application/json": {"schema": schema}}}
    return {"status_code": status, "response_model": None, "responses": {**ERRORS, status: said}}
