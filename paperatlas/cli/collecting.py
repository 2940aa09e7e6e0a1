"""`collections`: documents put together under a name, to search and ask within."""

from typing import Annotated

import typer

from paperatlas.cli.context import AsJson, Context
from paperatlas.core.types import Document

__all__ = ["app"]

app = typer.Typer(help="Documents put together under a name, to search and ask within.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(help="The collection.")]


@app.command("list")
def list_(context: typer.Context, *, as_json: AsJson = False) -> None:
    """The collections, and how many documents are in each."""
    ctx: Context = context.obj
    with ctx.open() as library:
        documents = library.documents()
    names = sorted({name for document in documents for name in document.collections})
    members = {name: [each.name for each in documents if name in each.collections] for name in names}
    ctx.output.result(
        {"collections": [{"collection": name, "documents": docs} for name, docs in members.items()]},
        as_json=as_json,
        text=lambda: "\n".join(f"{name}: {len(docs)} documents" for name, docs in members.items()) or "No collections yet.",
    )


@app.command()
def add(
    context: typer.Context,
    name: Name,
    docs: Annotated[list[str], typer.Argument(help="Documents, by name, title or id.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Put documents into a collection, which is made by that."""
    ctx: Context = context.obj
    with ctx.open() as library:
        _show(ctx, name, library.collect(name, docs), as_json=as_json)


@app.command()
def remove(
    context: typer.Context,
    name: Name,
    docs: Annotated[list[str] | None, typer.Argument(help="Documents, by name, title or id; all when left out.")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Take documents out of a collection. They stay in the library."""
    ctx: Context = context.obj
    with ctx.open() as library:
        _show(ctx, name, library.uncollect(name, docs or ()), as_json=as_json)


def _show(ctx: Context, name: str, members: tuple[Document, ...], *, as_json: bool) -> None:
    ctx.output.result(
        {"collection": name, "documents": [document.name for document in members]},
        as_json=as_json,
        text=lambda: "\n".join([f"{name}: {len(members)} documents", *(f"    {document.name}" for document in members)]),
    )
