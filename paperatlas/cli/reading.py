"""`parse`: what the readers make of a file, without a library."""

from pathlib import Path
from typing import Annotated

import typer

from paperatlas.cli.context import AsJson

__all__ = ["app"]

app = typer.Typer()


@app.command()
def parse(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file of any kind that ingest takes.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Read one file and print its text, structure and metadata. Needs no library."""
    from paperatlas.bootstrap import read_file
    from paperatlas.core.wire import parsed_json

    document = read_file(file)
    context.obj.output.result(
        parsed_json(document), as_json=as_json, text=lambda: "\n\n".join(page.text for page in document.pages)
    )
