"""`/threads`: conversations that are kept."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from paperatlas.core.wire_runs import thread_json, turn_json
from paperatlas.web.api.given import OpenLibrary
from paperatlas.web.api.shape import answered, listed, record

__all__ = ["router"]

router = APIRouter(prefix="/threads", tags=["conversations"])

Thread = Annotated[str, Path(min_length=1, max_length=200)]


@router.get("", **answered(record(threads=listed({"type": "object"})), description="The newest first"))
def threads(library: OpenLibrary) -> dict[str, Any]:
    """The conversations there are."""
    return {"threads": [thread_json(each) for each in library.threads()]}


@router.get("/{thread}", **answered(record(turns=listed({"type": "object"})), description="In order"))
def turns(
    thread: Thread,
    library: OpenLibrary,
    after: Annotated[int, Query(ge=0, description="Only turns with higher numbers than this")] = 0,
) -> dict[str, Any]:
    """The questions and answers of a conversation."""
    names = library.names()
    return {"thread": thread, "turns": [turn_json(each, names) for each in library.turns(thread) if each.number > after]}


@router.delete("/{thread}", **answered(record(forgotten={"type": "integer"}), description="It is gone"))
def forget(thread: Thread, library: OpenLibrary) -> dict[str, Any]:
    """Forget a conversation; how many turns it had."""
    return {"thread": thread, "forgotten": library.forget(thread)}
