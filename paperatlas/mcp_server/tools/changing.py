"""What is in the library: taking files in, taking documents out, and whether all is well."""

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.jobs import Work
from paperatlas.mcp_server.reply import Reply
from paperatlas.mcp_server.schema import FLAG, INTEGER, NUMBER, TEXT, listed, record
from paperatlas.mcp_server.tool import Arguments, Doc, Short, Tool

if TYPE_CHECKING:
    from paperatlas.core.reports import IngestReport, OnProgress, Progress

__all__ = ["CHANGING", "ingest", "read_again"]


class IngestDocuments(Arguments):
    paths: Annotated[
        tuple[Annotated[str, Field(min_length=1, max_length=1000)], ...],
        Field(
            min_length=1,
            max_length=100,
            description="Absolute paths on the server's machine, URLs, arXiv:1706.03762, edgar:COST/10-K, zotero:",
        ),
    ]
    collection: Annotated[Short, Field(description="Put them into this collection too")] = ""
    force: Annotated[bool, Field(description="Read again what is unchanged")] = False


def _ingest(desk: Desk, asked: IngestDocuments, work: Work) -> Reply:
    return ingest(
        desk,
        [desk.source(path) for path in asked.paths],
        work,
        collection=asked.collection,
        force=asked.force,
    )


def ingest(desk: Desk, paths: list[str], work: Work, *, collection: str = "", force: bool = False) -> Reply:
    """Take files and folders in. Cancelled, it keeps what was finished."""
    return _reported(desk.library.ingest(paths, collection=collection, force=force, on_progress=_telling(work)))


def read_again(desk: Desk, doc: str, work: Work) -> Reply:
    """Read a document anew from its kept original."""
    return _reported(desk.library.read_again(doc, on_progress=_telling(work)))


def _telling(work: Work) -> "OnProgress":
    def told(progress: "Progress") -> None:
        page = f" (page {progress.page} of {progress.pages})" if progress.page else ""
        work.step(f"{progress.source}{page}", done=progress.done, total=progress.total)

    return told


def _reported(report: "IngestReport") -> Reply:
    from paperatlas.core.wire import ingest_json  # noqa: PLC0415 - here and below: start-up time

    data = ingest_json(report)
    lines = [f"{each['status']}: {each['doc']} ({each['pages']} pages)" for each in data["documents"]]
    lines += [f"{d['doc']}: {d['error']['message']} {d['error']['hint']}" for d in data["documents"] if d["error"]]
    return Reply(data=data, text="\n".join([*lines, *data["notes"]]) or "There was nothing to take in.")


class RemoveDocument(Arguments):
    doc: Doc


def _remove(desk: Desk, asked: RemoveDocument, _work: Work) -> Reply:
    gone = desk.library.remove([asked.doc])
    removed = [{"doc": each.name, "doc_id": each.id} for each in gone]
    return Reply(data={"removed": removed}, text="\n".join(f"removed {each.name}" for each in gone))


class LibraryHealth(Arguments):
    pass


def _health(desk: Desk, _asked: LibraryHealth, _work: Work) -> Reply:
    from paperatlas.core.wire import doctor_json  # noqa: PLC0415

    data = doctor_json(desk.library.doctor())
    lines = [f"checked: {check}" for check in data["checked"]]
    lines += [f"FAULT: {fault['message']} {fault['remedy']}" for fault in data["faults"]]
    return Reply(data=data, text="\n".join([*lines, "All is well." if data["sound"] else "Not all is well."]))


CHANGING: tuple[Tool[Any], ...] = (
    Tool(
        name="ingest_documents",
        title="Ingest documents",
        description=(
            "Add files, folders or addresses (PDF, HTML, Markdown, text, Word, EPUB, LaTeX, JSONL), or bring changed ones up to "
            "date. Takes seconds to minutes a paper: gives a job id."
        ),
        toolset="admin",
        arguments=IngestDocuments,
        output=record(documents=listed(record(doc=TEXT, status=TEXT, pages=INTEGER, chunks=INTEGER)), seconds=NUMBER),
        run=_ingest,
        slow=True,
        online=True,
        writes=True,
    ),
    Tool(
        name="remove_document",
        title="Remove a document",
        description="Remove a document and all that was made of it from the library. The person's own file is not touched.",
        toolset="admin",
        arguments=RemoveDocument,
        output=record(removed=listed(record(doc=TEXT, doc_id=TEXT))),
        run=_remove,
        slow=True,
        writes=True,
        destroys=True,
        repeatable=False,
    ),
    Tool(
        name="library_health",
        title="Health of the library",
        description="Check that nothing in the library is missing, doubled or orphaned; each fault with its remedy.",
        toolset="admin",
        arguments=LibraryHealth,
        output=record(sound=FLAG, checked=listed(TEXT), faults=listed(record(code=TEXT, message=TEXT, remedy=TEXT))),
        run=_health,
        slow=True,
    ),
)
