"""The graph's server is gone: the tab says which service, where, and what to do; the rest of the app goes on."""

import socket
from collections.abc import Iterator

import pytest

from paperatlas.bootstrap import open_library
from paperatlas.mcp_server.desk import Desk
from paperatlas.settings import Settings
from tests.fakes.serving import serving
from tests.fakes.visits import Visits

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def nobody() -> str:
    """A Bolt address where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"bolt://127.0.0.1:{taken.getsockname()[1]}"


@pytest.fixture(scope="module")
def app_address(nobody: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("gone")
    paper = folder / "lamp.md"
    paper.write_text("# Lamp\n\nThe Aurora lamp burned for 412 hours in the cold chamber.\n", encoding="utf-8")
    with open_library(settings=Settings(library=folder / "library")) as library:
        library.ingest([paper])
    settings = Settings(library=folder / "library", neo4j_uri=nobody)
    with serving(Desk(lambda: open_library(settings=settings))) as address:
        yield address


def test_the_tab_says_which_service_where_and_what_to_do(visit: Visits, nobody: str) -> None:
    at = visit()
    at.expected.extend(["503", "415"])  # the graph, and the picture of a page that the note does not have
    at.page.evaluate("atlas.tab('graph')")
    told = at.page.locator("#graph-tab .failed")
    told.wait_for()
    assert f"Neo4j at {nobody} cannot be reached" in told.inner_text()
    assert "PAPERATLAS_NEO4J_URI" in told.inner_text()
    assert at.page.locator("#graph-tab button", has_text="Try again").is_visible()
    at.picture("graph-server-gone")
    reply = at.page.request.get(f"{visit.address}/api/v1/graph/map")
    assert (reply.status, reply.json()["code"]) == (503, "upstream")
    at.page.evaluate("atlas.tab('ask')")
    at.ask("How many hours did the Aurora lamp burn?")
    assert "412" in at.page.locator(".answer .text").inner_text()
