"""Beyond the library: arXiv and the web, where the person has allowed it."""

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.jobs import Work
from paperatlas.mcp_server.reply import Reply
from paperatlas.mcp_server.schema import INTEGER, TEXT, listed, record
from paperatlas.mcp_server.tool import Arguments, Tool, Words

if TYPE_CHECKING:
    from paperatlas.library.online import Place

__all__ = ["ONLINE"]

_SNIPPET = 600
"""Characters of an abstract that are shown."""


class SearchOnline(Arguments):
    query: Words
    limit: Annotated[int, Field(ge=1, le=20)] = 8


def _arxiv(desk: Desk, asked: SearchOnline, _work: Work) -> Reply:
    return _found(desk, asked, "arxiv")


def _web(desk: Desk, asked: SearchOnline, _work: Work) -> Reply:
    return _found(desk, asked, "web")


def _found(desk: Desk, asked: SearchOnline, place: "Place") -> Reply:
    from paperatlas.core.wire_online import found_online_json  # noqa: PLC0415 - start-up time

    found = [found_online_json(each) for each in desk.library.search_online(asked.query, place=place, limit=asked.limit)]
    rows = [{**each, "snippet": each["snippet"][:_SNIPPET]} for each in found]
    lines = [f"{row['title']} ({row['year'] or 'no year'})\n{row['url']}\n{row['snippet']}" for row in rows]
    note = "Nothing of this is in the library or proven; ingest_documents takes source."
    return Reply(data={"results": rows, "note": note}, text="\n\n".join([*lines, note]) if lines else "Nothing was found.")


_FOUND = record(results=listed(record(title=TEXT, url=TEXT, snippet=TEXT, year=INTEGER, source=TEXT)))

ONLINE: tuple[Tool[Any], ...] = (
    Tool(
        name="search_arxiv",
        title="Search arXiv",
        description="Papers on arXiv that are not in the library; source is what ingest_documents takes. Off unless allowed.",
        toolset="core",
        arguments=SearchOnline,
        output=_FOUND,
        run=_arxiv,
        slow=True,
        online=True,
    ),
    Tool(
        name="search_web",
        title="Search the web",
        description="Pages on the web, by the service that the person has set; nothing of it is proven. Off unless allowed.",
        toolset="core",
        arguments=SearchOnline,
        output=_FOUND,
        run=_web,
        slow=True,
        online=True,
    ),
)
