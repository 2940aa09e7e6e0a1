"""Passages: found by a query, read with what stands around them; and how often a term occurs."""

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from paperatlas.core.errors import InputError
from paperatlas.core.ids import ChunkId
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.jobs import Work
from paperatlas.mcp_server.reply import Reply
from paperatlas.mcp_server.schema import INTEGER, NUMBER, TEXT, listed, record
from paperatlas.mcp_server.text import hits_text, where
from paperatlas.mcp_server.tool import MOST_PAGES, Arguments, Docs, Short, Tool, Words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paperatlas.core.types import Chunk
    from paperatlas.library import Library

__all__ = ["FINDING"]

_PLACES = 60
"""Occurrences that are listed one by one; the rest are in the sums."""


class SearchDocuments(Arguments):
    query: Annotated[Words, Field(description='Words or a question; a "quoted phrase" and a prefix* are conditions')]
    mode: Annotated[
        Literal["auto", "hybrid", "vector", "lexical", "graph", "summary"],
        Field(description="lexical: exact words; vector: meaning; graph: by way of shared entities; auto: all of them"),
    ] = "auto"
    limit: Annotated[int, Field(ge=1, le=50)] = 8
    documents: Docs = ()
    page: Annotated[int, Field(ge=0, le=MOST_PAGES, description="Only this page; 0: any")] = 0
    section: Annotated[Short, Field(description="Only sections with this in their name")] = ""
    author: Annotated[Short, Field(description="Only papers by this author")] = ""
    first_year: Annotated[int, Field(ge=0, le=9999)] = 0
    last_year: Annotated[int, Field(ge=0, le=9999)] = 9999
    where: Annotated[
        tuple[Annotated[str, Field(pattern=r"^[^=]+=.*$", max_length=300)], ...],
        Field(max_length=10, description='Metadata that must be equal, as "venue=COST"'),
    ] = ()
    without: Annotated[
        tuple[Literal["vector", "bm25", "graph", "summary", "expand", "feedback", "rewrite", "hyde", "rerank", "mmr"], ...],
        Field(max_length=10, description="Stages to switch off"),
    ] = ()


def _search(desk: Desk, asked: SearchDocuments, _work: Work) -> Reply:
    from paperatlas.core.searching import SearchOptions, Stages  # noqa: PLC0415 - here and below: start-up time
    from paperatlas.core.wire import search_json  # noqa: PLC0415

    library = desk.library
    years = (asked.first_year, asked.last_year) if asked.first_year or asked.last_year != 9999 else None
    result = library.search(
        asked.query,
        mode=asked.mode,
        limit=asked.limit,
        documents=asked.documents,
        page=asked.page or None,
        section=asked.section,
        years=years,
        where=[(name.strip(), value.strip()) for name, _, value in (each.partition("=") for each in asked.where)],
        author=asked.author,
        options=SearchOptions(syntax=True, stages=Stages.without(*asked.without)),
    )
    found = search_json(result, library.names())
    return Reply(data=found, text=hits_text(found))


class GetPassage(Arguments):
    chunk_id: Annotated[str, Field(min_length=1, max_length=100, description="Of a hit or a citation")]
    before: Annotated[int, Field(ge=0, le=5)] = 1
    after: Annotated[int, Field(ge=0, le=5)] = 1


def _passage(desk: Desk, asked: GetPassage, _work: Work) -> Reply:
    library = desk.library
    with library.catalog.snapshot():
        found = library.catalog.chunks([ChunkId(asked.chunk_id)])
        if not found:
            raise InputError(
                f"There is no passage {asked.chunk_id!r}: its document was changed or removed.",
                hint="search_documents finds passages and gives their chunk_id.",
            )
        chunk = found[ChunkId(asked.chunk_id)]
        around = [each for each in library.catalog.chunks_of(chunk.document) if each.kind == "text" or each.id == chunk.id]
    at = next(index for index, each in enumerate(around) if each.id == chunk.id)
    shown = around[max(0, at - asked.before) : at + asked.after + 1]
    passages = _passages_json(library, shown)
    text = "\n\n".join(f"{where(p)}{' ← the passage' if p['chunk_id'] == chunk.id else ''}\n{p['text']}" for p in passages)
    return Reply(data={"chunk_id": chunk.id, "passages": passages}, text=text)


def _passages_json(library: "Library", chunks: "Iterable[Chunk]") -> list[dict[str, Any]]:
    """In the form of hits, which they are not."""
    from paperatlas.core.searching import Hit, SearchResult  # noqa: PLC0415
    from paperatlas.core.wire import search_json  # noqa: PLC0415

    hits = tuple(Hit(rank=rank, score=0.0, chunk=chunk) for rank, chunk in enumerate(chunks, start=1))
    found = search_json(SearchResult(query="", mode="auto", hits=hits, seconds=0.0), library.names())
    unsaid = {"rank", "score", "routes", "similarity"}
    return [{name: value for name, value in hit.items() if name not in unsaid} for hit in found["hits"]]


class DocumentStats(Arguments):
    term: Annotated[str, Field(min_length=1, max_length=200, description="A word, phrase, number or acronym")]
    documents: Docs = ()


def _stats(desk: Desk, asked: DocumentStats, work: Work) -> Reply:
    from paperatlas.agents.operators.occurrences import occurrences  # noqa: PLC0415

    library = desk.library
    chosen = [library.document(name) for name in asked.documents] or library.documents()
    counts: list[dict[str, Any]] = []
    places: list[dict[str, Any]] = []
    for done, document in enumerate(chosen, start=1):
        work.step(document.name, done=done, total=len(chosen))
        found = list(occurrences(asked.term, library.catalog.parsed(document.id)))
        pages = Counter(each.page for each in found)
        parts = Counter(each.part for each in found)
        counts.append({"doc": document.name, "count": len(found), "parts": dict(parts), "pages": sorted(pages)})
        places += [{"doc": document.name, "page": page, "count": count} for page, count in sorted(pages.items())]
    counts.sort(key=lambda each: (-each["count"], each["doc"]))
    total = sum(each["count"] for each in counts)
    data = {"term": asked.term, "total": total, "documents": counts, "places": places[:_PLACES]}
    lines = [f"“{asked.term}” occurs {total} times in {sum(1 for each in counts if each['count'])} of {len(counts)} documents."]
    lines += [
        f"- {each['doc']}: {each['count']} (pages {', '.join(map(str, each['pages']))})" for each in counts if each["count"]
    ]
    return Reply(data=data, text="\n".join(lines))


_PASSAGE = record(doc=TEXT, page=INTEGER, section=TEXT, chunk_id=TEXT, text=TEXT)

FINDING: tuple[Tool[Any], ...] = (
    Tool(
        name="search_documents",
        title="Search passages",
        description=(
            "The passages that fit a query best, with document, page, section and chunk_id. For evidence to read yourself; "
            "ask answers questions with proof."
        ),
        toolset="core",
        arguments=SearchDocuments,
        output=record(
            query=TEXT,
            mode=TEXT,
            hits=listed(record(rank=INTEGER, score=NUMBER, doc=TEXT, page=INTEGER, section=TEXT, chunk_id=TEXT, text=TEXT)),
        ),
        run=_search,
        slow=True,
    ),
    Tool(
        name="get_passage",
        title="Read a passage",
        description="A passage by its chunk_id, with the passages before and after it.",
        toolset="core",
        arguments=GetPassage,
        output=record(chunk_id=TEXT, passages=listed(_PASSAGE)),
        run=_passage,
    ),
    Tool(
        name="document_stats",
        title="Count a term",
        description=(
            "How often a term occurs: exact counts by document, page and part (body, tables, captions, references), whatever "
            "its case, hyphens or plural."
        ),
        toolset="core",
        arguments=DocumentStats,
        output=record(
            term=TEXT,
            total=INTEGER,
            documents=listed(record(doc=TEXT, count=INTEGER, pages=listed(INTEGER))),
        ),
        run=_stats,
        slow=True,
    ),
)
