"""`online` and `enrich`: papers that are not in the library, and what registries say of those that are."""

from typing import Annotated, Literal

import typer

from paperatlas.cli.context import AsJson, Context
from paperatlas.cli.output import EXIT_FAILED

__all__ = ["app"]

app = typer.Typer()


@app.command()
def online(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="What they should be about.")],
    *,
    place: Annotated[Literal["arxiv", "web"], typer.Option("--in", help="Where to look.")] = "arxiv",
    limit: Annotated[int, typer.Option(min=1, max=50)] = 10,
    as_json: AsJson = False,
) -> None:
    """Search arXiv or the web, where PAPERATLAS_ONLINE=on allows it. `ingest` takes what is found."""
    from paperatlas.core.wire_online import found_online_json

    ctx: Context = context.obj
    with ctx.open() as library:
        found = [found_online_json(each) for each in library.search_online(query, place=place, limit=limit)]
    lines = [
        f"{each['title']}\n  {', '.join(each['authors'][:3])} {each['year'] or ''}\n  paperatlas ingest {each['source']}"
        for each in found
    ]
    ctx.output.result({"results": found}, as_json=as_json, text=lambda: "\n\n".join(lines) or "Nothing was found.")


@app.command()
def enrich(
    context: typer.Context,
    docs: Annotated[list[str] | None, typer.Argument(help="Documents, by name, title or id; all when left out.")] = None,
    *,
    again: Annotated[bool, typer.Option("--again", help="Ask again about those asked about in the last month.")] = False,
    as_json: AsJson = False,
) -> None:
    """Fill in what papers do not say of themselves from Crossref, and mark those that are retracted. Corrections stay."""
    from paperatlas.cli.progress import ingest_progress
    from paperatlas.cli.text import enrich_text
    from paperatlas.core.enriching import enrich_json

    ctx: Context = context.obj
    with ctx.open() as library, ingest_progress() as on_progress:
        report = library.enrich(docs or (), again=again, on_progress=on_progress)
    ctx.output.result(enrich_json(report), as_json=as_json, text=lambda: enrich_text(report))
    if report.failed:
        ctx.output.exit_code = EXIT_FAILED
