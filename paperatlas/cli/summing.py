"""`summary`: papers, their sections and the topics of a library, in the papers' own sentences."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from paperatlas.cli.context import AsJson, Context
from paperatlas.core.errors import ConfigError

if TYPE_CHECKING:
    from paperatlas.core.summaries import Summary
    from paperatlas.library import Library

__all__ = ["app"]

app = typer.Typer()


@app.command()
def summary(
    context: typer.Context,
    doc: Annotated[str | None, typer.Argument(help="A document, by name, title or id; all of them when left out.")] = None,
    *,
    section: Annotated[str, typer.Option(help="Only this section, by number, name or usual synonym.")] = "",
    sections: Annotated[bool, typer.Option("--sections", help="Each section of the document too.")] = False,
    topics: Annotated[bool, typer.Option("--topics", help="What groups of papers are about, instead of each.")] = False,
    as_json: AsJson = False,
) -> None:
    """Sum up papers, a section or topics, every sentence quoted from the page it names."""
    from paperatlas.cli.text import summaries_text
    from paperatlas.core.wire_summaries import summary_json

    if (section or sections) and doc is None:
        raise ConfigError("There is no document to take sections from.", hint="Name one: `paperatlas summary DOC`.")
    ctx: Context = context.obj
    with ctx.open() as library:
        found = library.topics() if topics else _summaries(library, doc, section, deep=sections)
        names = library.names()
        ctx.output.result(
            {"summaries": [summary_json(each, names) for each in found]}, as_json=as_json, text=lambda: summaries_text(found)
        )


def _summaries(library: "Library", doc: str | None, section: str, *, deep: bool) -> "Sequence[Summary]":
    if doc is None:
        return [library.summary(document.id) for document in library.documents()]
    return library.outline(doc, section) if deep else [library.summary(doc, section)]
