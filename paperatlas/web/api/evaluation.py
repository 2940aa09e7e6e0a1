"""`/evaluations`: question sets put to the library, what came of it, and two runs side by side."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import quote

from fastapi import APIRouter, Body, Header, Path, Query
from fastapi.responses import JSONResponse, Response
from pydantic import StrictBool

from paperatlas.core.errors import BadSetting, InputError, UnknownRun
from paperatlas.eval.comparing import compare, comparison_json
from paperatlas.eval.configuration import PATTERN
from paperatlas.eval.history import kept, kept_rows
from paperatlas.eval.markdown import run_markdown
from paperatlas.eval.question_sets import QuestionSets
from paperatlas.eval.record import Record
from paperatlas.eval.report import run_html
from paperatlas.library import Library
from paperatlas.web.api.given import OpenLibrary, UnderWay
from paperatlas.web.api.shape import ERRORS, Given, Name, answered, listed, record

__all__ = ["reading", "writing"]

reading = APIRouter(prefix="/evaluations", tags=["evaluation"])
writing = APIRouter(prefix="/evaluations", tags=["evaluation"])

T = TypeVar("T")

_TEXT, _INTEGER, _OBJECT = {"type": "string"}, {"type": "integer"}, {"type": "object"}
_JOB = record(id=_TEXT, question_set=_TEXT, questions=_TEXT, configurations=listed(_TEXT), state=_TEXT, progress=_TEXT)
_COUNTS: dict[str, Any] = {"n": _INTEGER, "scored": _INTEGER, "failed": _INTEGER}
_RUN = record(id=_TEXT, made=_OBJECT, **_COUNTS)
_COMPARED = record(shared=_INTEGER, failed=_INTEGER, differences=listed(_OBJECT), questions=listed(_OBJECT))
_FILE: dict[str, Any] = {
    "response_class": Response,
    "responses": {**ERRORS, 200: {"description": "The report", "content": {"text/html": {}, "text/markdown": {}}}},
}
_LONG = {"items", "risk_coverage", "by_kind", "format"}
"""Of a run that is one of many."""

Run = Annotated[str, Path(max_length=400, description="As the list calls it")]
Job = Annotated[str, Path(max_length=40)]


@reading.get("", **answered(record(evaluations=listed(_RUN)), description="The newest first"))
def every(library: OpenLibrary) -> dict[str, Any]:
    """The runs that are kept, with their figures; those of `paperatlas eval run` too."""
    rows = [{"id": name, **row} for name, row in kept_rows(library.evaluations).items()]
    return {"evaluations": [{key: part for key, part in row.items() if key not in _LONG} for row in reversed(rows)]}


@reading.get("/jobs", **answered(record(jobs=listed(_JOB)), description="The newest first"))
def jobs(under_way: UnderWay) -> dict[str, Any]:
    """What was begun, and what came of it."""
    return {"jobs": [each.json() for each in under_way.all()]}


@reading.get("/jobs/{id}", **answered(_JOB, description="How far it is; its result names the runs"))
def job(id: Job, under_way: UnderWay) -> dict[str, Any]:  # noqa: A002 - as the path calls it
    """An evaluation that was begun."""
    return under_way.get(id).json()


@reading.get("/compare", **answered(_COMPARED, description="Differences with intervals, and what only one answers rightly"))
def compared(a: Annotated[Name, Query()], b: Annotated[Name, Query()], library: OpenLibrary) -> dict[str, Any]:
    """Two runs over the same questions, paired by question."""
    runs = _runs(library)
    before, after = _named(a, runs), _named(b, runs)
    try:
        return comparison_json(compare(before, after))
    except BadSetting as error:
        raise InputError(error.message, hint=error.hint) from error


@reading.get("/{run}", **answered(record(id=_TEXT, made=_OBJECT, items=listed(_OBJECT), **_COUNTS), description="The run"))
def one(run: Run, library: OpenLibrary) -> dict[str, Any]:
    """A run: counts, figures with their intervals, by kind, risk by coverage, and each question with its answer."""
    return {"id": run, **_named(run, kept_rows(library.evaluations))}


@reading.get("/{run}/report", **_FILE)
def report(
    run: Run, library: OpenLibrary, form: Annotated[Literal["html", "markdown"], Query(alias="format")] = "html"
) -> Response:
    """A run as one page that needs nothing but a browser, or as Markdown."""
    found = _named(run, _runs(library))
    text, kind, ending = (
        (run_html(found), "text/html", "html") if form == "html" else (run_markdown(found) + "\n", "text/markdown", "md")
    )
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(f'{run}.{ending}', safe='')}"}
    return Response(text, media_type=kind, headers=headers)


class Asking(Given):
    question_set: Name
    configurations: Annotated[
        tuple[Annotated[str, Body(pattern=PATTERN, max_length=300)], ...],
        Body(min_length=1, max_length=8, description="As `eval run --config` names them: default, no-llm, no-bm25+no-rerank"),
    ] = ("default",)
    scoped: Annotated[StrictBool, Body(description="Put each question to its own papers")] = False


@writing.post("", **answered(_JOB, status=202, description="It is begun"))
def start(
    asked: Asking,
    library: OpenLibrary,
    under_way: UnderWay,
    idempotency_key: Annotated[str, Header(max_length=200)] = "",
) -> JSONResponse:
    """Put a set's questions to the library, all but the rejected, and score what comes back."""
    chosen = QuestionSets(library.folder).get(asked.question_set)
    begun = under_way.start(chosen, configurations=asked.configurations, scoped=asked.scoped, key=idempotency_key)
    return JSONResponse(begun.json(), status_code=202, headers={"Location": f"/api/v1/evaluations/jobs/{begun.id}"})


@writing.delete("/jobs/{id}", **answered(_JOB, description="It is over"))
def stop(id: Job, under_way: UnderWay) -> dict[str, Any]:  # noqa: A002
    """Stop an evaluation; what was answered is kept, and it can go on."""
    return under_way.cancel(id).json()


@writing.post("/jobs/{id}/go-on", **answered(_JOB, status=202, description="It is under way"))
def go_on(id: Job, under_way: UnderWay) -> JSONResponse:  # noqa: A002
    """Ask the questions that are left of an evaluation that was stopped or failed."""
    return JSONResponse(under_way.go_on(id).json(), status_code=202)


def _runs(library: Library) -> dict[str, Record]:
    """By name, the oldest first."""
    return {path.stem: record for path, record in kept(library.evaluations)}


def _named(name: str, runs: Mapping[str, T]) -> T:
    if name not in runs:
        raise UnknownRun(f"No run {name!r} is kept.", hint="List them to see which there are.")
    return runs[name]
