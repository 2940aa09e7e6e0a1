"""`/graph`: read-only Cypher, questions in English, entities and the ways between them."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Path, Query
from pydantic import Field, StrictBool

from paperatlas.core.errors import InputError
from paperatlas.core.wire_graph import card_json, doubt_json, entity_json, graph_answer_json, path_json, stats_json
from paperatlas.web.api.given import OpenLibrary
from paperatlas.web.api.shape import Given, Name, Text, answered, listed, record

__all__ = ["router", "writing"]

router = APIRouter(prefix="/graph", tags=["graph"])
writing = APIRouter(prefix="/graph", tags=["graph"])
"""What a person decides; not served where the library is only read."""

_OBJECT = {"type": "object"}
_ANSWER = record(columns=listed({"type": "string"}), rows=listed(_OBJECT), evidence=listed(_OBJECT), text={"type": "string"})
_ROWS = Annotated[int, Body(ge=1, le=1000)]


@router.get("", **answered(record(entities={"type": "integer"}, relations={"type": "integer"}), description="Its size"))
def stats(library: OpenLibrary) -> dict[str, Any]:
    """How much the graph holds, by kind, relation and document."""
    return stats_json(library.graph.stats(), library.names())


class Question(Given):
    question: Text
    use_llm: StrictBool = True
    limit: _ROWS = 50


@router.post("/ask", **answered(_ANSWER, description="Rows with their evidence"))
def ask(asked: Question, library: OpenLibrary) -> dict[str, Any]:
    """A question in English, put to the graph."""
    answer = library.graph.ask(asked.question, use_llm=asked.use_llm, limit=asked.limit)
    return graph_answer_json(answer, library.names(), library.graph.backend)


class Cypher(Given):
    cypher: Text
    parameters: dict[str, str | int | float | bool] = Field(default_factory=dict)
    limit: _ROWS = 50


@router.post("/query", **answered(_ANSWER, description="Rows with their evidence"))
def query(asked: Cypher, library: OpenLibrary) -> dict[str, Any]:
    """A query in Cypher that only reads; any other is refused."""
    answer = library.graph.query(asked.cypher, asked.parameters, limit=asked.limit)
    return graph_answer_json(answer, library.names(), library.graph.backend)


@router.get("/entities", **answered(record(entities=listed(_OBJECT)), description="Entities, the most mentioned first"))
def entities(
    library: OpenLibrary,
    query: Annotated[str, Query(max_length=300)] = "",
    kind: Annotated[str, Query(max_length=100)] = "",
    document: Annotated[str, Query(max_length=300)] = "",
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
) -> dict[str, Any]:
    """Entities of the library, or of one document."""
    within = library.document(document).id if document else None
    words = query.casefold().split()
    found = [
        each
        for each in library.graph.entities(kind=kind, document=within)
        if all(word in f"{each.name} {' '.join(each.aliases)}".casefold() for word in words)
    ]
    return {"entities": [entity_json(each) for each in found[:limit]], "total": len(found)}


@router.get(
    "/entities/{name:path}", **answered(record(id={"type": "string"}, relations=listed(_OBJECT)), description="All of it")
)
def entity(library: OpenLibrary, name: Annotated[str, Path(max_length=300, description="Name or id")]) -> dict[str, Any]:
    """What the library says of an entity: its names, why they are one, its relations with their quotes."""
    return card_json(library.graph.entity(name), library.names())


@router.get("/paths", **answered(record(paths=listed(_OBJECT)), description="Ways, the surest first"))
def paths(
    library: OpenLibrary,
    source: Annotated[Name, Query()],
    target: Annotated[Name, Query()],
    max_hops: Annotated[int, Query(ge=1, le=5)] = 3,
    most: Annotated[int, Query(ge=1, le=20)] = 5,
) -> dict[str, Any]:
    """How two entities hang together, with what shows it."""
    found = library.graph.paths(source, target, max_hops=max_hops, most=most)
    return {"paths": [path_json(path, library.names()) for path in found]}


@router.get("/doubts", **answered(record(doubts=listed(_OBJECT), total={"type": "integer"}), description="Pairs of names"))
def doubts(library: OpenLibrary, limit: Annotated[int, Query(ge=1, le=500)] = 100) -> dict[str, Any]:
    """Names that may be one and are kept apart, for a person to decide."""
    found = library.graph.doubts()
    return {"doubts": [doubt_json(each, library.names()) for each in found[:limit]], "total": len(found)}


class Decided(Given):
    verdict: Literal["same", "different"]
    names: Annotated[tuple[Name, ...], Field(min_length=1, max_length=20)]
    kind: Annotated[str, Field(max_length=100)] = ""


@writing.post("/decisions", **answered(record(entities=listed(_OBJECT)), description="What the names are now"))
def decide(decided: Decided, library: OpenLibrary) -> dict[str, Any]:
    """Names are one entity, or are not, whatever the rules say. Of one name "different" undoes what made it one with others."""
    if decided.verdict == "different":
        return {"entities": [entity_json(each) for each in library.graph.split(*decided.names, kind=decided.kind)]}
    if len(decided.names) == 1:
        raise InputError("One name is the same as itself.", hint="Name two that are to be one.")
    return {"entities": [entity_json(library.graph.merge(*decided.names, kind=decided.kind))]}
