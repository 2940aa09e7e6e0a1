"""`matrix`: the first thing a review needs."""

from pathlib import Path
from typing import Annotated

import typer

from paperatlas.cli.context import AsJson, Collections, Context, Docs

__all__ = ["app"]

app = typer.Typer()


@app.command()
def matrix(
    context: typer.Context,
    *,
    question: Annotated[
        list[str] | None,
        typer.Option(
            "--question",
            "-q",
            help="A column: contribution, method, data, result, limits, or a question of one's own; repeatable."
            " Those five when left out.",
        ),
    ] = None,
    doc: Docs = None,
    collection: Collections = None,
    out: Annotated[Path | None, typer.Option(help="Write it to a file that ends in .md, .csv or .xlsx.")] = None,
    no_llm: Annotated[bool, typer.Option("--no-llm", help="Answer without the language model.")] = False,
    as_json: AsJson = False,
) -> None:
    """Papers by questions as a table, each cell with its quotes or "not stated"."""
    from paperatlas.cli.progress import ingest_progress
    from paperatlas.core.wire_matrix import matrix_json
    from paperatlas.library.matrix_files import as_markdown, write_matrix

    ctx: Context = context.obj
    with ctx.open() as library, ingest_progress() as on_progress:
        found = library.matrix(
            question or (), documents=doc or (), collections=collection or (), use_llm=not no_llm, on_progress=on_progress
        )
    if out is not None:
        write_matrix(found, out)
    ctx.output.result(matrix_json(found), as_json=as_json, text=lambda: str(out) if out else as_markdown(found))
