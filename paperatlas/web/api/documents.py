"""`/documents`: what is in the library, and what is in each: pages, sections, tables, figures, references."""

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, Path, Query
from fastapi.responses import FileResponse, PlainTextResponse, Response
from pydantic import Field

from paperatlas.core.errors import InputError, UnknownPage, UnsupportedFile
from paperatlas.core.types import Box, Document
from paperatlas.core.wire import document_json, page_json, parsed_json, parts_json, section_json, sheet_json
from paperatlas.core.wire_summaries import summary_json
from paperatlas.library.bibliography.bibtex import bibtex
from paperatlas.library.bibliography.writing import BIBLIOGRAPHIES, BibliographyForm
from paperatlas.mcp_server.tools.showing import figure_png, table_of
from paperatlas.web.api.given import Named, OpenLibrary
from paperatlas.web.api.shape import ERRORS, Given, answered, listed, record

__all__ = ["reading", "writing"]

reading = APIRouter(prefix="/documents", tags=["documents"])
writing = APIRouter(prefix="/documents", tags=["documents"])
"""What changes the library; not served where it is only read."""

_MOST_BOXES = 200
_NUMBER = r"-?\d{1,5}(?:\.\d{1,6})?"
_BOXES = rf"^(?:{_NUMBER}(?:,{_NUMBER}){{3}};?)*$"
_TEXT, _INTEGER, _OBJECT = {"type": "string"}, {"type": "integer"}, {"type": "object"}
_DOCUMENT = record(doc=_TEXT, doc_id=_TEXT, title=_TEXT, pages=_INTEGER)
_PNG: dict[str, Any] = {
    "response_class": Response,
    "responses": {**ERRORS, 200: {"description": "A picture", "content": {"image/png": {}}}},
}
_BIBLIOGRAPHY: dict[str, Any] = {"description": "The bibliography", "content": {"*/*": {}}}
_KEPT = {"Cache-Control": "private, max-age=3600"}
"""A picture of a page never changes: another file is another document."""

Sort: TypeAlias = Literal["name", "title", "authors", "year", "pages", "added"]
Label = Annotated[str, Path(max_length=100, description='"Table 2", "Figure 1"')]
Dpi = Annotated[float, Query(ge=36, le=300)]
Number = Annotated[int, Path(ge=1, le=1_000_000)]


class Wanted(Given):
    """Which of the documents, and in what order."""

    query: Annotated[str, Field(max_length=300, description="Words of name, title, authors or year")] = ""
    collection: Annotated[str, Field(max_length=300)] = ""
    sort: Sort = "name"
    descending: bool = False
    after: Annotated[str, Field(max_length=300, description="`next` of the page before")] = ""
    limit: Annotated[int, Field(ge=1, le=1000)] = 100


@reading.get("", **answered(record(documents=listed(_DOCUMENT), total=_INTEGER, next=_TEXT), description="A page of them"))
def documents(library: OpenLibrary, wanted: Annotated[Wanted, Query()]) -> dict[str, Any]:
    """What is in the library."""
    words = wanted.query.casefold().split()
    found = [
        each
        for each in library.documents()
        if (not wanted.collection or wanted.collection in each.collections)
        and all(
            word in f"{each.name} {each.title} {' '.join(each.metadata.authors)} {each.metadata.year}".casefold()
            for word in words
        )
    ]
    found.sort(key=_ORDERS[wanted.sort], reverse=wanted.descending)
    ids: list[str] = [each.id for each in found]
    start = ids.index(wanted.after) + 1 if wanted.after in ids else 0
    part = found[start : start + wanted.limit]
    more = part[-1].id if part and start + wanted.limit < len(found) else ""
    return {"documents": [document_json(each) for each in part], "total": len(found), "next": more}


@reading.get("/bibliography", response_class=Response, responses={**ERRORS, 200: _BIBLIOGRAPHY})
def as_bibliography(
    library: OpenLibrary,
    form: Annotated[BibliographyForm, Query(alias="format")] = "bibtex",
    collection: Annotated[str, Query(max_length=300)] = "",
) -> Response:
    """All papers, or those of a collection, for a reference manager."""
    ending, kind = BIBLIOGRAPHIES[form]
    written = library.bibliography(collections=[collection] if collection else (), form=form)
    return Response(written, media_type=kind, headers={"Content-Disposition": f'attachment; filename="paperatlas{ending}"'})


@reading.get("/{doc}", **answered(_DOCUMENT, description="The document"))
def document(document: Named, library: OpenLibrary) -> dict[str, Any]:
    """A document with the sizes of its pages, its outline, tables and figures."""
    parsed = library.parsed(document.id)
    return {
        **document_json(document),
        "abstract": document.metadata.abstract,
        "sheets": [sheet_json(page) for page in parsed.pages],
        **parts_json(parsed),
    }


@reading.get(
    "/{doc}/pages/{number}", **answered(record(number=_INTEGER, text=_TEXT, blocks=listed(_OBJECT)), description="The page")
)
def page(document: Named, number: Number, library: OpenLibrary) -> dict[str, Any]:
    """A page's text and blocks, with their boxes in points."""
    pages = library.parsed(document.id).pages
    if number > len(pages):
        raise UnknownPage(f"{document.name!r} has {len(pages)} pages and no page {number}.", hint="Ask for one that it has.")
    return page_json(pages[number - 1])


@reading.get("/{doc}/pages/{number}/image", **_PNG)
def page_image(
    document: Named,
    number: Number,
    library: OpenLibrary,
    dpi: Dpi = 110,
    boxes: Annotated[
        str, Query(max_length=20_000, pattern=_BOXES, description="Boxes to mark: x0,y0,x1,y1 in points, parted by ;")
    ] = "",
) -> Response:
    """A page as PNG, with boxes marked: those of a citation show the quote where it is printed."""
    png = library.page_image(document.id, number, dpi=dpi, highlight=_boxes(boxes, number))
    return Response(png, media_type="image/png", headers=_KEPT)


@reading.get(
    "/{doc}/sections/{name:path}", **answered(record(heading=_TEXT, page=_INTEGER, text=_TEXT), description="The section")
)
def section(document: Named, name: Annotated[str, Path(max_length=300)], library: OpenLibrary) -> dict[str, Any]:
    """A section by number, name or usual synonym."""
    return section_json(library.section(document.id, name))


@reading.get("/{doc}/summary", **answered(record(sentences=listed(_OBJECT)), description="In its own sentences"))
def summary(document: Named, library: OpenLibrary, section: Annotated[str, Query(max_length=300)] = "") -> dict[str, Any]:
    """A document, or one of its sections, in a few of its own sentences."""
    return summary_json(library.summary(document.id, section), library.names())


@reading.get("/{doc}/tables/{label}", **answered(record(label=_TEXT, rows=listed(listed(_TEXT))), description="The table"))
def table(document: Named, label: Label, library: OpenLibrary) -> dict[str, Any]:
    """The cells of a table as printed."""
    return table_of(library, document.id, label)


@reading.get("/{doc}/figures/{label}/image", **_PNG)
def figure_image(document: Named, label: Label, library: OpenLibrary, dpi: Dpi = 150) -> Response:
    """A figure, table or equation as PNG."""
    _, png = figure_png(library, document.id, label, dpi)
    return Response(png, media_type="image/png", headers=_KEPT)


@reading.get("/{doc}/references", **answered(record(references=listed(_OBJECT)), description="In order"))
def references(document: Named, library: OpenLibrary) -> dict[str, Any]:
    """What it cites, as its list of references has it; `cited` is the document of the library that an entry is of."""
    here = library.cited(document.id)
    return {
        "references": [
            {**each, "cited": {"doc": here[index].name, "doc_id": here[index].id} if index in here else None}
            for index, each in enumerate(parsed_json(library.parsed(document.id))["references"])
        ]
    }


@reading.get("/{doc}/bibtex", response_class=PlainTextResponse, responses=ERRORS)
def as_bibtex(document: Named) -> str:
    """Its entry for a bibliography."""
    return bibtex(document)


@reading.get(
    "/{doc}/original",
    response_class=FileResponse,
    responses={**ERRORS, 200: {"description": "The file", "content": {"*/*": {}}}},
)
def original(document: Named, library: OpenLibrary) -> FileResponse:
    """The file as it was taken in."""
    kept = library.original(document.id)
    if kept is None:
        raise UnsupportedFile(f"{document.name!r} is a record and has no file.", hint="Read its text instead.")
    return FileResponse(kept, filename=document.name, content_disposition_type="attachment")


@writing.delete("/{doc}", **answered(record(removed=_TEXT), description="It is gone"))
def remove(document: Named, library: OpenLibrary) -> dict[str, Any]:
    """Remove a document and all that was made of it."""
    library.remove([document.id])
    return {"removed": document.id, "doc": document.name}


_ORDERS: dict[Sort, Callable[[Document], tuple[Any, ...]]] = {
    "name": lambda each: (each.name,),
    "title": lambda each: (each.title.casefold(), each.name),
    "authors": lambda each: (" ".join(each.metadata.authors).casefold(), each.name),
    "year": lambda each: (each.metadata.year or 0, each.name),
    "pages": lambda each: (each.pages, each.name),
    "added": lambda each: (each.added_at, each.name),
}


def _boxes(text: str, page: int) -> tuple[Box, ...]:
    rows = [tuple(map(float, each.split(","))) for each in text.split(";") if each]
    boxes = tuple(Box(page, x0, y0, x1, y1) for x0, y0, x1, y1 in rows)
    if len(boxes) > _MOST_BOXES:
        raise InputError(f"{len(boxes)} boxes are too many.", hint=f"Mark at most {_MOST_BOXES}.")
    return boxes
