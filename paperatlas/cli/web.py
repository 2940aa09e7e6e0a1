"""`serve`: the web app, REST, MCP and an OpenAI-compatible endpoint in one process."""

import logging
import sys
from pathlib import Path
from typing import Annotated

import typer

from paperatlas.cli.context import Context
from paperatlas.cli.serving import ingest_in_background
from paperatlas.core.errors import ConfigError

__all__ = ["app"]

app = typer.Typer()


@app.command()
def serve(
    context: typer.Context,
    *,
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 8723,
    allow_host: Annotated[list[str] | None, typer.Option(help="A name that the server is called by; repeatable.")] = None,
    ingest: Annotated[list[Path] | None, typer.Option(help="Take these files or folders in at the start; repeatable.")] = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="Nobody can change the library through it.")] = False,
    pages: Annotated[bool, typer.Option("--pages/--no-pages", help="The web app, beside what is for programs.")] = True,
    request_log: Annotated[
        bool, typer.Option("--request-log/--no-request-log", help="A line of JSON a request on stderr, without what was asked.")
    ] = True,
) -> None:
    """Serve the library to a browser and to programs, until interrupted."""
    if ingest and read_only:
        raise ConfigError("--ingest changes the library, and --read-only forbids it.", hint="Leave one of them out.")
    ctx: Context = context.obj
    settings = ctx.settings()
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")

    from paperatlas.choose_tracing import chosen_metering
    from paperatlas.mcp_server.desk import Desk
    from paperatlas.mcp_server.server import build_server
    from paperatlas.mcp_server.tools import tools_of
    from paperatlas.web import serving
    from paperatlas.web.metrics import SECONDS
    from paperatlas.web.request_log import log_requests

    if request_log:
        log_requests(sys.stderr)
    desk = Desk(ctx.open)
    served = build_server(desk, tools_of(("core", "graph", "admin"), read_only=read_only))

    def begin() -> None:
        if ingest:
            ingest_in_background(desk, ingest)

    serving.serve(
        desk,
        served,
        host=host,
        port=port,
        token=settings.web_token,
        hosts=allow_host or (),
        pages=pages,
        read_only=read_only,
        metering=chosen_metering(settings, buckets=SECONDS),
        begin=begin,
    )
