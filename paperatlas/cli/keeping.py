"""`ingest`, `documents`, `remove` and `doctor`: what is in the library, and whether it is whole."""

from typing import Annotated

import typer

from paperatlas.cli.context import AsJson, Context, Password
from paperatlas.cli.output import EXIT_FAILED

__all__ = ["app"]

app = typer.Typer()


@app.command()
def ingest(
    context: typer.Context,
    paths: Annotated[list[str], typer.Argument(help="Files, folders, globs, URLs, or ids as arXiv:1706.03762.")],
    *,
    workers: Annotated[int | None, typer.Option(min=1, max=64, help="Processes that read files.")] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Read on a Ray cluster: host:port, auto or local.")] = None,
    collection: Annotated[str, typer.Option(help="Put them into this collection too.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Read again what is unchanged.")] = False,
    password: Password = None,
    as_json: AsJson = False,
) -> None:
    """Add papers, or bring changed ones up to date. Run again after an interruption to finish."""
    from paperatlas.cli.progress import ingest_progress
    from paperatlas.cli.text import ingest_text
    from paperatlas.core.wire import ingest_json

    ctx: Context = context.obj
    with ctx.open(workers=workers, ray_address=ray, pdf_password=password) as library, ingest_progress() as on_progress:
        report = library.ingest(paths, collection=collection, force=force, on_progress=on_progress)
    ctx.output.result(ingest_json(report), as_json=as_json, text=lambda: ingest_text(report))
    if report.failed:
        ctx.output.exit_code = EXIT_FAILED


@app.command()
def documents(context: typer.Context, *, as_json: AsJson = False) -> None:
    """What is in the library."""
    from paperatlas.cli.text import documents_text
    from paperatlas.core.wire import document_json

    ctx: Context = context.obj
    with ctx.open() as library:
        found = library.documents()
        works = {each: work for work in library.works() for each in work.documents} if as_json else {}
    ctx.output.result(
        {"documents": [document_json(document, works.get(document.id)) for document in found]},
        as_json=as_json,
        text=lambda: documents_text(found),
    )


@app.command()
def remove(
    context: typer.Context,
    docs: Annotated[list[str], typer.Argument(help="Documents, by name, title or id.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Remove documents and everything made of them."""
    ctx: Context = context.obj
    with ctx.open() as library:
        removed = library.remove(docs)
    ctx.output.result(
        {"removed": [{"doc": document.name, "doc_id": document.id} for document in removed]},
        as_json=as_json,
        text=lambda: "\n".join(f"removed {document.name}" for document in removed),
    )


@app.command()
def reembed(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Bring the library to the configured embedder. Run again after an interruption to finish."""
    from dataclasses import asdict

    from paperatlas.cli.progress import ingest_progress

    ctx: Context = context.obj
    with ctx.open() as library, ingest_progress() as on_progress:
        done = library.reembed(on_progress=on_progress)
    ctx.output.result(
        asdict(done),
        as_json=as_json,
        text=lambda: f"{done.embedder}: {done.embedded} texts embedded for {done.chunks} passages in {done.seconds:.1f} s",
    )


@app.command()
def doctor(
    context: typer.Context,
    *,
    fix: Annotated[bool, typer.Option("--fix", help="Repair what can be repaired.")] = False,
    as_json: AsJson = False,
) -> None:
    """Check that nothing is missing, doubled or orphaned; exit 1 with each fault and its remedy."""
    from paperatlas.cli.progress import ingest_progress
    from paperatlas.cli.text import doctor_text
    from paperatlas.core.wire import doctor_json

    ctx: Context = context.obj
    with ctx.open() as library, ingest_progress() as on_progress:
        report = library.doctor(fix=fix, on_progress=on_progress)
    ctx.output.result(doctor_json(report), as_json=as_json, text=lambda: doctor_text(report))
    if not report.sound:
        ctx.output.exit_code = EXIT_FAILED
