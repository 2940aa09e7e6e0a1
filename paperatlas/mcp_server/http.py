"""Serving many clients over streamable HTTP at /mcp: to this machine unless told otherwise, and beyond it only with a token."""

import hmac
import ipaddress
import socket
import sys
from collections.abc import Callable, Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import anyio
from mcp.server.auth.provider import AccessToken, TokenVerifier
from mcp.server.auth.settings import AuthSettings
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import AnyHttpUrl, SecretStr

from paperatlas.core.errors import ConfigError
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.server import Served

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.applications import Starlette

__all__ = ["http_app", "serve_http"]

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class _OneToken(TokenVerifier):
    """The token of the settings, which all clients share."""

    def __init__(self, token: SecretStr) -> None:
        self._token = token.get_secret_value().encode()

    async def verify_token(self, token: str) -> AccessToken | None:
        if not hmac.compare_digest(token.encode(), self._token):
            return None
        return AccessToken(token=token, client_id="bearer", scopes=[])


def http_app(served: Served, *, token: SecretStr | None = None, hosts: Iterable[str] = (), path: str = "/mcp") -> "Starlette":
    """An ASGI application, to be run or mounted. Its lifespan has to be entered.

    Requests have to name this machine, or one of `hosts`, in Host and in Origin, where they have one: a web page that a person
    looks at must not reach a server on the person's machine (DNS rebinding).
    """
    names = [*_LOOPBACK, *hosts]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[form for name in names for form in (name, f"{name}:*")],
        allowed_origins=[f"{scheme}://{name}{port}" for name in names for scheme in ("http", "https") for port in ("", ":*")],
    )
    # The SDK wants an issuer wherever a token is checked; nothing is published of it without a resource URL.
    auth = AuthSettings(issuer_url=AnyHttpUrl("http://127.0.0.1"), resource_server_url=None) if token else None
    app = served.server.streamable_http_app(
        streamable_http_path=path,
        transport_security=security,
        auth=auth,
        token_verifier=_OneToken(token) if token else None,
    )
    sessions = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(of: "Starlette") -> "AsyncIterator[None]":
        async with sessions(of), anyio.create_task_group() as beside:
            beside.start_soon(served.changes.watch)
            yield
            served.changes.listen.close()
            beside.cancel_scope.cancel()

    app.router.lifespan_context = lifespan
    return app


def serve_http(
    served: Served,
    desk: Desk,
    *,
    host: str,
    port: int,
    token: SecretStr | None,
    hosts: Iterable[str] = (),
    begin: Callable[[], object] = lambda: None,
) -> None:
    """Until interrupted. Port 0 takes any that is free; the address is said on stderr.

    Raises:
        ConfigError: it would listen beyond this machine without a token, or the address cannot be had.
    """
    if token is None and not _is_loopback(host):
        raise ConfigError(
            f"Whoever reaches {host!r} could read the library.", hint="Set PAPERATLAS_MCP_TOKEN, or listen at 127.0.0.1."
        )
    import uvicorn  # noqa: PLC0415 - not for stdio

    app = http_app(served, token=token, hosts=(*hosts, host))
    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise ConfigError(
            f"Nothing can listen at {host}:{port}: {error.strerror or error}.", hint="Choose another --port."
        ) from error
    with listening:
        sys.stderr.write(f"MCP at http://{host}:{listening.getsockname()[1]}/mcp\n")
        sys.stderr.flush()
        desk.open_soon()
        begin()
        try:
            uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=5)).run(sockets=[listening])
        finally:
            desk.close()


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
