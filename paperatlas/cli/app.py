"""The commands: each reads its arguments, asks the library, prints what came."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Optional

import typer

from paperatlas.cli.output import Output

__all__ = ["Context", "app"]

app = typer.Typer(
    name="paperatlas",
    help="Answers from your own papers, every sentence proven to the page.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
config = typer.Typer(help="Settings.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(config, name="config")


@dataclass(frozen=True, slots=True)
class Context:
    """What the global options chose."""

    output: Output
    library: Path | None
    config: Path | None


AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Docs = Annotated[Optional[list[str]], typer.Option("--doc", help="Only this document (name, title or id); repeatable.")]  # noqa: UP045 - typer reads it
Batch = Annotated[Optional[Path], typer.Option("--batch", help="A JSONL file of questions, one a line; - for stdin.")]  # noqa: UP045


def _version(asked: bool) -> None:  # noqa: FBT001 - typer's callback signature
    if asked:
        from importlib.metadata import version  # noqa: PLC0415 - start-up time

        typer.echo(f"paperatlas {version('paperatlas')}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    library: Annotated[Optional[Path], typer.Option(help="Folder of the library (else PAPERATLAS_LIBRARY).")] = None,  # noqa: UP045
    config: Annotated[Optional[Path], typer.Option(help="A paperatlas.toml.")] = None,  # noqa: UP045
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Say more on stderr, tracebacks included.")] = False,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Global options stand before the command."""
    output = context.obj if isinstance(context.obj, Output) else None
    assert output is not None, "run through paperatlas.cli.main"
    context.obj = Context(output=output, library=library, config=config)
