"""Questions: the agents' answers, claims, and papers side by side."""

import json
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Annotated, Any

from anyio.from_thread import start_blocking_portal
from pydantic import Field

from paperatlas.core.asking import LONGEST, MOST_PASSAGES, SHORTEST
from paperatlas.core.errors import InputError
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.jobs import Cancelled, Work
from paperatlas.mcp_server.questions import CLIENT
from paperatlas.mcp_server.reply import Reply
from paperatlas.mcp_server.sampling import SamplingLLM
from paperatlas.mcp_server.schema import FLAG, INTEGER, NUMBER, TEXT, listed, record
from paperatlas.mcp_server.text import answer_text, cited_text, matrix_text
from paperatlas.mcp_server.tool import Arguments, Doc, Docs, Short, Tool, Words

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from paperatlas.core.events import Event
    from paperatlas.library import Library

__all__ = ["ASKING"]

Collections = Annotated[tuple[Short, ...], Field(max_length=20, description="Only documents in these collections")]
Columns = Annotated[
    tuple[Annotated[str, Field(min_length=1, max_length=500)], ...],
    Field(
        max_length=8,
        description="Questions put to each paper; also contribution, method, data, result, limits. Empty: those five",
    ),
]
_ROWS = 6
"""Papers of one matrix call: five questions to each take some seconds a paper, and their quotes fill half a result."""

CITATION = record(n=INTEGER, doc=TEXT, page=INTEGER, section=TEXT, quote=TEXT)


class Ask(Arguments):
    question: Words
    documents: Docs = ()
    collections: Collections = ()
    history: Annotated[
        tuple[Annotated[str, Field(max_length=4000)], ...],
        Field(max_length=20, description="Earlier questions of the conversation"),
    ] = ()
    thread: Annotated[Short, Field(description="A conversation that the library keeps; instead of history")] = ""
    use_llm: Annotated[bool, Field(description="False: verbatim sentences and computed values only")] = True
    top_k: Annotated[int, Field(ge=0, le=MOST_PASSAGES, description="Passages read; 0: as usual")] = 0
    min_confidence: Annotated[float, Field(ge=0, le=1, description="Refused below it; 0: as usual")] = 0
    seconds: Annotated[float, Field(ge=0, le=LONGEST, description="Time it has; 0: no limit")] = 0


def _answered(desk: Desk, asked: Ask, work: Work) -> dict[str, Any]:
    """The answer as JSON. The agents run in an event loop of this thread's own, so that a cancelled question ends at once."""
    from paperatlas.core.answers import Answer  # noqa: PLC0415 - here and below: start-up time
    from paperatlas.core.events import Answered, Worked  # noqa: PLC0415
    from paperatlas.core.wire import answer_json  # noqa: PLC0415

    library, answers = desk.library, list[Answer]()
    events = _events(library, asked, work)

    async def run() -> None:
        async for event in events:
            match event:
                case Worked():
                    work.note(f"{event.step.name} {event.step.detail}".strip())
                case Answered():
                    answers.append(event.answer)

    with start_blocking_portal() as portal:
        running = portal.start_task_soon(run)
        work.when_cancelled(running.cancel)
        try:
            running.result()
        except CancelledError:
            raise Cancelled from None
    return answer_json(answers[-1], library.names())


def _events(library: "Library", asked: Ask, work: Work) -> "AsyncIterator[Event]":
    """The agents' stream: with the client's model where it has one for us and none is set."""
    from paperatlas.core.asking import Asked  # noqa: PLC0415

    return library.asking.events(
        Asked.of(
            asked.question,
            documents=asked.documents,
            collections=asked.collections,
            use_llm=asked.use_llm,
            llm=SamplingLLM(work) if CLIENT.get().sampling and not library.has_llm else None,
            history=asked.history,
            thread=asked.thread,
            top_k=asked.top_k or None,
            min_confidence=asked.min_confidence or None,
            seconds=max(asked.seconds, SHORTEST) if asked.seconds else None,
        )
    )


def _ask(desk: Desk, asked: Ask, work: Work) -> Reply:
    answer = _answered(desk, asked, work)
    return Reply(data=answer, text=answer_text(answer))


class QueryDocuments(Arguments):
    question: Words


def _query_documents(desk: Desk, asked: QueryDocuments, work: Work) -> Reply:
    if not desk.library.documents():
        answer: dict[str, Any] = {"answer": "No documents are indexed.", "answerable": False, "sources": [], "retrieved": []}
    else:
        full = _answered(desk, Ask(question=asked.question), work)
        places = [{"doc_name": c["doc"], "page": c["page"], "section": c["section"]} for c in full["citations"]]
        computed = (full["computed"] or {}).get("occurrences", ())
        read = [{"doc_name": c["doc"], "page": c["page"]} for c in [*full["citations"], *computed]]
        answer = {
            "answer": full["answer"],
            "answerable": full["status"] != "abstained",
            "sources": _distinct(places),
            "retrieved": _distinct(read),
        }
    return Reply(data=answer, text=json.dumps(answer, ensure_ascii=False))


def _distinct(places: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return list({tuple(place.items()): place for place in places}.values())


class EvidenceMatrix(Arguments):
    questions: Columns = ()
    documents: Docs = ()
    collections: Collections = ()
    cursor: Annotated[str, Field(max_length=20, pattern=r"^\d*$", description="next_cursor of the call before")] = ""


def _matrix(desk: Desk, asked: EvidenceMatrix, work: Work) -> Reply:
    library = desk.library
    chosen = list(dict.fromkeys(library.document(name).id for name in asked.documents))
    if not chosen:
        wanted = {*asked.collections}
        chosen = [each.id for each in library.documents() if not wanted or wanted & {*each.collections}]
    if not chosen:
        raise InputError("There are no papers to compare.", hint="Ingest papers, or name other collections.")
    start = int(asked.cursor or 0)
    return _compared(desk, chosen[start : start + _ROWS], asked.questions, work, following=start + _ROWS, of=len(chosen))


class Compare(Arguments):
    documents: Annotated[tuple[Doc, ...], Field(min_length=2, max_length=_ROWS, description="The papers to compare")]
    questions: Columns = ()


def _compare(desk: Desk, asked: Compare, work: Work) -> Reply:
    chosen = list(dict.fromkeys(desk.library.document(name).id for name in asked.documents))
    return _compared(desk, chosen, asked.questions, work, following=len(chosen), of=len(chosen))


def _compared(desk: Desk, documents: list[Any], questions: tuple[str, ...], work: Work, *, following: int, of: int) -> Reply:
    from paperatlas.core.reports import Progress  # noqa: PLC0415 - start-up time
    from paperatlas.core.wire_matrix import matrix_json  # noqa: PLC0415

    def told(progress: Progress) -> None:
        work.step(progress.source, done=progress.done, total=progress.total)

    if not documents:
        raise InputError("There are no papers there.", hint="Leave the cursor out to begin at the first.")
    matrix = matrix_json(desk.library.matrix(questions, documents=documents, on_progress=told))
    more = str(following) if following < of else ""
    note = f"\n\n{of - following} papers more: call again with cursor {more!r}." if more else ""
    return Reply(data={**matrix, "papers": of, "next_cursor": more}, text=matrix_text(matrix) + note)


class VerifyClaim(Arguments):
    claim: Annotated[Words, Field(description="One statement, in a sentence of its own")]
    documents: Docs = ()
    collections: Collections = ()


def _verify(desk: Desk, asked: VerifyClaim, _work: Work) -> Reply:
    from paperatlas.core.wire_verdicts import verdict_json  # noqa: PLC0415

    verdict = verdict_json(desk.library.verify(asked.claim, documents=asked.documents, collections=asked.collections))
    lines = [f"{verdict['label']} ({verdict['score']}): {verdict['why']}", *cited_text(verdict["evidence"])]
    return Reply(data=verdict, text="\n".join(lines))


_CELL = record(status=TEXT, text=TEXT, citations=listed(CITATION))
_MATRIX = record(columns=listed(TEXT), rows=listed(record(doc=TEXT, cells=listed(_CELL))), next_cursor=TEXT)
_PLACED = record(doc_name=TEXT, page=INTEGER, section=TEXT)

ASKING: tuple[Tool[Any], ...] = (
    Tool(
        name="ask",
        title="Ask the papers",
        description=(
            "Answer a question from the library. Every [n] is proven by a verbatim quote with document, page and box; counts, "
            "metadata and table look-ups are computed. status is answered, partial or abstained (with reason and the closest "
            "section): an abstention means that the papers do not say it, so do not fill it in from memory."
        ),
        toolset="core",
        arguments=Ask,
        output=record(
            status={"type": "string", "enum": ["answered", "partial", "abstained"]},
            answer=TEXT,
            confidence=NUMBER,
            citations=listed(CITATION),
        ),
        run=_ask,
        slow=True,
    ),
    Tool(
        name="query_documents",
        title="Query the documents",
        description="As ask, in the short form: answer, answerable, and the pages it rests on. Prefer ask for quotes.",
        toolset="core",
        arguments=QueryDocuments,
        output=record(answer=TEXT, answerable=FLAG, sources=listed(_PLACED), retrieved=listed(_PLACED)),
        run=_query_documents,
        slow=True,
    ),
    Tool(
        name="verify_claim",
        title="Verify a claim",
        description=(
            "Whether the papers bear out a sentence of yours or of a draft: supported, contradicted or unverifiable, with the "
            "quotes that say so. Numbers, units, negations and hedges count. One claim a call."
        ),
        toolset="core",
        arguments=VerifyClaim,
        output=record(
            label={"type": "string", "enum": ["supported", "contradicted", "unverifiable"]},
            score=NUMBER,
            evidence=listed(CITATION),
            why=TEXT,
        ),
        run=_verify,
        slow=True,
    ),
    Tool(
        name="compare_documents",
        title="Compare papers",
        description="Put the same questions to two to six papers. A table of papers by questions, each cell cited or not stated.",
        toolset="core",
        arguments=Compare,
        output=_MATRIX,
        run=_compare,
        slow=True,
    ),
    Tool(
        name="evidence_matrix",
        title="Evidence matrix",
        description=f"As compare_documents, for all papers or a part of them, {_ROWS} papers a call: go on with cursor.",
        toolset="core",
        arguments=EvidenceMatrix,
        output=_MATRIX,
        run=_matrix,
        slow=True,
    ),
)
