"""Serving many clients over streamable HTTP at /mcp: to this machine unless told otherwise, and beyond it only with a token."""

import ipaddress
import socket
import sys
from collections.abc import Callable, Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import anyio
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import SecretStr

from paperatlas.core.errors import ConfigError
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.server import Served
from paperatlas.mcp_server.tokens import AuthorizationServer, Introspection, OneToken, auth_settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.applications import Starlette
    from starlette.types import ASGIApp

__all__ = ["http_app", "is_loopback", "run_at", "serve_http"]

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def http_app(
    served: Served,
    *,
    token: SecretStr | None = None,
    authorization: AuthorizationServer | None = None,
    hosts: Iterable[str] = (),
    path: str = "/mcp",
) -> "Starlette":
    """An ASGI application, to be run or mounted. Its lifespan has to be entered.

    Tokens of an `authorization` server count where there is one, else the one `token`, if any.

    Requests have to name this machine, or one of `hosts`, in Host and in Origin, where they have one: a web page that a person
    looks at must not reach a server on the person's machine (DNS rebinding).
    """
    names = [*_LOOPBACK, *hosts]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[form for name in names for form in (name, f"{name}:*")],
        allowed_origins=[f"{scheme}://{name}{port}" for name in names for scheme in ("http", "https") for port in ("", ":*")],
    )
    verifier = Introspection(authorization) if authorization else OneToken(token) if token else None
    app = served.server.streamable_http_app(
        streamable_http_path=path,
        transport_security=security,
        auth=auth_settings(authorization) if verifier else None,
        token_verifier=verifier,
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
    authorization: AuthorizationServer | None = None,
    hosts: Iterable[str] = (),
    begin: Callable[[], object] = lambda: None,
) -> None:
    """Until interrupted. Port 0 takes any that is free; the address is said on stderr.

    Raises:
        ConfigError: it would listen beyond this machine without a token, or the address cannot be had.
    """
    if token is None and authorization is None and not is_loopback(host):
        raise ConfigError(
            f"Whoever reaches {host!r} could read the library.", hint="Set PAPERATLAS_MCP_TOKEN, or listen at 127.0.0.1."
        )
    app = http_app(served, token=token, authorization=authorization, hosts=(*hosts, host))

    def begun(port: int) -> None:
        sys.stderr.write(f"MCP at http://{host}:{port}/mcp\n")
        sys.stderr.flush()
        desk.open_soon()
        begin()

    try:
        run_at(app, host=host, port=port, begin=begun)
    finally:
        desk.close()


def run_at(app: "ASGIApp", *, host: str, port: int, begin: Callable[[int], object]) -> None:
    """Serve an application until interrupted; `begin` is called with the port before the first request.

    Raises:
        ConfigError: the address cannot be had.
    """
    import uvicorn  # noqa: PLC0415 - not for stdio

    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise ConfigError(
            f"Nothing can listen at {host}:{port}: {error.strerror or error}.", hint="Choose another --port."
        ) from error
    with listening:
        begin(listening.getsockname()[1])
        uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=5)).run(sockets=[listening])


def is_loopback(host: str) -> bool:
    """Whether a name or an address is of this machine alone."""
    try:
        return host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
