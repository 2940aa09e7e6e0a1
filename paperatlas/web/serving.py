"""Serving the app until it is interrupted."""

import sys
from collections.abc import Callable, Iterable

from pydantic import SecretStr

from paperatlas.core.errors import ConfigError
from paperatlas.core.tracing import Metering
from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.http import is_loopback, run_at
from paperatlas.mcp_server.server import Served
from paperatlas.web.app import web_app

__all__ = ["serve"]


def serve(
    desk: Desk,
    served: Served,
    *,
    host: str,
    port: int,
    token: SecretStr | None,
    hosts: Iterable[str] = (),
    pages: bool = True,
    read_only: bool = False,
    metering: Metering | None = None,
    begin: Callable[[], object] = lambda: None,
) -> None:
    """`served` is the MCP server. Port 0 takes any that is free; the address is said on stderr.

    Raises:
        ConfigError: it would listen beyond this machine without a token, or the address cannot be had.
    """
    if token is None and not is_loopback(host):
        raise ConfigError(
            f"Whoever reaches {host!r} could read the library.", hint="Set PAPERATLAS_WEB_TOKEN, or listen at 127.0.0.1."
        )
    app = web_app(desk, served, hosts=(*hosts, host), token=token, pages=pages, read_only=read_only, warm=True, metering=metering)

    def begun(port: int) -> None:
        sys.stderr.write(f"PaperAtlas at http://{host}:{port}/\n")
        sys.stderr.flush()
        begin()

    try:
        run_at(app, host=host, port=port, begin=begun)
    finally:
        desk.close()
