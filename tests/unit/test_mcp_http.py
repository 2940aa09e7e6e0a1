"""MCP over HTTP: for this machine, for who has the token, and for no web page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from pydantic import SecretStr
from starlette.applications import Starlette

from paperatlas.core.errors import ConfigError
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.http import http_app, serve_http
from paperatlas.mcp_server.server import Served
from paperatlas.mcp_server.tokens import AuthorizationServer
from tests.fakes.mcp_servers import LAMP, note_library, served, served_from, text_of, write_notes
from tests.fakes.service import Reply, Service, service

URL = "http://127.0.0.1:8722"
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
ACCEPT = {"accept": "application/json, text/event-stream"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    with note_library(tmp_path / "library") as library:
        library.ingest(write_notes(tmp_path / "papers", lamp=LAMP))
        yield served(library)


def post(app: Starlette, headers: dict[str, str], *, url: str = URL) -> httpx2.Response:
    """What a greeting gets."""

    async def run() -> httpx2.Response:
        async with (
            app.router.lifespan_context(app),
            httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url=url) as client,
        ):
            return await client.post("/mcp", json=HELLO, headers={**ACCEPT, **headers})

    return anyio.run(run)


def test_a_greeting_from_this_machine_is_answered(server: Served) -> None:
    assert post(http_app(server), {}).status_code == 200


@pytest.mark.parametrize(
    ("headers", "url"),
    [
        ({}, "http://evil.example"),
        ({"origin": "http://evil.example"}, URL),
        ({"origin": "null"}, URL),
    ],
)
def test_a_web_page_of_somebody_else_is_refused(server: Served, headers: dict[str, str], url: str) -> None:
    assert post(http_app(server), headers, url=url).status_code in {403, 421}


def test_a_page_of_this_machine_and_a_name_that_is_allowed_are_not(server: Served) -> None:
    assert post(http_app(server), {"origin": "http://localhost:3000"}).status_code == 200
    assert post(http_app(server, hosts=["papers.example"]), {}, url="https://papers.example").status_code == 200


def test_a_token_is_wanted_where_one_is_set(server: Served) -> None:
    app = http_app(server, token=SecretStr("s3cret"))
    refused = post(app, {})
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"].startswith("Bearer")
    assert post(http_app(server, token=SecretStr("s3cret")), {"authorization": "Bearer other"}).status_code == 401
    assert post(http_app(server, token=SecretStr("s3cret")), {"authorization": "Bearer s3cret"}).status_code == 200


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_official_client_talks_over_http(server: Served, mode: Any) -> None:
    app = http_app(server, token=SecretStr("s3cret"))

    async def run() -> str:
        transport = httpx2.ASGITransport(app)
        headers = {"authorization": "Bearer s3cret"}
        async with (
            app.router.lifespan_context(app),
            httpx2.AsyncClient(transport=transport, base_url=URL, headers=headers) as http,
            Client(streamable_http_client(f"{URL}/mcp", http_client=http), mode=mode) as client,
        ):
            return text_of(await client.call_tool("search_documents", {"query": "lumens"}))

    assert "40 lumens" in anyio.run(run)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "papers.example", "::"])
def test_nothing_is_served_beyond_this_machine_without_a_token(host: str) -> None:
    def nothing() -> Any:
        raise AssertionError("it is not opened")

    with pytest.raises(ConfigError, match="could read the library"):
        serve_http(served_from(nothing), Desk(nothing), host=host, port=0, token=None)


OAUTH = {"active": True, "aud": f"{URL}/mcp", "client_id": "reader", "scope": "papers", "sub": "ada"}


def authorized(server: Served, said: Any, *, issuer: str = "https://login.example") -> tuple[httpx2.Response, Service]:
    """What a caller with a token gets when the authorization server says that of it."""
    with service(lambda _: Reply(body=said) if said is not None else Reply(status=500)) as asked:
        authority = AuthorizationServer(
            issuer=issuer,
            resource=f"{URL}/mcp",
            introspection=f"{asked.url}/introspect",
            client_id="papers",
            client_secret=SecretStr("secret"),
        )
        return post(http_app(server, authorization=authority), {"authorization": "Bearer theirs"}), asked


@pytest.mark.parametrize("said", [OAUTH, OAUTH | {"aud": ["other", f"{URL}/mcp"]}, OAUTH | {"exp": 9_999_999_999}])
def test_a_good_token_of_an_authorization_server_lets_in(server: Served, said: Any) -> None:
    reply, asked = authorized(server, said)
    assert reply.status_code == 200
    assert len(asked.asked) == 1


@pytest.mark.parametrize(
    "said",
    [
        {"active": False},
        OAUTH | {"active": "true"},
        OAUTH | {"aud": "https://other.example/mcp"},
        {key: value for key, value in OAUTH.items() if key != "aud"},
        OAUTH | {"exp": 1},
        OAUTH | {"iss": "https://evil.example"},
        [],
        None,
    ],
)
def test_any_other_token_does_not(server: Served, said: Any) -> None:
    reply, _ = authorized(server, said)
    assert reply.status_code == 401


def test_a_client_without_a_token_is_told_where_to_get_one(server: Served) -> None:
    authority = AuthorizationServer(
        issuer="https://login.example",
        resource=f"{URL}/mcp",
        introspection="http://127.0.0.1:9/introspect",
        client_id="papers",
        client_secret=SecretStr("secret"),
    )
    app = http_app(server, authorization=authority)

    async def run() -> tuple[httpx2.Response, httpx2.Response]:
        async with (
            app.router.lifespan_context(app),
            httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url=URL) as client,
        ):
            refused = await client.post("/mcp", json=HELLO, headers=ACCEPT)
            return refused, await client.get("/.well-known/oauth-protected-resource/mcp")

    refused, metadata = anyio.run(run)
    assert refused.status_code == 401
    assert "/.well-known/oauth-protected-resource/mcp" in refused.headers["www-authenticate"]
    assert metadata.json()["resource"] == f"{URL}/mcp"
    assert metadata.json()["authorization_servers"] == ["https://login.example"]
