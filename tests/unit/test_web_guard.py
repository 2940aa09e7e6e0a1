"""The door of the web server: this machine, its own pages, and who has the token."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from paperatlas.core.errors import ConfigError
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.server import build_server
from paperatlas.mcp_server.tools import ALL_TOOLS
from paperatlas.web.app import web_app
from paperatlas.web.guard import COOKIE
from paperatlas.web.serving import serve
from tests.fakes.mcp_servers import LAMP, note_library, write_notes

HERE = "http://127.0.0.1:8723"
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with note_library(tmp_path / "library") as library:
        library.ingest(write_notes(tmp_path / "papers", lamp=LAMP))
        yield Desk(lambda: library)


def client(desk: Desk, **how: Any) -> TestClient:
    return TestClient(web_app(desk, build_server(desk, ALL_TOOLS), pages=False, **how), base_url=HERE)


def test_this_machine_is_answered_without_a_token(desk: Desk) -> None:
    with client(desk) as web:
        assert web.get("/healthz").json() == {"status": "alive"}
        assert web.get("/readyz").json() == {"status": "ready", "papers": 1, "models": "cold"}


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "", "[::2]"])
def test_a_name_that_is_not_this_servers_is_refused(desk: Desk, host: str) -> None:
    with client(desk) as web:
        reply = web.get("/healthz", headers={"host": host})
    assert reply.status_code == 421
    assert reply.headers["content-type"] == "application/problem+json"


def test_a_name_that_was_allowed_is_not(desk: Desk) -> None:
    with client(desk, hosts=["papers.example"]) as web:
        assert web.get("/healthz", headers={"host": "papers.example:443"}).status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:3000", "http://localhost:8723", "file://"])
def test_a_page_that_is_not_its_own_is_refused(desk: Desk, origin: str) -> None:
    with client(desk) as web:
        assert web.get("/healthz", headers={"origin": origin}).status_code == 403


def test_its_own_page_is_not(desk: Desk) -> None:
    with client(desk, hosts=["papers.example"]) as web:
        assert web.get("/healthz", headers={"origin": HERE}).status_code == 200
        proxied = {"host": "papers.example", "origin": "https://papers.example"}
        assert web.get("/healthz", headers=proxied).status_code == 200


@pytest.mark.parametrize("sent", ["", "Bearer other", "Basic s3cret", "Bearer", "bearer s3cre\u0301t"])
def test_without_the_token_nothing_is_said_but_that_it_is_alive(desk: Desk, sent: str) -> None:
    with client(desk, token=SecretStr("s3cret")) as web:
        headers = {"authorization": sent.encode()} if sent else {}
        reply = web.get("/api/v1/openapi.json", headers=headers)
        assert (reply.status_code, reply.headers["www-authenticate"]) == (401, 'Bearer realm="paperatlas"')
        assert web.get("/healthz").status_code == 200


def test_with_the_token_all_is(desk: Desk) -> None:
    with client(desk, token=SecretStr("s3cret")) as web:
        assert web.get("/api/v1/openapi.json", headers={"authorization": "Bearer s3cret"}).status_code == 200


def test_a_browser_shows_the_token_once(desk: Desk) -> None:
    with client(desk, token=SecretStr("s3cret")) as web:
        door = web.get("/api/v1/openapi.json", headers={"accept": "text/html"}, follow_redirects=False)
        assert (door.status_code, door.headers["location"]) == (303, "/sign-in")
        refused = web.post("/sign-in", data={"token": "other"}, headers={"accept-language": "fr, pt-BR;q=0.8, en;q=0.5"})
        assert (refused.status_code, "Essa não é a chave." in refused.text, 'lang="pt-PT"' in refused.text) == (401, True, True)
        assert (
            "That is not the token." in web.post("/sign-in", data={"token": "other"}, headers={"accept-language": "xx;q=y"}).text
        )
        entered = web.post("/sign-in", data={"token": "s3cret"}, follow_redirects=False)
        cookie = entered.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert "s3cret" not in cookie
        assert web.get("/api/v1/openapi.json").status_code == 200
        web.cookies.clear()
        web.cookies.set(COOKIE, "0" * 64)
        assert web.get("/api/v1/openapi.json").status_code == 401


def test_mcp_is_there_with_the_same_token(desk: Desk) -> None:
    accept = {"accept": "application/json, text/event-stream"}
    with client(desk, token=SecretStr("s3cret")) as web:
        assert web.post("/mcp", json=HELLO, headers=accept).status_code == 401
        assert web.post("/mcp", json=HELLO, headers=accept | {"authorization": "Bearer s3cret"}).status_code == 200


def test_every_answer_tells_a_browser_to_load_nothing_from_elsewhere(desk: Desk) -> None:
    with client(desk) as web:
        for path in ("/healthz", "/nowhere"):
            headers = web.get(path).headers
            assert "default-src 'self'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"


def test_a_wrong_address_is_a_problem_and_not_a_page(desk: Desk) -> None:
    with client(desk) as web:
        reply = web.get("/api/v1/documents/nothing/pages/1/image")
    assert reply.status_code == 404
    assert reply.json()["code"] == "unknown_document"
    assert "hint" in reply.json()


def test_beyond_this_machine_a_token_is_wanted(desk: Desk) -> None:
    with pytest.raises(ConfigError, match="could read the library"):
        serve(desk, build_server(desk, ALL_TOOLS), host="0.0.0.0", port=0, token=None)
