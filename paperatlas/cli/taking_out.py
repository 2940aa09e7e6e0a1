"""`bibliography` and `notes`: papers for other programs, reference managers and Obsidian."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from paperatlas.cli.context import AsJson, Collections, Context
from paperatlas.cli.output import save

__all__ = ["app"]

app = typer.Typer()

Chosen = Annotated[list[str] | None, typer.Argument(help="Documents, by name, title or id; all when left out.")]


@app.command()
def bibliography(
    context: typer.Context,
    docs: Chosen = None,
    *,
    collection: Collections = None,
    thread: Annotated[str, typer.Option(help="Only what this conversation cites.")] = "",
    form: Annotated[Literal["bibtex", "ris", "csl-json"], typer.Option("--format", help="What is written.")] = "bibtex",
    out: Annotated[Path | None, typer.Option("--out", help="A file to write, in place of printing it.")] = None,
    as_json: AsJson = False,
) -> None:
    """Papers as BibTeX, RIS or CSL-JSON, for reference managers and LaTeX."""
    ctx: Context = context.obj
    with ctx.open() as library:
        written = library.bibliography(docs or (), collections=collection or (), thread=thread, form=form)
    if out:
        save(out, written.encode())
    ctx.output.result(
        {"format": form, "file": str(out) if out else None, "bibliography": written},
        as_json=as_json,
        text=lambda: str(out) if out else written.rstrip("\n"),
    )


@app.command()
def notes(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="Where they are written, such as a vault of Obsidian.")],
    docs: Chosen = None,
    *,
    collection: Collections = None,
    files: Annotated[bool, typer.Option(help="Copy the papers beside them, so that links to pages open there.")] = True,
    as_json: AsJson = False,
) -> None:
    """A Markdown note on each paper: summary, quotes with their pages, links between papers. What you add to them stays."""
    from dataclasses import asdict

    ctx: Context = context.obj
    with ctx.open() as library:
        report = library.notes(folder, documents=docs or (), collections=collection or (), copy_files=files)
    left = [f"left alone, since its marker is gone: {name}" for name in report.left]
    told = f"{len(report.written)} notes written, {len(report.unchanged)} as they were, in {report.folder}"
    ctx.output.result(asdict(report), as_json=as_json, text=lambda: "\n".join([*left, told]))
