"""`eval compare`, `eval report`, `eval history`: what runs say, side by side, as a page, and over time."""

from pathlib import Path
from typing import Annotated

import typer

from paperatlas.cli.context import AsJson, Context
from paperatlas.cli.output import save

__all__ = ["app"]

app = typer.Typer()

Run = Annotated[Path, typer.Argument(help="A file of `eval run --out`, or a run's name as `eval history` lists it.")]


@app.command()
def compare(context: typer.Context, a: Run, b: Run, *, as_json: AsJson = False) -> None:
    """Compare two runs question by question: differences, intervals, significance, and what only one answers."""
    from paperatlas.bootstrap import kept_evaluations
    from paperatlas.eval import comparing
    from paperatlas.eval.history import named_run

    ctx: Context = context.obj
    with kept_evaluations(ctx.settings()) as runs:
        found = comparing.compare(named_run(a, runs), named_run(b, runs))
    ctx.output.result(comparing.comparison_json(found), as_json=as_json, text=lambda: comparing.comparison_markdown(found))


@app.command()
def report(
    context: typer.Context,
    run: Run,
    *,
    html: Annotated[Path | None, typer.Option(help="Write one HTML page, charts included.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show a run again as Markdown, and as a page that needs nothing but a browser."""
    from paperatlas.bootstrap import kept_evaluations
    from paperatlas.eval.history import named_run
    from paperatlas.eval.markdown import run_markdown
    from paperatlas.eval.report import run_html
    from paperatlas.eval.summing import run_json

    ctx: Context = context.obj
    with kept_evaluations(ctx.settings()) as runs:
        record = named_run(run, runs)
    if html is not None:
        save(html, run_html(record).encode())
    ctx.output.result(run_json(record), as_json=as_json, text=lambda: run_markdown(record))


@app.command()
def history(context: typer.Context, *, as_json: AsJson = False) -> None:
    """List the runs that the library keeps, the oldest first."""
    from paperatlas.bootstrap import kept_evaluations
    from paperatlas.eval.history import kept
    from paperatlas.eval.markdown import history_markdown
    from paperatlas.eval.summing import run_json

    ctx: Context = context.obj
    with kept_evaluations(ctx.settings()) as evaluations:
        runs = kept(evaluations)
    left_out = {"items", "risk_coverage"}
    rows = [
        {"run": file.stem, "file": str(file), **{name: part for name, part in run_json(record).items() if name not in left_out}}
        for file, record in runs
    ]
    ctx.output.result({"runs": rows}, as_json=as_json, text=lambda: history_markdown(runs))
