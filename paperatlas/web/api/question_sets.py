"""`/question-sets`: questions with known answers, sent or made of the papers, and what a person decides of each."""

from collections import Counter
from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, File, Form, Path, Query, UploadFile
from fastapi.responses import JSONResponse, Response
from pydantic import Field, StrictBool

from paperatlas.core.errors import InputError, UnknownDocument
from paperatlas.core.wire import boxes_json
from paperatlas.eval.cases import Case, case_of, case_row, known_answers, read_lines, write_cases
from paperatlas.eval.makers.making import make_questions
from paperatlas.eval.question_sets import QuestionSet, QuestionSets
from paperatlas.eval.review import Decision, Reviewed
from paperatlas.library import Library
from paperatlas.library.case_place import case_place
from paperatlas.web.api.given import OpenLibrary
from paperatlas.web.api.shape import ERRORS, Given, Name, Names, Text, answered, listed, record
from paperatlas.web.problems import problem

__all__ = ["reading", "writing"]

reading = APIRouter(prefix="/question-sets", tags=["evaluation"])
writing = APIRouter(prefix="/question-sets", tags=["evaluation"])

_TEXT, _INTEGER, _OBJECT = {"type": "string"}, {"type": "integer"}, {"type": "object"}
_SET = record(id=_TEXT, name=_TEXT, source=_TEXT, at=_TEXT, n=_INTEGER, unanswerable=_INTEGER, kinds=_OBJECT, review=_OBJECT)
_PLACE = record(doc=_TEXT, doc_id=_TEXT, title=_TEXT, page=_INTEGER, quote=_TEXT, bbox=listed(listed({"type": "number"})))
_JSONL: dict[str, Any] = {
    "response_class": Response,
    "responses": {**ERRORS, 200: {"description": "The file", "content": {"application/jsonl": {}}}},
}
_MOST_FAULTS = 200
"""Wrong lines that are told; how many there are is said all the same."""
_MOST_PAPERS = 100
"""Papers that questions are made of at once: each is read whole."""

Id = Annotated[str, Path(max_length=40)]


@reading.get("", **answered(record(question_sets=listed(_SET)), description="The newest first"))
def every(library: OpenLibrary) -> dict[str, Any]:
    """The sets that are kept, and how far each is looked through."""
    return {"question_sets": [_about(each) for each in QuestionSets(library.folder).all()]}


@reading.get("/{id}", **answered(record(id=_TEXT, questions=listed(_OBJECT)), description="The set"))
def one(id: Id, library: OpenLibrary) -> dict[str, Any]:  # noqa: A002 - as the path calls it
    """A set with all its questions as they are now, and what was decided of each."""
    return _whole(QuestionSets(library.folder).get(id))


@reading.get("/{id}/file", **_JSONL)
def file(
    id: Id,  # noqa: A002
    library: OpenLibrary,
    which: Annotated[
        Literal["reviewed", "standing", "all"],
        Query(description="reviewed: accepted and mended; standing: all but the rejected; all: as they came"),
    ] = "standing",
) -> Response:
    """The questions as a file for `paperatlas eval run`."""
    found = QuestionSets(library.folder).get(id)
    chosen = {
        "reviewed": found.reviewed.standing("accepted", "mended"),
        "standing": found.reviewed.standing(),
        "all": found.reviewed.cases,
    }[which]
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(f'{found.name}.jsonl', safe='')}"}
    return Response(write_cases(chosen), media_type="application/jsonl", headers=headers)


@reading.get("/{id}/place", **answered(_PLACE, description="The place; without doc_id there is none in the library"))
def place(
    id: Id,  # noqa: A002
    library: OpenLibrary,
    question: Annotated[Name, Query(description="The question's id")],
) -> dict[str, Any]:
    """The page that holds the answer to a question, with boxes to mark it by."""
    found = QuestionSets(library.folder).get(id)
    return _place_json(found.reviewed.now(found.case(question)), library)


@writing.post("", **answered(_SET, status=201, description="It is kept; with the same name and questions it is the same set"))
def send(
    library: OpenLibrary,
    file: Annotated[UploadFile, File(description="JSONL, a question a line")],
    name: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Send a question file. Each line that is no question is told, and then nothing is kept."""
    try:
        cases, faults = read_lines(file.file.read().decode())
    except UnicodeDecodeError as error:
        raise InputError(f"The file is no text in UTF-8: {error}.", hint="Save it as UTF-8.") from error
    if faults or not cases:
        return problem(
            422,
            code="bad_questions",
            detail=f"{len(faults)} lines are no questions." if faults else "The file holds no question.",
            hint="docs/howto/evaluate.md says what a line holds; mend the lines, and send it again.",
            errors=[{"where": str(fault.line), "what": fault.why} for fault in faults[:_MOST_FAULTS]],
        )
    called = name.strip() or (file.filename or "").replace("\\", "/").rpartition("/")[2].removesuffix(".jsonl") or "questions"
    return _kept(QuestionSets(library.folder).add(called[:200], cases, source="sent"))


class Making(Given):
    name: Annotated[str, Field(max_length=200)] = ""
    documents: Names = ()
    each: Annotated[
        int, Field(strict=True, ge=1, le=100, description="Answerable questions a paper at most, and as many unanswerable")
    ] = 10
    seed: Annotated[int, Field(strict=True, ge=0, le=2**31)] = 0


@writing.post("/made", **answered(_SET, status=201, description="It is kept"))
def make(asked: Making, library: OpenLibrary) -> Response:
    """Make questions of papers' tables, metadata, counts, definitions and positions; without papers named, of all."""
    named = [library.document(name) for name in asked.documents] or list(library.documents())
    if len(named) > _MOST_PAPERS:
        raise InputError(f"{len(named)} papers are too many at once.", hint=f"Name at most {_MOST_PAPERS}.")
    cases = make_questions([library.parsed(document.id) for document in named], each=asked.each, seed=asked.seed)
    if not cases:
        raise InputError("No question can be made of these papers.", hint="Add papers that have tables, headings or metadata.")
    name = asked.name or f"made-{datetime.now(UTC).date().isoformat()}"
    return _kept(QuestionSets(library.folder).add(name, cases, source="made"))


class Number(Given):
    value: Annotated[float, Field(strict=True, allow_inf_nan=False)]
    unit: Annotated[str, Field(max_length=100)] = ""
    tolerance: Annotated[float, Field(strict=True, ge=0, allow_inf_nan=False)] = 0.0


class Deciding(Given):
    question_id: Name
    verdict: Literal["accepted", "mended", "rejected", "open"]
    question: Annotated[str, Field(max_length=4000, description="As it should be asked, where it is mended")] = ""
    accept: tuple[Annotated[tuple[Text, ...], Field(min_length=1, max_length=50)], ...] | None = None
    number: Number | None = None
    unanswerable: StrictBool | None = None


@writing.post("/{id}/decisions", **answered(record(question=_OBJECT, review=_OBJECT), description="The question as it is now"))
def decide(id: Id, decided: Deciding, library: OpenLibrary) -> dict[str, Any]:  # noqa: A002
    """Accept, mend or reject a question, or leave it open again. Every decision is kept; the last one of a question holds."""
    sets = QuestionSets(library.folder)
    case = sets.get(id).case(decided.question_id)
    mended = _mended(case, decided) if decided.verdict == "mended" else None
    at = datetime.now(UTC).isoformat(timespec="seconds")
    now = sets.decide(id, Decision(id=case.id, verdict=decided.verdict, at=at, mended=mended))
    return {"question": _question(case, now.reviewed), "review": now.reviewed.counts()}


@writing.delete("/{id}", **answered(record(removed=_TEXT), description="It is gone"))
def remove(id: Id, library: OpenLibrary) -> dict[str, Any]:  # noqa: A002
    """Remove a set with what was decided of it. Runs over it stay."""
    QuestionSets(library.folder).remove(id)
    return {"removed": id}


def _mended(case: Case, decided: Deciding) -> Case:
    """With what is given in place of what it had. Known answers that are not given are no longer known."""
    row = case_row(case)
    given = decided.model_dump(mode="json", exclude_unset=True, include={"question", "accept", "number", "unanswerable"})
    if {"accept", "number"} & given.keys():
        row = {name: part for name, part in row.items() if name not in {"accept", "number", "references"}}
    mended = case_of({**row, **given}, case.id)
    if not mended.question.strip() or not mended.is_judged:
        raise InputError(
            f"The question {case.id!r} would have no words, or no answer to know it right by.",
            hint="Give an accepted answer or a number, or say that it is unanswerable.",
        )
    return mended


def _kept(found: QuestionSet) -> JSONResponse:
    return JSONResponse(_about(found), status_code=201, headers={"Location": f"/api/v1/question-sets/{found.id}"})


def _about(found: QuestionSet) -> dict[str, Any]:
    cases = found.reviewed.cases
    return {
        "id": found.id,
        "name": found.name,
        "source": found.source,
        "at": found.at,
        "n": len(cases),
        "unanswerable": sum(case.unanswerable for case in cases),
        "kinds": dict(sorted(Counter(case.kind for case in cases).items())),
        "review": found.reviewed.counts(),
    }


def _whole(found: QuestionSet) -> dict[str, Any]:
    return {**_about(found), "questions": [_question(case, found.reviewed) for case in found.reviewed.cases]}


def _question(case: Case, reviewed: Reviewed) -> dict[str, Any]:
    now, decision = reviewed.now(case), reviewed.decisions.get(case.id)
    return {
        **case_row(now),
        "expected": known_answers(now),
        "verdict": reviewed.verdict(case.id),
        "decided_at": decision.at if decision else "",
        "as_it_came": case_row(case) if now is not case else None,
    }


def _place_json(case: Case, library: Library) -> dict[str, Any]:
    target = next(iter(case.evidence), None)
    name = target.doc if target else next(iter(case.docs), "")
    nowhere = {"doc": name, "doc_id": "", "title": "", "page": 0, "quote": case.quote, "bbox": []}
    if not name:
        return nowhere
    try:
        document = library.document(name)
    except UnknownDocument:
        return nowhere
    keys = [key for keys in case.accept for key in keys]
    page, boxes = case_place(library.parsed(document.id), target.page if target else 0, case.quote, keys)
    return {
        "doc": document.name,
        "doc_id": document.id,
        "title": document.title,
        "page": min(page, document.pages),
        "quote": case.quote,
        "bbox": boxes_json(boxes),
    }
