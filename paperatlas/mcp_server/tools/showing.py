"""Tables as rows, figures and pages as pictures."""

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from paperatlas.core.errors import InputError, UnknownFloat
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.jobs import Work
from paperatlas.mcp_server.reply import Picture, Reply
from paperatlas.mcp_server.schema import INTEGER, TEXT, listed, record
from paperatlas.mcp_server.text import answer_text, table_text
from paperatlas.mcp_server.tool import MOST_PAGES, Arguments, Doc, Short, Tool, Words
from paperatlas.mcp_server.tools.asking import CITATION

if TYPE_CHECKING:
    from collections.abc import Callable

    from paperatlas.core.floats import FloatKind
    from paperatlas.core.types import Box, ParsedDocument
    from paperatlas.library import Library

__all__ = ["SHOWING", "figure_png", "page_png", "table_of"]

_MOST_BYTES = 700_000
"""Of a picture: Claude Desktop refuses a result of more than a megabyte, and base64 adds a third."""
_LEAST_DPI = 50.0


class GetTable(Arguments):
    doc: Doc
    label: Annotated[str, Field(min_length=1, max_length=100, description='"Table 2", "2"; "Figure 3" if it is a grid')]


def _table(desk: Desk, asked: GetTable, _work: Work) -> Reply:
    table = table_of(desk.library, asked.doc, asked.label)
    head = f"{table['doc']}, p. {table['page']}: {table['caption'] or table['label']}"
    return Reply(data=table, text=f"{head}\n\n{table_text(table['rows'])}")


def table_of(library: "Library", doc: str, label: str) -> dict[str, Any]:
    """Raises UnknownDocument, UnknownFloat."""
    from paperatlas.core.floats import find_float  # noqa: PLC0415 - here and below: start-up time
    from paperatlas.core.wire import parsed_json  # noqa: PLC0415

    parsed = library.parsed(doc)
    found, _ = find_float(parsed, "table", label)
    return next({"doc": parsed.name, **table} for table in parsed_json(parsed)["tables"] if table["label"] == found)


class GetFigure(Arguments):
    doc: Doc
    label: Annotated[Short, Field(description='"Figure 1", "Table 2", "(3)" for an equation; empty: the whole page')] = ""
    page: Annotated[int, Field(ge=0, le=MOST_PAGES, description="Without a label: the page to show")] = 0
    dpi: Annotated[int, Field(ge=50, le=300)] = 110


def _figure(desk: Desk, asked: GetFigure, _work: Work) -> Reply:
    library = desk.library
    if asked.label:
        data, png = figure_png(library, asked.doc, asked.label, asked.dpi)
    elif asked.page:
        data = {"doc": library.document(asked.doc).name, "label": "", "page": asked.page, "caption": ""}
        png = page_png(library, asked.doc, asked.page, asked.dpi)
    else:
        raise InputError("Nothing is named to be shown.", hint="Give a label as get_document lists them, or a page.")
    text = f"{data['doc']}, p. {data['page']}: {data['caption'] or data['label'] or 'the whole page'}"
    return Reply(data=data, text=text, pictures=(Picture(png=png),))


def figure_png(library: "Library", doc: str, label: str, dpi: float) -> tuple[dict[str, Any], bytes]:
    """A figure, table or equation: where it stands, and its picture. Raises UnknownDocument, UnknownFloat."""
    parsed = library.parsed(doc)
    captions = {each.label: each.caption for each in parsed.figures} | {each.label: each.caption for each in parsed.tables}
    found, box = _located(parsed, label)
    data = {"doc": parsed.name, "label": found, "page": box.page, "caption": captions.get(found, "")}
    return data, _small_enough(lambda dpi: library.crop(doc, box, dpi=dpi), dpi)


_BEGINNINGS: tuple[tuple["FloatKind", tuple[str, ...]], ...] = (("table", ("tab",)), ("equation", ("eq", *"0123456789")))
"""A number alone is a figure if there is one, else an equation; "Table 2" is no figure."""


def _located(parsed: "ParsedDocument", label: str) -> "tuple[str, Box]":
    from paperatlas.core.floats import find_float  # noqa: PLC0415

    plain = label.casefold().lstrip("( ")
    kinds = [kind for kind, beginnings in _BEGINNINGS if plain.startswith(beginnings)]
    kinds = kinds if "table" in kinds else ["figure", *kinds]
    missing: list[UnknownFloat] = []
    for kind in kinds:
        try:
            found, boxes = find_float(parsed, kind, label)
        except UnknownFloat as error:
            missing.append(error)
        else:
            return found, boxes[0]
    raise missing[0]


def page_png(library: "Library", doc: str, page: int, dpi: float) -> bytes:
    """Raises UnknownDocument, InputError."""
    return _small_enough(lambda dpi: library.page_image(doc, page, dpi=dpi), dpi)


def _small_enough(draw: "Callable[[float], bytes]", dpi: float) -> bytes:
    """At the resolution asked for, or at a lower one if the picture is more than clients take."""
    while len(png := draw(dpi)) > _MOST_BYTES and dpi > _LEAST_DPI:
        dpi = max(_LEAST_DPI, dpi * 0.7)
    return png


class AnalyzeFigure(Arguments):
    doc: Doc
    label: Annotated[str, Field(min_length=1, max_length=100, description='"Figure 1", as get_document lists them')]
    question: Words


def _analyze(desk: Desk, asked: AnalyzeFigure, _work: Work) -> Reply:
    from paperatlas.core.wire import answer_json  # noqa: PLC0415

    library = desk.library
    answer = answer_json(library.analyze_figure(asked.doc, asked.label, asked.question), library.names())
    return Reply(data=answer, text=answer_text(answer))


SHOWING: tuple[Tool[Any], ...] = (
    Tool(
        name="get_table",
        title="Read a table",
        description="The cells of a table as printed. get_document lists the labels.",
        toolset="core",
        arguments=GetTable,
        output=record(
            doc=TEXT,
            label=TEXT,
            caption=TEXT,
            page=INTEGER,
            rows=listed(listed(TEXT)),
            header_rows=INTEGER,
        ),
        run=_table,
    ),
    Tool(
        name="get_figure",
        title="Look at a figure or page",
        description="A figure, table, equation or whole page as a picture, with its caption. get_document lists the labels.",
        toolset="core",
        arguments=GetFigure,
        output=record(doc=TEXT, label=TEXT, page=INTEGER, caption=TEXT),
        run=_figure,
    ),
    Tool(
        name="analyze_figure",
        title="Ask about a figure",
        description=(
            "What a figure shows, read from its picture by the vision model that the person has set; marked as such. If you see "
            "pictures yourself, get_figure is better."
        ),
        toolset="core",
        arguments=AnalyzeFigure,
        output=record(status=TEXT, answer=TEXT, citations=listed(CITATION)),
        run=_analyze,
        slow=True,
    ),
)
