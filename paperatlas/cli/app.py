"""The command line's frame: global options, and the commands in their groups."""

from typing import Annotated

import typer

from paperatlas.cli import (
    asking,
    bug_report,
    calibrating,
    collecting,
    copying,
    evaluating,
    graphing,
    keeping,
    online,
    reading,
    recalling,
    reviewing,
    serving,
    setup,
    summing,
    taking_out,
    verifying,
    watching,
    web,
)
from paperatlas.cli.context import ConfigFile, Context, LibraryFolder
from paperatlas.cli.output import Output

__all__ = ["app"]

app = typer.Typer(
    name="paperatlas",
    help="Answers from your own papers, every sentence proven to the page.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for commands in (
    reading,
    keeping,
    copying,
    online,
    watching,
    taking_out,
    asking,
    verifying,
    calibrating,
    summing,
    reviewing,
    web,
    setup,
    bug_report,
):
    app.add_typer(commands.app)
app.add_typer(collecting.app, name="collections")
app.add_typer(graphing.app, name="graph")
app.add_typer(evaluating.app, name="eval")
app.add_typer(recalling.threads, name="threads")
app.add_typer(recalling.runs, name="runs")
app.add_typer(setup.config, name="config")
app.add_typer(serving.app, name="mcp")


def _print_version(asked: bool) -> None:  # noqa: FBT001 - typer's callback signature
    if asked:
        from importlib.metadata import version

        typer.echo(f"paperatlas {version('paperatlas')}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    *,
    library: LibraryFolder = None,
    config: ConfigFile = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say more on stderr, tracebacks included.")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Global options stand before the command."""
    del verbose, version  # read before the commands run: by main and by the eager callback
    output: Output = context.obj
    context.obj = Context(output=output, library=library, config=config)
