"""Documents: what there are, what is in them, and their text page by page or section by section."""

import re
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from paperatlas.core.errors import InputError
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.jobs import Work
from paperatlas.mcp_server.reply import HALF, BadCursor, Reply, clipped, cut_bytes, listed_from
from paperatlas.mcp_server.schema import INTEGER, TEXT, listed, record
from paperatlas.mcp_server.text import cited_text
from paperatlas.mcp_server.tool import MOST_PAGES, Arguments, Doc, Short, Tool
from paperatlas.mcp_server.tools.asking import CITATION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperatlas.core.summaries import Summary
    from paperatlas.core.types import Document, Heading

__all__ = ["READING", "GetDocument", "get_document"]

_PAGE_BYTES = 14_000
"""Text of one call, unless more is asked for: with its frame, what fits into a reply."""
_MOST_BYTES = 200_000
_ABSTRACT = 1_500
"""Bytes of an abstract in what is said of a document."""
_ROW_NAMES = ("doc", "doc_id", "title", "authors", "year", "venue", "pages", "chunks", "collections", "status")
_MOST_AUTHORS = 6

Cursor = Annotated[str, Field(max_length=40, description="next_cursor of the call before")]
MaxBytes = Annotated[int, Field(ge=1000, le=_MOST_BYTES, description="Most text in bytes; 4 are about a token")]


class ListDocuments(Arguments):
    query: Annotated[Short, Field(description="Only documents with these words in name, title, authors or year")] = ""
    limit: Annotated[int, Field(ge=1, le=200)] = 30
    cursor: Annotated[Cursor, Field(pattern=r"^\d*$")] = ""


def _list(desk: Desk, asked: ListDocuments, _work: Work) -> Reply:
    wanted = asked.query.casefold().split()
    documents = [each for each in desk.library.documents() if all(word in _described(each) for word in wanted)]
    part = listed_from(documents, _row, cursor=asked.cursor, limit=asked.limit, most_bytes=HALF - 500)
    lines = [
        f"- {row['doc']}: {row['title']} ({', '.join(row['authors']) or 'no authors found'}, {row['year'] or 'no year'}), "
        f"{row['pages']} pages"
        for row in part.rows
    ]
    lines += [f"{part.left} more: call again with cursor {part.next_cursor!r}."] if part.left else []
    return Reply(
        data={"documents": part.rows, "total": len(documents), "next_cursor": part.next_cursor},
        text="\n".join(lines) or ("No document fits that." if wanted else "No documents are indexed."),
    )


def _described(document: "Document") -> str:
    metadata = document.metadata
    return f"{document.name} {document.title} {' '.join(metadata.authors)} {metadata.year or ''} {metadata.venue}".casefold()


def _row(document: "Document") -> dict[str, Any]:
    from paperatlas.core.wire import document_json  # noqa: PLC0415 - here and below: start-up time

    full = document_json(document)
    row = {"doc_name": document.name, **{name: full[name] for name in _ROW_NAMES}}
    row |= {"standing": document.standing} if document.standing else {}
    return {**row, "authors": [*row["authors"][:_MOST_AUTHORS], *(["et al."] if len(row["authors"]) > _MOST_AUTHORS else [])]}


class GetDocument(Arguments):
    doc: Doc


def get_document(desk: Desk, asked: GetDocument, _work: Work) -> Reply:
    from paperatlas.core.wire import document_json, parsed_json  # noqa: PLC0415

    library = desk.library
    document = library.document(asked.doc)
    parsed = library.parsed(document.id)
    full = parsed_json(parsed)
    data = {
        **document_json(document),
        "abstract": clipped(document.metadata.abstract, _ABSTRACT),
        "sections": [{"heading": each.label, "level": each.level, "page": each.page} for each in _outer(parsed.headings)],
        "table_labels": [_labelled(each) for each in full["tables"]],
        "figure_labels": [_labelled(each) for each in full["figures"]],
    }
    lines = [
        f"{document.title} ({document.name})",
        (
            f"{', '.join(document.metadata.authors) or 'no authors found'}; {document.metadata.venue or 'no venue'}, "
            f"{document.metadata.year or 'no year'}; {document.pages} pages, {document.words} words"
        ),
        str(data["abstract"]),
        "Sections: " + "; ".join(f"{'  ' * (s['level'] - 1)}{s['heading']} (p. {s['page']})" for s in data["sections"]),
        *(f"{each['label']} (p. {each['page']}): {each['caption']}" for each in [*data["table_labels"], *data["figure_labels"]]),
    ]
    return Reply(data=data, text="\n".join(line for line in lines if line))


def _outer(headings: "Sequence[Heading]") -> "list[Heading]":
    return [each for each in headings if not each.run_in]


def _labelled(each: dict[str, Any]) -> dict[str, Any]:
    return {"label": each["label"], "page": each["page"], "caption": clipped(each["caption"], 200)}


class ReadPages(Arguments):
    doc: Doc
    first: Annotated[int, Field(ge=1, le=MOST_PAGES, description="Page of the file, from 1")] = 1
    last: Annotated[int, Field(ge=0, le=MOST_PAGES, description="0: to the end")] = 0
    max_bytes: MaxBytes = _PAGE_BYTES
    cursor: Annotated[Cursor, Field(description="next_cursor of the call before, instead of first")] = ""


def _pages(desk: Desk, asked: ReadPages, _work: Work) -> Reply:
    library = desk.library
    document = library.document(asked.doc)
    texts = library.catalog.texts(document.id)
    number, offset = _at(asked.cursor) if asked.cursor else (asked.first, 0)
    last = asked.last or max(texts)
    if number not in texts:
        raise InputError(f"{document.name!r} has no page {number}.", hint=f"It has pages {min(texts)} to {max(texts)}.")
    pages: list[dict[str, Any]] = []
    room, more = asked.max_bytes, ""
    while number in texts and number <= last:
        text = texts[number]
        if room < min(200, asked.max_bytes):
            more = f"{number}:{offset}"
            break
        end = cut_bytes(text, room, offset)
        pages.append({"page": number, "page_label": document.page_label(number), "text": text[offset:end]})
        room -= len(text[offset:end].encode("utf-8", "replace"))
        if end < len(text):
            more = f"{number}:{end}"
            break
        number, offset = number + 1, 0
    lines = [f"--- {document.name}, page {page['page']} of {max(texts)} ---\n{page['text']}" for page in pages]
    lines += [f"(goes on: call again with cursor {more!r})"] if more else []
    data = {"doc": document.name, "pages_in_all": max(texts), "pages": pages, "next_cursor": more}
    return Reply(data=data, text="\n\n".join(lines), whole=asked.max_bytes > _PAGE_BYTES)


def _at(cursor: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,9}):(\d{1,9})", cursor)
    if match is None:
        raise BadCursor(f"{cursor!r} is no cursor of this tool.", hint="Give next_cursor of the call before, or leave it out.")
    return int(match[1]), int(match[2])


class ExtractSection(Arguments):
    doc: Doc
    section: Annotated[str, Field(min_length=1, max_length=300, description='Name, number or usual synonym: "3.1", "methods"')]
    max_bytes: MaxBytes = _PAGE_BYTES
    cursor: Annotated[Cursor, Field(pattern=r"^\d*$")] = ""


def _section(desk: Desk, asked: ExtractSection, _work: Work) -> Reply:
    from paperatlas.core.wire import section_json  # noqa: PLC0415

    full = section_json(desk.library.section(asked.doc, asked.section))
    start = int(asked.cursor or 0)
    if start >= len(full["text"]) > 0:
        raise BadCursor(f"The section ends before {start}.", hint="Leave the cursor out to begin anew.")
    end = cut_bytes(full["text"], asked.max_bytes, start)
    more = str(end) if end < len(full["text"]) else ""
    data = {**full, "text": full["text"][start:end], "next_cursor": more}
    note = f"\n\n(goes on: call again with cursor {more!r})" if more else ""
    head = f"{full['doc']}, p. {full['page']}: {full['heading']}"
    return Reply(data=data, text=f"{head}\n\n{data['text']}{note}", whole=asked.max_bytes > _PAGE_BYTES)


class Summarize(Arguments):
    doc: Annotated[Short, Field(description="A document; empty: the topics of the whole library")] = ""
    section: Annotated[Short, Field(description="Only this section")] = ""
    outline: Annotated[bool, Field(description="Each section beneath it too")] = False


def _summarize(desk: Desk, asked: Summarize, _work: Work) -> Reply:
    from paperatlas.core.wire_summaries import summary_json  # noqa: PLC0415

    library = desk.library
    if not asked.doc and asked.section:
        raise InputError("There is no document to take a section from.", hint="Give doc too.")
    if not asked.doc:
        found: Sequence[Summary] = library.topics()
    elif asked.outline:
        found = library.outline(asked.doc, asked.section)
    else:
        found = [library.summary(asked.doc, asked.section)]
    summaries = [summary_json(each, library.names()) for each in found]
    parts = []
    for each in summaries:
        papers = f" ({', '.join(document['doc'] for document in each['documents'])})" if each["level"] == "topic" else ""
        lines = [f"{each['title']}{papers}"]
        for sentence in each["sentences"]:
            lines += [f"- {' '.join(sentence['text'].split())}", *(f"  {line}" for line in cited_text(sentence["citations"][:1]))]
        parts.append("\n".join(lines))
    text = "\n\n".join(parts) or "No documents are indexed."
    return Reply(data={"summaries": summaries}, text=text)


_DOCUMENT = record(doc_name=TEXT, title=TEXT, authors=listed(TEXT), pages=INTEGER, chunks=INTEGER)
_LABEL = record(label=TEXT, page=INTEGER, caption=TEXT)

READING: tuple[Tool[Any], ...] = (
    Tool(
        name="list_documents",
        title="List documents",
        description="The documents of the library, with the names that other tools take as doc.",
        toolset="core",
        arguments=ListDocuments,
        output=record(documents=listed(_DOCUMENT), total=INTEGER, next_cursor=TEXT),
        run=_list,
    ),
    Tool(
        name="get_document",
        title="A document at a glance",
        description="Metadata, abstract, sections, and the labels of the tables and figures of a document. No full text.",
        toolset="core",
        arguments=GetDocument,
        output=record(
            doc=TEXT,
            title=TEXT,
            authors=listed(TEXT),
            pages=INTEGER,
            abstract=TEXT,
            sections=listed(record(heading=TEXT, level=INTEGER, page=INTEGER)),
            table_labels=listed(_LABEL),
            figure_labels=listed(_LABEL),
        ),
        run=get_document,
    ),
    Tool(
        name="read_pages",
        title="Read pages",
        description="The text of pages in reading order, some a call: go on with cursor. For one topic use search_documents.",
        toolset="core",
        arguments=ReadPages,
        output=record(doc=TEXT, pages_in_all=INTEGER, pages=listed(record(page=INTEGER, text=TEXT)), next_cursor=TEXT),
        run=_pages,
    ),
    Tool(
        name="extract_section",
        title="Read a section",
        description="The whole text of a section, from its heading to the next of its level.",
        toolset="core",
        arguments=ExtractSection,
        output=record(doc=TEXT, heading=TEXT, page=INTEGER, text=TEXT, next_cursor=TEXT),
        run=_section,
    ),
    Tool(
        name="summarize",
        title="Summarize",
        description=(
            "A document, a section or the topics of the library in a few of the papers' own sentences, each with its page."
        ),
        toolset="core",
        arguments=Summarize,
        output=record(
            summaries=listed(record(title=TEXT, level=TEXT, sentences=listed(record(text=TEXT, citations=listed(CITATION))))),
        ),
        run=_summarize,
        slow=True,
    ),
)
