"""The events of a question as JSON and back: what streams send, and what a run on disk is replayed from.

An answer has the shape that every surface shares (`core.wire`). Seconds and probabilities are written with four digits and
corners of boxes with two, so what is read back is what was written, and writing it again gives the same JSON.
"""

from collections.abc import Mapping
from typing import Any, cast, get_args

from paperatlas.core.answers import (
    Answer,
    Citation,
    Claim,
    Computed,
    Kind,
    Label,
    Occurrence,
    Place,
    Reason,
    Route,
    Status,
    Step,
    Usage,
)
from paperatlas.core.errors import InputError
from paperatlas.core.events import Answered, Checked, Corrected, Drafted, Event, Planned, Retrieved, Spent, Worked, Writing
from paperatlas.core.ids import ChunkId, DocumentId
from paperatlas.core.searching import Scope
from paperatlas.core.standing import Standing
from paperatlas.core.types import Box, ChunkKind
from paperatlas.core.wire import answer_json, route_json, usage_json

__all__ = ["event_json", "read_citation", "read_event"]

Json = dict[str, Any]


def event_json(event: Event, names: Mapping[DocumentId, str]) -> Json:
    """One line of a stream; `names` gives the name of each document id."""
    match event:
        case Planned():
            return {"event": "plan", "question": event.question, "route": _route_json(event.route, names)}
        case Retrieved():
            return {
                "event": "retrieved",
                "route": event.route,
                "passages": event.passages,
                "seconds": round(event.seconds, 4),
                "failure": event.failure,
            }
        case Writing():
            return {"event": "writing", "text": event.text}
        case Drafted():
            return {"event": "draft", "text": event.text}
        case Checked():
            return {"event": "checked", "text": event.text, "label": event.label, "why": event.why}
        case Corrected():
            return {"event": "corrected", "what": event.what, "why": event.why}
        case Worked():
            step = event.step
            return {"event": "step", "step": step.name, "seconds": round(step.seconds, 4), "detail": step.detail}
        case Spent():
            return {"event": "usage", **usage_json(event.usage)}
        case Answered():
            answer = event.answer
            return {"event": "answer", **answer_json(answer, names), "route": _route_json(answer.route, names)}


def _route_json(route: Route, names: Mapping[DocumentId, str]) -> Json:
    """With the whole scope: what the surfaces show of it are the names of its documents."""
    return {**route_json(route, names), "within": _scope_json(route.scope)}


def _scope_json(scope: Scope) -> Json:
    return {
        "documents": list(scope.documents),
        "page": scope.page,
        "section": scope.section,
        "years": scope.years and list(scope.years),
        "where": [list(pair) for pair in scope.where],
        "collections": list(scope.collections),
        "kinds": [kind.value for kind in scope.kinds],
        "author": scope.author,
    }


def read_event(data: Mapping[str, Any]) -> Event:
    """The event that `event_json` wrote.

    Raises:
        InputError: it is none, or lacks something.
    """
    try:
        return _read(data)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"This is no event of a question: {error}.", hint="Give a line as `event_json` writes it.") from error


def _read(data: Mapping[str, Any]) -> Event:
    match data["event"]:
        case "plan":
            return Planned(question=data["question"], route=_route(data["route"]))
        case "retrieved":
            return Retrieved(
                route=data["route"], passages=data["passages"], seconds=data["seconds"], failure=data.get("failure", "")
            )
        case "writing":
            return Writing(text=data["text"])
        case "draft":
            return Drafted(text=data["text"])
        case "checked":
            return Checked(text=data["text"], label=cast("Label", data["label"]), why=data["why"])
        case "corrected":
            return Corrected(what=data["what"], why=data["why"])
        case "step":
            return Worked(step=_step(data))
        case "usage":
            return Spent(usage=_usage(data))
        case "answer":
            return Answered(answer=_answer(data))
        case other:
            raise ValueError(f"there is no event {other!r}")


def _answer(data: Mapping[str, Any]) -> Answer:
    return Answer(
        question=data["question"],
        status=cast("Status", data["status"]),
        text=data["answer"],
        confidence=data["confidence"],
        route=_route(data["route"]),
        reason=cast("Reason | None", data["reason"]),
        citations=tuple(map(read_citation, data["citations"])),
        claims=tuple(
            Claim(
                text=each["text"],
                label=cast("Label", each["label"]),
                citations=tuple(each["citations"]),
                why=each.get("why", ""),
            )
            for each in data["claims"]
        ),
        closest=_place(data["closest"]) if data["closest"] else None,
        computed=_computed(data["computed"]) if data["computed"] else None,
        trace=tuple(map(_step, data["trace"])),
        usage=_usage(data["usage"]),
        seconds=data["seconds"],
        condensed=data.get("condensed") or "",
        run_id=data.get("run_id") or "",
    )


def read_citation(data: Mapping[str, Any]) -> Citation:
    """What `citation_json` wrote. Raises KeyError, TypeError or ValueError for anything else."""
    chunk = data["chunk_id"]
    return Citation(
        n=data["n"],
        document=DocumentId(data["doc_id"]),
        doc=data["doc"],
        title=data["title"],
        page=data["page"],
        section=data["section"],
        quote=data["quote"],
        boxes=tuple(Box(*corners) for corners in data["bbox"]),
        chunk=None if chunk is None else ChunkId(chunk),
        start=data["start"],
        end=data["end"],
        row=data.get("row", ""),
        page_label=data["page_label"],
        translation=data.get("translation", ""),
        standing=next((each for each in get_args(Standing) if each in data.get("flags", ())), ""),
    )


def _place(data: Mapping[str, Any]) -> Place:
    return Place(document=DocumentId(data["doc_id"]), doc=data["doc"], page=data["page"], section=data["section"])


def _computed(data: Mapping[str, Any]) -> Computed:
    return Computed(value=data["value"], method=data["method"], occurrences=tuple(map(_occurrence, data["occurrences"])))


def _occurrence(data: Mapping[str, Any]) -> Occurrence:
    box = data["bbox"]
    return Occurrence(
        document=DocumentId(data["doc_id"]),
        doc=data["doc"],
        page=data["page"],
        box=None if box is None else Box(data["page"], *box),
    )


def _route(data: Mapping[str, Any]) -> Route:
    return Route(
        kind=cast("Kind", data["kind"]),
        tools=tuple(data["tools"]),
        hops=data["hops"],
        decided_by=data["decided_by"],
        confidence=data["confidence"],
        scope=_scope(data["within"]),
        parts=tuple(data["parts"]),
        language=data.get("language", "en"),
    )


def _scope(data: Mapping[str, Any]) -> Scope:
    years = data["years"]
    return Scope(
        documents=tuple(map(DocumentId, data["documents"])),
        page=data["page"],
        section=data["section"],
        years=None if years is None else (years[0], years[1]),
        where=tuple((name, value) for name, value in data["where"]),
        collections=tuple(data["collections"]),
        kinds=tuple(map(ChunkKind, data["kinds"])),
        author=data["author"],
    )


def _step(data: Mapping[str, Any]) -> Step:
    return Step(name=data["step"], seconds=data["seconds"], detail=data["detail"])


def _usage(data: Mapping[str, Any]) -> Usage:
    return Usage(
        llm_calls=data["llm_calls"],
        input_tokens=data["input_tokens"],
        output_tokens=data["output_tokens"],
        cost_usd=data["cost_usd"],
    )
