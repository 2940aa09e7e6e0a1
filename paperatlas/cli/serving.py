"""`mcp`: the library for MCP clients, over stdin and stdout or over HTTP; and `mcp install`, which tells a client of it."""

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from paperatlas.cli.context import AsJson, Context
from paperatlas.core.errors import BadSetting, ConfigError

if TYPE_CHECKING:
    from paperatlas.mcp_server.desk import Desk
    from paperatlas.mcp_server.install import Installation
    from paperatlas.mcp_server.tokens import AuthorizationServer
    from paperatlas.mcp_server.tool import Toolset
    from paperatlas.settings import Settings

__all__ = ["app", "ingest_in_background"]

app = typer.Typer(help="Serve the library to MCP clients: Claude, VS Code, Cursor and any agent.")

_TOOLSETS = ("core", "graph", "admin")

Toolsets = Annotated[str, typer.Option(help="Which tools: core, graph, admin, with commas between.")]
ReadOnly = Annotated[bool, typer.Option("--read-only", help="No tool that changes the library.")]


@app.callback(invoke_without_command=True)
def mcp(
    context: typer.Context,
    *,
    ingest: Annotated[list[Path] | None, typer.Option(help="Take these files or folders in at the start; repeatable.")] = None,
    toolsets: Toolsets = "core",
    read_only: ReadOnly = False,
    root: Annotated[list[Path] | None, typer.Option(help="Clients may ingest from here only; repeatable.")] = None,
    http: Annotated[bool, typer.Option("--http", help="Over HTTP, at /mcp, instead of stdin and stdout.")] = False,
    host: Annotated[str, typer.Option(help="For --http: the address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="For --http.")] = 8722,
    allow_host: Annotated[list[str] | None, typer.Option(help="For --http: a name that clients may call it by.")] = None,
) -> None:
    """Serve until the client goes away. Results go to stdout, everything else to stderr."""
    if context.invoked_subcommand is not None:
        return
    if ingest and read_only:
        raise ConfigError("--ingest changes the library, and --read-only forbids it.", hint="Leave one of them out.")
    ctx: Context = context.obj
    chosen, settings = _toolsets(toolsets), ctx.settings()
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")

    from paperatlas.mcp_server.desk import Desk
    from paperatlas.mcp_server.server import build_server
    from paperatlas.mcp_server.tools import tools_of

    desk = Desk(ctx.open, roots=tuple(root or ()))
    served = build_server(desk, tools_of(chosen, read_only=read_only))

    def begin() -> None:
        if ingest:
            ingest_in_background(desk, ingest)

    if http:
        from paperatlas.mcp_server.http import serve_http

        serve_http(
            served,
            desk,
            host=host,
            port=port,
            token=settings.mcp_token,
            authorization=_authorization(settings),
            hosts=allow_host or (),
            begin=begin,
        )
    else:
        from paperatlas.mcp_server.stdio import serve_stdio

        serve_stdio(served, desk, ctx.output.stream, begin=begin)


@app.command()
def install(
    context: typer.Context,
    *,
    client: Annotated[
        Literal["claude-desktop", "claude-code", "vscode", "cursor"], typer.Option(help="The client that is to use the library.")
    ],
    toolsets: Toolsets = "core,graph,admin",
    read_only: ReadOnly = False,
    write: Annotated[bool, typer.Option("--write", help="Write it into the client's file, instead of printing it.")] = False,
    as_json: AsJson = False,
) -> None:
    """Say what a client needs to know, or write it into its configuration."""
    from paperatlas.mcp_server import install as installing

    ctx: Context = context.obj
    words = installing.launch(ctx.settings().library, toolsets=",".join(sorted(_toolsets(toolsets))), read_only=read_only)
    chosen = installing.installation(client, words, installing.Machine.this())
    if write:
        installing.write(chosen)
    value = {"client": client, "file": str(chosen.file), "written": write, "config": chosen.config, "command": chosen.command}
    ctx.output.result(value, as_json=as_json, text=lambda: _installed_text(chosen, written=write))


def _installed_text(chosen: "Installation", *, written: bool) -> str:
    import json

    if written:
        return f"Written to {chosen.file}. Restart {chosen.client}."
    instead = f"Run this:\n\n{chosen.command}\n\nor put" if chosen.command else "Put"
    return f"{instead} this into {chosen.file}, or run again with --write:\n\n{json.dumps(chosen.config, indent=2)}"


def _toolsets(named: str) -> "frozenset[Toolset]":
    chosen: Any = frozenset(name.strip() for name in named.split(",") if name.strip())
    if unknown := sorted(chosen - {*_TOOLSETS}):
        raise ConfigError(f"There is no toolset {unknown[0]!r}.", hint=f"There are: {', '.join(_TOOLSETS)}.")
    return chosen or frozenset({"core"})


def _authorization(settings: "Settings") -> "AuthorizationServer | None":
    """Raises BadSetting where some of what it takes is missing."""
    from pydantic import SecretStr

    wanted = ("mcp_issuer", "mcp_url", "mcp_introspection_url", "mcp_client_id", "mcp_client_secret")
    missing = [name for name in wanted if getattr(settings, name) is None]
    if "mcp_issuer" in missing:
        return None
    if missing:
        names = ", ".join(f"PAPERATLAS_{name.upper()}" for name in missing)
        raise BadSetting("An authorization server is set, and not all that it takes.", hint=f"Set {names} too.")
    from paperatlas.mcp_server.tokens import AuthorizationServer

    return AuthorizationServer(
        issuer=settings.mcp_issuer or "",
        resource=settings.mcp_url or "",
        introspection=settings.mcp_introspection_url or "",
        client_id=settings.mcp_client_id or "",
        client_secret=settings.mcp_client_secret or SecretStr(""),
    )


def ingest_in_background(desk: "Desk", paths: list[Path]) -> None:
    """Files and folders that a server takes in as it starts."""
    from paperatlas.mcp_server.tools.changing import ingest

    sources = [str(path.expanduser().resolve()) for path in paths]
    desk.jobs.start("ingest_documents", lambda work: ingest(desk, sources, work))
