"""What a client can read by its address: papers, their pages, sections, tables and figures, entities, and results of jobs."""

import base64
import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from anyio import CapacityLimiter, to_thread
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    BlobResourceContents,
    ListResourcesResult,
    ListResourceTemplatesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from paperatlas.core.errors import InputError
from paperatlas.mcp_server.addresses import Address, UnknownResource, address_of, paper_uri
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.failure import as_error
from paperatlas.mcp_server.jobs import Job, UnknownJob, Work
from paperatlas.mcp_server.reply import HALF, clipped, fitted
from paperatlas.mcp_server.text import table_text
from paperatlas.mcp_server.tools.reading import GetDocument, get_document
from paperatlas.mcp_server.tools.showing import figure_png, page_png, table_of

if TYPE_CHECKING:
    from paperatlas.core.types import Document
    from paperatlas.library import Library

__all__ = ["TEMPLATES", "Resources"]

_PAGE = 100
"""Documents of one page of the list."""
_MOST = 2 * HALF
"""Bytes of a text: unlike a tool's result it has one form only."""
_DPI = 110.0
_READERS = 8

TEMPLATES: tuple[tuple[str, str, str, str], ...] = (
    ("paper://{doc}", "paper", "A paper at a glance: metadata, abstract, sections, labels", "text/markdown"),
    ("paper://{doc}/pages/{n}", "page", "The text of a page", "text/plain"),
    ("paper://{doc}/pages/{n}/image", "page image", "A page as it is printed", "image/png"),
    ("paper://{doc}/sections/{path}", "section", "The text of a section, by name, number or usual synonym", "text/plain"),
    ("paper://{doc}/tables/{label}", "table", "A table as Markdown", "text/markdown"),
    ("paper://{doc}/figures/{label}", "figure", "A figure, table or equation as a picture", "image/png"),
    ("paper://{doc}/bibtex", "BibTeX", "The paper as a BibTeX entry", "application/x-bibtex"),
    ("graph://entity/{id}", "entity", "What the library says of an entity, by id or name", "application/json"),
    (
        "run://{id}",
        "result of a job",
        "What a job gave, or the events of a question by the run_id of its answer",
        "application/json",
    ),
)
"""Address, name, description, type."""

Context = ServerRequestContext[Any, Any]
Content = tuple[str, str | bytes]
"""Type, and text or picture."""


class Resources:
    """Listed and read."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._readers = CapacityLimiter(_READERS)

    async def templates(self, _context: Context, _params: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        return ListResourceTemplatesResult(
            resource_templates=[
                ResourceTemplate(uri_template=uri, name=name, description=description, mime_type=kind)
                for uri, name, description, kind in TEMPLATES
            ]
        )

    async def all(self, _context: Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        cursor = params.cursor if params else None
        if cursor is not None and not cursor.isdecimal():
            raise MCPError(code=INVALID_PARAMS, message=f"{cursor!r} is no cursor of this list.")
        start = int(cursor or 0)
        documents = (await self._in_thread("resources", self._documents))[start:]
        return ListResourcesResult(
            resources=[
                Resource(
                    uri=paper_uri(each.name),
                    name=each.name,
                    title=each.title,
                    description=f"{', '.join(each.metadata.authors[:3])} {each.metadata.year or ''}".strip() or None,
                    mime_type="text/markdown",
                )
                for each in documents[:_PAGE]
            ],
            next_cursor=str(start + _PAGE) if len(documents) > _PAGE else None,
        )

    async def read(self, _context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        kind, content = await self._in_thread(params.uri, lambda: self._content(address_of(params.uri)))
        if isinstance(content, bytes):
            blob = base64.b64encode(content).decode()
            return ReadResourceResult(contents=[BlobResourceContents(uri=params.uri, blob=blob, mime_type=kind)])
        return ReadResourceResult(contents=[TextResourceContents(uri=params.uri, text=content, mime_type=kind)])

    def _documents(self) -> "Sequence[Document]":
        return self._desk.library.documents()

    async def _in_thread(self, uri: str, function: Callable[[], Any]) -> Any:
        """What it gives; what it raises as an error of the protocol, which has no other form for resources."""
        try:
            return await to_thread.run_sync(function, abandon_on_cancel=True, limiter=self._readers)
        except Exception as error:
            known = as_error(error)
            code = INVALID_PARAMS if isinstance(known, InputError) else INTERNAL_ERROR
            data = {"uri": uri, "code": known.code, "hint": known.hint}
            raise MCPError(code=code, message=f"{known.message} {known.hint}".strip(), data=data) from error

    def _content(self, address: Address) -> Content:
        if address.scheme == "run" and len(address.parts) == 1:
            return "application/json", self._run(address.parts[0])
        if address.scheme == "graph" and len(address.parts) == 2 and address.parts[0] == "entity":
            return "application/json", _entity(self._desk.library, address.parts[1])
        if address.scheme == "paper":
            for shape, read in _PAPER.items():
                if (values := _fit(shape, address.parts[1:])) is not None:
                    return read(self._desk, address.parts[0], *values)
        raise UnknownResource("There is no such resource.", hint="resources/templates/list has the addresses there are.")

    def _run(self, id_: str) -> str:
        """What a job gave; of an id that is no job's, the run of a question that the library keeps."""
        try:
            job = self._desk.jobs.get(id_)
        except UnknownJob:
            return _kept_run(self._desk.library, id_)
        if job.reply is None:
            raise UnknownResource(f"Job {id_!r} has no result: it is {job.state}.", hint="job_status says how far it is.")
        return json.dumps(fitted(job.reply.data, _MOST), ensure_ascii=False)


def _kept_run(library: "Library", id_: str) -> str:
    from paperatlas.core.wire_runs import run_json  # noqa: PLC0415 - start-up time

    return json.dumps(fitted(run_json(library.run(id_)), _MOST), ensure_ascii=False)


def _fit(shape: tuple[str, ...], parts: tuple[str, ...]) -> tuple[str, ...] | None:
    """The parts that stand where a shape has a gap; None when they do not fit it."""
    if len(shape) != len(parts) or any(fixed and fixed != part for fixed, part in zip(shape, parts, strict=True)):
        return None
    return tuple(part for fixed, part in zip(shape, parts, strict=True) if not fixed)


def _glance(desk: Desk, doc: str) -> Content:
    reply = get_document(desk, GetDocument(doc=doc), Work(Job("", "resource")))
    return "text/markdown", clipped(reply.text, _MOST)


def _page_text(desk: Desk, doc: str, number: str) -> Content:
    library = desk.library
    document = library.document(doc)
    text = library.catalog.texts(document.id).get(_number(number))
    if text is None:
        raise UnknownResource(f"{document.name!r} has no page {number}.", hint=f"It has {document.pages} pages, from 1.")
    return "text/plain", clipped(text, _MOST)


def _page_image(desk: Desk, doc: str, number: str) -> Content:
    return "image/png", page_png(desk.library, doc, _number(number), _DPI)


def _number(text: str) -> int:
    if not text.isdecimal():
        raise UnknownResource(f"{text!r} is no page number.", hint="Pages count from 1.")
    return int(text)


def _section(desk: Desk, doc: str, name: str) -> Content:
    return "text/plain", clipped(desk.library.section(doc, name.rpartition(" > ")[2]).text, _MOST)


def _table(desk: Desk, doc: str, label: str) -> Content:
    table = table_of(desk.library, doc, label)
    return "text/markdown", clipped(f"{table['caption']}\n\n{table_text(table['rows'])}\n", _MOST)


def _figure(desk: Desk, doc: str, label: str) -> Content:
    return "image/png", figure_png(desk.library, doc, label, _DPI)[1]


def _bibtex(desk: Desk, doc: str) -> Content:
    from paperatlas.library.bibliography.bibtex import bibtex  # noqa: PLC0415 - start-up time

    return "application/x-bibtex", bibtex(desk.library.document(doc))


def _entity(library: "Library", name: str) -> str:
    from paperatlas.core.wire_graph import card_json  # noqa: PLC0415 - start-up time

    return json.dumps(fitted(card_json(library.graph.entity(name), library.names()), _MOST), ensure_ascii=False)


_PAPER: dict[tuple[str, ...], Callable[..., Content]] = {
    (): _glance,
    ("pages", ""): _page_text,
    ("pages", "", "image"): _page_image,
    ("sections", ""): _section,
    ("tables", ""): _table,
    ("figures", ""): _figure,
    ("bibtex",): _bibtex,
}
"""What follows the document's name; an empty part is a gap."""
