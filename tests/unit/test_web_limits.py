"""What one caller may ask for, what is counted, and what is written down."""

import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from paperatlas.library import Library
from paperatlas.web.limits import Limits
from tests.fakes.mcp_servers import LAMP, note_library, write_notes
from tests.unit.test_web_api import API, serving


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def echo(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(len(await request.body())))


def limited(clock: Clock, *, a_minute: int = 60, most_sent: int = 100 << 20) -> TestClient:
    app = Starlette(routes=[Route("/{path:path}", echo, methods=["GET", "POST"])])
    return TestClient(Limits(app, a_minute=a_minute, most_sent=most_sent, clock=clock))


def test_a_caller_gets_no_more_than_its_share_and_more_as_time_passes() -> None:
    clock = Clock()
    web = limited(clock, a_minute=3)
    assert [web.get("/x").status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = web.get("/x")
    assert int(refused.headers["retry-after"]) == 20
    assert refused.json()["hint"] == "Try again in 20 s."
    clock.now = 20.0
    assert [web.get("/x").status_code for _ in range(2)] == [200, 429]


def test_whether_it_is_alive_may_be_asked_at_any_time() -> None:
    web = limited(Clock(), a_minute=1)
    assert [web.get("/healthz").status_code for _ in range(5)] == [200] * 5


@pytest.mark.parametrize(("path", "megabytes", "status"), [("/ask", 3, 200), ("/ask", 5, 413), ("/api/v1/uploads", 5, 200)])
def test_a_body_is_bounded_by_what_it_is_for(path: str, megabytes: int, status: int) -> None:
    assert limited(Clock()).post(path, content=b"x" * (megabytes << 20)).status_code == status


def test_a_body_of_no_stated_length_is_bounded_too() -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(50):
            yield b"x" * (1 << 20)

    web = limited(Clock())
    with pytest.raises(Exception, match=r"(?i)disconnect|closed|^$"):
        web.post("/ask", content=pieces())


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with note_library(tmp_path / "library") as library:
        library.ingest(write_notes(tmp_path / "papers", lamp=LAMP))
        yield library


def test_requests_are_counted_by_the_pattern_of_their_route(library: Library) -> None:
    with serving(library) as web:
        web.get("/readyz")
        web.get(f"{API}/documents/lamp.note")
        web.get(f"{API}/documents/none")
        text = web.get("/metrics").text
    route = 'route="/documents/{doc}"'
    assert f'paperatlas_requests_total{{method="GET",{route},status="200"}} 1.0' in text
    assert f'paperatlas_requests_total{{method="GET",{route},status="404"}} 1.0' in text
    assert "paperatlas_documents 1.0" in text
    assert "lamp.note" not in text


def test_changes_are_written_down_and_questions_are_not(library: Library) -> None:
    with serving(library) as web:
        web.get("/readyz")
        web.post(f"{API}/ask", json={"question": "Is the lamp bright?"})
        web.post(f"{API}/graph/ask", json={"question": "What uses the lamp?"})
        web.post(f"{API}/graph/decisions", json={})
        web.delete(f"{API}/documents/none")
        web.delete(f"{API}/documents/lamp.note")
    log = library.folder / "audit.jsonl"
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(line["method"], line["path"], line["status"]) for line in lines] == [
        ("POST", f"{API}/graph/decisions", 422),
        ("DELETE", f"{API}/documents/none", 404),
        ("DELETE", f"{API}/documents/lamp.note", 200),
    ]
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
